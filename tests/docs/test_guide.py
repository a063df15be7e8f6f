"""The guide is true: its commands and its Python run, its links lead somewhere."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs" / "guide").glob("*.md"))
BLOCK = re.compile(r"^ *```(\w+)(?: ([\w.]+))?\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


def run(words: list[str], folder: Path) -> str:
    """What a program prints; it has to end well."""
    kept = {
        **os.environ,
        "KIBITZ_DATA_DIR": str(folder / "data"),
        "KIBITZ_CONFIG": str(folder / "kibitz.toml"),
    }
    done = subprocess.run(words, cwd=folder, env=kept, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, f"{words}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def test_there_is_something_to_run() -> None:
    kinds = [kind for leaf in PAGES for kind, _, _ in BLOCK.findall(leaf.read_text(encoding="utf-8"))]
    assert kinds.count("python") > 5 and kinds.count("console") > 3


@pytest.mark.parametrize("leaf", PAGES, ids=lambda leaf: leaf.stem)
def test_the_blocks_of_a_page_run_in_order(leaf: Path, tmp_path: Path) -> None:
    for kind, name, text in BLOCK.findall(leaf.read_text(encoding="utf-8")):
        if kind == "toml":
            (tmp_path / name).write_text(text, encoding="utf-8")
        elif kind == "python":
            assert run([sys.executable, "-W", "error", "-c", text], tmp_path).strip() or "write" in text
        else:
            assert kind == "console"
            for line in text.splitlines():
                program, *words = shlex.split(line.strip().removeprefix("$ "))
                assert program == "kibitz"
                run([sys.executable, "-m", "kibitz", *words], tmp_path)


@pytest.mark.parametrize(
    "leaf", [*sorted(ROOT.glob("docs/**/*.md")), ROOT / "README.md"], ids=lambda leaf: leaf.stem
)
def test_every_link_leads_to_a_file(leaf: Path) -> None:
    for target in LINK.findall(leaf.read_text(encoding="utf-8")):
        assert (leaf.parent / target).exists(), f"{leaf.name} links to {target}"
