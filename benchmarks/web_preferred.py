"""Asking Linux to prefer this run to whatever else keeps the machine busy.

Linux shares the processor among sessions first (autogroups), so niceness inside one session does not help
against another. A session's group has a niceness of its own, which root may lower.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

NICENESS = -18
PROC = Path("/proc")


@contextmanager
def preferred() -> Iterator[bool]:
    """Prefer this session for a while; whether that is allowed."""
    own = PROC / "self" / "autogroup"
    try:
        own.write_text(str(NICENESS))
    except OSError:
        yield False
        return
    try:
        yield True
    finally:
        own.write_text("0")


def prefer_descendants() -> None:
    """The same for children that have begun sessions of their own, as browsers do."""
    for pid in _descendants(os.getpid()):
        with suppress(OSError):
            if "-18" in (PROC / "self" / "autogroup").read_text():
                (PROC / str(pid) / "autogroup").write_text(str(NICENESS))


def _descendants(pid: int) -> list[int]:
    children: dict[int, list[int]] = {}
    for path in PROC.glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = path.read_text().rpartition(")")[2].split()
            children.setdefault(int(fields[1]), []).append(int(path.parent.name))
    found, waiting = list[int](), [pid]
    while waiting:
        waiting += (below := children.get(waiting.pop(), []))
        found += below
    return found
