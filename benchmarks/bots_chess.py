"""Chess bots measured: speed against python-chess, the ladder of levels, Stockfish held to ratings.

    python benchmarks/bots_chess.py [--ladder 10] [--top 4] [--stockfish 4]

prints the tables and writes them into docs/benchmarks.md. Speeds are CPU time of one core. The matches
against Stockfish are left out where it is not installed.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from itertools import pairwise

from page import put

from kibitz.bots.contest import Tally, Terms, contest
from kibitz.bots.engines import RATINGS, found
from kibitz.bots.levels import close, find_bot
from kibitz.bots.score import elo
from kibitz.core.player import Limit
from kibitz.games import find
from kibitz.games.chess import compiled
from kibitz.games.chess.engine import LEVELS, STRENGTHS, ChessBot
from kibitz.games.chess.loading import lay, memory
from kibitz.games.chess.plain import PlainSearch
from kibitz.games.chess.weights import weights

GAME = find("chess")
MIDDLE_GAME = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"
MAX_NODES = 1_500_000
"""What one core gets through in little more than a second."""
AGAINST = ((1400, "easy"), (1700, "medium"), (2000, "hard"), (2300, "expert"), (2600, "max"))


def counting() -> tuple[float, float]:
    """Leaves a second of the kernels and of python-chess, from a middle game."""
    kernels, position = compiled.wait(), GAME.start(MIDDLE_GAME)
    memo = memory(weights())
    lay(kernels, memo, position)
    began = time.process_time()
    leaves = kernels.leaves(memo.ctypes.data, 4)
    own = leaves / (time.process_time() - began)
    began = time.process_time()
    return own, GAME.perft(position, 3) / (time.process_time() - began)  # type: ignore[attr-defined]  # Counts


def searching() -> tuple[float, float]:
    """Positions a second of the compiled search and of the plain one."""
    position = GAME.start(MIDDLE_GAME)
    bot = ChessBot(STRENGTHS[-2])
    bot.think(GAME, position, Limit(nodes=10_000))
    began = time.process_time()
    own = bot.think(GAME, position, Limit(nodes=1_000_000)).nodes / (time.process_time() - began)
    plain, began = PlainSearch(lambda nodes: nodes > 5_000), time.process_time()
    plain.run(position.board.copy(stack=False), 9)
    return own, plain.nodes / (time.process_time() - began)


def speeds() -> Iterator[str]:
    yield "| | Kibitz | peer | ratio |"
    yield "|---|---:|---:|---:|"
    for what, (own, peer), name in (
        (
            "leaves a second (perft, no bulk counting at the leaves)",
            counting(),
            "python-chess, bulk counting",
        ),
        ("positions a second of search", searching(), "plain Python search on python-chess"),
    ):
        yield f"| {what} | {own:,.0f} | {peer:,.0f} ({name}) | {own / peer:,.0f} |"


def told(tally: Tally) -> str:
    """Result, Elo and bounds of a match as cells of a table."""
    (won, drawn, lost), score = tally.counts, tally.estimate
    return f"+{won} ={drawn} -{lost} | {elo(score.low):+.0f} to {elo(score.high):+.0f}"


def played(one: str, other: str, games: int) -> Tally:
    """A match of two bots by their names; the strongest level goes by positions, whatever else runs here."""
    bots = find_bot(GAME, one), find_bot(GAME, other)
    limit = Limit(nodes=MAX_NODES) if one.endswith("max") else Limit()
    try:
        return contest(GAME, bots, Terms(games=games, opening_plies=6, limits=(limit, Limit())))
    finally:
        for bot in bots:
            close(bot)


def ladder(games: int, top: int) -> Iterator[str]:
    yield "| level | against | result | Elo, 95 % |"
    yield "|---|---|---|---|"
    for weaker, stronger in pairwise(level.name for level in LEVELS):
        share = top if stronger in ("expert", "max") else games
        if share:
            tally = played(f"kibitz:{stronger}", f"kibitz:{weaker}", share)
            yield f"| {stronger} | {weaker} | {told(tally)} |"


def against_stockfish(games: int) -> Iterator[str]:
    if found() is None or not games:
        return
    yield "| Stockfish held to | against | result for Kibitz | Elo, 95 % |"
    yield "|---|---|---|---|"
    for rating, level in AGAINST:
        assert rating in RATINGS
        tally = played(f"kibitz:{level}", f"stockfish:{rating}", games)
        yield f"| {rating} | {level} | {told(tally)} |"


def report(rungs: int, top: int, stockfish: int) -> Iterator[str]:
    yield "Chess, one core, CPU time, from a middle game:"
    yield ""
    yield from speeds()
    yield ""
    yield f"Levels, six random plies first, colours changed (max with {MAX_NODES:,} positions a move):"
    yield ""
    yield from ladder(rungs, top)
    yield ""
    yield from against_stockfish(stockfish)


def main() -> int:
    """Measure, print, and write the page."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--ladder", type=int, default=10, help="games between neighbouring levels")
    options.add_argument("--top", type=int, default=4, help="games between the strongest three levels")
    options.add_argument("--stockfish", type=int, default=4, help="games against each rating of Stockfish")
    given = options.parse_args()
    lines = []
    for line in report(given.ladder, given.top, given.stockfish):
        print(line, flush=True)
        lines.append(line)
    put("bots-chess", "\n".join(lines))
    return 0


if __name__ == "__main__":
    sys.exit(main())
