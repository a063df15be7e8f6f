"""Tables that outlive the server: a small file says which were open, the archive holds their games."""

from __future__ import annotations

import json
import logging
import os
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from kibitz.web import shapes
from kibitz.web.keys import write_private

log = logging.getLogger("kibitz.web")
FILE_NAME = "tables.json"
LONGEST_S = 14 * 86400.0
MOST = 64


@dataclass(frozen=True, slots=True)
class Resting:
    """A table that can be opened again."""

    id: str
    created: float
    asked: shapes.NewTable
    archive_id: int | None
    name: str = ""

    def data(self) -> dict[str, Any]:
        """For the file."""
        return {
            "id": self.id,
            "created": self.created,
            "archive_id": self.archive_id,
            "name": self.name,
            "asked": self.asked.model_dump(mode="json"),
        }


def load(folder: Path) -> dict[str, Resting]:
    """The tables that were open; a file that cannot be read is as good as none."""
    try:
        rows = json.loads((folder / FILE_NAME).read_text(encoding="utf-8"))
        found = [_read(row) for row in rows[:MOST]]
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        log.warning("The list of open tables in %s cannot be read (%s); it begins anew.", folder, error)
        return {}
    youngest = time.time() - LONGEST_S
    return {one.id: one for one in found if one.created > youngest}


def _read(row: dict[str, Any]) -> Resting:
    try:
        asked = shapes.NewTable.model_validate_json(json.dumps(row["asked"]))
    except ValidationError as error:
        raise ValueError(str(error).splitlines()[0]) from None
    archive_id = row["archive_id"]
    return Resting(
        str(row["id"]),
        float(row["created"]),
        asked,
        int(archive_id) if archive_id is not None else None,
        str(row["name"]),
    )


def save(folder: Path, tables: Iterable[Resting]) -> None:
    """Write the list; when it cannot be written the game goes on all the same."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_private(folder / FILE_NAME, json.dumps([one.data() for one in tables]).encode())
    except OSError as error:
        log.warning("The list of open tables cannot be written: %s.", os.strerror(error.errno or 0))
