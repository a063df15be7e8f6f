"""One game shown to the referee, and what came of it: as noisy observations, or as rendered frames."""

from __future__ import annotations

import random
from dataclasses import asdict, dataclass, fields
from itertools import pairwise
from typing import Any


@dataclass(frozen=True)
class Score:
    """What came of one game, or of many together."""

    games: int = 0
    followed: int = 0
    moves: int = 0
    right: int = 0
    slips: int = 0
    caught: int = 0
    quiet: int = 0
    delays_s: tuple[float, ...] = ()

    def plus(self, other: Score) -> Score:
        """Both together."""
        return Score(*(getattr(self, field.name) + getattr(other, field.name) for field in fields(Score)))

    @property
    def flawless(self) -> bool:
        """Whether nothing at all went wrong."""
        return self.followed == self.quiet == self.games and self.caught == self.slips

    def data(self) -> dict[str, Any]:
        """As kept in a file."""
        return asdict(self)

    @staticmethod
    def read(data: dict[str, Any]) -> Score:
        """What `data` wrote."""
        return Score(**{**data, "delays_s": tuple(data["delays_s"])})


def observed(name: str, seed: int, longest: int) -> Score:
    """One game shown as noisy observations; two slips of the hand in every third."""
    from tests.laws.games_under_test import random_game

    from kibitz.games import find
    from kibitz.referee.rehearsal import Eye, Noise
    from kibitz.referee.trial import follow

    game = find(name)
    moves = tuple(move for _, move in random_game(game, seed, longest=longest))
    slips = random.Random(seed).sample(range(len(moves)), k=min(2, len(moves))) if seed % 3 == 0 else ()
    trial = follow(game, moves, Eye(game, Noise(), seed=seed), slips=slips, seed=seed)
    right = sum(a == b for a, b in zip(trial.played, trial.expected, strict=False))
    delays = tuple(round(delay, 3) for delay in trial.delays_s)
    quiet = trial.false_alarms == 0
    return Score(
        1, trial.followed, len(trial.expected), right, trial.slips, trial.caught, quiet, delays
    )  # fmt: skip


def rendered(name: str, seed: int, plies: int) -> Score:
    """One game on the simulated table, through the whole pipeline; an illegal move in every third."""
    from kibitz.cameras.source import open_source
    from kibitz.core.record import replay
    from kibitz.games import find
    from kibitz.referee.trial import visible

    game = find(name)
    slip = "&mistakes=illegal-move" if seed % 3 == 0 else ""
    source: Any = open_source(f"simulated:{name}?seed={seed}&plies={plies}&fps=10{slip}", find)
    record, told, true = _watch(game, source)
    seen = visible(game, game.start(), tuple(step.move for step in replay(game, record).steps[1:]))
    expected = visible(game, game.start(), source.line.moves)
    if told.events[-1][0] == "underway" and len(seen) == len(expected) - 1:
        expected = expected[:-1]  # a last capture that may go on stays open until the other side moves (A12)
    right = sum(a == b for a, b in zip(seen, expected, strict=False))
    wrong = [set(cells) for event, cells in true.events if event == "illegal"]
    named = [set(cells) for event, cells in told.events if event == "illegal"]
    alarms = [event for event, _ in told.events if event in ("illegal", "taken-back", "turned")]
    changed = _visible_plies(game, source.line)
    delays = tuple(
        round(max(told.played[ply] - true.played[ply], 0.0), 3) for ply in changed if ply in told.played
    )
    caught = sum(cells in named for cells in wrong)
    return Score(
        1, seen == expected, len(expected), right, len(wrong), caught, len(alarms) == len(wrong), delays
    )  # fmt: skip


@dataclass(frozen=True)
class Story:
    """What happened: events with the cells they name, and when each ply could be known or was told."""

    events: list[tuple[str, tuple[str, ...]]]
    played: dict[int, float]


def _watch(game: Any, source: Any) -> tuple[Any, Story, Story]:
    """The record made of a source, what was told of it, and what was true: plies at the first clear frame."""
    from kibitz.messages import catalogue
    from kibitz.table import Table
    from kibitz.vision.watch import Eye
    from kibitz.watching.following import Following
    from kibitz.watching.sight import Sight

    sight = Sight(Eye(game))
    following = Following(Table(game, at_board=True), sight.eye.piece_set, catalogue("en"))
    told, true = Story([], {}), Story([], {})
    for frame, truth in source.shots():
        for event in following.see(sight.look(frame, following.expected)):
            told.events.append((event.event, tuple(event.more.get("cells", ()))))
            if event.event == "played":
                told.played[event.more["ply"]] = event.at
        for event in truth.moment.events:
            cells = dict(event.details).get("cells", ())
            true.events.append((event.event, tuple(game.plan.cells[cell].name for cell in cells)))
        if not truth.hand:
            true.played.update(
                {ply: frame.at for ply in range(truth.moment.ply + 1) if ply not in true.played}
            )
    return following.table.record, told, true


def _visible_plies(game: Any, line: Any) -> list[int]:
    looks = [game.look(position) for position in line.positions]
    return [ply for ply, (before, after) in enumerate(pairwise(looks), 1) if before != after]
