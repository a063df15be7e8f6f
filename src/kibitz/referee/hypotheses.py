"""What may stand on the board now, each with the look it would have and what it would mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Generic, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.core.board import BoardPlan, Cell
from kibitz.core.game import Game, M, P
from kibitz.core.look import Look
from kibitz.referee.lines import Line, catch_up, lines, stages, tolerated, two_moves

NO_HAND = 5.0  # nats: pieces seldom move where no hand was
INCREDIBLE = 10.5  # nats: rarer than a slip of the hand, so that is what it is taken for


class Means(Enum):
    """What it would mean to see a look; the value is how unlikely that is beforehand (nats)."""

    STILL = 0.0
    MOVE = 1.0
    STAGE = 1.5
    BACK = 5.0
    TWO = 6.0
    TURNED = 8.0
    MANY = 9.0


@dataclass(frozen=True, slots=True)
class Hypothesis(Generic[P, M]):
    """A look and its meaning; `open` lines are complete but may still go on."""

    look: Look
    means: Means
    lines: tuple[Line[P, M], ...] = ()
    plies: int = 0
    open: bool = False

    @property
    def cost(self) -> float:
        """How unlikely this is before anything is seen."""
        return self.means.value - max((line.prior for line in self.lines), default=0.0)


Ranked: TypeAlias = list[tuple[Hypothesis[P, M], NDArray[np.float64], float]]
"""Hypotheses with what each cell holds against them and what speaks against the whole, the best first."""


@dataclass(frozen=True)
class Hypotheses(Generic[P, M]):
    """Many hypotheses, with their looks as one array."""

    all: tuple[Hypothesis[P, M], ...]
    looks: NDArray[np.uint8] = field(init=False)

    def __post_init__(self) -> None:
        rows = [np.frombuffer(h.look, np.uint8) for h in self.all]
        object.__setattr__(self, "looks", np.stack(rows) if rows else np.zeros((0, 0), np.uint8))


def near(game: Game[P, M], position: P, earlier: Sequence[P]) -> Hypotheses[P, M]:
    """Standing still, every move and its stages, and taking back."""
    still: Hypothesis[P, M] = Hypothesis(game.look(position), Means.STILL)
    return Hypotheses((still, *_moves(game, lines(game, position)), *_backs(game, position, earlier)))


def after(game: Game[P, M], line: Line[P, M]) -> Hypotheses[P, M]:
    """What may follow when an open line turns out to be complete."""
    longer = (line.then(next_) for next_ in lines(game, line.end))
    return Hypotheses(tuple(_moves(game, longer)))


def far(
    game: Game[P, M],
    position: P,
    known: Hypotheses[P, M],
    seen: Look,
    since: Sequence[float],
    likely: Callable[[Look], bool],
) -> Hypotheses[P, M]:
    """Several moves at once, and the board turned half round: asked for only when nothing near explains."""
    first = [h.lines[0] for h in known.all if h.means is Means.MOVE and len(h.lines) == 1]
    pairs = two_moves(game, first, likely)
    two = _merged(Hypothesis(line.look, Means.TWO, (line,)) for line in pairs)
    credible = (h for h in two if h.cost < INCREDIBLE)
    many = _merged(Hypothesis(seen, Means.MANY, (line,)) for line in catch_up(game, position, seen, since))
    return Hypotheses((*credible, *many, *_turned(game.plan, known.all[0].look)))


def _moves(game: Game[P, M], every: Iterable[Line[P, M]]) -> Iterator[Hypothesis[P, M]]:
    ends: list[Hypothesis[P, M]] = []
    halfway: dict[Look, list[Line[P, M]]] = {}
    for line in every:
        ends.append(Hypothesis(line.look, Means.MOVE, (line,)))
        accepted = tolerated(game, line)
        ends.extend(Hypothesis(look, Means.MOVE, (line,)) for look in accepted)
        for look in stages(game, line):
            if look not in accepted:
                halfway.setdefault(look, []).append(line)
    merged = list(_merged(ends))
    complete = {_visible(game.plan, h.look) for h in merged}
    for h in merged:
        yield Hypothesis(h.look, h.means, h.lines, open=h.look in halfway)
    for look, some in halfway.items():
        if _visible(game.plan, look) not in complete:
            yield Hypothesis(look, Means.STAGE, tuple(some))


def _visible(plan: BoardPlan, look: Look) -> bytes:
    """What of a look can be seen: trays cannot."""
    return bytes(face for face, cell in zip(look, plan.cells, strict=True) if not cell.tray)


def _merged(every: Iterable[Hypothesis[P, M]]) -> Iterator[Hypothesis[P, M]]:
    """One hypothesis per look, its lines one per end, the likeliest way to each."""
    looks: dict[Look, dict[P, Hypothesis[P, M]]] = {}
    for h in every:
        ends = looks.setdefault(h.look, {})
        line = h.lines[0]
        if line.end not in ends or ends[line.end].lines[0].prior < line.prior:
            ends[line.end] = h
    for look, ends in looks.items():
        found = list(ends.values())
        yield Hypothesis(look, found[0].means, tuple(h.lines[0] for h in found))


def _backs(game: Game[P, M], position: P, earlier: Sequence[P]) -> Iterator[Hypothesis[P, M]]:
    seen = {game.look(position)}
    for plies, before in enumerate(reversed(earlier), 1):
        look = game.look(before)
        if look not in seen:
            seen.add(look)
            yield Hypothesis(look, Means.BACK, plies=plies)


def _turned(plan: BoardPlan, look: Look) -> Iterator[Hypothesis[P, M]]:
    order = half_turn(plan)
    if order is not None:
        turned = Look(bytes(look[cell] for cell in order))
        if turned != look:
            yield Hypothesis(turned, Means.TURNED)


def half_turn(plan: BoardPlan) -> tuple[Cell, ...] | None:
    """For each cell, the one in its place when the board is turned; none if the print does not allow it."""
    width, height = plan.size_mm
    places = {_rounded(cell.centre_mm): i for i, cell in enumerate(plan.cells) if not cell.tray}
    order: list[Cell] = []
    for i, cell in enumerate(plan.cells):
        x, y = cell.centre_mm
        other = i if cell.tray else places.get(_rounded((width - x, height - y)), -1)
        if other < 0 or plan.cells[other].tone != cell.tone:
            return None
        order.append(other)
    return tuple(order)


def _rounded(point: tuple[float, float]) -> tuple[int, int]:
    return round(point[0] * 10), round(point[1] * 10)


def distinct(every: Iterable[Hypothesis[P, M]]) -> tuple[tuple[M, ...], ...]:
    """The different lines that these hypotheses would mean, moves only."""
    played = (Means.MOVE, Means.TWO, Means.MANY)
    moves = (line.moves for h in every if h.means in played for line in h.lines)
    return tuple(dict.fromkeys(moves))
