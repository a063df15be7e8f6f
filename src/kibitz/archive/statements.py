"""The statements of every move and every opened game, built once: building costs more than SQLite does."""

from __future__ import annotations

from sqlalchemy import bindparam, delete, insert, select, update

from kibitz.archive.schema import EntryRow, GameRow, PositionRow
from kibitz.archive.summary import COLUMNS

_GAME, _ENTRY, _POSITION = GameRow.__table__, EntryRow.__table__, PositionRow.__table__

SUMMARY = select(*COLUMNS).where(GameRow.id == bindparam("game_id"))
HEAD = select(_GAME.c.game, _GAME.c.version, _GAME.c.setup, _GAME.c.tags).where(
    _GAME.c.id == bindparam("game_id")
)
ENTRIES_AFTER = (
    select(_ENTRY.c.kind, _ENTRY.c.text, _ENTRY.c.seat, _ENTRY.c.at, _ENTRY.c.source, _ENTRY.c.took_s)
    .where(_ENTRY.c.game_id == bindparam("game_id"), _ENTRY.c.seq > bindparam("after_seq"))
    .order_by(_ENTRY.c.seq)
)
# The condition is the lock: of two writers who expect the same number, one finds no row to change.
ADVANCE = (
    update(GameRow)
    .where(
        GameRow.id == bindparam("game_id"),
        GameRow.seq == bindparam("expected_seq"),
        GameRow.deleted_at.is_(None),
        GameRow.steps + bindparam("step") >= 0,
    )
    .values(
        seq=GameRow.seq + 1,
        steps=GameRow.steps + bindparam("step"),
        changed_at=bindparam("now"),
    )
    .returning(GameRow.steps)
)
ADVANCE_WITH_RESULT = ADVANCE.values(result=bindparam("new_result"))
ADD_ENTRY = insert(EntryRow)
ADD_POSITION = insert(PositionRow)
DROP_POSITIONS = delete(PositionRow).where(
    PositionRow.game_id == bindparam("game_id"), PositionRow.step > bindparam("last")
)
