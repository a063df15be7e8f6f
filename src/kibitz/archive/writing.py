"""Games written to the text of a file, in any format that fits them."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.archive.formats import to_json
from kibitz.archive.positions2019 import write_positions
from kibitz.core.errors import BadSetting
from kibitz.core.game import AnyGame, Archives
from kibitz.core.record import GameRecord


def written(
    form: str, games: Sequence[AnyGame], records: Sequence[GameRecord], names: Sequence[str | None] = ()
) -> str:
    """The records in a format: `json`, `2019`, or the games' own (`pdn`, `pgn`); raises BadSetting."""
    if form == "json":
        return to_json(*records, names=names)
    if form == "2019":
        if len(records) != 1:
            raise BadSetting(f"A 2019 file holds one game, not {len(records)}; write them one by one.")
        return write_positions(games[0], records[0])
    return "\n".join(_own(form, game, record) for game, record in zip(games, records, strict=True))


def forms(game: AnyGame) -> tuple[str, ...]:
    """The formats a game can be written in, as far as that can be told without its record."""
    return ("json", *([game.file_format] if isinstance(game, Archives) else []))


def _own(form: str, game: AnyGame, record: GameRecord) -> str:
    if not isinstance(game, Archives) or game.file_format != form:
        raise BadSetting(f"{game.name} cannot be written as '{form}'; use {' or '.join(forms(game))}.")
    return game.write_file([record])
