"""Games, their entries, and the index of positions."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from kibitz.archive.schema import APPLICATION_ID

revision = "0001"
down_revision = None

_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make the three tables, and sign an SQLite file as ours."""
    if op.get_bind().dialect.name == "sqlite":
        op.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    _games()
    _entries()
    _positions()


def _games() -> None:
    op.create_table(
        "game",
        sa.Column("id", _ID, primary_key=True, autoincrement=True),
        sa.Column("game", sa.String(200), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("setup", sa.Text, nullable=False),
        sa.Column("tags", sa.Text, nullable=False),
        sa.Column("name", sa.Text),
        sa.Column("name_folded", sa.Text, nullable=False),
        sa.Column("players_folded", sa.Text, nullable=False),
        sa.Column("started_at", sa.Double, nullable=False),
        sa.Column("changed_at", sa.Double, nullable=False),
        sa.Column("played_on", sa.String(10), nullable=False),
        sa.Column("result", sa.String(7), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("steps", sa.Integer, nullable=False),
        sa.Column("deleted_at", sa.Double),
        sa.Column("digest", sa.String(64)),
        sqlite_autoincrement=True,
    )
    op.create_index("game_by_start", "game", ["started_at", "id"])
    op.create_index("game_by_rules", "game", ["game", "started_at"])
    op.create_index("game_by_day", "game", ["played_on"])
    op.create_index("game_by_digest", "game", ["digest"])


def _entries() -> None:
    op.create_table(
        "entry",
        sa.Column("game_id", _ID, sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("seat", sa.String(8)),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("source", sa.String(64), nullable=False),
        sa.Column("took_s", sa.Double),
        sqlite_with_rowid=False,
    )


def _positions() -> None:
    op.create_table(
        "position",
        sa.Column("game_id", _ID, sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("step", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("key", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("position_by_key", "position", ["key", "game_id"])


def downgrade() -> None:
    """Remove everything."""
    for table in ("position", "entry", "game"):
        op.drop_table(table)
