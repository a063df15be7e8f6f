"""Moves and positions as text: unique when written, generous when read, exact about what is wrong."""

from __future__ import annotations

import random

import pytest

from kibitz.core.errors import AmbiguousMove, BadSetup, IllegalMove, UnreadableMove
from kibitz.games.draughts import rules
from kibitz.games.draughts.board import squares
from kibitz.games.draughts.fen import far_row
from kibitz.games.draughts.game import DraughtsGame
from kibitz.games.draughts.position import Position, begun
from kibitz.games.draughts.variants import PRESETS
from tests.draughts.boards import game, written

ENGLISH, POZNAN, RUSSIAN, TURKISH = game("english"), game("poznan"), game("russian"), game("turkish")
INTERNATIONAL = game("international")


@pytest.mark.parametrize(
    "text",
    [
        "11-15",
        "11x15",
        "11:15",
        "11 15",
        " 11 - 15 ",
        "f6-e5",
        "f6e5",
        "F6-E5",
        "f6:e5",
        "11-15!?",
        "1. 11-15",
    ],
)
def test_a_move_may_be_written_in_many_ways(text: str) -> None:
    start = ENGLISH.start()
    assert ENGLISH.write(start, ENGLISH.read(start, text)) == "11-15"


def test_russian_short_notation_names_column_and_target() -> None:
    start = RUSSIAN.start()
    assert RUSSIAN.write(start, RUSSIAN.read(start, "cd4")) == "22-18"
    with pytest.raises(UnreadableMove, match="no piece can go so"):
        RUSSIAN.read(start, "ad4")


def test_turkish_is_written_in_letters() -> None:
    assert "a3-a4" in written(TURKISH, TURKISH.start())
    assert TURKISH.read(TURKISH.start(), "a3a4") == TURKISH.read(TURKISH.start(), "A3-A4")


def test_captures_that_share_both_ends_are_written_with_the_squares_between() -> None:
    """PDN 3.0, section Restrictions, shows this position: 47x36 alone says too little."""
    position = INTERNATIONAL.start("W:WK47:B14,19,29,31,42")
    assert sorted(written(INTERNATIONAL, position)) == ["47x38x20x9x36", "47x38x24x13x36"]
    assert sorted(written(ENGLISH, two_ways())) == ["2x11x18", "2x9x18"]


def two_ways() -> Position:
    """A man may go round either side, over different men, to the same square."""
    return ENGLISH.start("B:W6,7,14,15:B2")


def test_an_ambiguous_text_lists_its_choices() -> None:
    position = two_ways()
    choices = written(ENGLISH, position)
    with pytest.raises(AmbiguousMove) as refused:
        ENGLISH.read(position, "2x18")
    assert all(choice in str(refused.value) for choice in choices if choice.endswith("x18"))


def test_a_part_of_the_route_is_enough_to_choose() -> None:
    position = INTERNATIONAL.start("W:WK2:B7,8,17,18")
    (move,) = INTERNATIONAL.moves(position)
    names = squares(INTERNATIONAL.variant).names
    for way in rules.routes(INTERNATIONAL.variant, position.board, move):
        assert INTERNATIONAL.read(position, "x".join(names[stop] for stop in way)) == move
        assert INTERNATIONAL.read(position, "x".join(names[stop] for stop in (*way[:2], way[-1]))) == move


def test_a_hyphen_means_the_quiet_move_where_a_capture_has_the_same_ends() -> None:
    position = POZNAN.start("W:W11,K13,K19,K22,K26,32:B4,6,7,8,9,K15,K24,K27")
    assert POZNAN.read(position, "19-10").captured == ()
    assert len(POZNAN.read(position, "19x10").captured) == 3


@pytest.mark.parametrize(
    ("setup", "text", "reason"),
    [
        ("B:W21,32:B1,15", "15-30", "The piece cannot move so"),
        ("B:W19,32:B1,15", "1-5", "A capture is obligatory: 15x24"),
        ("B:W6,15,27,32:B1,24", "1x10", "must be continued while it can be: 1x19"),
        ("B:W21,32:B1,15", "15-11", "Men do not go that way; this piece can play 15-18, 15-19"),
        ("B:W21,32:B1,6", "1-6", "A piece is in the way"),
        ("B:W21,32:B1,6", "21-17", "other player's turn"),
        ("B:W21,32:B1,6", "9-13", "There is no piece on the first square"),
    ],
)
def test_an_illegal_move_is_told_which_rule_forbids_it(setup: str, text: str, reason: str) -> None:
    with pytest.raises(IllegalMove, match=reason):
        ENGLISH.read(ENGLISH.start(setup), text)


