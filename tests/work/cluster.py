"""A real Dask cluster of small workers on this machine."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager

import dask
from distributed import Client, LocalCluster

PATIENT = {
    "distributed.deploy.lost-worker-timeout": "120s",  # a killed worker comes back late on a busy machine
    "distributed.scheduler.allowed-failures": 1,
}


@contextmanager
def cluster(workers: int = 2) -> Iterator[str]:
    """The address of its scheduler."""
    with (
        dask.config.set(PATIENT),
        LocalCluster(
            n_workers=workers, threads_per_worker=1, memory_limit="512MiB", dashboard_address=":0"
        ) as found,
    ):
        yield found.scheduler_address


def kill_one(address: str) -> None:
    """End one worker's process with no chance to say goodbye."""
    with Client(address, set_as_default=False) as client:
        pid = next(iter(client.run(os.getpid).values()))
    os.kill(pid, signal.SIGKILL)
