"""Who may import whom: the table of docs/architecture.md, held by reading every file."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "kibitz"
ROOMS = ["games", "vision", "scene", "cameras", "referee", "bots", "work", "archive", "views"]
ALLOWED: dict[str, set[str]] = {
    "core": set(),
    **{room: {"core"} for room in ROOMS},
    "cameras": {"core", "scene"},
    "settings": {"core"},
    "check_checkers": {"core", "games", "referee"},
    "messages": {"core"},
    "table": {"core", "referee"},
    "watching": {"core", "cameras", "vision", "table", "messages"},
    "web": {"core", "games", "archive", "views", "table", "settings", "messages"},
    "cli": {"core", "table", "watching", "web", "settings", "check_checkers", "messages", *ROOMS},
}


def imported(path: Path) -> set[str]:
    """The rooms of ours that a file imports, anywhere in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written in full"
            module = node.module or ""
            names = [f"{module}.{alias.name}" for alias in node.names] if module == "kibitz" else [module]
        found |= {name.split(".")[1] for name in names if name.startswith("kibitz.")}
    return found - {"__version__"}


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=lambda p: str(p.relative_to(SOURCE)))
def test_a_file_imports_only_what_its_room_may(path: Path) -> None:
    inside = path.relative_to(SOURCE)
    room = inside.parts[0].removesuffix(".py")
    if room not in ("__init__", "__main__"):
        assert imported(path) - {room} <= ALLOWED[room]


@pytest.mark.parametrize("game", sorted(p.parent.name for p in SOURCE.glob("games/*/__init__.py")))
def test_no_game_imports_another(game: str) -> None:
    for path in (SOURCE / "games" / game).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("kibitz.games."):
                assert (node.module or "").split(".")[2] == game, path


def test_the_table_in_the_documentation_is_this_one() -> None:
    text = (SOURCE.parents[1] / "docs" / "architecture.md").read_text(encoding="utf-8")
    for room, others in ALLOWED.items():
        row = next(line for line in text.splitlines() if line.startswith(f"| `{room}` |"))
        assert (
            set(row.split("|")[2].replace("`", "").replace("nothing of ours", "").replace(",", " ").split())
            == others
        )
