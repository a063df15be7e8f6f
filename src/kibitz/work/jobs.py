"""What is still to be done: fresh items, and those that were lost with their worker."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic

from kibitz.core.errors import WorkFault
from kibitz.core.work import I

MOST_TRIES = 4
"""How often a piece of work may be lost before it is thought to be its own fault; Dask's own limit."""


@dataclass(slots=True)
class Job(Generic[I]):
    """An item and how often it was lost."""

    item: I
    lost: int = 0


class Jobs(Generic[I]):
    """Hands out what is to be done, the lost first."""

    def __init__(self, items: Iterable[I]) -> None:
        self._fresh, self._ready = iter(items), deque[Job[I]]()

    def next(self) -> Job[I] | None:
        """A job, or none when all are handed out."""
        if self._ready:
            return self._ready.popleft()
        for item in self._fresh:
            return Job(item)
        return None

    def back(self, jobs: Iterable[Job[I]]) -> bool:
        """Take back what was lost; whether there is any."""
        for job in list(jobs):
            job.lost += 1
            if job.lost >= MOST_TRIES:
                raise WorkFault(f"A piece of work ended its process {job.lost} times; it is given up.")
            self._ready.append(job)
        return bool(self._ready)
