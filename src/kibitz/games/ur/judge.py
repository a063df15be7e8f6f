"""What a position is worth to the side about to roll: by table, by network, or by a rule of thumb."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from kibitz.games.ur import rules
from kibitz.games.ur.index import State
from kibitz.games.ur.rules import NOT_THROWN, Move, Position, Track
from kibitz.games.ur.rulesets import FINKEL, RuleSet

Chances = NDArray[np.float64]


class Judge(Protocol):
    """Whoever can tell the chance of the side about to roll."""

    def chances(self, states: Sequence[State]) -> Chances:
        """The chance in each of these unfinished positions."""


def is_finkel(rules: RuleSet, *, may_decline: bool = False) -> bool:
    """Whether a rule set is Finkel's, whatever its name and its number of stones."""
    plain = replace(FINKEL, name=rules.name, title=rules.title, pieces=rules.pieces, may_decline=may_decline)
    return rules == plain


def state_of(track: Track, position: Position) -> State:
    """A position as the side about to roll sees it."""
    own, pieces = position.mover, track.rules.pieces
    stones, home = position.stones, position.home
    return State(stones[own], stones[1 - own], pieces - home[own], pieces - home[1 - own])


def worth(track: Track, judge: Judge, positions: Sequence[Position], side: int) -> Chances:
    """The chance of a side in positions with the dice not thrown, finished ones included."""
    found = np.empty(len(positions))
    open_: list[int] = []
    for i, position in enumerate(positions):
        won = rules.winner(track, position)
        if won is None:
            open_.append(i)
        else:
            found[i] = won == side
    if open_:
        chances = judge.chances([state_of(track, positions[i]) for i in open_])
        turned = np.array([positions[i].mover != side for i in open_])
        found[open_] = np.where(turned, 1.0 - chances, chances)
    return found


def move_worths(
    track: Track, judge: Judge, position: Position, *, look_ahead: bool = False
) -> tuple[tuple[tuple[Move, float], ...], int]:
    """What each legal move after a roll is worth to its side, and how many positions were judged."""
    moves = rules.moves(track, position)
    after = [rules.after(track, position, move) for move in moves]
    if look_ahead:
        values, judged = _expected(track, judge, after, position.mover)
    else:
        values, judged = worth(track, judge, after, position.mover), len(after)
    return tuple(zip(moves, values.tolist(), strict=True)), judged


def _expected(track: Track, judge: Judge, positions: Sequence[Position], side: int) -> tuple[Chances, int]:
    """The same chances one roll and one move deeper: each roll by its odds, each mover at his best."""
    leaves: list[Position] = []
    plan: list[list[tuple[float, int, int]]] = []
    for position in positions:
        rolls = []
        for odds, roll in zip(track.odds, track.rolls, strict=True):
            if rules.winner(track, position) is None:
                thrown = rules.after(track, position, roll)
                begin = len(leaves)
                leaves += [rules.after(track, thrown, move) for move in rules.moves(track, thrown)]
                rolls.append((odds, begin, len(leaves)))
        plan.append(rolls)
    values = worth(track, judge, leaves, side)
    found = worth(track, judge, [p for p in positions if rules.winner(track, p) is not None], side).tolist()
    over = iter(found)
    return np.array(
        [
            _average(values, rolls, best=position.mover == side) if rolls else next(over)
            for position, rolls in zip(positions, plan, strict=True)
        ]
    ), len(leaves)


def _average(values: Chances, rolls: Sequence[tuple[float, int, int]], *, best: bool) -> float:
    choose = np.max if best else np.min
    return sum(odds * float(choose(values[begin:end])) for odds, begin, end in rolls)


def chance(track: Track, judge: Judge, position: Position, side: int) -> float:
    """The chance of a side: before the dice as judged, after them by the mover's best move."""
    if position.roll == NOT_THROWN or rules.winner(track, position) is not None:
        return float(worth(track, judge, [position], side)[0])
    best = max(value for _, value in move_worths(track, judge, position)[0])
    return best if side == position.mover else 1.0 - best


@dataclass(frozen=True, slots=True)
class RuleOfThumb:
    """For rule sets that nobody has solved or learnt: how far both sides have come, and what may be hit."""

    track: Track
    steepness: float = 0.07
    """One stone home (15 squares) is about three games of four."""
    turn: float = 1.7
    """Squares that having the roll is worth: nearly an average roll."""
    later: float = 0.5
    """How much a danger counts that the other side can use only a roll later."""

    def chances(self, states: Sequence[State]) -> Chances:
        ahead = (self._ahead(state) for state in states)
        return np.array([1.0 / (1.0 + math.exp(-self.steepness * (a + self.turn))) for a in ahead])

    def _ahead(self, s: State) -> float:
        """How many squares the side about to roll is ahead."""
        waiting = s.own_left - s.own.bit_count(), s.other_left - s.other.bit_count()
        way = self._way(s.own, s.own_left) - self._way(s.other, s.other_left)
        gain = self._danger(s.other, s.own, waiting[0])
        return way + gain - self.later * self._danger(s.own, s.other, waiting[1])

    def _way(self, stones: int, left: int) -> int:
        home = (self.track.rules.pieces - left) * self.track.home
        return home + sum(square for square in range(1, self.track.home) if stones >> square & 1)

    def _danger(self, stones: int, hunters: int, waiting: int) -> float:
        """The squares that one roll of the other side may throw stones back, by its odds.

        Both paths are mirror images, so the numbers of either side do for both.
        """
        meets, safe, total = self.track.meets[0], self.track.safe[0], 0.0
        for square in range(1, self.track.home):
            if stones >> square & 1 and meets[square] and not safe >> meets[square] & 1:
                total += square * self._hit(meets[square], hunters, waiting)
        return total

    def _hit(self, target: int, hunters: int, waiting: int) -> float:
        """The chance that a roll brings a stone to a square of its path."""
        rolls = zip(self.track.odds, self.track.rolls, strict=True)
        near = ((odds, target - roll.value) for odds, roll in rolls if 0 < roll.value <= target)
        return sum(odds for odds, origin in near if (hunters >> origin & 1 if origin else waiting > 0))
