"""All open tables: made, found, closed, and their clocks looked at."""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from dataclasses import replace
from functools import partial
from typing import Any

from kibitz.archive.keeping import GameKeeper
from kibitz.core.errors import BadSetting, UnknownGame, quoted
from kibitz.core.game import AnyGame, Seat
from kibitz.core.record import GameRecord
from kibitz.messages import catalogue, said
from kibitz.table import Control, Table
from kibitz.web import shapes, showing
from kibitz.web.faults import Refused
from kibitz.web.needs import Needs
from kibitz.web.players import Patient
from kibitz.web.replaying import until
from kibitz.web.seated import Seated

log = logging.getLogger("kibitz.web")
MOST_TABLES = 64
TICK_S = 0.1


class House:
    """The tables of one server."""

    def __init__(self, needs: Needs, *, lan: bool = False) -> None:
        self.needs, self.lan = needs, lan
        self.tables: dict[str, Seated] = {}
        self._ticking: asyncio.Task[None] | None = None

    # --- games

    def game(self, name: str) -> AnyGame:
        """A game by a name that is listed; nothing else reaches the finder."""
        if name not in self.needs.game_names():
            raise UnknownGame(f"There is no game called {quoted(name)}; /api/games lists them.")
        return self.needs.find_game(name)

    # --- tables

    def find(self, table_id: str) -> Seated:
        """An open table."""
        if table_id not in self.tables:
            raise Refused(404, "not_found", "There is no such table; it may have been closed.")
        return self.tables[table_id]

    async def create(self, asked: shapes.NewTable) -> Seated:
        """Open a table and begin its game."""
        if len(self.tables) >= MOST_TABLES:
            raise Refused(503, "too_many", f"{MOST_TABLES} tables are open; close one first.")
        name = f"{asked.game}-pie" if asked.pie and not asked.game.endswith("-pie") else asked.game
        game = self.game(name)
        record = self._record(game, asked)
        seated = await asyncio.to_thread(self._made, game, record, asked)
        self.tables[seated.id] = seated
        seated.begin()
        return seated

    def _record(self, game: AnyGame, asked: shapes.NewTable) -> GameRecord:
        record = GameRecord(game.name, game.version, asked.setup)
        if asked.from_archive:
            kept = self.needs.store.record(asked.from_archive.id)
            if kept.game != game.name:
                raise BadSetting(f"That game is one of {kept.game}, not of {game.name}.")
            record = replace(until(kept, asked.from_archive.ply), version=game.version, tags=())
        players = {seat: self._player_name(asked, seat) for seat in ("first", "second")}
        return record.tagged(**players)

    def _player_name(self, asked: shapes.NewTable, seat: str) -> str:
        choice: shapes.SeatChoice = getattr(asked.players, seat)
        return choice.name or (f"kibitz:{choice.level or 'max'}" if choice.kind == "bot" else "")

    def _made(self, game: AnyGame, record: GameRecord, asked: shapes.NewTable) -> Seated:
        keeper = GameKeeper(self.needs.store, game, record)
        bots: dict[Seat, Patient] = {}
        seated_as: list[Seated] = []
        for seat in (Seat.FIRST, Seat.SECOND):
            choice: shapes.SeatChoice = getattr(asked.players, seat.value)
            if choice.kind == "bot":
                bots[seat] = self._bot(game, choice.level, seat, seated_as, asked.delay_ms)
        texts = catalogue(asked.language)
        table = Table(
            game,
            record,
            keeper=keeper,
            control=Control.read(asked.clock),
            players=bots,
            at_board=asked.camera is not None,
            dice=None if asked.camera else _thrown,
            say=partial(said, texts, game),
        )
        seated = Seated(secrets.token_hex(4), table, keeper, asked, bots)
        seated_as.append(seated)
        return seated

    def _bot(self, game: AnyGame, level: str, seat: Seat, seated_as: list[Seated], delay_ms: int) -> Patient:
        known = [one.name for one in self.needs.levels(game)]
        if level and level not in known:
            raise BadSetting(f"{game.title} has no level {quoted(level)}; there are {', '.join(known)}.")
        told = lambda thought: seated_as[0].think_aloud(seat, thought)  # noqa: E731
        return Patient(self.needs.seat_bot(game, level or known[-1], told), delay_ms)

    async def close(self, table_id: str) -> None:
        """Close a table; its record stays in the archive."""
        seated = self.find(table_id)
        del self.tables[table_id]
        await seated.close()

    def infos(self) -> list[dict[str, Any]]:
        """All tables, the newest first."""
        newest = sorted(self.tables.values(), key=lambda seated: -seated.created)
        return [self.info(seated) for seated in newest]

    def info(self, seated: Seated) -> dict[str, Any]:
        """What lists show of a table."""
        state = seated.table.state
        return {
            "id": seated.id,
            "game": seated.game.name,
            "title": seated.game.title,
            "players": seated.asked.players.model_dump(),
            "created": seated.created,
            "ply": state.ply,
            "phase": state.phase,
            "outcome": showing.outcome_data(state.outcome),
            "camera": seated.asked.camera is not None,
            "clock": seated.asked.clock,
            "archive_id": seated.keeper.game_id,
            "spectator_url": f"/live/{seated.id}",
            "spectators": len(seated.live),
            "resting": False,
        }

    # --- its life

    async def open(self) -> None:
        """Begin to look at the clocks."""
        self._ticking = asyncio.get_running_loop().create_task(self._tick())

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK_S)
            for seated in list(self.tables.values()):
                try:
                    seated.table.tick()
                except Exception:
                    log.exception("the clock of table %s", seated.id)

    async def shut(self) -> None:
        """Close everything."""
        if self._ticking:
            self._ticking.cancel()
        for seated in list(self.tables.values()):
            await seated.close()
        self.tables.clear()


_DICE = random.SystemRandom()


def _thrown(moves: list[Any], odds: list[float]) -> Any:
    """A fair throw."""
    return _DICE.choices(moves, odds)[0]
