"""Chess moves in and out: SAN, UCI, long algebraic, and three exact errors."""

from __future__ import annotations

import random

import pytest

from kibitz.core.errors import AmbiguousMove, IllegalMove, UnreadableMove
from tests.chess.played import CHESS, after

READY = "r3k2r/pP4pp/8/3pP3/8/8/6PP/R3K1NR w KQkq d6 0 1"


@pytest.mark.parametrize(
    ("text", "san"),
    [
        ("Nf3", "Nf3"),
        ("nf3", "Nf3"),
        ("g1f3", "Nf3"),
        ("Ng1-f3", "Nf3"),
        ("Ng1f3", "Nf3"),
        ("♘f3", "Nf3"),
        ("exd6", "exd6"),
        ("e5xd6 e.p.", "exd6"),
        ("e5d6", "exd6"),
        ("exd6e.p.", "exd6"),
        ("O-O-O", "O-O-O"),
        ("0-0-0", "O-O-O"),
        ("ooo", "O-O-O"),
        ("e1c1", "O-O-O"),
        ("e1a1", "O-O-O"),
        ("Ke1-c1", "O-O-O"),
        ("Kc1", "O-O-O"),
        ("b8=Q+", "b8=Q+"),
        ("b8=Q", "b8=Q+"),
        ("b8Q", "b8=Q+"),
        ("b8(N)", "b8=N"),
        ("b7b8n", "b8=N"),
        ("bxa8=R+!?", "bxa8=R+"),
        ("b7:a8=R", "bxa8=R+"),
        (" h4 ", "h4"),
        ("h2-h4!!", "h4"),
    ],
)
def test_a_move_is_read_however_it_is_written(text: str, san: str) -> None:
    position = after(setup=READY)
    assert CHESS.write(position, CHESS.read(position, text)) == san


@pytest.mark.parametrize(
    "text", ["", "e", "e9", "i4", "Nf", "O-O-O-O", "e4e5e6", "Xf3", "e2 e4 x", "--", "\x00", "e" * 99]
)
def test_what_is_no_move_is_unreadable(text: str) -> None:
    with pytest.raises(UnreadableMove):
        CHESS.read(after(), text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("e5", "A pawn moves one square"),
        ("Nd2", "cannot capture one of its own"),
        ("Bc4", "blocked on e2"),
        ("e7e5", "White's turn"),
        ("e3e4", "no man on e3"),
        ("Ne2e4", "There is a pawn on e2"),
        ("O-O", "men stand between"),
        ("Ke2", "cannot capture"),
    ],
)
def test_an_illegal_move_says_why(text: str, why: str) -> None:
    with pytest.raises(IllegalMove, match=why):
        CHESS.read(after(), text)


def test_a_pinned_man_is_named_with_its_check() -> None:
    with pytest.raises(IllegalMove, match="in check from e8"):
        CHESS.read(after(setup="4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1"), "Nc3")


def test_several_fitting_moves_are_listed() -> None:
    two = after(setup="4k3/8/8/8/8/8/8/RN2KN2 w - - 0 1")
    with pytest.raises(AmbiguousMove, match=r"Nbd2, Nfd2|Nfd2, Nbd2"):
        CHESS.read(two, "Nd2")


def test_a_promotion_must_say_to_what() -> None:
    with pytest.raises(AmbiguousMove, match="does not say what the pawn becomes"):
        CHESS.read(after(setup=READY), "b8")
    with pytest.raises(AmbiguousMove, match=r"b8=Q"):
        CHESS.read(after(setup=READY), "b7b8")


def test_no_pawn_becomes_a_king() -> None:
    with pytest.raises(IllegalMove, match="queen, rook, bishop or knight"):
        CHESS.read(after(setup=READY), "b8=K")


def test_after_the_end_every_move_is_illegal() -> None:
    with pytest.raises(IllegalMove, match="the game is over"):
        CHESS.read(after("f3", "e5", "g4", "Qh4"), "a3")


def test_uci_and_san_name_the_same_move_in_random_games() -> None:
    for seed in range(3):
        rng, position = random.Random(seed), CHESS.start()
        for _ in range(60):
            for move in CHESS.moves(position):
                assert CHESS.read(position, move.uci()) == move
                assert CHESS.read(position, CHESS.write(position, move).rstrip("+#")) == move
            if not CHESS.moves(position):
                break
            position = CHESS.play(position, rng.choice(CHESS.moves(position)))
