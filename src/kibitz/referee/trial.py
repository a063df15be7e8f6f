"""A whole game shown to a referee, and how well it was followed: the recovery law and its measure."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from kibitz.core.board import Cell
from kibitz.core.game import AnyGame
from kibitz.core.look import Look
from kibitz.core.observation import Observation
from kibitz.core.ruling import Ambiguous, Played, TakenBack, Turned, Unexplained
from kibitz.referee.referee import Referee
from kibitz.referee.rehearsal import Eye


@dataclass
class Trial:
    """What the referee made of a game."""

    expected: tuple[Any, ...]
    played: list[Any] = field(default_factory=list)
    asked: int = 0
    alarms: int = 0
    delays_s: list[float] = field(default_factory=list)
    """From the last covered frame to the ruling, for each visible move."""

    @property
    def followed(self) -> bool:
        """Whether every move came back, in order, and nothing else."""
        return tuple(self.played) == self.expected


def shown(
    game: AnyGame, eye: Eye, moves: tuple[Any, ...], *, rest: int = 6, hand: int = 3
) -> Iterator[tuple[Observation, bool]]:
    """Frames of a game played with a hand that covers what it touches; true on the first clear frame."""
    position = game.start()
    yield from ((eye.glance(game.look(position)), False) for _ in range(rest))
    for move in moves:
        after = game.play(position, move)
        before_look, look = game.look(position), game.look(after)
        if look != before_look:
            for stage in _on_the_way(game, position, move):
                yield from ((eye.glance(stage, _reach(game, stage, look)), False) for _ in range(hand))
            for number in range(rest):
                yield eye.glance(look), number == 0
        position = after


def _on_the_way(game: AnyGame, position: Any, move: Any) -> list[Look]:
    looks = [game.look(position), *list(game.stages(position, move))[:2]]
    return looks[:3]


def _reach(game: AnyGame, a: Look, b: Look) -> list[Cell]:
    """The changed cells and those around them, as a hand covers."""
    cells = game.plan.cells
    changed = [i for i, (x, y) in enumerate(zip(a, b, strict=True)) if x != y and not cells[i].tray] or [0]
    pitch = 1.6 * min(math.dist(cells[0].centre_mm, other.centre_mm) for other in cells[1:])
    near = (
        i
        for c in changed
        for i, cell in enumerate(cells)
        if math.dist(cell.centre_mm, cells[c].centre_mm) < pitch
    )
    return sorted({i for i in near if not cells[i].tray})


def follow(game: AnyGame, moves: tuple[Any, ...], eye: Eye, **shown_how: int) -> Trial:
    """Show the game to a fresh referee; where it asks, the right answer is given."""
    referee: Referee[Any, Any] = Referee(game, game.start())
    trial = Trial(moves)
    left_at = 0.0
    for seen, clear in shown(game, eye, moves, **shown_how):
        left_at = seen.at if clear else left_at
        ruling = referee.see(seen)
        match ruling:
            case Played(line):
                trial.played += line
                trial.delays_s.append(seen.at - left_at)
            case TakenBack(plies):
                del trial.played[-plies:]
                trial.alarms += 1
            case Ambiguous():
                trial.asked += 1
                for move in _answer(trial, ruling):
                    trial.played.append(move)
                    referee.tell(move)
            case Unexplained() | Turned():
                trial.alarms += 1
    return trial


def _answer(trial: Trial, asked: Ambiguous[Any]) -> tuple[Any, ...]:
    for line in asked.lines:
        begun = len(trial.played)
        if trial.expected[begun : begun + len(line)] == line:
            return line
    return ()
