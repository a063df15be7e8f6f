"""SPEC B2: the full FIDE rules of chess."""

from __future__ import annotations

import random
import subprocess
import sys

import chess
import pytest

from kibitz.core.errors import IllegalMove, UnknownGame
from kibitz.core.game import Outcome, Seat
from kibitz.games import find
from tests.chess.played import CHESS, after, cells, written


def test_b2_castling_is_played_on_both_sides_by_both_colours() -> None:
    open_ranks = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    assert {"O-O", "O-O-O"} <= written(after(setup=open_ranks))
    assert {"O-O", "O-O-O"} <= written(after("Rb1", setup=open_ranks))
    assert after("O-O", setup=open_ranks).fen.startswith("r3k2r/8/8/8/8/8/8/R4RK1 b kq")


@pytest.mark.parametrize(
    ("setup", "why"),
    [
        ("4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", "out of check"),
        ("4k3/8/8/8/3r1r2/8/8/R3K2R w KQ - 0 1", "through check"),
        ("4k3/8/8/8/2r3r1/8/8/R3K2R w KQ - 0 1", "into check"),
        ("4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", "over a man"),
        ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "after the rights are lost"),
    ],
)
def test_b2_no_castling(setup: str, why: str) -> None:
    assert not {"O-O", "O-O-O"} & written(after(setup=setup)), why


def test_b2_a_rook_under_attack_does_not_forbid_castling() -> None:
    assert "O-O-O" in written(after(setup="1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1"))


def test_b2_en_passant_only_at_once() -> None:
    at_once = after("e4", "a6", "e5", "d5")
    assert "exd6" in written(at_once)
    assert "exd6" not in written(after("e4", "a6", "e5", "d5", "h3", "h6"))
    assert after("e4", "a6", "e5", "d5", "exd6").board.piece_at(chess.D5) is None


def test_b2_a_pawn_becomes_what_the_player_chooses() -> None:
    assert {"b8=Q", "b8=R", "b8=B", "b8=N+"} <= written(after(setup="8/1P1k4/8/8/8/8/8/K7 w - - 0 1"))


def test_b2_no_move_leaves_the_own_king_in_check() -> None:
    pinned = after(setup="4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1")
    assert not any(move.startswith("N") for move in written(pinned))


def test_b2_checkmate_wins() -> None:
    mated = after("f3", "e5", "g4", "Qh4")
    assert CHESS.outcome(mated) == Outcome(Seat.SECOND, "checkmate")
    assert CHESS.moves(mated) == ()


@pytest.mark.parametrize(
    ("setup", "reason"),
    [
        ("k7/8/1Q6/8/8/8/8/K7 b - - 0 1", "stalemate"),
        ("k7/8/8/8/8/8/8/K7 w - - 0 1", "insufficient-material"),
        ("k7/8/8/8/8/8/8/KB6 w - - 0 1", "insufficient-material"),
        ("kn6/8/8/8/8/8/8/K7 w - - 0 1", "insufficient-material"),
        ("kb6/8/8/8/8/8/8/K1B5 w - - 0 1", "insufficient-material"),
        ("k7/8/8/8/8/8/8/KR6 w - - 150 99", "seventyfive-moves"),
    ],
)
def test_b2_draws_that_need_no_claim(setup: str, reason: str) -> None:
    position = after(setup=setup)
    assert CHESS.outcome(position) == Outcome(None, reason)
    assert CHESS.moves(position) == () and CHESS.claims(position) == ()


@pytest.mark.parametrize("setup", ["kn6/8/8/8/8/8/8/KN6 w - - 0 1", "kb6/8/8/8/8/8/8/KB6 w - - 0 1"])
def test_b2_material_that_can_still_mate_plays_on(setup: str) -> None:
    assert CHESS.outcome(after(setup=setup)) is None


def test_b2_mate_on_the_seventy_fifth_move_counts() -> None:
    mated = after("Ra8", setup="7k/8/7K/8/8/8/8/R7 w - - 149 120")
    assert CHESS.outcome(mated) == Outcome(Seat.FIRST, "checkmate")


ROUND = ("Nf3", "Nf6", "Ng1", "Ng8")


def test_b2_the_fifth_repetition_ends_the_game_by_itself() -> None:
    assert CHESS.outcome(after(*ROUND * 3)) is None
    assert CHESS.outcome(after(*ROUND * 4)) == Outcome(None, "fivefold-repetition")


