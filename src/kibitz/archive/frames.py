"""Pictures that decided rulings, as small JPEG files beside the database.

frames/12-18fb5a2c3e1/000007.jpg     game 12, by its number and start; entry 7
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from kibitz.archive.faults import ArchiveFault
from kibitz.core.errors import BadPicture

LARGEST_BYTES = 512 * 1024  # a 1280x720 frame at quality 80 has about 150 kB
MOST_FRAMES = 1_000  # one per entry of a very long game: half a gigabyte at the very worst


class FrameFolder:
    """The pictures of all games of one database."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def keep(self, game_id: int, started_at: float, seq: int, jpeg: bytes) -> bool:
        """Write a picture whole; False when the game has as many as it may."""
        if not (jpeg.startswith(b"\xff\xd8\xff") and jpeg.rstrip(b"\0").endswith(b"\xff\xd9")):
            raise BadPicture("A kept frame must be a whole JPEG picture.")
        if len(jpeg) > LARGEST_BYTES:
            raise BadPicture(f"A kept frame may have {LARGEST_BYTES // 1024} kB; make it smaller.")
        folder = self._of(game_id, started_at)
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if sum(1 for _ in folder.glob("*.jpg")) >= MOST_FRAMES:
                return False
            _write_whole(folder / f"{seq:06}.jpg", jpeg)
        except OSError as error:
            raise ArchiveFault(f"{folder}: the picture cannot be kept ({error.strerror}).") from None
        return True

    def frame(self, game_id: int, started_at: float, seq: int) -> bytes | None:
        """A kept picture, if there is one."""
        try:
            return (self._of(game_id, started_at) / f"{seq:06}.jpg").read_bytes()
        except OSError:
            return None

    def forget(self, game_id: int, started_at: float) -> None:
        """Remove all pictures of a game."""
        shutil.rmtree(self._of(game_id, started_at), ignore_errors=True)

    def _of(self, game_id: int, started_at: float) -> Path:
        # The start is part of the name, so that pictures never pass to a game of a database made anew.
        return self.folder / f"{game_id}-{int(started_at * 1000) & 0xFFFFFFFFFFFF:x}"


def _write_whole(path: Path, data: bytes) -> None:
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".frame-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
