"""The exact value of every position, solved pair of blocks by pair of blocks from the end of the game."""

from __future__ import annotations

from pathlib import Path

from kibitz.core.errors import BadFile, BadSetting
from kibitz.core.work import Spread
from kibitz.games.ur import table
from kibitz.games.ur.index import blocks
from kibitz.games.ur.judge import is_finkel
from kibitz.games.ur.orders import layers, name_of, solve_pair
from kibitz.games.ur.rulesets import RuleSet
from kibitz.games.ur.workshop import Progress, Solved, workshop

TOLERANCE = 1e-9
"""A pair is finished when a whole sweep changes no value by more: far finer than the 16 bits kept."""


def solve(
    pieces: int,
    path: Path | None = None,
    *,
    threads: int | None = None,
    tolerance: float = TOLERANCE,
    progress: Progress = lambda done, what: None,
    spread: Spread | None = None,
) -> Solved:
    """Solve Finkel's game with so many stones a side into a table file, going on with a broken-off solve; a
    whole table that is already there is only read. Pairs are solved on all cores here, or elsewhere."""
    if not 1 <= pieces <= table.MOST_PIECES:
        raise BadSetting(f"Ur is solved for 1 to {table.MOST_PIECES} stones a side, not for {pieces}.")
    path = path or table.table_path(pieces)
    if (found := _there(path, pieces)) is not None:
        return found
    with workshop(path, pieces) as work:
        for layer in layers(pieces):
            left = [pair for pair in layer if name_of(pair) not in work.crcs]
            if spread is None:
                for pair in left:
                    work.keep(
                        pair, solve_pair(work.order(pair, threads, tolerance), work.told(pair, progress))
                    )
            else:
                for order, made in spread(solve_pair, (work.order(p, threads, tolerance) for p in left)):
                    work.keep(order.pair, made)
                    work.told(order.pair, progress)(0.0)
        return work.finish()


def _there(path: Path, pieces: int) -> Solved | None:
    try:
        found = table.open_table(path)
        for block in blocks(found.pieces):
            found.block(*block)
    except BadFile:
        return None
    return Solved(path, pieces, table.positions(pieces), found.head.start) if found.pieces == pieces else None


def solve_game(
    rules: RuleSet,
    *,
    pieces: int | None,
    out: Path | None,
    threads: int | None,
    progress: Progress,
    spread: Spread | None = None,
) -> str:
    """Solve a rule set and say what was found; only Finkel's rules, whose pass is never a choice."""
    if not is_finkel(rules):
        raise BadSetting(
            f"{rules.title} cannot be solved here: only Finkel's rules can ('ur', with --pieces 1 to 7)."
        )
    count = rules.pieces if pieces is None else pieces
    found = solve(count, out, threads=threads, progress=progress, spread=spread)
    return (
        f"{found.positions:,} positions are solved. Who rolls first wins {found.start:.10f} of the games.\n"
        f"The table is {found.path}."
    )
