"""kill -9 at random moments during a followed game: nothing that was shown is lost, and the table goes on."""

from __future__ import annotations

import random
from pathlib import Path

from tests.table.killing import Killing, server

KILLS = 20  # `python benchmarks/kill.py` does it 200 times


def test_twenty_kills_lose_nothing_that_was_shown(tmp_path: Path) -> None:
    with server() as follower:
        killing = Killing(follower, tmp_path, random.Random(9))
        for _ in range(KILLS):
            killing.kill()
    assert killing.shown > KILLS / 2
