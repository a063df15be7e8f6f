"""Matches: pairs of games from varied openings, both colours, scored with error bars."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from typing import Any

from kibitz.bots.judgement import result
from kibitz.bots.levels import prepare
from kibitz.bots.openings import openings
from kibitz.bots.random import drawn
from kibitz.bots.score import Estimate, Sprt, estimate
from kibitz.core.errors import BadSetting, EngineFault
from kibitz.core.game import AnyGame, Outcome, Seat
from kibitz.core.player import Bot, Limit

MOST_GAMES = 1_000_000
LONGEST_GAME = 1_000
"""Plies after which a game counts as drawn."""
MOST_FAULTS = 3
"""Games in a row that an engine may lose by failing before the match is given up."""


@dataclass(frozen=True, slots=True)
class Played:
    """One game: from which opening, who began, how it ended, and what each bot used."""

    opening: str
    first: int
    """Which of the two bots had the first seat, 0 or 1."""
    outcome: Outcome
    plies: int
    seconds: tuple[float, float]
    thoughts: tuple[int, int]
    fault: str = ""

    @property
    def score(self) -> float:
        """The points of bot 0."""
        value = result(self.outcome)
        return value if self.first == 0 else 1.0 - value


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """How a match is played."""

    games: int
    limits: tuple[Limit, Limit] = (Limit(), Limit())
    opening_plies: int = 4
    seed: int = 1
    sprt: Sprt | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.games <= MOST_GAMES:
            raise BadSetting(f"A match has 1 to {MOST_GAMES:,} games, not {self.games}.")


@dataclass
class Tally:
    """The games of a match so far."""

    games: list[Played] = field(default_factory=list)

    @property
    def pairs(self) -> list[float]:
        """Mean results of whole pairs; a single last game counts as a pair of its own."""
        scores = [game.score for game in self.games]
        return [sum(scores[i : i + 2]) / len(scores[i : i + 2]) for i in range(0, len(scores), 2)]

    @property
    def counts(self) -> tuple[int, int, int]:
        """Won, drawn and lost by bot 0."""
        seen = Counter(game.score for game in self.games)
        return seen[1.0], seen[0.5], seen[0.0]

    @property
    def estimate(self) -> Estimate:
        """The mean score of bot 0 with its bounds."""
        return estimate(self.pairs)


def contest(
    game: AnyGame,
    bots: tuple[Bot, Bot],
    terms: Terms,
    *,
    told: Callable[[Played], None] = lambda played: None,
) -> Tally:
    """Play a match; the sequential test, where asked for, may end it early."""
    for bot in bots:
        prepare(bot)
    tally, faults = Tally(), 0
    for number, opening in islice(_scheduled(game, terms), terms.games):
        played = play_game(game, bots, opening, number % 2, terms.limits, Random(terms.seed + number // 2))
        tally.games.append(played)
        told(played)
        faults = faults + 1 if played.fault else 0
        if faults >= MOST_FAULTS:
            raise EngineFault(f"The match is given up after {faults} failures in a row: {played.fault}")
        if terms.sprt is not None and number % 2 and terms.sprt.verdict(tally.pairs):
            break
    return tally


def _scheduled(game: AnyGame, terms: Terms) -> Iterator[tuple[int, Any]]:
    number = 0
    for opening in openings(game, terms.opening_plies, terms.seed):
        yield number, opening
        yield number + 1, opening
        number += 2


def play_game(
    game: AnyGame,
    bots: tuple[Bot, Bot],
    opening: Any,
    first: int,
    limits: tuple[Limit, Limit] = (Limit(), Limit()),
    dice: Random | None = None,
) -> Played:
    """One game; a bot that fails or makes an illegal move loses it."""
    position, plies, dice = opening, 0, dice or Random()
    seconds, thoughts = [0.0, 0.0], [0, 0]
    fault, outcome = "", game.outcome(opening)
    while outcome is None:
        seat = game.turn(position)
        if seat is Seat.CHANCE:
            move = drawn(game, position, dice)
        else:
            which = first if seat is Seat.FIRST else 1 - first
            began = time.perf_counter()
            try:
                move = bots[which].think(game, position, limits[which]).move
            except EngineFault as error:
                fault, outcome = str(error), Outcome(seat.other, "engine-fault")
                break
            seconds[which] += time.perf_counter() - began
            thoughts[which] += 1
            if move not in game.moves(position):
                fault, outcome = (
                    f"{bots[which].name} gave no legal move.",
                    Outcome(seat.other, "illegal-move"),
                )
                break
        position, plies = game.play(position, move), plies + 1
        outcome = game.outcome(position) or (Outcome(None, "too-long") if plies >= LONGEST_GAME else None)
    used = (seconds[0], seconds[1]), (thoughts[0], thoughts[1])
    return Played(game.setup(opening), first, outcome, plies, *used, fault)
