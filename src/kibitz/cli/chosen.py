"""The game a command line names: a standard one, a house rule, or a rules file."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from kibitz import games
from kibitz.core.errors import KibitzError
from kibitz.core.game import AnyGame


def game_names() -> tuple[str, ...]:
    """Every game there is: the standard ones, then the house rules that can be read."""
    from kibitz.settings import settings

    files = sorted(settings().rules_dir.glob("*.toml")) if settings().rules_dir.is_dir() else []
    house = (name for path in files if (name := _name_in(path, path.stat().st_mtime_ns)))
    return tuple(dict.fromkeys((*games.names(), *house)))


@lru_cache(maxsize=256)
def _name_in(path: Path, _changed_ns: int) -> str:
    try:
        return games.from_file(path).name
    except KibitzError:
        return ""


def game_named(name: str) -> AnyGame:
    """The game, with the settings' folders for further games and house rules taken into account."""
    from kibitz.settings import settings

    further_games()
    return games.find(name, settings().rules_dir)


def further_games() -> None:
    """Let the games in the settings' folder be found."""
    from kibitz.settings import settings

    further = settings().games_dir
    if further is not None and str(further) not in games.__path__:
        games.__path__.append(str(further))
