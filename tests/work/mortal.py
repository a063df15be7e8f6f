"""A cluster in a process of its own, to be killed: prints its address and waits."""

from __future__ import annotations

import time

from tests.work.cluster import cluster

if __name__ == "__main__":
    with cluster(1) as address:
        print(address, flush=True)
        time.sleep(600)
