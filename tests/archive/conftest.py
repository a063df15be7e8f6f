"""An archive for every test, once in SQLite and once in a real PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from kibitz.archive.opening import open_archive
from kibitz.archive.store import Store
from tests.archive import postgres

_NUMBERS = count(1)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL of a server that lives as long as the tests."""
    where = postgres.binaries()
    if where is None:
        pytest.skip(postgres.INSTALL)
    with postgres.server(where) as url:
        yield url


@pytest.fixture(scope="session")
def postgres_archive(postgres_server: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The name of a database with an empty archive, to be copied by every test."""
    _administer(postgres_server, "CREATE DATABASE archive_empty")
    url = postgres_server.rpartition("/")[0] + "/archive_empty"
    open_archive(tmp_path_factory.mktemp("data"), url).close()
    return "archive_empty"


@pytest.fixture
def postgres_url(postgres_server: str, postgres_archive: str) -> Iterator[str]:
    """The URL of an empty archive."""
    name = f"archive_{next(_NUMBERS)}"
    _administer(postgres_server, f"CREATE DATABASE {name} TEMPLATE {postgres_archive}")
    yield postgres_server.rpartition("/")[0] + f"/{name}"
    _administer(postgres_server, f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a database of each kind; empty for the file in the data folder."""
    return "" if request.param == "sqlite" else str(request.getfixturevalue("postgres_url"))


@pytest.fixture
def store(database_url: str, tmp_path: Path) -> Iterator[Store]:
    """An empty archive."""
    opened = open_archive(tmp_path / "data", database_url)
    yield opened
    opened.close()


def _administer(url: str, statement: str) -> None:
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(statement))
    engine.dispose()
