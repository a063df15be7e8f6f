"""Pieces of work for the tests: functions that other processes can import."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from kibitz.core.errors import BadSetting


def square(number: int) -> int:
    return number * number


def slow_square(number: int) -> int:
    time.sleep(0.05)
    return number * number


def dies_the_first_time(item: tuple[Path, int]) -> int:
    """Number 5 kills its own process, once."""
    folder, number = item
    if number == 5 and not (folder / "died").exists():
        (folder / "died").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def always_dies(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def refuses(number: int) -> int:
    raise BadSetting(f"{number} is refused.")
