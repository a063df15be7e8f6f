"""Why a bot played a stone, in words: the connection it threatens, and the one it cuts."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.games.atoll.chain import chain
from kibitz.games.atoll.notation import write_move
from kibitz.games.atoll.position import SWAP, Move, Position
from kibitz.games.atoll.reach import Connection, reach
from kibitz.games.atoll.winning import waters

MOST_CELLS = 8
"""Cells named in one note; a longer way is not a threat yet."""


def reason(position: Position, move: Move) -> str:
    """The threatened connection: its islands and the cells it still needs."""
    if move == SWAP:
        return "the first stone is worth having"
    player, after = position.player, position.after(move)
    if after.winner:
        won = chain(waters(position.n), after.stones[player], player)
        assert won is not None, "a winner has a chain"
        return f"joins islands {_listed(won.islands)}"
    told = [_threat(after, reach(after, player).nearest(player))]
    cut = reach(position, 1 - player).nearest(1 - player)
    if cut is not None and move in cut.cells:
        told.append(f"cuts islands {_listed(cut.islands)}")
    return "; ".join(part for part in told if part)


def _threat(position: Position, way: Connection | None) -> str:
    if way is None:
        return ""
    stones = f"{len(way.cells)} more {'stone' if len(way.cells) == 1 else 'stones'}"
    islands = f"to join islands {_listed(way.islands)}"
    if len(way.cells) > MOST_CELLS:
        return f"{stones} {islands}"
    return f"{stones} {islands}: {', '.join(write_move(position.n, cell) for cell in way.cells)}"


def _listed(numbers: Sequence[int]) -> str:
    *most, last = map(str, numbers)
    return f"{', '.join(most)} and {last}"
