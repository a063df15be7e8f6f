"""Clocks: counting up (SPEC B3), Fischer, delay, byo-yomi."""

from __future__ import annotations

import pytest

from kibitz.core.errors import BadSetting
from kibitz.core.game import Seat
from kibitz.core.record import Entry, Kind
from kibitz.table.clock import Clock, Control, counted

FIRST, SECOND = Seat.FIRST, Seat.SECOND


def test_b3_thinking_time_is_counted_up_for_each_player() -> None:
    clock = Clock.fresh(Control()).started(FIRST, 100.0).pressed(FIRST, 107.5).pressed(SECOND, 110.0)
    assert clock.side(FIRST, 112.0).used_s == 9.5
    assert clock.side(SECOND, 112.0).used_s == 2.5
    assert clock.flagged(1e9) is None


def test_fischer_adds_its_increment_after_the_move() -> None:
    clock = Clock.fresh(Control.read("5+3")).started(FIRST, 0.0).pressed(FIRST, 10.0)
    assert clock.side(FIRST, 60.0).left_s == 293.0
    assert clock.side(SECOND, 60.0).left_s == 250.0


def test_a_delay_is_not_counted() -> None:
    clock = Clock.fresh(Control.read("5d3")).started(FIRST, 0.0)
    assert clock.side(FIRST, 2.0).left_s == 300.0
    assert clock.side(FIRST, 5.0).left_s == 298.0


def test_byo_yomi_gives_periods_after_the_main_time() -> None:
    clock = Clock.fresh(Control.read("1b3x30")).started(FIRST, 0.0)
    assert clock.side(FIRST, 70.0).periods == 3
    assert clock.side(FIRST, 95.0).periods == 2
    assert clock.flagged(149.0) is None
    assert clock.flagged(151.0) is FIRST


def test_a_move_within_a_period_keeps_the_period_whole() -> None:
    clock = Clock.fresh(Control.read("1b3x30")).started(FIRST, 0.0).pressed(FIRST, 80.0)
    clock = clock.pressed(SECOND, 90.0)
    assert clock.side(FIRST, 119.0).periods == 3


def test_a_flag_falls_only_for_the_one_who_thinks() -> None:
    clock = Clock.fresh(Control.read("1")).started(SECOND, 0.0)
    assert clock.flagged(59.9) is None and clock.flagged(60.1) is SECOND
    assert clock.stopped(30.0).flagged(1000.0) is None


@pytest.mark.parametrize("text", ["5+", "-1", "5x3", "forty", "9" * 50, "5+3+2", "b3x30"])
def test_a_wrong_control_is_refused_with_the_forms_there_are(text: str) -> None:
    with pytest.raises(BadSetting, match="byo-yomi"):
        Control.read(text)


def test_the_times_of_a_record_are_on_the_clock_again_when_it_is_resumed() -> None:
    entries = [
        Entry(Kind.MOVE, "e4", FIRST),
        Entry(Kind.MOVE, "e5", SECOND, took_s=20.0),
        Entry(Kind.MOVE, "Nf3", FIRST, took_s=7.0),
    ]
    clock = counted(Control.read("5+3"), entries)
    assert clock.running is None
    assert (clock.side(FIRST, 1e6).left_s, clock.side(FIRST, 1e6).used_s) == (296.0, 7.0)
    assert (clock.side(SECOND, 1e6).left_s, clock.side(SECOND, 1e6).used_s) == (283.0, 20.0)
