"""A folder of pictures, taken in the order of their names."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from kibitz.cameras.picture import LONGEST_BYTES, checked, too_long
from kibitz.cameras.source import Ended, Shot, Source
from kibitz.core.errors import BadFile, BadPicture, quoted

ENDINGS = (".jpg", ".jpeg", ".png", ".webp", ".bmp")
TRUTH = "truth.json"
LONGEST_TRUTH_BYTES = 200_000_000


class Folder(Source):
    """Pictures one second apart, or at the frame rate that `kibitz simulate` left in truth.json."""

    live = False

    def __init__(self, path: Path) -> None:
        super().__init__(f"The folder {quoted(path.name)}")
        self._path = path
        self._files: list[Path] = []
        self._next = 0
        self._apart_s = 1.0

    def open(self) -> None:
        """List the pictures; raises BadFile when there are none."""
        shown = quoted(str(self._path), most=120)
        try:
            inside = (path for path in self._path.iterdir() if path.suffix.lower() in ENDINGS)
            self._files = sorted((path for path in inside if path.is_file()), key=lambda path: path.name)
        except OSError as error:
            raise BadFile(f"the folder cannot be read ({error.strerror})", name=shown) from None
        if not self._files:
            raise BadFile(f"there are no pictures in this folder ({', '.join(ENDINGS)})", name=shown)
        self._next = self._count = 0
        self._apart_s = 1 / self._fps()

    def read(self) -> Shot:
        """The next picture."""
        if self._next >= len(self._files):
            raise Ended
        path, at = self._files[self._next], round(self._next * self._apart_s, 6)
        self._next += 1
        try:
            data = self._bytes(path)
            checked(data)
        except (BadPicture, OSError) as fault:
            self._count += 1
            raise BadPicture(f"{path.name}: {fault}") from None
        return self._shot(data=data, at=at)

    def close(self) -> None:
        """Nothing stays open between two pictures."""
        self._files = []

    def _bytes(self, path: Path) -> bytes:
        if path.stat().st_size > LONGEST_BYTES:
            raise too_long()
        return path.read_bytes()

    def _fps(self) -> float:
        """What truth.json says, if it is ours; any other file of that name is ignored."""
        try:
            path = self._path / TRUTH
            truth: Any = json.loads(path.read_bytes()) if path.stat().st_size < LONGEST_TRUTH_BYTES else {}
            fps = float(truth["fps"])
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return 1.0
        return fps if 0.01 <= fps <= 1000 else 1.0
