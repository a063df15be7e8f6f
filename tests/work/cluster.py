"""A real Dask cluster of small workers on this machine."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import dask
from distributed import Client, LocalCluster, Status

PATIENT = {
    "distributed.deploy.lost-worker-timeout": "120s",  # a killed worker comes back late on a busy machine
    "distributed.scheduler.allowed-failures": 1,
}
"""To be set for as long as a cluster lives."""


@contextmanager
def cluster(workers: int = 2) -> Iterator[str]:
    """The address of its scheduler."""
    with dask.config.set(PATIENT), started(workers) as found:
        yield found.scheduler_address


def started(workers: int = 2) -> LocalCluster:
    """To be closed by its owner."""
    return LocalCluster(n_workers=workers, threads_per_worker=1, memory_limit=None, dashboard_address=":0")


def whole(found: LocalCluster, within_s: float = 30) -> bool:
    """Whether all its workers are at work, or soon will be.

    Dask starts a worker that died again, but not one that died while it was starting.
    """
    until = time.monotonic() + within_s
    while time.monotonic() < until:
        running = [nanny for nanny in found.workers.values() if nanny.status is Status.running]
        if len(found.scheduler.workers) == len(running) == len(found.worker_spec):
            return True
        time.sleep(0.05)
    return False


@contextmanager
def lone_worker(address: str) -> Iterator[subprocess.Popen[bytes]]:
    """A worker whom nobody starts again when it dies."""
    words = ["distributed.cli.dask_worker", address, "--no-nanny", "--nthreads", "1", "--no-dashboard"]
    with subprocess.Popen([sys.executable, "-m", *words], stderr=subprocess.DEVNULL) as process:
        try:
            with Client(address, set_as_default=False) as client:
                client.wait_for_workers(1, timeout=60)
            yield process
        finally:
            process.kill()


def kill_one(address: str) -> None:
    """End one worker's process with no chance to say goodbye."""
    with Client(address, set_as_default=False) as client:
        pid = next(iter(client.run(os.getpid).values()))
    os.kill(pid, signal.SIGKILL)
