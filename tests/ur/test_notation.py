"""Positions and moves in writing: several ways to say a move, one way to write it, and clear refusals."""

from __future__ import annotations

import pytest

from kibitz.core.errors import BadSetup, IllegalMove, UnreadableMove
from kibitz.games.ur.rules import PASS, Move, Roll, Step
from tests.ur.test_rules import game


@pytest.mark.parametrize(
    ("setup", "texts", "move", "written"),
    [
        ("1?:+0:+0", ["r3", "3", "roll 3", "R3", " roll3 "], Roll(3), "r3"),
        ("14:+0:+0", ["in-a1", "in", "enter", "enter-4", "in 4", "0-4", "IN-A1"], Step(0, 4), "in-a1"),
        ("14:a1+0:+0", ["a1-d2", "a1", "4-8", "4", "a1>d2", "a1 d2"], Step(4, 8), "a1-d2"),
        ("13:b2+0:e2+0", ["b2xe2", "b2-e2", "6x9"], Step(6, 9), "b2xe2"),
        ("13:h2+0:+0", ["h2-off", "12-off", "h2", "12-15", "h2-home"], Step(12, 15), "h2-off"),
        ("21:+0:+0", ["in-d3", "in-1"], Step(0, 1), "in-d3"),
        ("10:+0:+0", ["pass", "skip", "PASS"], PASS, "pass"),
    ],
)
def test_a_move_is_read_in_several_ways_and_written_in_one(
    setup: str, texts: list[str], move: Move, written: str
) -> None:
    ur = game()
    position = ur.start(setup)
    assert [ur.read(position, text) for text in texts] == [move] * len(texts)
    assert ur.write(position, move) == written


@pytest.mark.parametrize("text", ["", "in-", "a1--d2", "z4", "r", "r33", "roll", "a1xd2xe2", "x" * 99_999])
def test_what_is_no_move_at_all_is_unreadable(text: str) -> None:
    ur = game()
    with pytest.raises(UnreadableMove):
        ur.read(ur.start("13:a1+0:+0"), text)


@pytest.mark.parametrize(
    ("setup", "text", "reason"),
    [
        ("1?:+0:+0", "in-d1", "dice are thrown before"),
        ("1?:+0:+0", "5", "cannot show"),
        ("1?:+0:+0", "pass", "dice are thrown before"),
        ("13:+0:+0", "r3", "thrown already"),
        ("13:+0:+0", "in-c1", "as many squares"),
        ("13:+0:+0", "in-b3", "not on that side's path"),
        ("13:+0:+0", "pass", "only when no stone"),
        ("13:+0:+0", "a2-d2", "no stone there"),
        ("13:d2+6:+0", "in-b1", "no stone waits"),
        ("13:d2+0:+0", "d2-a2", "forward"),
        ("13:a2+0:d2+0", "a2xd2", "rosette"),
        ("13:a2,d2+0:+0", "a2-d2", "own side"),
        ("13:g1+6:+0", "g1-off", "exact roll"),
        ("13:g1+6:+0", "g1", "exact roll"),
        ("10:d1+0:+0", "d1", "turn passes"),
        ("2?:+7:+0", "r1", "over"),
    ],
)
def test_an_illegal_move_is_refused_with_its_rule(setup: str, text: str, reason: str) -> None:
    ur = game()
    with pytest.raises(IllegalMove, match=reason):
        ur.read(ur.start(setup), text)


@pytest.mark.parametrize("setup", ["1?:+0:+0", "24:d1,a2+2:c3,g3+1", "10:g1+6:+0", "2?:+7:+3"])
def test_a_setup_is_written_as_it_was_read(setup: str) -> None:
    ur = game()
    assert ur.setup(ur.start(setup)) == setup


def test_a_setup_may_list_the_stones_in_any_order_and_case() -> None:
    ur = game()
    assert ur.setup(ur.start(" 1?:D2,A1+0:+0 ")) == "1?:a1,d2+0:+0"


@pytest.mark.parametrize(
    ("setup", "reason"),
    [
        ("hello", "not a position"),
        ("3?:+0:+0", "not a position"),
        ("1?:+0", "not a position"),
        ("1?:a1,+0:+0", "never comes"),
        ("1?:a3+0:+0", "never comes"),
        ("1?:e1+0:+0", "never comes"),
        ("1?:a1,a1+0:+0", "Two stones"),
        ("1?:a2+0:a2+0", "Both sides have a stone on a2"),
        ("1?:a1,a2+6:+0", "only 7"),
        ("1?:+8:+0", "only 7"),
        ("15:+0:+0", "cannot show 5"),
        ("1?:+7:+7", "Both sides"),
        ("1?:+7:+0", "has won"),
        ("23:+7:+0", "has won"),
        ("1?:" + "a1," * 5000 + "+0:+0", "not a position"),
        ("1?:a1\x00+0:+0", "not a position"),
    ],
)
def test_a_setup_that_cannot_be_is_refused_with_the_reason(setup: str, reason: str) -> None:
    with pytest.raises(BadSetup, match=reason) as refused:
        game().start(setup)
    assert len(str(refused.value)) < 300


def test_masters_dice_never_show_nothing() -> None:
    with pytest.raises(BadSetup, match="cannot show 0"):
        game("ur/masters").start("10:+0:+0")
