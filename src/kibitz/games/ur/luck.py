"""Luck and mistakes of a game: what each roll gave and what each move gave away, in chances to win."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.game import Seat
from kibitz.core.record import GameRecord, replay
from kibitz.games.ur import rules
from kibitz.games.ur.game import SEATS, Ur
from kibitz.games.ur.judge import Judge, chance, worth
from kibitz.games.ur.rules import Move, Position, Roll


@dataclass(frozen=True, slots=True)
class Moment:
    """A roll or a move, and by how much it changed the chances of the side whose it was."""

    ply: int
    seat: Seat
    text: str
    change: float
    """A roll: luck, good or bad. A move: never above 0, what it gave away."""
    rolled: bool


@dataclass(frozen=True, slots=True)
class Luck:
    """A whole game."""

    moments: tuple[Moment, ...]

    def luck(self, seat: Seat) -> float:
        """The sum of what a side's rolls gave it."""
        return sum(m.change for m in self.moments if m.rolled and m.seat is seat)

    def given_away(self, seat: Seat) -> float:
        """The sum of what a side's moves gave away."""
        return -sum(m.change for m in self.moments if not m.rolled and m.seat is seat)


def luck_of(game: Ur, record: GameRecord, judge: Judge) -> Luck:
    """Every roll and move of a record, measured; exact with the solved table as judge."""
    steps = replay(game, record).steps
    moments: list[Moment] = []
    for ply, step in enumerate(steps):
        if step.move is not None and ply:
            moments.append(_moment(game, judge, steps[ply - 1].position, ply, step.move, step.position))
    return Luck(tuple(moments))


def _moment(game: Ur, judge: Judge, before: Position, ply: int, move: Move, after: Position) -> Moment:
    track, side = game.track, before.mover
    was = chance(track, judge, before, side)
    rolled = isinstance(move, Roll)
    if rolled:
        now = chance(track, judge, after, side)
    else:
        now = min(was, float(worth(track, judge, [rules.after(track, before, move)], side)[0]))
    return Moment(ply, SEATS[side], game.write(before, move), now - was, rolled)
