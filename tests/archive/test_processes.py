"""Programs that are killed lose nothing they have shown, and two of them can write at once."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest

from kibitz.archive.store import Store
from kibitz.core.record import Entry, GameRecord, Kind

ROOT = Path(__file__).parents[2]
KILLS = {True: 20, False: 5}  # SQLite is our own to keep whole; a PostgreSQL server outlives its clients


class Writers:
    """The program that forks writers, and what they print."""

    def __init__(self, folder: Path, url: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.archive.writer", str(folder), url],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        assert self.process.stdin and self.process.stdout
        self.stdin: IO[str] = self.process.stdin
        self.stdout: IO[str] = self.process.stdout

    def tell(self, line: str) -> None:
        self.stdin.write(line + "\n")
        self.stdin.flush()

    def close(self) -> None:
        self.stdin.close()
        self.stdout.close()
        self.process.wait(timeout=60)


@pytest.fixture
def writers(store: Store, database_url: str, tmp_path: Path) -> Iterator[Writers]:
    found = Writers(tmp_path / "data", database_url)
    yield found
    found.close()


def shown_until_killed(writers: Writers, game_id: int, dice: random.Random) -> list[int]:
    """The numbers that a writer printed before it was killed at some moment."""
    writers.tell(f"append {game_id}")
    pid = int(writers.stdout.readline().removeprefix("pid "))
    shown = [int(writers.stdout.readline()) for _ in range(dice.randint(1, 20))]
    time.sleep(dice.random() * 0.01)
    os.kill(pid, signal.SIGKILL)
    writers.tell("")
    while (line := writers.stdout.readline().strip()) != f"ended {-signal.SIGKILL}":
        shown.append(int(line))
    return shown


def test_kill_9_at_any_moment_loses_no_entry_that_was_shown(store: Store, writers: Writers) -> None:
    dice, game_id = random.Random(9), store.begin(GameRecord("noughts"))
    for _ in range(KILLS[store.database.is_sqlite]):
        before = len(store.record(game_id).entries)
        shown = shown_until_killed(writers, game_id, dice)
        assert shown == list(range(before + 1, before + 1 + len(shown)))
        entries = store.record(game_id).entries
        assert len(entries) >= shown[-1]
        assert entries == tuple(Entry(Kind.NOTE, f"note {n}") for n in range(1, len(entries) + 1))
        assert store.summary(game_id).seq == len(entries)
    store.check()


def test_two_programs_that_write_to_one_game_take_turns(store: Store, writers: Writers) -> None:
    game_id, other = store.begin(GameRecord("noughts")), store.begin(GameRecord("noughts"))
    for line in (f"race {game_id} 20", f"race {game_id} 20", f"race {other} 20", ""):
        writers.tell(line)
    pids = [writers.stdout.readline().split()[1] for _ in range(3)]
    assert writers.stdout.readline() == "ended 0 0 0\n"
    texts = [entry.text for entry in store.record(game_id).entries]
    for pid in pids[:2]:
        assert [text for text in texts if text.startswith(f"{pid} ")] == [f"{pid} {n}" for n in range(20)]
    assert len(store.record(other).entries) == 20
    store.check()
