"""The same work here, on this machine's cores or on a cluster; nobody else needs to know which.

from kibitz.work.spread import spread

for path, lines in spread(count_lines, paths):                          on every core
for path, lines in spread(count_lines, paths, "tcp://10.0.0.5:8786"):   on a Dask cluster
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator

from kibitz.core.work import I, O, in_turn


def spread(
    work: Callable[[I], O], items: Iterable[I], scheduler: str = "", *, workers: int | None = None
) -> Iterator[tuple[I, O]]:
    """Each item with its result, as they come; raises WorkFault for work that ends its worker every time.

    Without a scheduler, `workers` processes of this machine do it (none: one a core; 1: no process at all).
    Items are taken from their source as they are needed, and leaving the loop cancels what is not begun.
    """
    if scheduler:
        from kibitz.work.cluster import on_cluster

        return on_cluster(work, items, scheduler)
    count = cores() if workers is None else workers
    if count == 1:
        return in_turn(work, items)
    from kibitz.work.pool import in_processes

    return in_processes(work, items, count)


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
