"""All tables of one server: made, found, closed, put to rest and woken, their clocks looked at."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from typing import Any

from kibitz.archive.keeping import GameKeeper
from kibitz.core.errors import KibitzError, UnknownGame, quoted
from kibitz.core.game import AnyGame
from kibitz.web import opening, resting, shapes, showing, watched
from kibitz.web.faults import Refused
from kibitz.web.needs import Needs
from kibitz.web.resting import Resting
from kibitz.web.seated import Seated

log = logging.getLogger("kibitz.web")
MOST_TABLES = 64
TICK_S = 0.1
SWEEP_S = 60.0
OVER_S, IDLE_S = 3600.0, 12 * 3600.0
"""A finished game that nobody looks at is closed, a running one is put to rest, after so long."""


class House:
    """The tables of one server."""

    def __init__(self, needs: Needs, *, lan: bool = False) -> None:
        self.needs, self.lan = needs, lan
        self.tables: dict[str, Seated] = {}
        self.resting: dict[str, Resting] = {}
        self._written: list[tuple[Any, ...]] = []
        self._waking = asyncio.Lock()
        self._ticking: asyncio.Task[None] | None = None
        self._closing: set[asyncio.Task[None]] = set()
        self._swept = time.monotonic()

    def game(self, name: str) -> AnyGame:
        """A game by a name that is listed; nothing else reaches the finder."""
        if name not in self.needs.game_names():
            raise UnknownGame(f"There is no game called {quoted(name)}; /api/games lists them.")
        return self.needs.find_game(name)

    # --- tables

    def find(self, table_id: str) -> Seated:
        """An open table."""
        if table_id not in self.tables:
            raise _no_table()
        return self.tables[table_id]

    async def opened(self, table_id: str) -> Seated:
        """An open table, or one from before a restart, which is woken, paused."""
        if table_id in self.tables or table_id not in self.resting:
            return self.find(table_id)
        async with self._waking:
            if table_id not in self.tables and (asleep := self.resting.get(table_id)):
                self._make_room()
                seated = await asyncio.to_thread(self._woken, asleep)
                if self.resting.pop(table_id, None) is None:  # closed while it woke
                    raise _no_table()
                await self._seat(seated, paused=True)
        return self.find(table_id)

    async def create(self, asked: shapes.NewTable) -> Seated:
        """Open a table and begin its game."""
        self._make_room()
        seated = await asyncio.to_thread(self._made, asked)
        self._make_room()
        await self._seat(seated, paused=False)
        return seated

    def _made(self, asked: shapes.NewTable) -> Seated:
        name = f"{asked.game}-pie" if asked.pie and not asked.game.endswith("-pie") else asked.game
        game = self.game(name)
        asked = watched.checked(self.needs, game.name, asked)
        keeper = opening.fresh_keeper(self.needs, game, asked)
        return opening.seated(self.needs, secrets.token_hex(4), game, asked, keeper)

    def _woken(self, asleep: Resting) -> Seated:
        if asleep.archive_id is None:
            made = self._made(asleep.asked)
        else:
            game = self.game(self.needs.store.summary(asleep.archive_id).game)
            keeper = GameKeeper.resumed(self.needs.store, game, asleep.archive_id)
            made = opening.seated(self.needs, asleep.id, game, asleep.asked, keeper)
        made.id, made.created, made.name = asleep.id, asleep.created, asleep.name
        return made

    async def _seat(self, seated: Seated, *, paused: bool) -> None:
        self.tables[seated.id] = seated
        seated.on_change = self._remember
        seated.begin(paused=paused)
        self._remember()
        if seated.asked.camera and not (paused and watched.is_film(seated.asked.camera)):
            try:
                watched.start(self.needs, seated)
            except KibitzError as error:
                if not paused:
                    await self.close(seated.id)
                    raise
                seated.table.camera_lost(str(error))

    def _make_room(self) -> None:
        """At the limit the finished game that was left longest ago goes."""
        if len(self.tables) < MOST_TABLES:
            return
        done = [one for one in self.tables.values() if one.table.state.outcome and not len(one.live)]
        if not done:
            raise Refused(503, "too_many", f"{MOST_TABLES} tables are open; close one first.")
        oldest = min(done, key=lambda one: one.used_at)
        self._drop(oldest)

    async def close(self, table_id: str) -> None:
        """Close a table; its record stays in the archive."""
        if self.resting.pop(table_id, None) is None:
            seated = self.find(table_id)
            del self.tables[table_id]
            await seated.close()
        self._remember()

    def _drop(self, seated: Seated) -> None:
        del self.tables[seated.id]
        task = asyncio.get_running_loop().create_task(seated.close())
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    # --- what lists show

    def infos(self) -> list[dict[str, Any]]:
        """All tables, the newest first."""
        found = [self.info(seated) for seated in self.tables.values()]
        found += [info for one in self.resting.values() if (info := self._resting_info(one))]
        return sorted(found, key=lambda info: -float(info["created"]))

    def info(self, seated: Seated) -> dict[str, Any]:
        """What lists show of a table."""
        state = seated.table.state
        return {
            **_info(seated.id, seated.game, seated.asked, seated.created),
            "ply": state.ply,
            "phase": state.phase,
            "outcome": showing.outcome_data(state.outcome),
            "archive_id": seated.keeper.game_id,
            "spectators": len(seated.live),
            "resting": False,
        }

    def _resting_info(self, asleep: Resting) -> dict[str, Any] | None:
        try:
            kept = self.needs.store.summary(asleep.archive_id) if asleep.archive_id else None
            game = self.game(kept.game if kept else asleep.asked.game)
        except KibitzError:
            return None
        return {
            **_info(asleep.id, game, asleep.asked, asleep.created),
            "ply": kept.steps if kept else 0,
            "phase": "paused",
            "outcome": None,
            "archive_id": asleep.archive_id,
            "spectators": 0,
            "resting": True,
        }

    # --- its life

    async def open(self) -> None:
        """Find the tables from before and begin to look at the clocks."""
        self.resting = await asyncio.to_thread(self._left_open)
        self._ticking = asyncio.get_running_loop().create_task(self._tick())

    def _left_open(self) -> dict[str, Resting]:
        return {key: one for key, one in resting.load(self.needs.data_dir).items() if self._goes_on(one)}

    def _goes_on(self, asleep: Resting) -> bool:
        """Whether a game from before has been begun, is still there and not over."""
        if asleep.archive_id is None:
            return False
        try:
            kept = self.needs.store.summary(asleep.archive_id)
        except KibitzError:
            return False
        return kept.result == "*" and not kept.deleted

    def _remember(self) -> None:
        """Write down which tables are open, when that has changed."""
        going = [one for one in self.tables.values() if not one.table.state.outcome]
        awake = [_asleep(one) for one in going]
        now = [(one.id, one.archive_id, one.name) for one in (*awake, *self.resting.values())]
        if now != self._written:
            self._written = now
            resting.save(self.needs.data_dir, (*awake, *self.resting.values()))

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK_S)
            for seated in list(self.tables.values()):
                _safely(seated.tick, f"the clock of table {seated.id}")
            if time.monotonic() - self._swept > SWEEP_S:
                self._swept = time.monotonic()
                _safely(self.sweep, "looking for tables that nobody uses")

    def sweep(self) -> None:
        """Close finished games and put running ones to rest that nobody has used for long."""
        for seated in list(self.tables.values()):
            over = seated.table.state.outcome is not None
            if seated.idle_s() > (OVER_S if over else IDLE_S):
                if not over and seated.keeper.game_id is not None:
                    kept = Resting(
                        seated.id, seated.created, seated.asked, seated.keeper.game_id, seated.name
                    )
                    self.resting[seated.id] = kept
                self._drop(seated)
        self._remember()

    async def shut(self) -> None:
        """Close everything; what was running can be opened again after the next start."""
        if self._ticking:
            self._ticking.cancel()
        self._remember()
        closing = (seated.close() for seated in self.tables.values())
        for result in await asyncio.gather(*closing, *self._closing, return_exceptions=True):
            if isinstance(result, Exception):
                log.error("closing a table", exc_info=result)
        self.tables.clear()


def _asleep(seated: Seated) -> Resting:
    """A table as it is written down."""
    return Resting(seated.id, seated.created, seated.asked, seated.keeper.game_id, seated.name)


def _no_table() -> Refused:
    return Refused(404, "not_found", "There is no such table; it may have been closed.")


def _safely(work: Callable[[], Any], what: str) -> None:
    """One table's failure is logged and stops nobody else."""
    try:
        work()
    except Exception:
        log.exception("%s", what)


def _info(table_id: str, game: AnyGame, asked: shapes.NewTable, created: float) -> dict[str, Any]:
    return {
        "id": table_id,
        "game": game.name,
        "title": game.title,
        "players": asked.players.model_dump(),
        "created": created,
        "camera": asked.camera is not None,
        "piece_set": asked.camera.piece_set if asked.camera else "",
        "clock": asked.clock,
        "spectator_url": f"/live/{table_id}",
    }
