"""What every source of frames is, and which one a text means.

    open_source("http://192.0.2.7:8080/shot.jpg")    a phone, one picture after the other
    open_source("http://192.0.2.7:8080/video")       the same phone as a stream
    open_source("rtsp://...")  open_source("0")      a network camera; the first USB camera
    open_source("game.mp4")  open_source("folder")   a video file; pictures in name order
    open_source("simulated:chess?seed=7", find)      a table that is only simulated

A source is read in two ways: `for frame in source` gives every frame in order, and a `Reader` follows it
live and keeps the newest frame only.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from kibitz.cameras.picture import decoded
from kibitz.core.errors import BadFile, BadPicture, BadSetting, quoted
from kibitz.core.game import AnyGame
from kibitz.core.observation import Frame, Image

LONGEST_TEXT = 8_000
SCHEMES = ("http", "https", "rtsp")


class Ended(Exception):
    """The source has no further pictures."""


@dataclass(eq=False)
class Shot:
    """One picture: when, which one, and its pixels or the file that holds them."""

    at: float
    """Seconds since the source was made, or since the beginning of a recording."""
    id: int
    image: Image | None = None
    data: bytes | None = None
    """The picture as the camera sent it, to be passed on untouched."""

    def frame(self) -> Frame:
        """The picture decoded, when it is first asked for; raises BadPicture."""
        if self.image is None:
            self.image = decoded(self.data or b"")
        return Frame(self.image, self.at, self.id)


class Source(ABC):
    """Somewhere frames come from. It is opened, read until it ends or fails, closed, and opened again."""

    live = True
    """Whether pictures come by their own clock; recordings are followed at the pace of their times."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.skipped = 0
        self.reason = ""
        self._began = time.monotonic()
        self._count = 0

    @abstractmethod
    def open(self) -> None:
        """Get ready to read; raises CameraFault or BadFile."""

    @abstractmethod
    def read(self) -> Shot | None:
        """The next picture, or nothing within three seconds.

        Raises Ended at the end, CameraFault when the source is lost, BadPicture when one picture is.
        """

    @abstractmethod
    def close(self) -> None:
        """Let go of everything; a closed source can be opened again."""

    def interrupt(self) -> None:  # noqa: B027  most sources never wait long
        """Called from another thread to end a read that waits."""

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __iter__(self) -> Iterator[Frame]:
        """Frames until the source ends: of a recording every one, of a live camera the newest each time.

        A live camera that cannot be opened at first raises CameraFault; later it is opened again by itself.
        """
        return self._live_frames() if self.live else self._all_frames()

    def _live_frames(self) -> Iterator[Frame]:
        from kibitz.cameras.reader import Reader, State

        self.open()
        with Reader(self, is_open=True) as reader:
            last = -1
            while (frame := reader.wait(last)) or reader.condition.state is not State.ENDED:
                if frame is not None:
                    last = frame.id
                    yield frame

    def _all_frames(self) -> Iterator[Frame]:
        """In order; pictures that cannot be used are skipped and counted."""
        with self:
            while True:
                try:
                    shot = self.read()
                    frame = None if shot is None else shot.frame()
                except Ended:
                    return
                except BadPicture as fault:
                    self.skipped, self.reason = self.skipped + 1, str(fault)
                    continue
                if frame is not None:
                    yield frame

    def _shot(
        self, image: Image | None = None, data: bytes | None = None, *, at: float | None = None
    ) -> Shot:
        self._count += 1
        return Shot(time.monotonic() - self._began if at is None else at, self._count - 1, image, data)


def open_source(text: str, find: Callable[[str], AnyGame] | None = None) -> Source:
    """The source that a text means, not yet opened; `find` gives a simulated table its game."""
    text = text.strip()
    if not text or len(text) > LONGEST_TEXT or "\0" in text:
        raise BadSetting("A camera is a number, an address, a file or a folder; see docs/cameras.md.")
    if text.startswith("simulated:"):
        return _simulated(text, find)
    if text.isascii() and text.isdecimal():
        from kibitz.cameras.device import Device

        return Device(int(text))
    if "://" in text:
        return _by_address(text)
    return _by_path(text)


def _simulated(text: str, find: Callable[[str], AnyGame] | None) -> Source:
    from kibitz.cameras.simulated import simulated

    if find is None:
        raise BadSetting("A simulated table cannot be used here: no games are at hand.")
    return simulated(text, find)


def _by_address(text: str) -> Source:
    scheme = text.partition("://")[0].lower()
    if scheme not in SCHEMES:
        raise BadSetting(
            f"Cameras are reached by {', '.join(SCHEMES)}, not by {quoted(scheme, most=20)}; "
            "an address looks like http://192.168.0.5:8080/shot.jpg."
        )
    from kibitz.cameras.http_address import Address
    from kibitz.cameras.http_still import HttpStill
    from kibitz.cameras.mjpeg import Mjpeg
    from kibitz.cameras.stream import Stream

    address = Address.read(text)
    if scheme == "rtsp":
        return Stream(address)
    return HttpStill(address.or_path("/shot.jpg")) if address.is_still else Mjpeg(address)


def _by_path(text: str) -> Source:
    from kibitz.cameras.file import File
    from kibitz.cameras.folder import Folder

    try:
        path = Path(text).expanduser()
        if path.is_dir():
            return Folder(path)
        if path.is_file():
            return File(path)
    except (OSError, ValueError, RuntimeError):
        pass
    raise BadFile("there is no such file, folder or camera", name=quoted(text, most=120))
