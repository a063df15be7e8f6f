"""Runs the real program in a process of its own, as a person would."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

FIXTURE_GAMES = Path(__file__).parents[1] / "fixtures" / "games"


def kibitz(
    *arguments: str, typed: str = "", folder: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run `kibitz ARGUMENTS`, type these lines into it, and wait for its end."""
    return subprocess.run(
        [sys.executable, "-c", "from kibitz.cli.app import main; main()", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        timeout=120,
        cwd=folder,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", "COLUMNS": "120", **environment},
        check=False,
    )
