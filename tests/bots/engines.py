"""Makes the fake engine programs of tests/fixtures/engines runnable, as one path each."""

from __future__ import annotations

import sys
from pathlib import Path

SOURCES = Path(__file__).parents[1] / "fixtures" / "engines"


def program(folder: Path, source: str, *words: str) -> str:
    """The path of an executable that runs a fake engine."""
    path = folder / "-".join((source, *words))
    arguments = " ".join((f'"{SOURCES / source}.py"', *words))
    path.write_text(f'#!/bin/sh\nexec "{sys.executable}" {arguments} "$@"\n', encoding="utf-8")
    path.chmod(0o755)
    return str(path)
