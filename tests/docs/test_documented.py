"""Every command, option, setting and game is documented; a new one without its line fails here."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import typer.main

from kibitz.cli.app import app
from kibitz.games import names
from kibitz.settings import Settings

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


def commands() -> dict[str, Any]:
    """Every command of the program, those of groups by their full words."""
    found: dict[str, Any] = {}

    def walk(words: tuple[str, ...], command: Any) -> None:
        if hasattr(command, "commands"):
            for name, below in command.commands.items():
                walk((*words, name), below)
        else:
            found[" ".join(words)] = command

    walk(("kibitz",), typer.main.get_command(app))
    return found


@pytest.mark.parametrize("words", sorted(commands()))
def test_every_command_and_option_is_in_the_commands_page(words: str) -> None:
    text = (DOCS / "commands.md").read_text(encoding="utf-8")
    heading = f"## `{words}`"
    assert heading in text
    section = text.split(heading)[1].split("\n## ")[0]
    for parameter in commands()[words].params:
        if parameter.param_type_name == "option":
            assert max(parameter.opts, key=len) in section, parameter.opts
        else:
            assert (parameter.name or "").split("_")[-1].upper().rstrip("S") in section.upper()


@pytest.mark.parametrize("name", sorted(Settings.model_fields))
def test_every_setting_is_in_the_settings_page(name: str) -> None:
    text = (DOCS / "settings.md").read_text(encoding="utf-8")
    assert f"`{name}`" in text and f"`KIBITZ_{name.upper()}`" in text


@pytest.mark.parametrize("name", [n for n in names() if n != "noughts"])
def test_every_game_is_in_the_games_page(name: str) -> None:
    assert f"`{name}`" in (DOCS / "games.md").read_text(encoding="utf-8")


def test_every_dependency_has_its_line() -> None:
    import tomllib

    text = (DOCS / "dependencies.md").read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = [
        line for lines in project["project"].get("optional-dependencies", {}).values() for line in lines
    ]
    for line in [*project["project"]["dependencies"], *extras, *project["dependency-groups"]["dev"]]:
        name = line.split(">")[0].split("[")[0].split("=")[0].strip()
        assert f"| {name} |" in text, name
