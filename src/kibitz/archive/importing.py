"""Files brought into the archive: each whole or not at all, each with a report."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from kibitz.archive.names import LONGEST_NAME, begun_at, clean_name
from kibitz.archive.reading import Contents, Find, Found, contents, file_bytes
from kibitz.archive.rows import Kept
from kibitz.archive.store import Store
from kibitz.core.errors import BadFile, BadSetting, KibitzError

MOST_FILES = 20_000  # a folder with more is not one of games


@dataclass(frozen=True, slots=True)
class Report:
    """What became of one file."""

    file: Path
    ids: tuple[int, ...] = ()
    """The games it became, or already was."""
    problem: str = ""
    already: bool = False

    @property
    def ok(self) -> bool:
        """Whether its games are in the archive."""
        return not self.problem


def import_path(store: Store, path: Path, find: Find, game: str = "") -> Iterator[Report]:
    """Import a file, or every file of a folder; what cannot be read is reported and changes nothing."""
    for file in _files(path):
        yield import_file(store, file, find, game)


def import_file(store: Store, path: Path, find: Find, game: str = "") -> Report:
    """Import one file, all of its games or none."""
    try:
        data = file_bytes(path)
    except BadFile as error:
        return Report(path, problem=str(error))
    return import_bytes(store, data, path, find, game)


def import_bytes(store: Store, data: bytes, path: Path, find: Find, game: str = "") -> Report:
    """Import what somebody sent; `path` is what the file was called there, and nothing is opened by it."""
    try:
        found = contents(data, str(path), find, game)
        if there := store.imported(found.digest):
            return Report(path, there, already=True)
        return Report(path, tuple(store.begin_all(_kept(found, path))))
    except BadFile as error:
        return Report(path, problem=str(error))
    except KibitzError as error:
        return Report(path, problem=f"{path}: {error}")


def _files(path: Path) -> list[Path]:
    try:
        if not path.is_dir():
            return [path]
        found = sorted(p for p in path.iterdir() if not p.name.startswith(".") and not p.is_dir())
    except (OSError, ValueError) as error:
        raise BadFile(f"the folder cannot be read ({error})", name=str(path)) from None
    if not found:
        raise BadFile("there is no file in this folder", name=str(path))
    if len(found) > MOST_FILES:
        raise BadFile(f"more than {MOST_FILES} files in one folder", name=str(path))
    return found


def _kept(file: Contents, path: Path) -> list[Kept]:
    """The games as they are kept: the file's name serves a single game that has none."""
    alone = len(file.games) == 1
    games = [_named(found, path) if alone else _plain(found) for found in file.games]
    return [replace(kept, digest=file.digest) for kept in games]


def _plain(found: Found) -> Kept:
    return Kept(found.record, found.name, standing=found.standing)


def _named(found: Found, path: Path) -> Kept:
    name = found.name if found.name is not None else _file_name(path)
    return Kept(found.record, name, begun_at(path.stem) or 0.0, found.standing)


def _file_name(path: Path) -> str | None:
    try:
        return clean_name(path.stem[:LONGEST_NAME])
    except BadSetting:
        return None
