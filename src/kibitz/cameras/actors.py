"""Hands and pieces on the simulated table: who stands where, who holds what, one moment for every frame."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kibitz.cameras.handiwork import Carry, Spot, piece_face
from kibitz.cameras.places import Places
from kibitz.core.board import Point
from kibitz.core.look import Face, Look


@dataclass(frozen=True, slots=True)
class HandAt:
    """A hand: whose, where its fingertips are, and the face of the piece it holds."""

    seat: str
    at_mm: Point
    height_mm: float
    holds: int | None = None


@dataclass(frozen=True, slots=True)
class View:
    """How the board has been pushed and turned since the beginning, as seen in the picture."""

    shift: Point = (0.0, 0.0)
    """As shares of the picture's height."""
    turn_deg: float = 0.0


@dataclass(frozen=True, slots=True)
class Event:
    """Something that has just become true of the board."""

    event: str
    ply: int
    details: tuple[tuple[str, Any], ...] = ()


Standing = Mapping[Spot, tuple[int, int]]
"""On each occupied spot a face, and the number of the time it was put down."""


@dataclass(frozen=True, eq=False)
class Moment:
    """Everything that one frame shows, and what is true of it."""

    standing: Standing
    hands: tuple[HandAt, ...]
    lamp: bool
    view: View
    ply: int
    """How many plies are complete on the board."""
    look: Look
    """What stands on the board; a piece in a hand does not."""
    expected: Look
    """The look of the position after `ply` plies."""
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Pace:
    """How long things take, in seconds."""

    reach_s: float = 0.5
    carry_s: float = 0.45
    touch_s: float = 0.12
    rest_s: float = 1.1
    linger_s: float = 2.2  # how long a mistake stands before it is put right
    start_s: float = 1.5
    end_s: float = 1.5


@dataclass
class Actors:
    """The state of the table; every method that takes time yields the moments it takes."""

    places: Places
    faces: Sequence[Face]
    start: Look
    fps: float
    pace: Pace = field(default_factory=Pace)

    def __post_init__(self) -> None:
        self.ply, self.expected, self.shown = 0, self.start, self.start
        self.lamp, self.view = True, View()
        self._serial = 0
        self._standing: dict[Spot, tuple[int, int]] = {}
        self._hands: dict[str, HandAt] = {}
        self._events: list[Event] = []
        self._set_up(self.start)

    def tell(self, event: str, ply: int, **details: Any) -> None:
        """Attach an event to the next moment."""
        self._events.append(Event(event, ply, tuple(details.items())))

    def reach(self, ply: int, expected: Look) -> None:
        """From now on this ply is complete."""
        self.ply, self.expected = ply, expected

    def moment(self) -> Moment:
        """The table as it is now."""
        events, self._events = tuple(self._events), []
        hands = tuple(self._hands.values())
        return Moment(
            self._standing, hands, self.lamp, self.view, self.ply, self.shown, self.expected, events
        )

    def rest(self, seconds: float) -> Iterator[Moment]:
        """Nothing moves."""
        yield from (self.moment() for _ in range(max(1, round(seconds * self.fps))))

    def perform(self, carries: Iterable[Carry], seat: str) -> Iterator[Moment]:
        """One hand carries pieces, one after the other."""
        for carry in carries:
            yield from self._fetch(seat, self.last(carry.origin), carry.face)
            yield from self._bring(seat, self.free(carry.goal), carry.face)

    def glide(self, seat: str, to_mm: Point, height_mm: float, seconds: float) -> Iterator[Moment]:
        """The hand goes somewhere, higher on the way than at both ends."""
        begin = self._hands.get(seat) or self._outside(seat)
        apart = math.dist(begin.at_mm, to_mm) / max(self.places.plan.size_mm)
        frames = max(1, round(seconds * (0.5 + 0.7 * min(apart, 1.2)) * self.fps))
        for step in range(1, frames + 1):
            share = smooth(step / frames)
            x, y = (a + (b - a) * share for a, b in zip(begin.at_mm, to_mm, strict=True))
            rise = 22.0 * min(1.0, 2 * apart) * math.sin(math.pi * share)
            high = begin.height_mm + (height_mm - begin.height_mm) * share + rise
            self._hands[seat] = replace(self._hands.get(seat, begin), at_mm=(x, y), height_mm=high)
            yield self.moment()

    def leave(self, seat: str) -> Iterator[Moment]:
        """The hand goes out of the picture on its own side, with whatever it holds."""
        if seat in self._hands:
            out = self._outside(seat)
            yield from self.glide(seat, out.at_mm, out.height_mm, 0.8 * self.pace.reach_s)
            del self._hands[seat]

    def last(self, spot: Spot) -> Spot:
        """The slot to take a piece from."""
        if spot.kind not in ("side", "tray") or spot.slot >= 0:
            return spot
        return replace(spot, slot=max(self._slots(spot), default=0))

    def free(self, spot: Spot) -> Spot:
        """The slot to put a piece into."""
        if spot.kind not in ("side", "tray") or spot.slot >= 0:
            return spot
        taken = set(self._slots(spot))
        return replace(spot, slot=next(i for i in range(len(taken) + 1) if i not in taken))

    def _fetch(self, seat: str, origin: Spot, face: int) -> Iterator[Moment]:
        if origin.kind == "away":
            yield from self.leave(seat)
        else:
            yield from self.glide(seat, self.places.at_mm(origin), 8.0, self.pace.reach_s)
            yield from self.rest(self.pace.touch_s)
        self._hands[seat] = replace(self._hands.get(seat) or self._outside(seat), holds=face)
        self._standing = {spot: what for spot, what in self._standing.items() if spot != origin}
        self._read_board()

    def _bring(self, seat: str, goal: Spot, face: int) -> Iterator[Moment]:
        if goal.kind == "away":
            yield from self.leave(seat)
            return
        yield from self.glide(seat, self.places.at_mm(goal), 8.0, self.pace.carry_s)
        yield from self.rest(self.pace.touch_s)
        self._hands[seat] = replace(self._hands[seat], holds=None)
        self._stand(goal, face)
        self._read_board()

    def _outside(self, seat: str) -> HandAt:
        _, top, _, bottom = self.places.box_mm
        reach = 0.45 * (bottom - top)
        y = bottom + reach if self.places.edge(seat) > 0 else top - reach
        return HandAt(seat, (0.55 * self.places.plan.size_mm[0], y), 30.0)

    def _set_up(self, look: Look) -> None:
        for cell, face in enumerate(look):
            if self.places.plan.cells[cell].tray:
                for slot in range(self.faces[face].count if face else 0):
                    self._stand(Spot("tray", cell, slot), piece_face(self.faces, face))
            elif face:
                self._stand(Spot("cell", cell), face)

    def _stand(self, spot: Spot, face: int) -> None:
        self._serial += 1
        self._standing = {**self._standing, spot: (face, self._serial)}

    def _read_board(self) -> None:
        shown = bytearray(self.expected)
        for cell, plan in enumerate(self.places.plan.cells):
            if not plan.tray:
                shown[cell] = self._standing.get(Spot("cell", cell), (0, 0))[0]
        self.shown = Look(bytes(shown))

    def _slots(self, spot: Spot) -> list[int]:
        return [s.slot for s in self._standing if (s.kind, s.number) == (spot.kind, spot.number)]


def smooth(share: float) -> float:
    """Slow at both ends."""
    return share * share * (3 - 2 * share)
