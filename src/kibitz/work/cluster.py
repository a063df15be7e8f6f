"""Work on a Dask cluster: it goes to whoever is free, and again to others when a worker dies."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import suppress
from itertools import islice
from typing import Any

from kibitz.core.errors import BadSetting, KibitzError, WorkFault, quoted
from kibitz.core.work import I, O

CONNECT_S = 10.0
WORKERS_S = 60.0
"""How long to wait for a worker where there is none."""
GLANCE_S, LOOK_ROUND_S = 0.02, 2.0
"""How often to look for results, and for workers."""
FETCH_S = 60.0
"""How long a result may be on its way, before it is thought to be lost with the worker that had it."""
DONE = ("finished", "error", "cancelled")
AHEAD = 2
"""Pieces of work handed out for each thread of the cluster: one under way, one waiting beside it."""


def on_cluster(work: Callable[[I], O], items: Iterable[I], address: str) -> Iterator[tuple[I, O]]:
    """Each item with its result, as they come."""
    client = joined(address)
    try:
        yield from _gathered(client, work, iter(items))
    except KibitzError:
        raise
    except Exception as error:
        raise _told(error, address) or error from None
    finally:
        with suppress(Exception):  # a cluster that is gone cannot be left politely
            client.close(timeout=CONNECT_S)


def joined(address: str) -> Any:
    """A client of the scheduler there, which has at least one worker; raises BadSetting."""
    try:
        import dask
        from distributed import Client
    except ImportError:
        raise BadSetting(
            "Work on a cluster needs Dask: install it with 'pip install kibitz[cluster]'."
        ) from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # we say what went wrong, in one sentence
    # Tables travel inside the work: large, but they survive the death of a worker.
    dask.config.set({"distributed.admin.large-graph-warning-threshold": "8 GiB"})
    try:
        client = Client(address, timeout=CONNECT_S, set_as_default=False)
    except (OSError, TimeoutError, ValueError, RuntimeError):
        raise BadSetting(
            f"No Dask scheduler answers at {quoted(address)}; an address looks like tcp://10.0.0.5:8786."
        ) from None
    try:
        client.wait_for_workers(1, timeout=WORKERS_S)
    except TimeoutError:
        client.close()
        raise BadSetting(
            f"The scheduler at {quoted(address)} has no workers; start some with 'dask worker {address}'."
        ) from None
    return client


def _gathered(client: Any, work: Callable[[I], O], items: Iterator[I]) -> Iterator[tuple[I, O]]:
    underway: dict[Any, I] = {}
    while True:
        room = max(1, AHEAD * sum(client.nthreads().values())) - len(underway)
        for item in islice(items, max(0, room)):
            underway[client.submit(work, item, pure=False)] = item
        if not underway:
            return
        for future in _finished(client, underway):
            try:
                result = future.result(timeout=FETCH_S)
            except TimeoutError:
                if future.status == "error":  # the work's own error
                    raise
                continue  # Dask does it again: it is waited for with the others
            yield underway.pop(future), result


def _finished(client: Any, futures: Iterable[Any]) -> list[Any]:
    """Those that are done, at least one of them, failures first; raises WorkFault when nobody is left."""
    lonely_s = 0.0
    while True:
        began = time.monotonic()
        while time.monotonic() < began + LOOK_ROUND_S:
            if done := [future for future in futures if future.status in DONE]:
                return sorted(done, key=lambda future: future.status != "error")
            if client.status != "running":
                raise CancelledError
            time.sleep(GLANCE_S)
        lonely_s = 0.0 if client.nthreads() else lonely_s + LOOK_ROUND_S
        if lonely_s >= WORKERS_S:
            raise WorkFault("The cluster has lost all its workers; what was not finished is lost.")


def _told(error: Exception, address: str) -> KibitzError | None:
    """Dask's own troubles in a sentence; none for an error of the work itself."""
    from distributed import KilledWorker
    from distributed.comm import CommClosedError

    if isinstance(error, KilledWorker):
        return WorkFault("A piece of work ended its worker again and again; it is given up.")
    if isinstance(error, (CancelledError, CommClosedError)):
        return WorkFault(f"The scheduler at {quoted(address)} is gone; what was not finished is lost.")
    if isinstance(error, ModuleNotFoundError):
        return WorkFault(
            f"A worker lacks {quoted(str(error.name))}: install kibitz on every worker's machine."
        )
    return None
