"""Making a table of the house: its game, its record, its bots and its place in the archive."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial
from typing import Any

from kibitz.archive.keeping import GameKeeper
from kibitz.core.errors import BadSetting, quoted
from kibitz.core.game import AnyGame, Seat
from kibitz.core.record import GameRecord
from kibitz.messages import catalogue, said
from kibitz.table import Control, Table
from kibitz.web import shapes
from kibitz.web.needs import Needs
from kibitz.web.players import Patient
from kibitz.web.replaying import until
from kibitz.web.seated import Seated

SEATS = (Seat.FIRST, Seat.SECOND)
_DICE = random.SystemRandom()


def fresh_keeper(needs: Needs, game: AnyGame, asked: shapes.NewTable) -> GameKeeper:
    """The keeper of a new game, from its start, a setup, or the beginning of a kept game."""
    record = GameRecord(game.name, game.version, asked.setup)
    if asked.from_archive:
        kept = needs.store.record(asked.from_archive.id)
        if kept.game != game.name:
            raise BadSetting(f"That game is one of {kept.game}, not of {game.name}.")
        record = replace(until(kept, asked.from_archive.ply), version=game.version, tags=())
        record = replace(record, entries=tuple(replace(entry, took_s=None) for entry in record.entries))
    return GameKeeper(needs.store, game, record.tagged(**_player_tags(asked)))


def _player_tags(asked: shapes.NewTable) -> dict[str, str]:
    return {seat.value: _player_name(seat_choice(asked, seat)) for seat in SEATS}


def _player_name(choice: shapes.SeatChoice) -> str:
    return choice.name or (f"kibitz:{choice.level or 'max'}" if choice.kind == "bot" else "")


def seat_choice(asked: shapes.NewTable, seat: Seat) -> shapes.SeatChoice:
    """Who was asked for on a seat."""
    return asked.players.first if seat is Seat.FIRST else asked.players.second


def seated(needs: Needs, table_id: str, game: AnyGame, asked: shapes.NewTable, keeper: GameKeeper) -> Seated:
    """A table with its bots, not begun yet. This may take a while: call it off the event loop."""
    control = Control.read(asked.clock)
    thoughts = _Thoughts()
    bots = {
        seat: Patient(_bot(needs, game, choice.level, partial(thoughts.tell, seat)), asked.delay_ms)
        for seat in SEATS
        if (choice := seat_choice(asked, seat)).kind == "bot"
    }
    table = Table(
        game,
        keeper.record,
        keeper=keeper,
        control=control,
        players=bots,
        at_board=asked.camera is not None,
        dice=None if asked.camera else thrown,
        say=partial(said, catalogue(asked.language), game),
    )
    thoughts.seated = Seated(table_id, table, keeper, asked, bots, close_bot=needs.close_bot)
    return thoughts.seated


class _Thoughts:
    """Carries bots' thoughts to a table that is made after them."""

    seated: Seated | None = None

    def tell(self, seat: Seat, thought: Any) -> None:
        if self.seated:
            self.seated.think_aloud(seat, thought)


def _bot(needs: Needs, game: AnyGame, level: str, told: Any) -> Any:
    """A bot by the name of a level; nothing else is looked for."""
    known = [one.name for one in needs.levels(game)]
    if level and level not in known:
        raise BadSetting(f"{game.title} has no level {quoted(level)}; there are {', '.join(known)}.")
    return needs.seat_bot(game, level or known[-1], told)


def thrown(moves: list[Any], odds: list[float]) -> Any:
    """A fair throw of the dice."""
    return _DICE.choices(moves, odds)[0]
