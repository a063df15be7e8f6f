"""Work on the cores of this machine, a process each; a process that dies is replaced."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool

from kibitz.core.work import I, O
from kibitz.work.jobs import Job, Jobs


def in_processes(work: Callable[[I], O], items: Iterable[I], workers: int) -> Iterator[tuple[I, O]]:
    """Each item with its result, as they come."""
    jobs, underway = Jobs(items), dict[Future[O], Job[I]]()
    while True:
        try:
            return (yield from _pooled(work, jobs, underway, workers))
        except BrokenProcessPool:
            jobs.back(underway.values())
            underway.clear()


def _pooled(
    work: Callable[[I], O], jobs: Jobs[I], underway: dict[Future[O], Job[I]], workers: int
) -> Iterator[tuple[I, O]]:
    """Work until all is done, or until a process dies: then `underway` has what it and the others had."""
    # Started afresh, not forked: a fork of a process that has threads (numba's, the bots') may hang.
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=fresh, initializer=_begin) as pool:
        try:
            while _filled(pool, work, jobs, underway, workers):
                done, _ = wait(underway, return_when=FIRST_COMPLETED)
                for future in done:
                    result = future.result()
                    yield underway.pop(future).item, result
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _filled(
    pool: ProcessPoolExecutor,
    work: Callable[[I], O],
    jobs: Jobs[I],
    underway: dict[Future[O], Job[I]],
    workers: int,
) -> bool:
    """Give every process something to do; whether any has."""
    while len(underway) < workers and (job := jobs.next()) is not None:
        try:
            underway[pool.submit(work, job.item)] = job
        except BrokenProcessPool:
            underway[Future()] = job
            raise
    return bool(underway)


def _begin() -> None:
    """A worker ends quietly with Ctrl-C and with the process that started it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    threading.Thread(target=_outlive_nobody, daemon=True).start()


def _outlive_nobody() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
