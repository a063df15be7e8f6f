"""One cluster for all tests of the room: starting workers takes seconds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.work.cluster import cluster

FURTHER = Path(__file__).parents[1] / "fixtures" / "games"


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """A cluster of two small workers, whose settings name the folder of the fifth game."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KIBITZ_GAMES_DIR", str(FURTHER))
        with cluster() as found:
            yield found