def test_b2_the_third_repetition_can_be_claimed_now_or_by_the_next_move() -> None:
    assert CHESS.claims(after(*ROUND)) == ()
    assert CHESS.claims(after(*ROUND * 2)) == ("threefold-repetition",)
    assert CHESS.claims(after(*(ROUND * 2)[:-1])) == ("threefold-repetition",)
    assert CHESS.claims(after(*(ROUND * 2)[:-2])) == ()


def test_b2_a_lost_castling_right_makes_another_position() -> None:
    shuffle = ("Rh2", "Kd7", "Rh1", "Ke8") * 2
    lost = after(*shuffle, setup="4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    assert lost.times_seen == 2


def test_b2_an_en_passant_that_cannot_be_played_does_not_make_another_position() -> None:
    back = after("e4", *ROUND[1:2], "Nf3", "Ng8", "Ng1", "Nf6", "Nf3", "Ng8", "Ng1")
    assert back.times_seen == 3


def test_b2_fifty_moves_can_be_claimed_now_or_by_the_next_move() -> None:
    rook = "k7/8/8/8/8/8/8/KR6 w - - {} 80"
    claims = {clock: CHESS.claims(after(setup=rook.format(clock))) for clock in (98, 99, 100)}
    assert claims == {98: (), 99: ("fifty-moves",), 100: ("fifty-moves",)}


def test_b2_random_games_agree_with_python_chess_on_endings_and_claims() -> None:
    ended = 0
    for seed in range(6):
        rng, position, board = random.Random(seed), CHESS.start(), chess.Board()
        for _ in range(200):
            expected = board.outcome(claim_draw=False)
            assert (CHESS.outcome(position) is None) == (expected is None)
            if expected:
                ended += 1
                break
            assert ("fifty-moves" in CHESS.claims(position)) == board.can_claim_fifty_moves()
            assert (
                "threefold-repetition" in CHESS.claims(position)
            ) == board.can_claim_threefold_repetition()
            move = rng.choice(CHESS.moves(position))
            position = CHESS.play(position, move)
            board.push(move)
            assert position.fen == board.fen()
    assert ended


def test_shuffling_knights_agree_with_python_chess_on_repetition() -> None:
    for seed in range(10):
        rng, position, board = random.Random(seed), CHESS.start(), chess.Board()
        for _ in range(40):
            quiet = [m for m in CHESS.moves(position) if board.piece_type_at(m.from_square) == chess.KNIGHT]
            if not quiet:
                break
            near_home = [m for m in quiet if m.to_square in (chess.F3, chess.G1, chess.F6, chess.G8)]
            move = rng.choice(near_home or quiet)
            position = CHESS.play(position, move)
            board.push(move)
            assert position.times_seen >= 5 or not board.is_fivefold_repetition()
            claimed = "threefold-repetition" in CHESS.claims(position)
            assert claimed == (board.can_claim_threefold_repetition() and not board.is_fivefold_repetition())


def test_positions_differ_by_what_was_repeated() -> None:
    once, again = after(), after(*ROUND)
    assert once != again and once.key == again.key
    assert after(*ROUND) == again and hash(after(*ROUND)) == hash(again)


def test_a_foreign_move_is_refused() -> None:
    with pytest.raises(IllegalMove, match="not a legal move"):
        CHESS.play(after(), chess.Move.from_uci("e2e5"))
    with pytest.raises(IllegalMove, match="the game is over"):
        CHESS.play(after("f3", "e5", "g4", "Qh4"), chess.Move.from_uci("a2a3"))


def test_b2_check_is_shown_with_the_kings_cell() -> None:
    assert CHESS.remarks(after("e4", "f5", "Qh5"))["check"] == cells("e8")[0]
    assert "check" not in CHESS.remarks(after("e4"))


def test_remarks_count_captured_men_and_moves() -> None:
    remarks = CHESS.remarks(after("e4", "d5", "exd5", "Qxd5"))
    assert remarks["captured"] == {"first": {"pawn": 1}, "second": {"pawn": 1}}
    assert remarks["move"] == 3 and remarks["quiet"] == 0


def test_a_promoted_pawn_is_not_a_captured_one() -> None:
    promoted = after(setup="3qk3/8/8/8/8/8/PPPPPPP1/QQ2K3 w - - 0 1")
    assert "pawn" not in CHESS.remarks(promoted)["captured"]["first"]


def test_there_is_one_chess() -> None:
    assert find("chess").name == "chess"
    with pytest.raises(UnknownGame, match="960"):
        find("chess/960")


def test_listing_the_games_imports_no_rules() -> None:
    code = "import sys, kibitz.games as g; g.names(); assert 'chess' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
