"""The archive: every entry is in the database before anybody sees it, and nothing is lost by a crash.

A table calls `begin` with its first entry and `append` with each later one; a person's *Save* only adds a
name. Deleting hides a game, `restore` brings it back, `purge` removes it for good.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, text, update

from kibitz.archive.database import Database
from kibitz.archive.faults import ArchiveFault, NoSuchGame, StaleEntry
from kibitz.archive.formats import MOST_ENTRIES
from kibitz.archive.frames import FrameFolder
from kibitz.archive.rows import (
    Kept,
    entry_of,
    entry_row,
    game_row,
    name_columns,
    position_rows,
    record_of_rows,
    tag_columns,
)
from kibitz.archive.schema import EntryRow, GameRow
from kibitz.archive.search import Page, Query, found
from kibitz.archive.standing import Standing, digest_of_key
from kibitz.archive.statements import (
    ADD_ENTRY,
    ADD_POSITION,
    ADVANCE,
    ADVANCE_WITH_RESULT,
    DROP_POSITIONS,
    ENTRIES_AFTER,
    HEAD,
    SUMMARY,
)
from kibitz.archive.summary import STEP, Summary, began, load_tags, result_after, summary_of
from kibitz.archive.upgrade import upgrade
from kibitz.core.errors import BadSetting
from kibitz.core.game import Outcome
from kibitz.core.record import Entry, GameRecord, Kind


class Store:
    """All games of one database. Any number of threads and processes may use it at once."""

    def __init__(self, database: Database, frames: FrameFolder) -> None:
        self.database, self.frames = database, frames
        upgrade(database)

    def close(self) -> None:
        """Give the database's connections back."""
        self.database.close()

    def begin(self, record: GameRecord, *, name: str | None = None, standing: Standing | None = None) -> int:
        """Keep a new game with the entries it has so far and return its number."""
        return self.begin_all([Kept(record, name, standing=standing)])[0]

    def begin_all(self, games: Sequence[Kept]) -> list[int]:
        """Keep several games, all of them or none."""
        now = time.time()
        timed = [replace(kept, started_at=kept.started_at or began(kept.record) or now) for kept in games]
        with self.database.writing() as connection:
            return [_insert(connection, kept, now) for kept in timed]

    def append(
        self, game_id: int, entry: Entry, expected_seq: int, *, key: str = "", outcome: Outcome | None = None
    ) -> int:
        """Add an entry to a game that has `expected_seq` of them; when its number returns it is on the disk.

        `key` is the position's after the entry and `outcome` how the game then stands, by the rules.
        """
        row = entry_row(game_id, expected_seq + 1, entry)
        if expected_seq >= MOST_ENTRIES:
            raise BadSetting(f"A game may have {MOST_ENTRIES} entries, and game {game_id} has them.")
        with self.database.writing() as connection:
            steps = _advance(connection, game_id, entry, expected_seq, outcome)
            connection.execute(ADD_ENTRY, row)
            _index(connection, game_id, entry.kind, steps, key)
        return expected_seq + 1

    def record(self, game_id: int) -> GameRecord:
        """The game as it was kept."""
        with self.database.reading() as connection:
            game = connection.execute(HEAD, {"game_id": game_id}).one_or_none()
            entries = connection.execute(ENTRIES_AFTER, {"game_id": game_id, "after_seq": 0}).all()
        if game is None:
            raise _missing(game_id)
        return record_of_rows(game, entries)

    def entries(self, game_id: int, after_seq: int = 0) -> tuple[Entry, ...]:
        """The entries after a number, for whoever follows a game."""
        with self.database.reading() as connection:
            rows = connection.execute(ENTRIES_AFTER, {"game_id": game_id, "after_seq": after_seq}).all()
        return tuple(entry_of(row) for row in rows)

    def summary(self, game_id: int) -> Summary:
        """What lists show of the game."""
        with self.database.reading() as connection:
            row = connection.execute(SUMMARY, {"game_id": game_id}).one_or_none()
        if row is None:
            raise _missing(game_id)
        return summary_of(row)

    def search(self, query: Query | None = None, *, limit: int = 50, after: int | None = None) -> Page:
        """One page of the games that fit, newest first."""
        with self.database.reading() as connection:
            return found(connection, query or Query(), limit, after)

    def imported(self, digest: str) -> tuple[int, ...]:
        """The games that are there already from an import of the same content."""
        ours = select(GameRow.id).where(GameRow.digest == digest, GameRow.deleted_at.is_(None))
        with self.database.reading() as connection:
            return tuple(connection.scalars(ours.order_by(GameRow.id)))

    def save(self, game_id: int, name: str = "") -> str:
        """Give the game a name, or the default one with date and time, and return it."""
        summary = self.summary(game_id)
        columns = name_columns(name if name.strip() else summary.name, summary.started_at)
        self._change(game_id, **columns)
        return str(columns["name"])

    def rename(self, game_id: int, name: str) -> str:
        """Give the game another name and return it as kept."""
        columns = name_columns(name, 0.0)
        self._change(game_id, **columns)
        return str(columns["name"])

    def tag(self, game_id: int, **tags: str) -> None:
        """Set tags of the game; an empty value removes one."""
        with self.database.writing() as connection:
            columns = (GameRow.tags, GameRow.started_at)
            row = connection.execute(select(*columns).where(GameRow.id == game_id)).one_or_none()
            if row is None:
                raise _missing(game_id)
            record = GameRecord("", tags=load_tags(row.tags)).tagged(**tags)
            values = tag_columns(record, row.started_at)
            connection.execute(update(GameRow).where(GameRow.id == game_id).values(**values))

    def delete(self, game_id: int) -> None:
        """Take the game out of the lists; `restore` brings it back."""
        self._change(game_id, deleted_at=time.time())

    def restore(self, game_id: int) -> None:
        """Bring a deleted game back."""
        self._change(game_id, deleted_at=None)

    def purge(self, game_id: int) -> None:
        """Remove a deleted game and its pictures for good."""
        summary = self.summary(game_id)
        if not summary.deleted:
            raise ArchiveFault(f"Game {game_id} is not deleted; delete it before it is removed for good.")
        with self.database.writing() as connection:
            connection.execute(delete(GameRow).where(GameRow.id == game_id, GameRow.deleted_at.is_not(None)))
        self.frames.forget(game_id, summary.started_at)

    def purge_deleted(self, before: float) -> int:
        """Remove for good what was deleted before a moment (seconds since 1970); how many games that were."""
        with self.database.reading() as connection:
            old = list(connection.scalars(select(GameRow.id).where(GameRow.deleted_at < before)))
        for game_id in old:
            with suppress(ArchiveFault):  # restored or purged by somebody else meanwhile
                self.purge(game_id)
        return len(old)

    def keep_frame(self, game_id: int, seq: int, jpeg: bytes) -> bool:
        """Keep the picture that decided an entry; False when the game has as many as it may."""
        summary = self.summary(game_id)
        if not 0 <= seq <= summary.seq:
            raise BadSetting(f"Game {game_id} has {summary.seq} entries, so none has the number {seq}.")
        return self.frames.keep(game_id, summary.started_at, seq, jpeg)

    def frame(self, game_id: int, seq: int) -> bytes | None:
        """The picture kept with an entry, if there is one."""
        return self.frames.frame(game_id, self.summary(game_id).started_at, seq)

    def check(self) -> None:
        """Look through the whole database; raises ArchiveFault when it is damaged."""
        with self.database.reading() as connection:
            if not self.database.is_sqlite:
                connection.execute(select(func.count()).select_from(EntryRow))
                return
            said = [str(row[0]) for row in connection.execute(text("PRAGMA integrity_check"))]
            broken = connection.execute(text("PRAGMA foreign_key_check")).first()
        if said != ["ok"] or broken:
            raise ArchiveFault(f"The archive {self.database.place} is damaged: {said[0]}.")

    def _change(self, game_id: int, **columns: Any) -> None:
        with self.database.writing() as connection:
            done = connection.execute(update(GameRow).where(GameRow.id == game_id).values(**columns))
            if done.rowcount != 1:
                raise _missing(game_id)


