"""Draws: repetition, moves without progress, known endings; and the limit on a Frisian king."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kibitz.core.errors import IllegalMove
from kibitz.core.game import Outcome, Seat
from kibitz.games.draughts import draws
from kibitz.games.draughts.game import DraughtsGame
from kibitz.games.draughts.position import Position
from kibitz.games.draughts.switches import DrawRules, Ending
from tests.draughts.boards import drawn, game, played, written

POZNAN = game("poznan")
SHUFFLE = ("29-26", "4-8", "26-29", "8-4")


def house(rules: DrawRules) -> DraughtsGame:
    """Poznań rules with other draws."""
    return DraughtsGame(replace(POZNAN.variant, name="house", draws=rules))


def shuffled(rules: DraughtsGame, position: Position, plies: int) -> Position:
    for ply in range(plies):
        position = played(rules, position, SHUFFLE[ply % 4])
    return position


def two_kings(rules: DraughtsGame) -> Position:
    return drawn(
        rules,
        """
        . . . . . . R .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . B . . . . . b
        """,
    )


def test_a_position_that_stands_for_the_third_time_is_a_draw() -> None:
    position = two_kings(POZNAN)
    assert POZNAN.outcome(shuffled(POZNAN, position, 7)) is None
    third = shuffled(POZNAN, position, 8)
    assert draws.repetitions(third) == 3
    assert POZNAN.outcome(third) == Outcome(None, "repetition") and not POZNAN.moves(third)


def test_a_capture_or_an_advance_of_a_man_makes_repetition_begin_anew() -> None:
    position = shuffled(POZNAN, two_kings(POZNAN), 4)
    position = played(POZNAN, position, "32-28", "4-8")
    assert position.earlier and len(position.earlier) == 1
    assert position.quiet == 1


def test_a_turkish_man_that_goes_sideways_can_repeat_the_position() -> None:
    turkish = game("turkish")
    position = turkish.start("W:Wa4,c1:Bh5,f8")
    for _ in range(2):
        assert turkish.outcome(position) is None
        position = played(turkish, position, "a4-b4", "h5-g5", "b4-a4", "g5-h5")
    assert turkish.outcome(position) == Outcome(None, "repetition")


def test_moves_without_progress_are_counted_for_both_players() -> None:
    rules = house(DrawRules(repetition=0, quiet_moves=3))
    position = two_kings(rules)
    assert rules.outcome(shuffled(rules, position, 5)) is None
    assert rules.outcome(shuffled(rules, position, 6)) == Outcome(None, "no-progress")


def test_without_draw_rules_nobody_stops_the_shuffling() -> None:
    rules = house(DrawRules(repetition=0))
    assert rules.outcome(shuffled(rules, two_kings(rules), 40)) is None


def test_a_known_ending_is_drawn_after_its_moves() -> None:
    rules = house(DrawRules(repetition=0, endings=(Ending(2, strong=("KM",), weak=("K",)),)))
    position = two_kings(rules)
    assert rules.outcome(shuffled(rules, position, 3)) is None
    assert rules.outcome(shuffled(rules, position, 4)) == Outcome(None, "ending")


def test_the_count_of_an_ending_begins_anew_when_the_forces_change() -> None:
    rules = house(DrawRules(repetition=0, endings=(Ending(2, pieces=(2, 4)),)))
    position = drawn(
        rules,
        """
        . . . . . . R .
        . b . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . B . . . . . .
        """,
    )
    position = played(rules, position, "29-26", "4-8", "5-1", "8-4")
    assert position.stood == (1,)
    assert rules.outcome(played(rules, position, "26-29", "4-8", "29-26")) == Outcome(None, "ending")


@pytest.mark.parametrize(("square", "on_the_road"), [("29", True), ("18", True), ("30", False)])
def test_the_main_road_is_the_long_diagonal(square: str, on_the_road: bool) -> None:
    russian = game("russian")
    ending = next(e for e in russian.variant.draws.endings if e.main_road)
    board = russian.start(f"W:WK1,K2,K3:BK{square}").board
    assert draws.holds(russian.variant, ending, board) == on_the_road


@pytest.mark.parametrize(
    ("setup", "holds"),
    [
        ("W:WK1,K2,K3:BK30", True),
        ("W:WK1,K2,K3,K6:BK30", True),
        ("W:WK30:BK1,K2,K3", True),
        ("W:WK1,K2:BK30", False),
        ("W:WK1,K2,K3,32:BK30", False),
        ("W:WK1,K2,K3:BK30,5", False),
    ],
)
def test_three_or_more_kings_against_one(setup: str, holds: bool) -> None:
    russian = game("russian")
    ending = next(e for e in russian.variant.draws.endings if e.or_more)
    assert draws.holds(russian.variant, ending, russian.start(setup).board) == holds


def test_international_one_king_against_one_is_drawn_after_five_moves_each() -> None:
    international = game("international")
    position = international.start("W:WK46:BK45")
    moves = ["46-10", "45-1", "10-5", "1-40", "5-37", "40-1", "37-32", "1-18", "32-43", "18-31"]
    assert international.outcome(played(international, position, *moves[:9])) is None
    assert international.outcome(played(international, position, *moves)) == Outcome(None, "ending")


FRISIAN = game("frisian")


def test_a_frisian_king_may_make_three_moves_in_a_row_and_no_fourth() -> None:
    position = FRISIAN.start("W:WK46,50:BK15,3")
    position = played(FRISIAN, position, "46-41", "15-4", "41-37", "4-9", "37-26", "9-20")
    assert sorted(written(FRISIAN, position)) == ["50-44", "50-45"]
    with pytest.raises(IllegalMove, match="may not move so often in a row"):
        FRISIAN.read(position, "26-37")
    free = played(FRISIAN, position, "50-45")
    assert ":M26" in FRISIAN.setup(position) and ":M26" not in FRISIAN.setup(free)


def test_the_limit_is_kept_by_the_setup() -> None:
    position = FRISIAN.start("W:WK46,50:BK15,3")
    position = played(FRISIAN, position, "46-41", "15-4", "41-37", "4-9", "37-26", "3-8")
    text = FRISIAN.setup(position)
    assert text.endswith(":M26x3")
    assert FRISIAN.moves(FRISIAN.start(text)) == FRISIAN.moves(position)


def test_the_limit_falls_with_the_last_man() -> None:
    assert "41-46" in written(FRISIAN, FRISIAN.start("W:WK41:BK15,3:M41x3"))
    assert "41-46" not in written(FRISIAN, FRISIAN.start("W:WK41,50:BK15,3:M41x3"))


def test_a_side_that_has_only_its_tired_king_to_move_is_blocked() -> None:
    position = FRISIAN.start("W:WK46,26:B21,17,12,K5:M46x3")
    assert FRISIAN.outcome(position) == Outcome(Seat.SECOND, "blocked")
