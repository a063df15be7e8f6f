"""The tables of the archive, as typed models; `migrations/` makes them.

game ─┬─< entry       one row for each thing that happened; rows are only ever added
      └─< position    one row for each position that counts: an index for searching, made anew from
                      entries at any time, so the one table whose rows come and go (an undo removes one)
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Double, ForeignKey, Index, Integer, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

APPLICATION_ID = 0x4B49425A  # "KIBZ", in the header of an SQLite file: tells ours from a foreign one
HEAD = "0001"  # the newest migration; a test compares it with the folder

_Id = BigInteger().with_variant(Integer, "sqlite")  # SQLite numbers rows by INTEGER only


class Model(DeclarativeBase):
    """All tables."""


class GameRow(Model):
    """One game: what it is, what it is called, and what lists show of it."""

    __tablename__ = "game"
    __table_args__ = (
        Index("game_by_start", "started_at", "id"),
        Index("game_by_rules", "game", "started_at"),
        Index("game_by_day", "played_on"),
        Index("game_by_digest", "digest"),
        {"sqlite_autoincrement": True},  # a purged game's number is never given out again
    )

    id: Mapped[int] = mapped_column(_Id, primary_key=True, autoincrement=True)
    game: Mapped[str] = mapped_column(String(200))
    version: Mapped[int] = mapped_column(Integer)
    setup: Mapped[str] = mapped_column(Text)
    tags: Mapped[str] = mapped_column(Text)
    """JSON: a list of pairs, so that order and repeated names survive."""
    name: Mapped[str | None] = mapped_column(Text)
    """None: nobody has saved it under a name yet."""
    name_folded: Mapped[str] = mapped_column(Text)
    players_folded: Mapped[str] = mapped_column(Text)
    started_at: Mapped[float] = mapped_column(Double)
    changed_at: Mapped[float] = mapped_column(Double)
    played_on: Mapped[str] = mapped_column(String(10))
    """The day, as YYYY-MM-DD in local time."""
    result: Mapped[str] = mapped_column(String(7))
    seq: Mapped[int] = mapped_column(Integer)
    """How many entries there are; the next one gets this number plus one."""
    steps: Mapped[int] = mapped_column(Integer)
    """How many positions count after the first."""
    deleted_at: Mapped[float | None] = mapped_column(Double)
    digest: Mapped[str | None] = mapped_column(String(64))
    """Of what was imported, so that importing it again is noticed."""


class EntryRow(Model):
    """One thing that happened, as `core.record.Entry` has it."""

    __tablename__ = "entry"
    __table_args__ = ({"sqlite_with_rowid": False},)

    game_id: Mapped[int] = mapped_column(_Id, ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)
    seq: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(16))
    text: Mapped[str] = mapped_column(Text)
    seat: Mapped[str | None] = mapped_column(String(8))
    at: Mapped[float] = mapped_column(Double)
    source: Mapped[str] = mapped_column(String(64))
    took_s: Mapped[float | None] = mapped_column(Double)


class PositionRow(Model):
    """A position that counts, by the 64-bit digest of its key."""

    __tablename__ = "position"
    __table_args__ = (Index("position_by_key", "key", "game_id"), {"sqlite_with_rowid": False})

    game_id: Mapped[int] = mapped_column(_Id, ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)
    step: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    key: Mapped[int] = mapped_column(BigInteger)
