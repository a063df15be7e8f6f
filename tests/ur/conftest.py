"""Solved tables of the small games, made once for all tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from kibitz.games.ur.solve import solve
from kibitz.games.ur.table import Table, open_table


@pytest.fixture(scope="session")
def solved(tmp_path_factory: pytest.TempPathFactory) -> dict[int, Table]:
    """The tables for one, two and three stones."""
    folder: Path = tmp_path_factory.mktemp("solved")
    made = (solve(pieces, folder / f"finkel-{pieces}.table", threads=1) for pieces in (1, 2, 3))
    return {one.pieces: open_table(one.path) for one in made}
