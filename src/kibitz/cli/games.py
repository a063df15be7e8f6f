"""`kibitz games`: what can be played."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from kibitz.core.errors import BadRules


def list_games(
    as_json: Annotated[bool, typer.Option("--json", help="One JSON list instead of a table.")] = False,
) -> None:
    """List every game with its name, title and number of cells."""
    found = [_described(name) for name in all_names()]
    if as_json:
        typer.echo(json.dumps(found, ensure_ascii=False))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table("name", "title", "cells", box=None)
    for game in found:
        table.add_row(game["name"], game["title"], str(game["cells"]))
    Console().print(table)


def all_names() -> list[str]:
    """Standard games, then the house rules in the settings' folder."""
    from kibitz.games import from_file, names
    from kibitz.settings import settings

    found, folder = list(names()), settings().rules_dir
    for path in sorted(folder.glob("*.toml")) if folder.is_dir() else []:
        try:
            found.append(from_file(path).name)
        except BadRules as error:
            typer.echo(f"kibitz: {path.name} is left out: {error}", err=True)
    return found


def _described(name: str) -> dict[str, Any]:
    from kibitz.cli.chosen import game_named

    game = game_named(name)
    return {
        "name": game.name,
        "title": game.title,
        "cells": sum(not cell.tray for cell in game.plan.cells),
        "board": game.plan.kind,
        "piece_sets": [piece_set.name for piece_set in game.piece_sets],
        "version": game.version,
    }
