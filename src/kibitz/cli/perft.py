"""`kibitz perft`: how many positions lie at a depth, the usual proof of a move generator."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from kibitz.core.errors import BadSetting
from kibitz.core.game import AnyGame, Counts


def perft(
    game: Annotated[str, typer.Argument(help="A game, e.g. draughts/russian.")],
    depth: Annotated[int, typer.Argument(help="How many plies deep.")],
    setup: Annotated[str, typer.Option(help="Start from this position (FEN or the game's own form).")] = "",
    divide: Annotated[bool, typer.Option("--divide", help="Also print the count below each move.")] = False,
) -> None:
    """Count the positions at exactly DEPTH plies; the count is printed last."""
    if not 0 <= depth <= 64:
        raise BadSetting(f"The depth must lie between 0 and 64, and {depth} does not.")
    from kibitz.cli.chosen import game_named

    rules = game_named(game)
    position = rules.start(setup)
    if divide and depth:
        typer.echo(_divided(rules, position, depth))
    else:
        typer.echo(count(rules, position, depth))


def _divided(game: AnyGame, position: Any, depth: int) -> int:
    total = 0
    for move in game.moves(position):
        below = count(game, game.play(position, move), depth - 1)
        typer.echo(f"{game.write(position, move)}: {below}")
        total += below
    return total


def count(game: AnyGame, position: Any, depth: int) -> int:
    """Positions at exactly this depth, by the game's own fast way where it has one."""
    if isinstance(game, Counts):
        return game.perft(position, depth)
    if depth == 0:
        return 1
    moves = game.moves(position)
    if depth == 1:
        return len(moves)
    return sum(count(game, game.play(position, move), depth - 1) for move in moves)
