"""One server for each file of tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.serving import Served, serving


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server for this machine only, with an empty data folder."""
    with serving(tmp_path_factory.mktemp("data")) as running:
        yield running
