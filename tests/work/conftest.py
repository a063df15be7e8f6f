"""One cluster for all tests of the room: starting workers takes seconds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import dask
import pytest
from distributed import LocalCluster

from tests.work.cluster import PATIENT, started, whole

FURTHER = Path(__file__).parents[1] / "fixtures" / "games"


@pytest.fixture(scope="package")
def clusters() -> Iterator[list[LocalCluster]]:
    """The one in use is the last; workers' settings name the folder of the fifth game."""
    found: list[LocalCluster] = []
    with pytest.MonkeyPatch.context() as patch, dask.config.set(PATIENT):
        patch.setenv("KIBITZ_GAMES_DIR", str(FURTHER))
        yield found
        for each in found:
            each.close()


@pytest.fixture
def address(clusters: list[LocalCluster]) -> str:
    """A cluster of two small workers, both at work: a new one when the last test has lost some for good."""
    if not clusters or not whole(clusters[-1]):
        clusters.append(started())
    return str(clusters[-1].scheduler_address)
