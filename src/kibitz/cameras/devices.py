"""The cameras of this computer, as far as they can be listed without opening them."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

SYSTEM = Path("/sys/class/video4linux")
GUESSED = 2
"""Where devices cannot be listed, so many numbers are offered; trying them shows which are there."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A camera's number and its maker's name for it."""

    number: int
    name: str


def devices(system: Path = SYSTEM) -> list[Listed]:
    """All cameras that can be chosen."""
    if not sys.platform.startswith("linux"):
        return [Listed(number, "") for number in range(GUESSED)]
    found = []
    for folder in system.glob("video*"):
        number = folder.name.removeprefix("video")
        if number.isdecimal() and _takes_pictures(folder):
            found.append(Listed(int(number), _text(folder / "name")))
    return sorted(found, key=lambda one: one.number)


def _takes_pictures(folder: Path) -> bool:
    """A camera has a second node for its data sheet, which gives no pictures: its index is not 0."""
    return _text(folder / "index") in ("", "0")


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()[:80]
    except OSError:
        return ""
