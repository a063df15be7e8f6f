"""Why a look cannot be the next position of a game of Atoll."""

from __future__ import annotations

from kibitz.core.board import Cell
from kibitz.core.game import Reason
from kibitz.core.look import Look
from kibitz.games.atoll.hexes import hexes
from kibitz.games.atoll.look import EMPTY, look_at
from kibitz.games.atoll.notation import write_move
from kibitz.games.atoll.position import Position


def why_not(position: Position, seen: Look, *, pie: bool = False) -> Reason:
    """The rule that the look breaks."""
    before = look_at(position)
    differ = tuple(cell for cell in range(len(before)) if before[cell] != seen[cell])
    if not differ:
        return Reason("unchanged", (), "No stone has been put.")
    if position.winner:
        return Reason("game-over", differ, "The game is over: no more stones.")
    gone = tuple(cell for cell in differ if seen[cell] == EMPTY)
    put = tuple(cell for cell in differ if before[cell] == EMPTY)
    turned = tuple(cell for cell in differ if cell not in gone and cell not in put)
    if pie and position.may_swap and (gone or turned):
        return _missed_swap(position, differ)
    return _lifted(position, gone, put) if gone else _placed(position, seen, put, turned)


def _missed_swap(position: Position, differ: tuple[Cell, ...]) -> Reason:
    """The only stone was touched: it can only be meant as a swap."""
    (old,) = (cell for cell, face in enumerate(look_at(position)) if face != EMPTY)
    new = hexes(position.n).mirror[old]
    where = _named(position, (new,))
    rule = f"A swap takes the stone off {_named(position, (old,))} and puts a green one on {where}."
    return Reason("wrong-swap", tuple(dict.fromkeys((*differ, new))), rule)


def _lifted(position: Position, gone: tuple[Cell, ...], put: tuple[Cell, ...]) -> Reason:
    names = _named(position, gone)
    if len(gone) == len(put) == 1:
        rule = f"Stones never move: put the one from {names} back and choose an empty cell."
        return Reason("moved-stone", gone + put, rule)
    return Reason("removed-stone", gone, f"Stones are never taken off: put one back on {names}.")


def _placed(position: Position, seen: Look, put: tuple[Cell, ...], turned: tuple[Cell, ...]) -> Reason:
    if turned:
        rule = f"A stone never changes its colour: {_named(position, turned)}."
        return Reason("changed-stone", turned, rule)
    wrong = tuple(cell for cell in put if seen[cell] != position.player + 1)
    if len(put) == 1 and wrong:
        colour = ("red", "green")[position.player]
        return Reason("not-your-turn", put, f"It is the {position.turn} player's turn: a {colour} stone.")
    if len(put) > 1:
        rule = f"One stone a turn, and there are {len(put)} new ones: {_named(position, put)}."
        return Reason("two-stones", put, rule)
    return Reason("invalid-move", put, "No legal move leads to this.")


def _named(position: Position, cells: tuple[Cell, ...]) -> str:
    shown = [write_move(position.n, cell) for cell in cells[:8]]
    return ", ".join(shown) + (", ..." if len(cells) > 8 else "")
