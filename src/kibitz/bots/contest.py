"""Matches: pairs of games from varied openings, both colours, scored with error bars."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any

from kibitz.bots.judgement import result
from kibitz.bots.levels import close, prepare
from kibitz.bots.openings import openings
from kibitz.bots.random import drawn
from kibitz.bots.score import Estimate, Sprt, estimate
from kibitz.core.errors import BadSetting, EngineFault
from kibitz.core.game import AnyGame, Outcome, Seat
from kibitz.core.player import Bot, Limit
from kibitz.core.work import Spread

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


@dataclass(frozen=True, slots=True)
class Pairing:
    """An opening that is played twice, with colours changed; once where an odd game is left."""

    number: int
    opening: Any
    games: int = 2


@dataclass(frozen=True, slots=True)
class PairWork:
    """A pairing with all that another process needs to play it."""

    game: AnyGame
    names: tuple[str, str]
    find: Callable[[AnyGame, str], Bot]
    pairing: Pairing
    terms: Terms


def contest(
    game: AnyGame,
    bots: tuple[Bot, Bot],
    terms: Terms,
    *,
    told: Callable[[Played], None] = lambda played: None,
) -> Tally:
    """Play a match here; the sequential test, where asked for, may end it early."""
    for bot in bots:
        prepare(bot)
    score = _Score(terms, told)
    for pairing in pairings(game, terms):
        for played in play_pair(game, bots, pairing, terms):
            score.count(played)
        if score.decided:
            break
    return score.tally


def spread_contest(
    game: AnyGame,
    names: tuple[str, str],
    find: Callable[[AnyGame, str], Bot],
    terms: Terms,
    spread: Spread,
    *,
    told: Callable[[Played], None] = lambda played: None,
) -> Tally:
    """Play a match elsewhere, pair by pair with fresh bots; told as pairs end, tallied in their order."""
    score, pairs = _Score(terms, told), dict[int, tuple[Played, ...]]()
    works = (PairWork(game, names, find, pairing, terms) for pairing in pairings(game, terms))
    for work, pair in spread(play_work, works):
        pairs[work.pairing.number] = pair
        for played in pair:
            score.count(played)
        if score.decided:
            break
    return Tally([played for _, pair in sorted(pairs.items()) for played in pair])


class _Score:
    """The match so far, and whether it should go on."""

    def __init__(self, terms: Terms, told: Callable[[Played], None]) -> None:
        self.terms, self.told, self.tally, self._faults = terms, told, Tally(), 0

    def count(self, played: Played) -> None:
        """Add a game; raises EngineFault after too many failures in a row."""
        self.tally.games.append(played)
        self.told(played)
        self._faults = self._faults + 1 if played.fault else 0
        if self._faults >= MOST_FAULTS:
            raise EngineFault(f"The match is given up after {self._faults} failures in a row: {played.fault}")

    @property
    def decided(self) -> bool:
        sprt = self.terms.sprt
        return sprt is not None and bool(sprt.verdict(self.tally.pairs))


def pairings(game: AnyGame, terms: Terms) -> Iterator[Pairing]:
    """The openings of a match, in order."""
    for number, opening in zip(count(), openings(game, terms.opening_plies, terms.seed), strict=False):
        left = terms.games - 2 * number
        if left <= 0:
            return
        yield Pairing(number, opening, min(2, left))


def play_pair(game: AnyGame, bots: tuple[Bot, Bot], pairing: Pairing, terms: Terms) -> Iterator[Played]:
    """The games of a pairing, with the same dice; chance in the bots depends on the match's seed alone."""
    for i, bot in enumerate(bots):
        _seed(bot, f"{terms.seed} {pairing.number} {i}")
    for first in range(pairing.games):
        dice = Random(terms.seed + pairing.number)
        yield play_game(game, bots, pairing.opening, first, terms.limits, dice)


def play_work(work: PairWork) -> tuple[Played, ...]:
    """A pairing in whatever process this is."""
    first, second = (work.find(work.game, name) for name in work.names)
    try:
        for bot in (first, second):
            prepare(bot)
        return tuple(play_pair(work.game, (first, second), work.pairing, work.terms))
    finally:
        close(first)
        close(second)


def _seed(bot: Bot, seed: str) -> None:
    rng = getattr(getattr(bot, "bot", bot), "rng", None)
    if isinstance(rng, Random):
        rng.seed(seed)


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
