"""The server's end of a camera process: it is started, heard, spoken to, and started again when it dies."""

from __future__ import annotations

import multiprocessing
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from multiprocessing.connection import Connection
from typing import Self

from kibitz.core.board import Point
from kibitz.core.look import Look
from kibitz.watching.news import Condition, Expect, Failed, News, Push, Show, Tap, Told
from kibitz.watching.order import Order

DIED = "The camera process ended unexpectedly; it is being started again."
FIRST_WAIT_S, LONGEST_WAIT_S, LIVED_S = 0.3, 8.0, 20.0
LEAVE_S = 2.0


def _watch(pipe: Connection, order: Order) -> None:
    """What the other process runs; OpenCV is loaded there and not here."""
    from kibitz.watching.child import main

    main(pipe, order)


class Link:
    """One camera process. `heard` is called from a thread with everything that it tells."""

    def __init__(self, order: Order, heard: Callable[[News], None]) -> None:
        self._order, self._heard = order, heard
        self._expected: Look | None = None
        self._shown = False
        self._newest: bytes | None = None
        self._waiting: list[Told] = []
        self._news = threading.Condition()
        self._stop = threading.Event()
        self._process: multiprocessing.process.BaseProcess | None = None
        self._thread = threading.Thread(target=self._run, name="camera process", daemon=True)

    @property
    def pid(self) -> int | None:
        """The process that watches now."""
        process = self._process
        return process.pid if process else None

    def start(self) -> Self:
        """Begin; returns at once."""
        self._thread.start()
        return self

    def stop(self) -> None:
        """Let the process end."""
        self._stop.set()
        if (process := self._process) is not None:
            process.terminate()
        with self._news:
            self._news.notify_all()

    def close(self) -> None:
        """End the process; returns once it is gone."""
        self.stop()
        if self._thread.ident is not None:
            self._thread.join(LEAVE_S)

    # --- what it is told

    def push(self, data: bytes) -> None:
        """A picture that was brought; one that has not been handed over yet is replaced."""
        with self._news:
            self._newest = data
            self._news.notify_all()

    def tap(self, corners_px: tuple[Point, ...]) -> None:
        """The board has these corners."""
        self._order = replace(self._order, corners_px=corners_px)
        self._tell(Tap(corners_px))

    def expect(self, look: Look | None) -> None:
        """What stands on the board if all is well."""
        if look != self._expected:
            self._expected = look
            self._tell(Expect(look))

    def show(self, wanted: bool) -> None:
        """Whether pictures are wanted."""
        if wanted != self._shown:
            self._shown = wanted
            self._tell(Show(wanted))

    def _tell(self, told: Told) -> None:
        with self._news:
            self._waiting.append(told)
            self._news.notify_all()

    # --- in the threads

    def _run(self) -> None:
        wait_s = FIRST_WAIT_S
        while not self._stop.is_set():
            began = time.monotonic()
            try:
                if self._live():
                    return
            except OSError as fault:
                self._heard(Condition("lost", f"The camera process cannot be started ({fault.strerror})."))
            if self._stop.is_set():
                return
            self._heard(Condition("lost", DIED))
            wait_s = FIRST_WAIT_S if time.monotonic() - began > LIVED_S else min(2 * wait_s, LONGEST_WAIT_S)
            self._stop.wait(wait_s)

    def _live(self) -> bool:
        """One life of the process; whether it ended because it cannot do what it is asked."""
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        self._process = process = context.Process(target=_watch, args=(theirs, self._order), daemon=True)
        process.start()
        theirs.close()
        with self._news:
            self._waiting = [Expect(self._expected), Show(self._shown)]
        speaking = threading.Thread(target=self._speak, args=(ours, process), daemon=True)
        speaking.start()
        try:
            return self._hear(ours)
        finally:
            process.terminate()
            process.join(LEAVE_S)
            with self._news:
                self._news.notify_all()
            speaking.join(LEAVE_S)
            ours.close()

    def _hear(self, pipe: Connection) -> bool:
        while not self._stop.is_set():
            try:
                news: News = pipe.recv()
            except (EOFError, OSError):
                return False
            self._heard(news)
            if isinstance(news, Failed):
                return True
        return True

    def _speak(self, pipe: Connection, process: multiprocessing.process.BaseProcess) -> None:
        """Hand over what waits; of pictures the newest only."""
        while process.is_alive() and not self._stop.is_set():
            with self._news:
                self._news.wait_for(lambda: self._waiting or self._newest is not None, timeout=1.0)
                told, self._waiting = self._waiting, []
                if self._newest is not None:
                    told, self._newest = [*told, Push(self._newest)], None
            try:
                for one in told:
                    pipe.send(one)
            except (OSError, ValueError):
                return
