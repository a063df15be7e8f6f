"""The test boards that are in use: the least recently used one makes room for a new one."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from dataclasses import dataclass, field
from functools import partial
from threading import Lock

from kibitz.core.game import AnyGame, Seat
from kibitz.messages import Catalogue, catalogue, said
from kibitz.messages.rulings import seat_name
from kibitz.table.sandbox import Sandbox
from kibitz.web.faults import Refused

MOST_BOARDS = 64


@dataclass
class Board:
    """A test board, which one request at a time may touch."""

    sandbox: Sandbox
    lock: Lock = field(default_factory=Lock)


class Sandboxes:
    """All test boards of one server."""

    def __init__(self) -> None:
        self._boards: OrderedDict[str, Board] = OrderedDict()
        self._lock = Lock()

    def create(self, game: AnyGame, language: str) -> tuple[str, Board]:
        """A new board with the starting position."""
        texts = catalogue(language)
        board = Board(Sandbox(game, partial(said, texts, game), partial(_words, texts)))
        name = secrets.token_hex(6)
        with self._lock:
            self._boards[name] = board
            while len(self._boards) > MOST_BOARDS:
                self._boards.popitem(last=False)
        return name, board

    def find(self, name: str) -> Board:
        """A board in use; raises when it had to make room."""
        with self._lock:
            if name not in self._boards:
                raise Refused(404, "not_found", "This test board is no longer kept; begin a new one.")
            self._boards.move_to_end(name)
            return self._boards[name]


def _words(texts: Catalogue, key: str, seat: Seat) -> str:
    return texts.text(f"trial.{key}", seat=seat_name(texts, seat))
