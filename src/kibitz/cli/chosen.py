"""The game a command line names: a standard one, a house rule, or a rules file."""

from __future__ import annotations

from kibitz import games
from kibitz.core.game import AnyGame


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
