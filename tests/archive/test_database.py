"""A database that is damaged, foreign, newer or out of reach is told of and never touched."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import text

from kibitz.archive.database import Database, sqlite_url
from kibitz.archive.faults import ArchiveFault
from kibitz.archive.opening import open_archive
from kibitz.archive.store import Store
from kibitz.core.errors import BadSetting
from tests.archive.samples import EVERYTHING, played


def refused(folder: Path, reason: str) -> None:
    """Opening fails for this reason, and leaves the file as it is."""
    before = (folder / "kibitz.db").read_bytes()
    with pytest.raises(ArchiveFault, match=reason):
        open_archive(folder)
    assert (folder / "kibitz.db").read_bytes() == before
    assert [file.name for file in folder.iterdir()] == ["kibitz.db"]


def test_sqlite_runs_in_wal_mode_and_every_commit_reaches_the_disk(tmp_path: Path) -> None:
    store = open_archive(tmp_path)
    with store.database.reading() as connection:
        asked = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        said = [connection.execute(text(f"PRAGMA {name}")).scalar() for name in asked]
    assert said == ["wal", 2, 1, 10_000]
    store.close()


def test_the_archive_lies_in_the_data_folder_which_is_made_for_it(tmp_path: Path) -> None:
    store = open_archive(tmp_path / "new" / "folder")
    game_id = store.begin(EVERYTHING)
    store.close()
    again = open_archive(tmp_path / "new" / "folder")
    assert again.record(game_id) == EVERYTHING
    assert (tmp_path / "new" / "folder").stat().st_mode & 0o077 == 0
    again.close()


def test_an_sqlite_file_can_be_named_by_url(tmp_path: Path) -> None:
    store = open_archive(tmp_path / "data", sqlite_url(tmp_path / "elsewhere.db"))
    store.begin(EVERYTHING)
    store.close()
    assert (tmp_path / "elsewhere.db").is_file() and not (tmp_path / "data").exists()


def test_a_file_that_is_no_database_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "kibitz.db").write_bytes(b"dear diary, " * 500)
    refused(tmp_path, "not a Kibitz archive")


def test_a_database_of_another_program_is_left_as_it_is(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "kibitz.db") as other:
        other.execute("CREATE TABLE game (id INTEGER)")
    other.close()
    refused(tmp_path, "another program's database")


def test_a_database_of_a_newer_kibitz_is_left_as_it_is(tmp_path: Path) -> None:
    open_archive(tmp_path).close()
    with sqlite3.connect(tmp_path / "kibitz.db") as newer:
        newer.execute("UPDATE alembic_version SET version_num = '9999'")
    newer.close()
    before = (tmp_path / "kibitz.db").read_bytes()
    with pytest.raises(ArchiveFault, match="newer Kibitz"):
        open_archive(tmp_path)
    assert (tmp_path / "kibitz.db").read_bytes() == before


def test_a_truncated_database_is_left_as_it_is(tmp_path: Path) -> None:
    store = open_archive(tmp_path)
    for _ in range(50):
        store.begin(EVERYTHING)
    store.close()
    path = tmp_path / "kibitz.db"
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(ArchiveFault, match="damaged"):
        open_archive(tmp_path)
    assert path.read_bytes() == whole[: len(whole) // 2]


def test_damage_inside_the_file_is_found_and_told(tmp_path: Path) -> None:
    store = open_archive(tmp_path)
    for _ in range(50):
        store.begin(EVERYTHING)
    store.close()
    path = tmp_path / "kibitz.db"
    data = bytearray(path.read_bytes())
    for start in range(4096 * 4, len(data), 4096):
        data[start : start + 200] = b"\xa5" * 200
    path.write_bytes(bytes(data))
    broken = open_archive(tmp_path)
    with pytest.raises(ArchiveFault, match=r"damaged|database says"):
        broken.check()
    with pytest.raises(ArchiveFault, match=r"damaged|database says"):
        for game_id in range(1, 51):
            broken.record(game_id)
    broken.close()
    assert path.read_bytes() == bytes(data)


def test_a_folder_in_place_of_the_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "kibitz.db").mkdir()
    with pytest.raises(ArchiveFault, match="cannot be opened"):
        open_archive(tmp_path)


def test_a_data_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(ArchiveFault, match="cannot be opened"):
        open_archive(tmp_path / "file" / "data")


@pytest.mark.parametrize(
    "url",
    ["mysql://host/db", "sqlite://", "sqlite:///:memory:", "nonsense", "", "http://x", "postgresql+x://h/d"],
)
def test_a_url_of_no_database_we_know_is_refused(url: str) -> None:
    with pytest.raises(BadSetting, match="database URL"):
        Database(url)


def test_a_server_that_does_not_answer_is_told_without_its_password(tmp_path: Path) -> None:
    with pytest.raises(ArchiveFault, match="connection") as told:
        open_archive(tmp_path, "postgresql://ana:secret@127.0.0.1:9/none")
    assert "secret" not in str(told.value) and "***" in str(told.value)


def test_a_fault_of_one_statement_leaves_the_archive_usable(store: Store) -> None:
    with pytest.raises(ArchiveFault, match="database says"), store.database.writing() as connection:
        connection.execute(text("SELECT * FROM no_such_table"))
    assert store.record(store.begin(played("b2"))) == played("b2")


def test_an_undamaged_archive_passes_its_check(store: Store) -> None:
    store.begin(EVERYTHING)
    store.check()


def test_rows_that_make_no_sense_are_told_and_the_rest_can_be_listed(store: Store) -> None:
    tags, kind = store.begin(EVERYTHING), store.begin(EVERYTHING)
    with store.database.writing() as connection:
        connection.execute(text("UPDATE game SET tags = '{' WHERE id = :id"), {"id": tags})
        connection.execute(text("UPDATE entry SET kind = 'x' WHERE game_id = :id"), {"id": kind})
    for game_id in (tags, kind):
        with pytest.raises(ArchiveFault, match="damaged"):
            store.record(game_id)
    assert store.search().total == 2
