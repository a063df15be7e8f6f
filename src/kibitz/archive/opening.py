"""Opening the archive: in the data folder by default, in PostgreSQL where a URL says so."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path

from kibitz.archive.database import Database, sqlite_url
from kibitz.archive.frames import FrameFolder
from kibitz.archive.store import Store

FILE_NAME = "kibitz.db"


def open_archive(data_dir: Path, url: str = "") -> Store:
    """The archive in a data folder, or the one a database URL names; made when it is not there yet."""
    database = Database(url or sqlite_url(data_dir / FILE_NAME))
    return Store(database, FrameFolder(_frames(data_dir, database, bool(url))))


def _frames(data_dir: Path, database: Database, by_url: bool) -> Path:
    """A folder of its own for each database, since their games have the same numbers."""
    if not by_url:
        return data_dir / "frames"
    if database.is_sqlite:
        return Path(f"{database.place}-frames")
    where = database.url
    named = f"{where.host}:{where.port}/{where.database}".encode()
    return data_dir / f"frames-{blake2b(named, digest_size=6).hexdigest()}"
