"""Run by Alembic: takes the connection (and its transaction) from whoever asked for the migration."""

from __future__ import annotations

from alembic import context

from kibitz.archive.schema import Model

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Model.metadata,
    render_as_batch=True,  # SQLite cannot alter a column: Alembic copies the table instead
)
with context.begin_transaction():
    context.run_migrations()
