"""kill -9 at random moments during followed games, and what must be true after each."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from kibitz.archive.opening import open_archive
from kibitz.core.record import GameRecord, replay
from kibitz.games import find

PLIES = 50  # after so many a new game is begun in a new archive


@contextlib.contextmanager
def server() -> Iterator[subprocess.Popen[str]]:
    """The program that follows, ready to be killed and started again."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.table.followed"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    ) as process:
        yield process
        assert process.stdin
        process.stdin.close()


@dataclass
class Killing:
    """Kills the follower again and again; every move that was shown must be there afterwards."""

    server: subprocess.Popen[str]
    folder: Path
    rng: random.Random
    longest_s: float = 0.12
    """From the restart to the kill; a move is followed in a tenth of that on a quiet machine."""
    games: int = 0
    shown: int = 0
    said: dict[int, str] = field(default_factory=dict)

    def kill(self) -> None:
        """Follow for a random while, kill, and look into the archive."""
        if not self.games or len(self.said) >= PLIES:
            self.games, self.said = self.games + 1, {}
        folder = self.folder / str(self.games)
        folder.mkdir(exist_ok=True)
        before = len(self.said)
        for line in self._killed(folder):
            self._hear(line.split())
        self.shown += len(self.said) - before
        self._look_into(folder)

    def _hear(self, words: list[str]) -> None:
        if words[0] == "resumed":
            assert int(words[1]) >= len(self.said), "a move that was shown is gone"
        elif len(words) == 3:
            assert self.said.setdefault(int(words[1]), words[2]) == words[2], "the record has changed"

    def _look_into(self, folder: Path) -> None:
        record = _kept(folder)
        texts = [entry.text for entry in record.entries] if record else []
        assert {ply: texts[ply - 1] for ply in self.said} == self.said
        assert record is None or replay(find("draughts/english"), record).ply == len(texts)

    def _killed(self, folder: Path) -> list[str]:
        """Every line that was said before the end."""
        assert self.server.stdin and self.server.stdout
        print(folder, file=self.server.stdin, flush=True)
        lines, child = list[str](), 0
        while (line := self.server.stdout.readline()) != "ended\n":
            words = line.split()
            if words[0] == "child":
                child = int(words[1])
            else:
                lines.append(line)
            if child and any(line.startswith("resumed") for line in lines):
                threading.Timer(self.rng.uniform(0.0, self.longest_s), _kill, (child,)).start()
                child = 0
        return lines


def _kept(folder: Path) -> GameRecord | None:
    """The only game in the archive, which must be whole."""
    store = open_archive(folder)
    games = store.search(limit=5).games
    record = store.record(games[0].id) if games else None
    store.check()
    store.close()
    assert len(games) <= 1
    return record


def _kill(child: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