def test_the_capture_of_most_pieces_is_named() -> None:
    position = INTERNATIONAL.start("W:W33,38,50:B28,17,29")
    with pytest.raises(IllegalMove, match=r"Another capture has precedence: 33x11\."):
        INTERNATIONAL.read(position, "33x24")


def test_after_the_end_no_move_is_legal() -> None:
    with pytest.raises(IllegalMove, match="The game is over"):
        ENGLISH.read(ENGLISH.start("B:W32:B1,2:H80"), "1-5")


@pytest.mark.parametrize(
    "text", ["33-1", "0-5", "22", "abc", "b8-", "a2-b3", "i9-j8", "²-³", "22--18", "٣-٤"]
)
def test_what_names_no_squares_is_unreadable(text: str) -> None:
    with pytest.raises(UnreadableMove):
        ENGLISH.read(ENGLISH.start(), text)


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_every_written_move_of_random_positions_is_read_back(name: str) -> None:
    rules_, rng = game(name), random.Random(name)
    for _ in range(12):
        position = random_position(rules_, rng)
        assert rules_.start(rules_.setup(position)) == position
        moves = rules_.moves(position)
        texts = [rules_.write(position, move) for move in moves]
        assert len(set(texts)) == len(texts)
        assert [rules_.read(position, text) for text in texts] == list(moves)


def random_position(rules_: DraughtsGame, rng: random.Random) -> Position:
    """Kings and men strewn over the board."""
    board = squares(rules_.variant)
    places = rng.sample(range(len(board.names)), rng.randrange(2, 18))
    black = {square for square in places if rng.random() < 0.6}
    kings = [s for s in places if rng.random() < 0.3 or board.rows[s] == far_row(rules_.variant, s in black)]
    white = set(places) - black
    return begun(rules_.variant, rules.board(rules_.variant, white, black, kings, rng.random() < 0.5))


@pytest.mark.parametrize(
    "text",
    [
        "W:W21,22,K30:B1,K2",
        "W:B1,K2:W21,22,K30",
        '[FEN "W:W21,22,K30:B1,K2"]',
        '"W:W21,22,K30:B1,K2."',
        "W:W21,22,K30:B1,K2.",
        "w:w21,22,k30:b1,k2",
        "W : W 21, 22, K30 : B 1, K2",
        "W:W21-22,K30:B1,K2:H0:F1",
        "W:Wa3,c3,Kc1:Bb8,Kd8",
        "W:WA3,C3,KC1:BB8,KD8",
    ],
)
def test_a_position_may_be_written_in_many_ways(text: str) -> None:
    assert RUSSIAN.setup(RUSSIAN.start(text)) == "W:W21,22,K30:B1,K2"


def test_the_canonical_setup_is_that_of_the_published_tables() -> None:
    men = ",".join(str(number) for number in range(21, 33))
    assert ENGLISH.setup(ENGLISH.start()) == f"B:W{men}:B1,2,3,4,5,6,7,8,9,10,11,12"
    rows = ",".join(f"{column}{row}" for row in (2, 3) for column in "abcdefgh")
    assert TURKISH.setup(TURKISH.start()).startswith(f"W:W{rows}:Ba6,b6,")


def test_ranges_of_kings_are_kings() -> None:
    assert RUSSIAN.setup(RUSSIAN.start("B:WK30-32:B1-3")) == "B:WK30,K31,K32:B1,2,3"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("X:W21:B1", "does not begin with the side to move"),
        ("W21:B1", "does not begin with the side to move"),
        ("W:W21:B21", "Both sides have a piece on 21"),
        ("W:W21,21:B1", "two pieces on 21"),
        ("W:W33:B1", "piece on 33, but squares are 1 to 32"),
        ("W:W0:B1", "piece on 0"),
        ("W:Wa2:B1", "piece on a2"),
        ("W:W9-5:B1", "runs backward"),
        ("W:W21", "lists no pieces of Black"),
        ("W:W21:W22:B1", "White is listed twice"),
        ("W:W:B", "no piece on the board"),
        ("W:W2:B9", "White's man on 2 stands on its far row"),
        ("W:W22:B30", "Black's man on 30 stands on its far row"),
        ("W:W22:B1:Z9", "'Z9' is no part of a position"),
        ("W:W22:B1:M22x3", "no king on 22"),
        ("W:W22,hello:B1", "'hello' among White's pieces is no square"),
        ("W:W" + "1," * 5000 + ":B", "at most 2000 characters"),
        ("W:W1-999999999999:B2", "is no square"),
    ],
)
def test_a_wrong_setup_is_told_what_is_wrong(text: str, reason: str) -> None:
    with pytest.raises(BadSetup, match=reason) as refused:
        RUSSIAN.start(text)
    assert len(str(refused.value)) < 300
