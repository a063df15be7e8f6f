"""A built wheel carries everything (pages, texts, models, migrations) and runs where it is unpacked."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "kibitz"
RUNS = """
import json, sys
from pathlib import Path
import kibitz
from kibitz.cli.serve import needs_of
from kibitz.games import names
from kibitz.messages.pages import page_texts
from kibitz.web.app import make_app
from kibitz.web.house import House
from kibitz.web.pages import STATIC
app = make_app(House(needs_of(Path(sys.argv[1]))))
texts = {language: len(page_texts(language)) for language in ("en", "pl", "sr", "sr-Cyrl")}
page, paths = (STATIC / "index.html").exists(), app.openapi()["paths"]
print(json.dumps([kibitz.__file__, len(names()), texts, page, len(paths)]))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from a copy of what belongs to the project, as an installation builds it."""
    folder = tmp_path_factory.mktemp("wheel")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    ignored = shutil.ignore_patterns("__pycache__", "*.nbi", "*.nbc")
    shutil.copytree(ROOT / "src", folder / "src", ignore=ignored)
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder / "dist")]
    subprocess.run(build, cwd=folder, check=True, capture_output=True, timeout=300)
    (built,) = (folder / "dist").glob("*.whl")
    return built


def test_the_wheel_carries_every_file_of_the_program(wheel: Path) -> None:
    inside = set(zipfile.ZipFile(wheel).namelist())
    ours = [path for path in SOURCE.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    kept = [path for path in ours if path.suffix not in (".nbi", ".nbc")]
    assert {f"kibitz/{path.relative_to(SOURCE).as_posix()}" for path in kept} <= inside
    for needed in (
        "kibitz/web/static/index.html",
        "kibitz/web/static/lib/board.js",
        "kibitz/messages/en.toml",
        "kibitz/messages/pages/pl/menu.toml",
        "kibitz/archive/migrations/versions/0001_games.py",
        "kibitz/py.typed",
    ):
        assert needed in inside
    assert any(name.startswith("kibitz/vision/models/") for name in inside)
    assert not any("test" in Path(name).parts or name.endswith((".pyc", ".db")) for name in inside)


def test_the_unpacked_wheel_runs_by_itself(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    done = subprocess.run(
        [sys.executable, "-c", RUNS, tmp_path / "data"],
        capture_output=True,
        text=True,
        timeout=300,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "site"), "KIBITZ_CONFIG": str(tmp_path / "none")},
    )
    assert done.returncode == 0, done.stderr
    place, games, texts, page, paths = json.loads(done.stdout)
    assert Path(place).is_relative_to(tmp_path) and games >= 30 and page and paths > 25
    assert len(set(texts.values())) == 1 and texts["en"] > 100
