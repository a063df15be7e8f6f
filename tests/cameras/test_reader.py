"""The reader: newest frame only, always reopened, nothing left behind."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from kibitz.cameras.pushed import Pushed
from kibitz.cameras.reader import Reader, State, Waits
from kibitz.cameras.source import Ended, Shot, Source
from kibitz.core.errors import BadPicture, CameraFault
from tests.cameras.conftest import SOON
from tests.cameras.servers import picture, until

HANDLES = Path("/proc/self/fd")
BESIDE = 8
"""Files that others in this process may have opened meanwhile."""


class Played(Source):
    """A source that does what a list says: a number of pictures, a fault, or the end."""

    def __init__(self, *acts: int | Exception, live: bool = True) -> None:
        super().__init__("The test camera")
        self.live = live
        self._acts: Iterator[int | Exception] = iter(acts)
        self._left = 0
        self.opened = self.closed = 0

    def open(self) -> None:
        self.opened += 1

    def read(self) -> Shot | None:
        while self._left == 0:
            act = next(self._acts, None)
            if act is None:
                raise Ended
            if isinstance(act, Exception):
                raise act
            self._left = act
        self._left -= 1
        return self._shot(np.zeros((4, 4, 3), np.uint8), at=0.0 if not self.live else None)

    def close(self) -> None:
        self.closed += 1


class Clockless(threading.Event):
    """An event that remembers how long it was asked to wait and never waits."""

    def __init__(self) -> None:
        super().__init__()
        self.waited: list[float] = []

    def wait(self, timeout: float | None = None) -> bool:
        self.waited.append(timeout or 0.0)
        return super().wait(0)


def test_only_the_newest_frame_is_kept() -> None:
    with Reader(Played(1000), SOON) as reader:
        assert until(lambda: reader.condition.state is State.ENDED)
        frame = reader.latest()
        assert frame is not None and frame.id == 999
        assert reader.latest(after=999) is None


def test_a_lost_camera_is_opened_again_after_longer_and_longer_waits() -> None:
    source = Played(*[CameraFault("gone")] * 8)
    reader = Reader(source)
    reader._stop = waits = Clockless()
    with reader:
        assert until(lambda: reader.condition.state is State.ENDED)
    assert waits.waited == [0.25, 0.5, 1.0, 2.0, 4.0, 5.0, 5.0, 5.0]
    assert source.opened == source.closed == 9


def test_a_frame_makes_the_waits_short_again() -> None:
    reader = Reader(
        Played(CameraFault("gone"), CameraFault("gone"), 1, CameraFault("gone"), CameraFault("gone"))
    )
    reader._stop = waits = Clockless()
    with reader:
        assert until(lambda: reader.condition.state is State.ENDED)
    assert waits.waited == [0.25, 0.5, 0.25, 0.5]


def test_a5_a_bad_picture_changes_nothing() -> None:
    with Reader(Played(3, BadPicture("rubbish"), 2), SOON) as reader:
        assert until(lambda: reader.condition.state is State.ENDED)
        frame = reader.latest()
        assert frame is not None and frame.id == 4


def test_a_fault_nobody_foresaw_loses_the_camera_but_not_the_reader() -> None:
    source = Played(RuntimeError("out of cable"), 1)
    with Reader(source, Waits(first_s=0.5)) as reader:
        assert until(lambda: "out of cable" in reader.condition.reason)
        assert until(lambda: reader.condition.state is State.ENDED)
        assert reader.latest() is not None


def test_waiting_returns_as_soon_as_there_is_a_frame() -> None:
    pushed = Pushed()
    with Reader(pushed, SOON) as reader:
        assert reader.wait(timeout_s=0.01) is None
        pushed.push(picture())
        frame = reader.wait(timeout_s=20)
        assert frame is not None and frame.image.shape == (48, 64, 3)


def test_a_live_camera_iterated_gives_the_newest_and_survives_faults() -> None:
    source = Played(5, CameraFault("gone"), 5)
    frames = list(source)
    assert frames[-1].id == 9
    assert [f.id for f in frames] == sorted({f.id for f in frames})


def test_a_live_camera_that_is_not_there_is_told_at_once() -> None:
    class Missing(Played):
        def open(self) -> None:
            raise CameraFault("There is no such camera.")

    with pytest.raises(CameraFault, match="no such camera"):
        next(iter(Missing()))


def test_pushed_rubbish_is_refused_and_the_last_picture_stands() -> None:
    pushed = Pushed()
    shot = pushed.push(picture())
    with pytest.raises(BadPicture):
        pushed.push(b"rubbish")
    assert pushed.read() is shot


def test_five_thousand_pushed_frames_leave_nothing_behind() -> None:
    kept: weakref.WeakSet[Shot] = weakref.WeakSet()
    data = picture()
    files = _open_files()
    pushed = Pushed()
    with Reader(pushed, SOON) as reader:
        for number in range(5_000):
            kept.add(pushed.push(data))
            if number % 100 == 0:
                reader.latest()
        assert until(lambda: reader.shot(after=4_998) is not None)
        gc.collect()
        assert len(kept) <= 2
    assert _open_files() <= files + BESIDE


def test_readers_that_never_find_their_camera_leave_nothing_behind() -> None:
    from kibitz.cameras.source import open_source

    files = _open_files()
    for _ in range(30):
        with Reader(open_source("http://127.0.0.1:9/shot.jpg"), SOON) as reader:
            assert until(lambda r=reader: "Nothing answers" in r.condition.reason)  # type: ignore[misc]  # default
    assert _open_files() <= files + BESIDE


def _open_files() -> int:
    return len(list(HANDLES.iterdir())) if HANDLES.is_dir() else 0
