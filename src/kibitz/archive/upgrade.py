"""Bringing a database to the newest schema when it is opened."""

from __future__ import annotations

from sqlalchemy import Connection, inspect, text

from kibitz.archive.database import Database
from kibitz.archive.faults import ArchiveFault
from kibitz.archive.schema import HEAD

_LOCK = 0x4B49425A  # any number: two programs that upgrade one PostgreSQL database at once take turns


def upgrade(database: Database) -> None:
    """Run the migrations that are missing, all in one transaction; refuses a newer or foreign database."""
    with database.reading() as connection:
        if _revision(connection) == HEAD:
            return
    with database.writing() as connection:
        if not database.is_sqlite:
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        if _revision(connection) != HEAD:
            _refuse_unknown(connection, database.place)
            migrate(connection)


def migrate(connection: Connection, to: str = "head") -> None:
    """Run migrations up to a revision inside the caller's transaction."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "kibitz.archive:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, to)


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _refuse_unknown(connection: Connection, place: str) -> None:
    revision = _revision(connection)
    if revision is None and {"game", "entry", "position"} & set(inspect(connection).get_table_names()):
        raise ArchiveFault(f"{place} holds another program's tables; choose another database.")
    if revision is not None and revision > HEAD:
        raise ArchiveFault(
            f"The archive {place} was made by a newer Kibitz (schema {revision}, this one knows {HEAD}); "
            "update Kibitz."
        )
