"""kill -9 at random moments during a followed game: nothing that was shown is lost, and the table goes on."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from kibitz.archive.opening import open_archive
from kibitz.core.record import replay
from kibitz.games import find

KILLS = 20


@pytest.fixture
def server() -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.table.followed"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    with process:
        yield process
        assert process.stdin
        process.stdin.close()


def run_and_kill(server: subprocess.Popen[str], folder: Path, rng: random.Random) -> list[str]:
    """Follow for a random while, then kill; every line that was said before."""
    assert server.stdin and server.stdout
    print(folder, file=server.stdin, flush=True)
    lines, child = list[str](), 0
    while (line := server.stdout.readline()) != "ended\n":
        words = line.split()
        if words[0] == "child":
            child = int(words[1])
        else:
            lines.append(line)
        if child and any(line.startswith("resumed") for line in lines):
            threading.Timer(rng.uniform(0.0, 0.12), kill, (child,)).start()
            child = 0
    return lines


def kill(child: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)


def test_twenty_kills_lose_nothing_that_was_shown(tmp_path: Path, server: subprocess.Popen[str]) -> None:
    game, rng = find("draughts/english"), random.Random(9)
    said: dict[int, str] = {}
    for _ in range(KILLS):
        for line in run_and_kill(server, tmp_path, rng):
            words = line.split()
            if words[0] == "resumed":
                assert int(words[1]) >= len(said)
            elif len(words) == 3:
                assert said.setdefault(int(words[1]), words[2]) == words[2]
        store = open_archive(tmp_path)
        kept = store.search(limit=5).games
        record = store.record(kept[0].id) if kept else None
        store.check()
        store.close()
        assert len(kept) <= 1
        texts = [entry.text for entry in record.entries] if record else []
        assert {ply: texts[ply - 1] for ply in said} == said
        assert record is None or replay(game, record).ply == len(texts)
    assert len(said) > KILLS / 2
