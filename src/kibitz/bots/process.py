"""An engine process that speaks lines: started, asked, and ended, each in bounded time and memory."""

from __future__ import annotations

import contextlib
import queue
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from kibitz.core.errors import EngineFault, quoted

LONGEST_LINE = 16_384
"""Characters of a line; a longer one is garbage."""
MOST_WAITING = 20_000
"""Lines kept while nobody reads; an engine that talks more waits for us."""
POLL_S = 0.02
GOODBYE_S = 1.0


class EngineProcess:
    """A running engine."""

    def __init__(self, command: Sequence[str]) -> None:
        self.path = command[0]
        self._lines: queue.Queue[str | None] = queue.Queue(MOST_WAITING)
        self._process = _started(command)
        self._closed = False
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def running(self) -> bool:
        """Whether the process is there and was not closed."""
        return not self._closed and self._process.poll() is None

    def send(self, line: str) -> None:
        """Say one line; raises EngineFault when nobody listens."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self.fault(self._how_it_ended()) from None

    def wait_for(
        self,
        wanted: Callable[[str], bool],
        seconds: float | None,
        stopped: Callable[[], bool] = lambda: False,
    ) -> str | None:
        """The next line that is wanted; none when told to stop; raises EngineFault when it is late."""
        deadline = None if seconds is None else time.monotonic() + seconds
        while not stopped():
            line = self._next()
            if line is not None and wanted(line):
                return line
            if deadline is not None and time.monotonic() > deadline:
                raise self.fault(f"did not answer within {seconds:g} seconds")
        return None

    def read_until(self, word: str, seconds: float) -> list[str]:
        """Everything said up to a line that begins with this word; raises EngineFault when it is late."""
        told: list[str] = []

        def wanted(line: str) -> bool:
            if len(told) < MOST_WAITING:
                told.append(line)
            return line.split(maxsplit=1)[:1] == [word]

        self.wait_for(wanted, seconds)
        return told

    def _next(self) -> str | None:
        """A line, or none after a moment's silence."""
        try:
            line = self._lines.get(timeout=POLL_S)
        except queue.Empty:
            return None
        if line is None:
            self._lines.put(None)
            raise self.fault(self._how_it_ended())
        return line

    def fault(self, what: str) -> EngineFault:
        """What went wrong, as an error to raise; the process is ended."""
        self.kill()
        return EngineFault(f"The engine {quoted(self.path)} {what}.")

    def close(self) -> None:
        """Say goodbye, then end the process whatever it does."""
        if self.running:
            with contextlib.suppress(EngineFault):
                self.send("quit")
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(GOODBYE_S)
        self.kill()

    def kill(self) -> None:
        """End the process now."""
        self._closed = True
        with contextlib.suppress(OSError):
            self._process.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(GOODBYE_S)
        if self._process.stdin is not None:
            with contextlib.suppress(OSError):
                self._process.stdin.close()

    def _how_it_ended(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(GOODBYE_S)
        code = self._process.poll()
        return "closed its output" if code is None else f"ended by itself with code {code}"

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as out:
            try:
                while line := out.readline(LONGEST_LINE):
                    self._put(line.strip())
            except (OSError, ValueError):
                pass
        self._put(None)

    def _put(self, line: str | None) -> None:
        """Hand a line over, waiting for a reader, but not for a process that is gone."""
        while True:
            try:
                return self._lines.put(line, timeout=POLL_S)
            except queue.Full:
                if self._closed:
                    return None


def _started(command: Sequence[str]) -> subprocess.Popen[str]:
    path = Path(command[0]).expanduser()
    if not path.is_file():
        raise EngineFault(f"There is no engine {quoted(str(path))}; give the path of its program file.")
    try:
        return subprocess.Popen(
            [str(path.resolve()), *command[1:]],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=path.resolve().parent,
            text=True,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,
        )
    except OSError as error:
        raise EngineFault(f"The engine {quoted(str(path))} cannot be started: {error.strerror}.") from None
