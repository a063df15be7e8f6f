"""Alembic's folder: every change of the schema, in order."""
