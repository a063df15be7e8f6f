"""SPEC E2, clause by clause: how stones move, capture, are safe and leave the board."""

from __future__ import annotations

from itertools import pairwise

import pytest

from kibitz.core.errors import IllegalMove
from kibitz.core.game import Outcome, Seat
from kibitz.games import find
from kibitz.games.ur.game import Ur
from kibitz.games.ur.rules import PASS, Move, Position, Roll, Step


def game(name: str = "ur") -> Ur:
    found = find(name)
    assert isinstance(found, Ur)
    return found


def written(setup: str, name: str = "ur") -> list[str]:
    """All moves of a written position, as written."""
    ur = game(name)
    position = ur.start(setup)
    return [ur.write(position, move) for move in ur.moves(position)]


def played(setup: str, move: str, name: str = "ur") -> str:
    """The written position after a written move."""
    ur = game(name)
    position = ur.start(setup)
    return ur.setup(ur.play(position, ur.read(position, move)))


def test_e2_each_side_has_seven_stones_waiting_at_the_start() -> None:
    ur = game()
    assert ur.remarks(ur.start())["pools"] == {"first": 7, "second": 7}
    assert ur.remarks(ur.start())["homes"] == {"first": 0, "second": 0}


def test_e2_four_two_sided_dice_show_0_to_4_with_the_chances_1_4_6_4_1_of_16() -> None:
    ur = game()
    start = ur.start()
    assert ur.turn(start) is Seat.CHANCE
    assert list(ur.moves(start)) == [Roll(value) for value in range(5)]
    assert [chance * 16 for chance in ur.odds(start)] == [1, 4, 6, 4, 1]


def test_e2_after_the_roll_the_player_moves_and_the_dice_have_no_odds() -> None:
    ur = game()
    thrown = ur.play(ur.start(), Roll(3))
    assert ur.turn(thrown) is Seat.FIRST
    assert list(ur.odds(thrown)) == []
    assert ur.turn(ur.play(thrown, Step(0, 3))) is Seat.CHANCE
    assert ur.turn(ur.start("23:+0:+0")) is Seat.SECOND


@pytest.mark.parametrize(
    ("side", "walk"),
    [
        (1, "in d1 c1 b1 a1 a2 b2 c2 d2 e2 f2 g2 h2 h1 g1 off"),
        (2, "in d3 c3 b3 a3 a2 b2 c2 d2 e2 f2 g2 h2 h3 g3 off"),
    ],
)
def test_e2_the_path_has_14_squares_4_own_8_shared_2_own(side: int, walk: str) -> None:
    cells = walk.split()
    for here, there in pairwise(cells):
        stones = "" if here == "in" else here
        sides = (f"{stones}+6", "+0") if side == 1 else ("+0", f"{stones}+6")
        assert written(f"{side}1:{':'.join(sides)}") == [f"{here}-{there}"]


def test_e2_one_roll_moves_one_stone_by_the_whole_roll_or_enters_one() -> None:
    assert written("12:d1,f2+0:+0") == ["in-c1", "d1-b1", "f2-h2"]


@pytest.mark.parametrize(("origin", "rosette"), [("d1", "a1"), ("a2", "d2"), ("g2", "g1")])
def test_e2_rosettes_at_path_squares_4_8_and_14_give_another_turn(origin: str, rosette: str) -> None:
    assert played(f"13:{origin}+0:+0", f"{origin}-{rosette}") == f"1?:{rosette}+0:+0"


def test_e2_other_squares_give_no_other_turn_and_neither_does_bearing_off_or_capturing() -> None:
    assert played("13:a2+0:+0", "in-b1") == "2?:b1,a2+0:+0"
    assert played("11:g1+0:+0", "g1-off") == "2?:+1:+0"
    assert played("13:b2+0:e2+0", "b2xe2") == "2?:e2+0:+0"


def test_e2_a_stone_on_the_shared_rosette_is_protected() -> None:
    assert written("13:a2+6:d2+0") == ["pass"]
    assert written("23:d2+0:a2+6") == ["pass"]


def test_e2_landing_on_an_enemy_stone_sends_it_back_to_the_pool() -> None:
    ur = game()
    before = ur.start("12:b2+0:e2,a2+3")
    assert ur.remarks(before)["pools"]["second"] == 2
    after = ur.play(ur.start("13:b2+0:e2,a2+3"), Step(6, 9))
    assert ur.setup(after) == "2?:e2+0:a2+3"
    assert ur.remarks(after)["pools"]["second"] == 3


def test_e2_stones_on_own_squares_do_not_meet() -> None:
    assert played("11:+0:d3+0", "in-d1") == "2?:d1+0:d3+0"
    assert played("11:h2+0:h3+0", "h2-h1") == "2?:h1+0:h3+0"


def test_e2_own_stones_block_and_may_be_passed_over() -> None:
    assert written("11:d1,c1+0:+0") == ["c1-b1"]
    assert "d1-b1" in written("12:d1,c1+0:+0")


def test_e2_leaving_the_board_needs_the_exact_roll() -> None:
    assert written("11:g1+6:+0") == ["g1-off"]
    assert written("12:g1+6:+0") == ["pass"]
    assert written("12:h1+6:+0") == ["h1-off"]
    assert written("14:f2+6:+0") == ["f2-g1"]
    assert written("14:g2+6:+0") == ["g2-off"]


def test_e2_first_to_bear_off_all_seven_wins() -> None:
    ur = game()
    last = ur.start("11:g1+6:a2+6")
    assert ur.outcome(last) is None
    won = ur.play(last, Step(14, 15))
    assert ur.outcome(won) == Outcome(Seat.FIRST, "all-home")
    assert list(ur.moves(won)) == [] and list(ur.odds(won)) == []
    assert ur.outcome(ur.start("1?:+0:+7")) == Outcome(Seat.SECOND, "all-home")


def test_e2_the_skip_exists_only_when_no_move_does() -> None:
    assert written("10:d1,a2+0:+0") == ["pass"]
    assert "pass" not in written("11:d1,a2+0:+0")
    ur = game()
    with pytest.raises(IllegalMove, match="only when no stone can move"):
        ur.play(ur.start("11:+0:+0"), PASS)


def test_e2_a_pass_gives_the_dice_to_the_other_side() -> None:
    assert played("10:d1+0:+0", "pass") == "2?:d1+0:+0"


def test_the_switch_lets_a_player_decline_a_move() -> None:
    assert written("12:d1+0:+0", "ur/finkel-decline") == ["in-c1", "d1-b1", "pass"]
    assert written("10:d1+0:+0", "ur/finkel-decline") == ["pass"]


@pytest.mark.parametrize(
    "move", [Roll(2), Step(0, 2), Step(1, 3), Step(3, 1), Step(0, 15), PASS, "in-b1", None, 3]
)
def test_a_move_that_is_not_legal_is_refused_whatever_it_is(move: Move) -> None:
    ur = game()
    with pytest.raises(IllegalMove):
        ur.play(ur.start("13:+0:+0"), move)


def test_a_position_is_a_plain_value() -> None:
    ur = game()
    assert ur.start() == Position() and hash(ur.start()) == hash(Position())
    before = ur.start("13:b2+0:e2+0")
    ur.play(before, Step(6, 9))
    assert ur.setup(before) == "13:b2+0:e2+0"
