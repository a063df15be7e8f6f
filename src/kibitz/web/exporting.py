"""Everything at once: a zip with one file a game, made while it is sent."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator
from typing import Any

from kibitz.archive.store import Store
from kibitz.archive.summary import Summary
from kibitz.archive.writing import forms, written
from kibitz.core.errors import KibitzError
from kibitz.core.game import AnyGame
from kibitz.core.record import GameRecord
from kibitz.web.downloads import file_name

PAGE = 200


class Pipe:
    """What the zip writer takes for a file; what was written is taken out again piece by piece."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def write(self, data: Any) -> int:
        """Keep what is to be sent next."""
        self._parts.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Nothing is held back."""

    def close(self) -> None:
        """Nothing is held open."""

    def taken(self) -> bytes:
        """What has come since the last time."""
        parts, self._parts = self._parts, []
        return b"".join(parts)


def zipped(store: Store, find: Callable[[str], AnyGame]) -> Iterator[bytes]:
    """The bytes of the zip: each game as JSON, and in its own format where it has one."""
    pipe = Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as file:
        for summary in all_games(store):
            for name, text in _files(store, summary, find):
                file.writestr(name, text)
            yield pipe.taken()
    yield pipe.taken()


def all_games(store: Store) -> Iterator[Summary]:
    """Every game that is not deleted."""
    page = store.search(limit=PAGE)
    while True:
        yield from page.games
        if page.after is None:
            return
        page = store.search(limit=PAGE, after=page.after)


def _files(store: Store, summary: Summary, find: Callable[[str], AnyGame]) -> Iterator[tuple[str, str]]:
    """A game that cannot be written in one format is there in the others."""
    try:
        record = store.record(summary.id)
    except KibitzError as error:
        yield f"{summary.id:06}-unreadable.txt", f"{error}\n"
        return
    name = summary.name if summary.saved else None
    yield f"json/{summary.id:06}-{file_name(summary.name, 'json')}", written("json", [], [record], [name])
    yield from _own(record, summary, find)


def _own(record: GameRecord, summary: Summary, find: Callable[[str], AnyGame]) -> Iterator[tuple[str, str]]:
    try:
        game = find(record.game)
        for form in forms(game)[1:]:
            text = written(form, [game], [record])
            yield f"{form}/{summary.id:06}-{file_name(summary.name, form)}", text
    except KibitzError:
        return
