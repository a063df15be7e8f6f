"""The database behind the archive: SQLite in a file, or PostgreSQL by URL, through the same statements.

Durability. SQLite runs in WAL mode with synchronous=FULL: a commit returns after the log is on the disk.
NORMAL would survive `kill -9` just as well (the operating system holds the log), but a power cut could
take the last moves with it; FULL keeps them, for about a third of a millisecond a move on an SSD.
WAL needs shared memory, so the file must not lie on a network share.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from kibitz.archive.faults import ArchiveFault
from kibitz.archive.schema import APPLICATION_ID
from kibitz.core.errors import BadSetting

BUSY_MS = 10_000  # another program's import of a large file may hold the lock for a few seconds
CONNECT_S = 5  # a server that is there answers in milliseconds
_SQLITE, _POSTGRES = "sqlite", "postgresql+psycopg"


class Database:
    """Connections to one database; every failure is told in one sentence."""

    def __init__(self, url: str) -> None:
        self.url = _checked(url)
        self.is_sqlite = self.url.drivername == _SQLITE
        self.place = self.url.database or "" if self.is_sqlite else self.url.render_as_string()
        if self.is_sqlite:
            _prepare_file(Path(self.place))
        self._engine = _sqlite_engine(self.url) if self.is_sqlite else _postgres_engine(self.url)
        self._writer = self._engine.execution_options(kibitz_writes=True)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that only looks."""
        with self._told(), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that is kept whole, or not at all."""
        with self._told(), self._writer.begin() as connection:
            yield connection

    def close(self) -> None:
        """Give all connections back."""
        self._engine.dispose()

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except (SQLAlchemyError, sqlite3.Error, OverflowError) as error:
            raise ArchiveFault(f"The archive {self.place}: {_reason(error)}") from None


def sqlite_url(path: Path) -> str:
    """The URL of an SQLite file."""
    return URL.create(_SQLITE, database=str(path)).render_as_string(hide_password=False)


def _checked(url: str) -> URL:
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        raise BadSetting(
            "The database URL cannot be read; it looks like postgresql://user@host/name."
        ) from None
    if parsed.drivername in ("postgres", "postgresql", _POSTGRES):
        return parsed.set(drivername=_POSTGRES)
    if parsed.drivername == _SQLITE and parsed.database not in (None, "", ":memory:"):
        return parsed
    raise BadSetting(
        f"The database URL begins with '{parsed.drivername}:'; use postgresql://user@host/name, "
        "or sqlite:///path/to/file."
    )


def _sqlite_engine(url: URL) -> Engine:
    engine = create_engine(url, connect_args={"timeout": BUSY_MS / 1000})
    event.listen(engine, "connect", _on_sqlite_connect)
    event.listen(engine, "begin", _on_sqlite_begin)
    return engine


def _postgres_engine(url: URL) -> Engine:
    try:
        return create_engine(url, pool_pre_ping=True, connect_args={"connect_timeout": CONNECT_S})
    except (ImportError, NoSuchModuleError):
        raise BadSetting(
            "PostgreSQL needs the package psycopg; install kibitz with its extra: kibitz[postgres]."
        ) from None


def _on_sqlite_connect(connection: sqlite3.Connection, _: Any) -> None:
    connection.isolation_level = None  # the sqlite3 module must not begin transactions by itself
    connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA trusted_schema = OFF")


def _on_sqlite_begin(connection: Connection) -> None:
    # A reader that later wants to write fails at once when another has written since: writers ask first.
    writes = connection.get_execution_options().get("kibitz_writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _prepare_file(path: Path) -> None:
    """Make the folder of a new database; refuse a file that is not ours before anything touches it."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if path.is_dir():
            raise ArchiveFault(f"The archive {path} cannot be opened: it is a folder; move it away.")
        if path.exists() and path.stat().st_size:
            _refuse_foreign(path)
    except OSError as error:
        raise ArchiveFault(f"The archive {path} cannot be opened ({error.strerror}).") from None


def _refuse_foreign(path: Path) -> None:
    read_only = f"{path.absolute().as_uri()}?mode=ro"
    try:
        with closing(sqlite3.connect(read_only, uri=True, timeout=BUSY_MS / 1000)) as look:
            ours = look.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID
            tables = look.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    except sqlite3.Error as error:
        raise ArchiveFault(f"The archive {path}: {_reason(error)}") from None
    if tables and not ours:
        raise ArchiveFault(
            f"{path} is another program's database and was left as it is; choose another data folder."
        )


_TOLD = {
    "not a database": "this is not a Kibitz archive. It was left as it is; "
    "move it away, or put back a copy that is whole.",
    "malformed": "the file is damaged. It was left as it is; make a copy of it, then put back an older one.",
    "is locked": f"another program has been writing to it for {BUSY_MS // 1000} s; try again.",
    "readonly": "it may not be written to; check who owns the file and its folder.",
    "unable to open": "it cannot be opened; check that the folder exists and may be written to.",
    "full": "the disk is full; make room and try again.",
    "out of range": "a number is too large; games are numbered from 1.",
    "too large to convert": "a number is too large; games are numbered from 1.",
    "disk i/o": "the disk failed to read or write it; check the disk.",
}


def _reason(error: Exception) -> str:
    """The sentence for a database's complaint; unknown ones are quoted by their first line."""
    said = str(getattr(error, "orig", None) or error).strip()
    known = next((text for sign, text in _TOLD.items() if sign in said.lower()), None)
    return known or f"the database says: {said.splitlines()[0][:300] if said else type(error).__name__}."