def _insert(connection: Connection, kept: Kept, now: float) -> int:
    row = game_row(kept, now)
    game_id = connection.execute(insert(GameRow).values(**row).returning(GameRow.id)).scalar_one()
    entries = [entry_row(game_id, seq, entry) for seq, entry in enumerate(kept.record.entries, 1)]
    if entries:
        connection.execute(ADD_ENTRY, entries)
    if kept.standing and kept.standing.keys:
        connection.execute(ADD_POSITION, position_rows(game_id, kept.standing.keys))
    return int(game_id)


def _advance(
    connection: Connection, game_id: int, entry: Entry, expected_seq: int, outcome: Outcome | None
) -> int:
    """Move the game's counters on and return its steps; the row stays locked until the entry is in."""
    values = {
        "game_id": game_id,
        "expected_seq": expected_seq,
        "step": STEP.get(entry.kind, 0),
        "now": time.time(),
        "new_result": result_after(entry, outcome),
    }
    statement = ADVANCE if values["new_result"] is None else ADVANCE_WITH_RESULT
    steps = connection.execute(statement, values).scalar_one_or_none()
    if steps is None:
        raise _why_not(connection, game_id, expected_seq)
    return int(steps)


def _why_not(connection: Connection, game_id: int, expected_seq: int) -> ArchiveFault:
    """Why a game takes no entry."""
    row = connection.execute(SUMMARY, {"game_id": game_id}).one_or_none()
    if row is None:
        return _missing(game_id)
    if row.deleted_at is not None:
        return ArchiveFault(f"Game {game_id} was deleted; restore it before going on.")
    if row.seq != expected_seq:
        return StaleEntry(
            f"Game {game_id} has {row.seq} entries by now, not {expected_seq}; look again before going on."
        )
    return ArchiveFault(f"Game {game_id} has no move to take back.")


def _index(connection: Connection, game_id: int, kind: Kind, steps: int, key: str) -> None:
    """Keep the index of positions that count: a step adds one, an undo removes the last."""
    if kind is Kind.UNDO:
        connection.execute(DROP_POSITIONS, {"game_id": game_id, "last": steps})
    elif key and kind in STEP:
        connection.execute(ADD_POSITION, {"game_id": game_id, "step": steps, "key": digest_of_key(key)})


def _missing(game_id: int) -> NoSuchGame:
    return NoSuchGame(f"The archive has no game {game_id}; 'kibitz archive list' shows which there are.")
