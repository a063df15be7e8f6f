"""Chess clocks as values: counting up, or down with increment, delay or byo-yomi."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from kibitz.core.errors import BadSetting, quoted
from kibitz.core.game import Seat
from kibitz.core.record import Entry, Kind

FORMS = "'up', '5+3' (minutes and seconds added), '5d3' (delay), '10b3x30' (byo-yomi: 3 periods of 30 s)"


@dataclass(frozen=True, slots=True)
class Control:
    """How time is counted. Without a main time it counts up (SPEC B3)."""

    main_s: float | None = None
    increment_s: float = 0.0
    """Fischer: added after each move."""
    delay_s: float = 0.0
    """Each move begins with so much time that is not counted."""
    periods: int = 0
    """Byo-yomi: after the main time, so many periods; one is lost when it runs out."""
    period_s: float = 0.0

    @staticmethod
    def read(text: str) -> Control:
        """A control as people write it; raises BadSetting."""
        if text in ("", "up"):
            return Control()
        found = re.fullmatch(r"(\d{1,3}(?:\.\d+)?)(?:\+(\d{1,3})|d(\d{1,3})|b(\d{1,2})x(\d{1,4}))?", text)
        if not found:
            raise BadSetting(f"{quoted(text)} is no time control; write {FORMS}.")
        main, plus, delay, periods, period = found.groups()
        return Control(
            float(main) * 60, float(plus or 0), float(delay or 0), int(periods or 0), float(period or 0)
        )


@dataclass(frozen=True, slots=True)
class Side:
    """One player's time: used in all, and left where the control counts down."""

    used_s: float = 0.0
    left_s: float = 0.0
    periods: int = 0


@dataclass(frozen=True, slots=True)
class Clock:
    """Two sides, one of them perhaps running since a moment (any monotonic clock, seconds)."""

    control: Control = Control()
    sides: tuple[Side, Side] = (Side(), Side())
    running: Seat | None = None
    since: float = 0.0

    @staticmethod
    def fresh(control: Control) -> Clock:
        """A clock that has not been started."""
        side = Side(0.0, control.main_s or 0.0, control.periods)
        return Clock(control, (side, side))

    def side(self, seat: Seat, now: float) -> Side:
        """A player's time as it is now."""
        side = self.sides[_index(seat)]
        return _spent(side, self.control, max(0.0, now - self.since)) if self.running is seat else side

    def pressed(self, seat: Seat, now: float) -> Clock:
        """A player has moved: the increment is added and the clock of the other runs."""
        stopped = self.stopped(now)
        side = stopped.sides[_index(seat)]
        if self.control.main_s is not None and side.left_s > 0:
            side = replace(side, left_s=side.left_s + self.control.increment_s)
        return replace(stopped._with(seat, side), running=seat.other, since=now)

    def started(self, seat: Seat, now: float) -> Clock:
        """This player's time runs from now."""
        return replace(self.stopped(now), running=seat, since=now)

    def stopped(self, now: float) -> Clock:
        """Nobody's time runs."""
        if self.running is None:
            return self
        return replace(self._with(self.running, self.side(self.running, now)), running=None)

    def flagged(self, now: float) -> Seat | None:
        """Whose time has run out."""
        if self.control.main_s is None or self.running is None:
            return None
        side = self.side(self.running, now)
        return self.running if side.left_s <= 0 and side.periods <= 0 else None

    def _with(self, seat: Seat, side: Side) -> Clock:
        first, second = self.sides
        return replace(self, sides=(side, second) if seat is Seat.FIRST else (first, side))


def counted(control: Control, entries: Iterable[Entry]) -> Clock:
    """A stopped clock on which the thinking times of a record have been counted."""
    clock, now = Clock.fresh(control), 0.0
    for entry in entries:
        if entry.kind is Kind.MOVE and entry.took_s is not None and entry.seat in (Seat.FIRST, Seat.SECOND):
            clock = clock.started(entry.seat, now).pressed(entry.seat, now + entry.took_s)
            now += entry.took_s
            clock = clock.stopped(now)
    return clock


def _index(seat: Seat) -> int:
    return 0 if seat is Seat.FIRST else 1


def _spent(side: Side, control: Control, elapsed_s: float) -> Side:
    """A side after thinking for so long."""
    used = side.used_s + elapsed_s
    if control.main_s is None:
        return Side(used)
    left = side.left_s - max(0.0, elapsed_s - control.delay_s)
    if left > 0 or not side.periods:
        return Side(used, max(left, 0.0), side.periods)
    whole, into = divmod(-left, control.period_s)
    periods = side.periods - int(whole)
    return Side(used, 0.0, max(periods, 0)) if periods > 0 or not into else Side(used)
