"""Atoll's bots measured: simulations a second, RAVE against plain UCT, the ladder of levels, size 3 solved.

    python benchmarks/bots_atoll.py [--games 100] [--ladder 20] [--top 10]

prints the tables and writes them into docs/benchmarks.md. Speeds are CPU time of one core.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from page import put

from kibitz.bots.contest import Tally, Terms, contest
from kibitz.bots.levels import find_bot
from kibitz.bots.score import elo
from kibitz.core.game import AnyGame
from kibitz.core.player import Limit, Thought
from kibitz.games import find
from kibitz.games.atoll import compiled
from kibitz.games.atoll.engine import LEVELS
from kibitz.games.atoll.forest import PLAIN, RAVE, Tuning, grow, grow_tree, planted
from kibitz.games.atoll.position import Position

SIMULATIONS = 20_000
RUNS = 3
EQUAL = 2_000


@dataclass
class Tree:
    """A bot that searches by a tuning, with a fixed number of simulations."""

    tuning: Tuning
    seed: int = 0
    name: str = "tree"

    def think(
        self,
        game: AnyGame,
        position: Any,
        limit: Limit,
        stopped: Callable[[], bool] = lambda: False,
    ) -> Thought[Any]:
        self.seed += 1
        made = compiled.wait()
        assert made is not None
        grown = grow(made, position, Limit(nodes=EQUAL), stopped, seed=self.seed, tuning=self.tuning)
        return Thought(move=grown.branches[0].move, nodes=grown.simulations)


def speed(n: int, tuning: Tuning) -> float:
    """Simulations a second of one core from the empty board, the best of a few runs."""
    made = compiled.wait()
    assert made is not None
    found = []
    for run in range(RUNS):
        tree = planted(Position(n), SIMULATIONS, run, tuning)
        began = time.thread_time()
        grow_tree(made.kernels.grow, Position(n), tree, SIMULATIONS, tuning, lambda: False)
        found.append(SIMULATIONS / (time.thread_time() - began))
    return max(found)


def speeds() -> Iterator[str]:
    yield "| size | plain UCT | RAVE | RAVE and bridges |"
    yield "|---|---:|---:|---:|"
    for n in (5, 7, 9):
        row = [speed(n, tuning) for tuning in (PLAIN, Tuning(bridges=False), RAVE)]
        yield f"| {n} | " + " | ".join(f"{one:,.0f}" for one in row) + " |"


def told(tally: Tally) -> str:
    """Result, Elo and bounds of a match as cells of a table."""
    (won, _, lost), found = tally.counts, tally.estimate
    return f"+{won} -{lost} | {100 * found.score:.0f} % | {elo(found.low):+.0f} to {elo(found.high):+.0f}"


def equal_simulations(games: int) -> Iterator[str]:
    yield f"| size | RAVE and bridges against plain UCT, {EQUAL:,} simulations each | score | Elo, 95 % |"
    yield "|---|---|---|---|"
    for n, share in ((5, games), (7, max(2, games // 5))):
        bots = Tree(RAVE, 1), Tree(PLAIN, 10**6)
        yield f"| {n} | {told(contest(find(f'atoll/{n}'), bots, Terms(games=share, opening_plies=2)))} |"


def ladder(games: int, top: int) -> Iterator[str]:
    yield "| level | against | result | score | Elo, 95 % |"
    yield "|---|---|---|---|---|"
    game = find("atoll/5")
    for weaker, stronger in pairwise(level.name for level in LEVELS):
        share = top if stronger == "max" else games
        if not share:
            continue
        bots = find_bot(game, f"kibitz:{stronger}"), find_bot(game, f"kibitz:{weaker}")
        yield f"| {stronger} | {weaker} | {told(contest(game, bots, Terms(games=share, opening_plies=2)))} |"


def solved() -> Iterator[str]:
    made, game = compiled.wait(), find("atoll/3")
    assert made is not None
    began = time.process_time()
    names = sorted(game.write(Position(3), move) for move in made.exact.winning_moves(Position(3)))
    took = time.process_time() - began
    yield f"Size 3 is solved in {took:.1f} s: the first stones {', '.join(names)} win, the others lose."


def report(games: int, rungs: int, top: int) -> Iterator[str]:
    yield f"Atoll: simulations a second of CPU time, one core, {SIMULATIONS:,} from the empty board,"
    yield f"best of {RUNS}."
    yield from ("", *speeds(), "", *equal_simulations(games), "")
    yield "Levels on size 5, two random stones first, colours changed:"
    yield from ("", *ladder(rungs, top), "", *solved())


def main() -> int:
    """Measure, print, and write the page."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=100, help="games of RAVE against plain UCT at size 5")
    options.add_argument("--ladder", type=int, default=20, help="games between neighbouring levels")
    options.add_argument("--top", type=int, default=0, help="games of max against expert, a minute each")
    given = options.parse_args()
    lines = []
    for line in report(given.games, given.ladder, given.top):
        print(line, flush=True)
        lines.append(line)
    put("bots-atoll", "\n".join(lines))
    return 0


if __name__ == "__main__":
    sys.exit(main())
