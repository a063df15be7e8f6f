"""A move as what a hand does: piece after piece, from where to where. Knows no game, only looks and paths.

draughts  22x15x6    hop 22-15, lift what was jumped, hop 15-6, lift, crown
chess     e1-g1      the king, then the rook;  exd5: the victim first, then the pawn
ur        in-c1      from the pool to the board; a captured stone goes back to its pool
atoll     E5         a stone from outside the picture
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from kibitz.core.board import BoardPlan, Cell
from kibitz.core.game import AnyGame
from kibitz.core.look import Face, Look


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a piece can be: on a cell, in a tray, beside the board, or out of the picture."""

    kind: str
    """`cell`, `tray`, `side` or `away`."""
    number: int = 0
    """The cell's index; beside the board, 0 for the first player's pieces and 1 for the second's."""
    slot: int = -1
    """The place in a tray or beside the board; -1: any that is free (to put), the last one (to take)."""


AWAY = Spot("away")


@dataclass(frozen=True, slots=True)
class Carry:
    """One piece carried from one spot to another."""

    origin: Spot
    goal: Spot
    face: int
    role: str = "hop"
    """`hop`, `lift` (a captured piece), `crown`, or `set` (anything else)."""

    @property
    def back(self) -> Carry:
        """The same piece carried back."""
        return Carry(self.goal, self.origin, self.face, "set")


@dataclass(frozen=True, slots=True)
class Work:
    """A move as groups of carries; after each group the board shows a stage, after the last the end."""

    groups: tuple[tuple[Carry, ...], ...]

    @property
    def carries(self) -> tuple[Carry, ...]:
        """All of them in order."""
        return tuple(carry for group in self.groups for carry in group)

    @property
    def hops(self) -> int:
        """How many times the moving piece is put down."""
        return sum(carry.role == "hop" for carry in self.carries)

    def has(self, role: str) -> bool:
        """Whether any carry plays this role."""
        return any(carry.role == role for carry in self.carries)


def handiwork(game: AnyGame, position: Any, move: Any) -> Work:
    """What a hand does to make this move on the board; nothing for a roll or a pass."""
    hands = _Hands(game, game.look(position), game.look(game.play(position, move)))
    for track in _tracks(hands, game.path(position, move)):
        hands.move_along(track)
    hands.put_right()
    return Work(tuple(group for group in hands.groups if group))


def spot_of(plan: BoardPlan, cell: Cell) -> Spot:
    """The spot of a cell or a tray."""
    return Spot("tray" if plan.cells[cell].tray else "cell", cell)


def piece_face(faces: Sequence[Face], face: int) -> int:
    """The face of a single piece of the kind that this face shows: for a tray, one of its stones."""
    if not faces[face].tray:
        return face
    wanted = faces[face].owner, faces[face].rank
    return next(i for i, f in enumerate(faces) if not f.tray and (f.owner, f.rank) == wanted)


def _tracks(hands: _Hands, path: Sequence[Cell]) -> list[list[Cell]]:
    """The path cut where the hand takes up another piece of the same player."""
    tracks: list[list[Cell]] = []
    for cell in path:
        another = tracks and len(tracks[-1]) > 1 and hands.has_mate(tracks[-1][0], cell)
        if not tracks or another:
            tracks.append([cell])
        else:
            tracks[-1].append(cell)
    return tracks


class _Hands:
    """The look as it changes under the hands, and what they have done so far."""

    def __init__(self, game: AnyGame, before: Look, after: Look) -> None:
        self._plan, self._faces = game.plan, game.faces
        self._before, self._after = before, after
        self._now = bytearray(before)
        self.groups: list[tuple[Carry, ...]] = []

    def has_mate(self, origin: Cell, cell: Cell) -> bool:
        mine, other = self._faces[self._before[origin]], self._faces[self._before[cell]]
        return cell != origin and not other.tray and bool(other.owner) and mine.owner == other.owner

    def move_along(self, track: Sequence[Cell]) -> None:
        origin, goal = track[0], track[-1]
        if len(track) < 2 or not self._before[origin] or self._changes_hands(origin, goal):
            return
        victims = self._victims(track)
        face = piece_face(self._faces, self._before[origin])
        for number, (here, there) in enumerate(pairwise(track)):
            lifts = [self._lift(cell) for cell in victims.get(number, ())]
            hop = Carry(spot_of(self._plan, here), spot_of(self._plan, there), face)
            taken_first = [lift for lift in lifts if lift.origin == hop.goal]
            self._do(*taken_first, hop, *(lift for lift in lifts if lift not in taken_first))

    def put_right(self) -> None:
        """Whatever still differs: a crowned man is swapped, a new stone is set, anything else removed."""
        for cell, (now, after) in enumerate(zip(self._now, self._after, strict=True)):
            if now == after or self._plan.cells[cell].tray:
                continue
            crowned = bool(now and after) and self._faces[now].owner == self._faces[after].owner
            role = "crown" if crowned else "set"
            away = [Carry(spot_of(self._plan, cell), self._beside(now), now, role)] if now else []
            here = [Carry(AWAY, spot_of(self._plan, cell), after, role)] if after else []
            self._do(*away, *here)

    def _changes_hands(self, origin: Cell, goal: Cell) -> bool:
        """Whether the piece at the goal will be another player's: then nothing is carried there."""
        if self._plan.cells[goal].tray or not self._after[goal]:
            return False
        return self._faces[self._before[origin]].owner != self._faces[self._after[goal]].owner

    def _victims(self, track: Sequence[Cell]) -> dict[int, list[Cell]]:
        """The pieces that vanish, by the hop that passes nearest to them."""
        found: dict[int, list[Cell]] = {}
        mover = self._faces[self._before[track[0]]].owner
        for cell, face in enumerate(self._before):
            gone = face and not self._plan.cells[cell].tray and cell != track[0]
            if gone and self._faces[face].owner != mover and self._after[cell] != face:
                hops = list(pairwise(track))
                nearest = min(range(len(hops)), key=lambda hop: self._apart_mm(cell, *hops[hop]))
                found.setdefault(nearest, []).append(cell)
        return found

    def _apart_mm(self, cell: Cell, here: Cell, there: Cell) -> float:
        (x, y), (ax, ay), (bx, by) = (self._plan.cells[c].centre_mm for c in (cell, here, there))
        dx, dy = bx - ax, by - ay
        share = ((x - ax) * dx + (y - ay) * dy) / max(dx * dx + dy * dy, 1e-9)
        share = min(1.0, max(0.0, share))
        return math.hypot(x - ax - share * dx, y - ay - share * dy)

    def _lift(self, cell: Cell) -> Carry:
        face = self._before[cell]
        return Carry(spot_of(self._plan, cell), self._beside(face), face, "lift")

    def _beside(self, face: int) -> Spot:
        """Where a piece goes that leaves the board: its tray if that fills up, else the table."""
        owner = self._faces[face].owner
        for cell, (before, after) in enumerate(zip(self._before, self._after, strict=True)):
            tray = self._faces[after]
            if tray.tray and tray.owner == owner and tray.count > self._faces[before].count:
                return Spot("tray", cell)
        return Spot("side", int(owner == "second"))

    def _do(self, *carries: Carry) -> None:
        for carry in carries:
            if carry.origin.kind == "cell":
                self._now[carry.origin.number] = 0
            if carry.goal.kind == "cell":
                self._now[carry.goal.number] = carry.face
        self.groups.append(carries)


def undone(carries: Iterable[Carry]) -> tuple[Carry, ...]:
    """The carries that put everything back, the last one first."""
    return tuple(carry.back for carry in reversed(list(carries)))
