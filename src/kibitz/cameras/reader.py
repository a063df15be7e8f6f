"""Follows a source live: one thread that always reads, keeps the newest frame only, and always reopens.

         a frame came                no frame for 2 s                the source failed
lost ----------------> connected ----------------------> stalled ---------------------> lost
                           ^--------- a frame came ---------'     tried again after 0.25 s, 0.5 s ... 5 s
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from kibitz.cameras.source import Ended, Shot, Source
from kibitz.core.errors import BadPicture, KibitzError
from kibitz.core.observation import Frame


class State(StrEnum):
    """How it stands with a camera."""

    CONNECTED = "connected"
    STALLED = "stalled"
    LOST = "lost"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Condition:
    """The state, and in a sentence why it is not better."""

    state: State
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Waits:
    """How long is waited for what, in seconds."""

    stalled_s: float = 2.0  # people notice a still picture after about two seconds
    first_s: float = 0.25
    longest_s: float = 5.0
    bad_picture_s: float = 0.1  # a camera that sends rubbish is not asked as fast as it answers
    rubbish_s: float = 3.0  # after so long of nothing else, a new connection may help
    leave_s: float = 5.0  # longer than any source waits


class _OnlyRubbish(Exception):
    """The source answers, but for long with nothing that can be used."""


class Reader:
    """The newest frame of a source, whatever happens to it."""

    def __init__(self, source: Source, waits: Waits | None = None, *, is_open: bool = False) -> None:
        self.source, self._is_open = source, is_open
        self._waits = waits or Waits()
        self._stop = threading.Event()
        self._news = threading.Condition()
        self._newest: Shot | None = None
        self._came: float | None = None
        self._open = self._ended = False
        self._reason = f"{source.name} is being opened."
        self._thread = threading.Thread(target=self._run, name=f"camera {source.name}", daemon=True)

    def start(self) -> Self:
        """Begin to read."""
        self._thread.start()
        return self

    def close(self) -> None:
        """Stop reading and let go of the source; returns once the thread has ended, or after seconds."""
        self._stop.set()
        if self._thread.ident is not None:
            self.source.interrupt()
            self._thread.join(self._waits.leave_s)
        with self._news:
            self._news.notify_all()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def condition(self) -> Condition:
        """How it stands now."""
        with self._news:
            return self._condition()

    def latest(self, after: int = -1) -> Frame | None:
        """The newest frame if it is newer than the one with this id and the camera is there; never waits."""
        shot = self.shot(after)
        try:
            return None if shot is None else shot.frame()
        except BadPicture as fault:
            self._refuse(shot, str(fault))
            return None

    def wait(self, after: int = -1, timeout_s: float = 1.0) -> Frame | None:
        """The newest frame, as soon as there is one newer than the one with this id."""
        self.wait_shot(after, timeout_s)
        return self.latest(after)

    def wait_shot(self, after: int = -1, timeout_s: float = 1.0) -> Shot | None:
        """The same undecoded."""
        with self._news:
            self._news.wait_for(lambda: self._fresh(after) is not None or self._over(), timeout_s)
            return self._fresh(after)

    def shot(self, after: int = -1) -> Shot | None:
        """The newest picture undecoded, for passing on."""
        with self._news:
            return self._fresh(after)

    def _fresh(self, after: int) -> Shot | None:
        shot = self._newest
        if shot is None or shot.id <= after:
            return None
        return shot if self._condition().state in (State.CONNECTED, State.ENDED) else None

    def _over(self) -> bool:
        return self._ended or self._stop.is_set()

    def _condition(self) -> Condition:
        if self._ended:
            return Condition(State.ENDED, self._reason)
        if not self._open:
            return Condition(State.LOST, self._reason)
        if self._came is not None and time.monotonic() - self._came <= self._waits.stalled_s:
            return Condition(State.CONNECTED)
        quiet = f"{self.source.name} is there but has sent no picture for {self._waits.stalled_s:g} s."
        return Condition(State.STALLED, self._reason or quiet)

    # --- in the thread

    def _run(self) -> None:
        wait_s = self._waits.first_s
        while not self._stop.is_set():
            before = self._came
            try:
                self._read_on()
            except Ended:
                return self._close_for_good()
            except _OnlyRubbish:
                pass
            except KibitzError as fault:
                self._lose(str(fault))
            except Exception as fault:
                self._lose(f"{self.source.name} failed ({type(fault).__name__}: {fault}).")
            finally:
                self.source.close()
            wait_s = self._waits.first_s if self._came != before else wait_s
            self._stop.wait(wait_s)
            wait_s = min(2 * wait_s, self._waits.longest_s)
        return None

    def _read_on(self) -> None:
        if not self._is_open:
            self.source.open()
        self._is_open = False
        began = time.monotonic()
        with self._news:
            self._open, self._reason = True, self._reason if self._open else ""
        good_at = began
        while not self._stop.is_set():
            try:
                shot = self.source.read()
            except BadPicture as fault:
                self._refuse(None, str(fault))
                self._stop.wait(self._waits.bad_picture_s)
                if self.source.live and time.monotonic() - good_at > self._waits.rubbish_s:
                    raise _OnlyRubbish from None
                continue
            if shot is not None:
                self._wait_until_due(shot, began)
                self._take(shot)
                good_at = time.monotonic()

    def _wait_until_due(self, shot: Shot, began: float) -> None:
        if not self.source.live:
            self._stop.wait(max(0.0, began + shot.at - time.monotonic()))

    def _take(self, shot: Shot) -> None:
        with self._news:
            self._newest, self._came = shot, time.monotonic()
            self._open, self._reason = True, ""
            self._news.notify_all()

    def _refuse(self, shot: Shot | None, reason: str) -> None:
        """The camera answers, but with nothing that can be used."""
        with self._news:
            self._open, self._reason = True, reason
            if shot is not None and self._newest is shot:
                self._newest = None

    def _lose(self, reason: str) -> None:
        with self._news:
            self._open, self._reason = False, reason
            self._news.notify_all()

    def _close_for_good(self) -> None:
        with self._news:
            self._ended, self._reason = True, f"{self.source.name} has ended."
            self._news.notify_all()
