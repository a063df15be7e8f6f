"""A simulated game written down: pictures in a folder or a video, with the truth beside it.

truth.json   game, setup, moves, fps, size, and
  looks      every look that occurs, a face per cell in hexadecimal
  frames     per frame: at, ply (complete on the board), look (what stands there), expected (the position's),
             hand (over the board), covered (cells under it), corners (of the field, in pixels)
  events     frame, at, event, ply, and what belongs to it
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from kibitz.cameras.actors import Event
from kibitz.cameras.simulated import SimulatedTable, Truth
from kibitz.core.errors import BadFile, quoted
from kibitz.core.look import Look
from kibitz.core.observation import Image

QUALITY = 90
VERSION = 1


class Truths:
    """Gathers the truth of all frames."""

    def __init__(self, table: SimulatedTable) -> None:
        self._table = table
        self._looks: dict[Look, int] = {}
        self._frames: list[dict[str, Any]] = []
        self._events: list[dict[str, Any]] = []

    def add(self, truth: Truth) -> None:
        """Take one frame in."""
        moment = truth.moment
        self._frames.append(
            {
                "frame": truth.frame,
                "at": truth.at,
                "ply": moment.ply,
                "look": self._number(moment.look),
                "expected": self._number(moment.expected),
                "hand": truth.hand,
                "covered": truth.covered,
                "corners": truth.corners_px,
            }
        )
        self._events += [_event(truth, event) for event in moment.events]

    def text(self) -> str:
        """The whole of it as JSON."""
        table, line = self._table, self._table.line
        head: dict[str, Any] = {
            "kibitz": "simulated recording",
            "version": VERSION,
            "game": table.game.name,
            "game_version": table.game.version,
            "setup": line.setup,
            "moves": line.texts(),
            "piece_set": table.piece_set.name,
            "layout": table.options.layout,
            "fps": table.options.fps,
            "size": table.options.size,
            "light": table.options.light,
            "seed": table.options.seed,
            "mistakes": [{"ply": ply, "mistake": name} for ply, name in line.mistakes],
            "missed": line.missed,
            "looks": [look.hex() for look in self._looks],
            "events": self._events,
        }
        start = json.dumps(head, ensure_ascii=False, indent=1)[:-2]
        frames = ",\n".join(json.dumps(frame, separators=(",", ":")) for frame in self._frames)
        return f'{start},\n "frames": [\n{frames}\n]}}\n'

    def _number(self, look: Look) -> int:
        return self._looks.setdefault(look, len(self._looks))


def _event(truth: Truth, event: Event) -> dict[str, Any]:
    return {
        "frame": truth.frame,
        "at": truth.at,
        "event": event.event,
        "ply": event.ply,
        **dict(event.details),
    }


def write_folder(table: SimulatedTable, folder: Path) -> int:
    """Numbered JPEG pictures and truth.json; says how many. Raises BadFile and leaves nothing half done."""
    part = _beside(folder)
    try:
        part.mkdir(parents=True)
        truths = Truths(table)
        for frame, truth in table.shots():
            (part / f"frame_{frame.id:06}.jpg").write_bytes(jpeg(frame.image))
            truths.add(truth)
        (part / "truth.json").write_text(truths.text(), encoding="utf-8")
        if folder.is_dir():
            folder.rmdir()
        part.rename(folder)
    except BaseException as error:
        _remove(part)
        raise _told(error, folder) from None
    return table.truth.frame + 1 if table.truth else 0


def write_video(table: SimulatedTable, path: Path) -> int:
    """A video, and its truth in a file of the same name that ends in .json."""
    part = _beside(path)
    try:
        truths = Truths(table)
        film = _Film(part, table.options.fps, table.options.size)
        try:
            for frame, truth in table.shots():
                film.add(frame.image)
                truths.add(truth)
        finally:
            film.close()
        path.with_suffix(".json").write_text(truths.text(), encoding="utf-8")
        part.replace(path)
    except BaseException as error:
        part.unlink(missing_ok=True)
        raise _told(error, path) from None
    return table.truth.frame + 1 if table.truth else 0


class _Film:
    """OpenCV's writer, which says nothing when it fails."""

    def __init__(self, path: Path, fps: float, size_px: tuple[int, int]) -> None:
        import cv2

        path.parent.mkdir(parents=True, exist_ok=True)
        path.open("xb").close()
        self._path = path
        code = cv2.VideoWriter.fourcc(*"mp4v")
        self._writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, code, fps, size_px)
        if not self._writer.isOpened():
            raise BadFile("a video of this size cannot be written; try 1280x720", name=quoted(path.name))

    def add(self, image: Image) -> None:
        self._writer.write(image)

    def close(self) -> None:
        self._writer.release()


def jpeg(image: Image) -> bytes:
    """The picture as a JPEG file."""
    import cv2

    done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    if not done:
        raise BadFile("a picture could not be encoded as JPEG")
    return data.tobytes()


def _beside(path: Path) -> Path:
    """Where the work is done until it is complete."""
    import os

    return path.with_name(f".{path.stem}.{os.getpid()}.part{path.suffix}")


def _remove(folder: Path) -> None:
    import shutil

    shutil.rmtree(folder, ignore_errors=True)


def _told(error: BaseException, path: Path) -> BaseException:
    if isinstance(error, OSError):
        reason = error.strerror or type(error).__name__
        return BadFile(f"it cannot be written ({reason})", name=quoted(str(path), most=120))
    return error
