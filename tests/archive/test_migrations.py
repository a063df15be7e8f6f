"""The migrations make the tables the models describe, and run once however many programs open the archive."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, text

from kibitz.archive.faults import ArchiveFault
from kibitz.archive.schema import HEAD, Model
from kibitz.archive.store import Store
from kibitz.archive.upgrade import upgrade


def config() -> Config:
    found = Config()
    found.set_main_option("script_location", "kibitz.archive:migrations")
    return found


def test_the_newest_migration_is_the_one_the_program_knows() -> None:
    assert ScriptDirectory.from_config(config()).get_heads() == [HEAD]


def test_the_migrated_tables_are_those_of_the_models(store: Store) -> None:
    with store.database.reading() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Model.metadata) == []


def test_every_migration_can_be_taken_back(store: Store) -> None:
    with store.database.writing() as connection:
        back = config()
        back.attributes["connection"] = connection
        command.downgrade(back, "base")
    with store.database.reading() as connection:
        assert inspect(connection).get_table_names() == ["alembic_version"]


def test_tables_without_a_version_are_another_programs(store: Store) -> None:
    with store.database.writing() as connection:
        connection.execute(text("DROP TABLE alembic_version"))
    with pytest.raises(ArchiveFault, match="another program's tables"):
        upgrade(store.database)
    with store.database.reading() as connection:
        assert sorted(inspect(connection).get_table_names()) == ["entry", "game", "position"]


_OPEN = """
import sys
from pathlib import Path
from kibitz.archive.opening import open_archive
for url in ("", sys.argv[2]):
    print(open_archive(Path(sys.argv[1]), url).search().total)
"""


def test_programs_that_open_a_new_archive_at_once_take_turns(tmp_path: Path, postgres_server: str) -> None:
    words = [sys.executable, "-c", _OPEN, str(tmp_path), postgres_server]
    opening = [subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(2)]
    for process in opening:
        said, complained = process.communicate(timeout=120)
        assert (said, complained) == (b"0\n0\n", b"")
