"""Files written in one step: there complete, or not at all."""

from __future__ import annotations

import os
from pathlib import Path

from kibitz.core.errors import BadFile, quoted


def write_whole(path: Path, data: bytes) -> None:
    """Write beside the place and move it there; raises BadFile and leaves nothing behind."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        try:
            with part.open("xb") as file:
                file.write(data)
            part.replace(path)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BadFile(f"the file cannot be written ({reason})", name=quoted(str(path), most=120)) from None
