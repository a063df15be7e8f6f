"""Saving a game to a file from the terminal: the game's own format by its ending, else JSON."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from kibitz.cli.writing import write_whole
from kibitz.core.errors import BadFile
from kibitz.core.game import AnyGame, Archives
from kibitz.core.record import GameRecord


def save(game: AnyGame, record: GameRecord, name: str = "") -> Path:
    """Write the record; nothing is left behind when that fails."""
    usual = game.file_format if isinstance(game, Archives) else "json"
    path = Path(name or f"game_{datetime.now():%Y-%m-%d_%H-%M-%S}").expanduser()
    if not path.suffix:
        path = path.with_name(f"{path.name}.{usual}")
    if path.exists():
        raise BadFile("there is a file of that name already; choose another name", name=str(path))
    write_whole(path, text_of(game, record, path.suffix[1:].lower()).encode())
    return path


def text_of(game: AnyGame, record: GameRecord, ending: str) -> str:
    """The record in the format that a file ending asks for."""
    from kibitz.archive.formats import to_json

    if isinstance(game, Archives) and ending == game.file_format:
        return game.write_file([record])
    if ending == "json":
        return to_json(record)
    choices = ["json", *([game.file_format] if isinstance(game, Archives) else [])]
    raise BadFile(f"games of {game.name} are saved as {' or '.join(choices)}, not as '{ending}'")
