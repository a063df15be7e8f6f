"""One game on its way into the archive: what a table writes to before it shows anything."""

from __future__ import annotations

from typing import Any

from kibitz.archive.standing import Standing, position_key, standing
from kibitz.archive.store import Store
from kibitz.archive.summary import STEP
from kibitz.core.game import AnyGame
from kibitz.core.record import Entry, GameRecord, Replay, extended, replay


class GameKeeper:
    """Keeps the entries of one game; the first one puts the game into the archive."""

    def __init__(self, store: Store, game: AnyGame, record: GameRecord | None = None) -> None:
        """`record` is what has happened so far; it is kept, too, with the first entry that comes."""
        self._store, self._game = store, game
        self._record = record or GameRecord(game.name, game.version)
        self._played: Replay[Any, Any] = replay(game, self._record)
        self.game_id: int | None = None
        """The game's number, once it is kept."""

    @classmethod
    def resumed(cls, store: Store, game: AnyGame, game_id: int) -> GameKeeper:
        """Go on with a game that is kept already."""
        keeper = cls(store, game, store.record(game_id))
        keeper.game_id = game_id
        return keeper

    @property
    def record(self) -> GameRecord:
        """All that has been kept."""
        return self._record

    def append(self, entry: Entry) -> None:
        """Keep an entry; when this returns it is on the disk, when it raises nothing has changed."""
        played = extended(self._game, self._played, entry)
        record = self._record.plus(entry)
        if self.game_id is None:
            self.game_id = self._store.begin(record, standing=self._standing(record))
        else:
            key = position_key(self._game, played.position) if entry.kind in STEP else ""
            expected = len(self._record.entries)
            self._store.append(self.game_id, entry, expected, key=key, outcome=played.outcome)
        self._record, self._played = record, played

    def save(self, name: str = "") -> str:
        """Give the game a name (SPEC A16); a game without a move is kept for it."""
        if self.game_id is None:
            self.game_id = self._store.begin(self._record, standing=self._standing(self._record))
        return self._store.save(self.game_id, name)

    def _standing(self, record: GameRecord) -> Standing:
        return standing(self._game, record)
