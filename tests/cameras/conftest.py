"""Short waits, so that servers that stall are noticed quickly, and a check that nothing is left behind."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from kibitz.cameras import http_answer, http_still, mjpeg
from kibitz.cameras.reader import Waits

SOON = Waits(stalled_s=0.25, first_s=0.05, longest_s=0.2, bad_picture_s=0.02, rubbish_s=0.5)


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Timeouts of a third of a second instead of three."""
    for module in (http_answer, http_still, mjpeg):
        monkeypatch.setattr(module, "TIMEOUT_S", 0.35)
    yield


@pytest.fixture(autouse=True)
def no_thread_is_left() -> Iterator[None]:
    """Every reader that a test starts has ended with it."""
    before = set(threading.enumerate())
    yield
    left = [t for t in threading.enumerate() if t not in before and t.name.startswith("camera")]
    for thread in left:
        thread.join(5)
    assert not [t for t in left if t.is_alive()]
