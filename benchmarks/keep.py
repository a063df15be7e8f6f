"""Where benchmarks keep what they would not make twice: environments of peers, tables, games played."""

from __future__ import annotations

from pathlib import Path


def folder() -> Path:
    """The folder, made where it is missing."""
    from kibitz.core.folders import cache_folder  # not in the environments of peers, which read this file too

    made = cache_folder("bench")
    made.mkdir(parents=True, exist_ok=True)
    return made
