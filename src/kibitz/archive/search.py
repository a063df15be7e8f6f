"""Finding games: by rules, player, day, result, name and position, newest first, a page at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, func, or_, select, tuple_

from kibitz.archive.names import clean_text, folded
from kibitz.archive.schema import GameRow, PositionRow
from kibitz.archive.standing import digest_of_key
from kibitz.archive.summary import COLUMNS, RESULTS, Summary, summary_of
from kibitz.core.errors import BadSetting, quoted

LARGEST_PAGE = 500  # a page that is shown at once


@dataclass(frozen=True, slots=True)
class Query:
    """What is looked for; every part that is given must hold."""

    game: str = ""
    """`draughts/russian`, or `draughts` for all of its kind."""
    player: str = ""
    """Part of a player's name, in any case."""
    since: date | None = None
    until: date | None = None
    result: str = ""
    name: str = ""
    """Part of the game's name, in any case."""
    position: str = ""
    """The key of a position that the game went through; see `standing.position_key`."""
    deleted: bool = False
    """Look among the deleted games instead."""
    text: str = ""
    """Part of the game's name or of a player's, in any case."""

    def __post_init__(self) -> None:
        for text in (self.game, self.player, self.name, self.position, self.text):
            clean_text(text, "what is searched for")
        if self.result and self.result not in RESULTS:
            raise BadSetting(f"{quoted(self.result)} is no result; use one of {', '.join(RESULTS)}.")
        if self.since and self.until and self.since > self.until:
            raise BadSetting(f"No day lies after {self.since} and before {self.until}.")


@dataclass(frozen=True, slots=True)
class Page:
    """Some of the games found, how many there are in all, and where the next page begins."""

    games: tuple[Summary, ...]
    total: int
    after: int | None = None
    """Give this back as `after` for the next page; None on the last one."""


def found(connection: Connection, query: Query, limit: int = 50, after: int | None = None) -> Page:
    """One page of the games that fit, newest first; a game that begins meanwhile moves nothing."""
    if not 1 <= limit <= LARGEST_PAGE:
        raise BadSetting(f"A page holds 1 to {LARGEST_PAGE} games, not {limit}.")
    fits = and_(*_conditions(query))
    total = connection.execute(select(func.count()).select_from(GameRow).where(fits)).scalar_one()
    rows = connection.execute(_page(fits, limit + 1, after)).all()
    games = tuple(summary_of(row) for row in rows[:limit])
    return Page(games, total, games[-1].id if len(rows) > limit else None)


def _page(fits: ColumnElement[bool], limit: int, after: int | None) -> Select[*tuple[Any, ...]]:
    statement = select(*COLUMNS).where(fits)
    if after is not None:
        last = select(GameRow.started_at).where(GameRow.id == after).scalar_subquery()
        statement = statement.where(tuple_(GameRow.started_at, GameRow.id) < tuple_(last, after))
    return statement.order_by(GameRow.started_at.desc(), GameRow.id.desc()).limit(limit)


def _conditions(query: Query) -> Iterator[ColumnElement[bool]]:
    yield GameRow.deleted_at.is_not(None) if query.deleted else GameRow.deleted_at.is_(None)
    if query.game:
        family = GameRow.game.startswith(f"{query.game}/", autoescape=True)
        yield or_(GameRow.game == query.game, family)
    if query.player:
        yield GameRow.players_folded.contains(folded(query.player), autoescape=True)
    if query.since:
        yield GameRow.played_on >= query.since.isoformat()
    if query.until:
        yield GameRow.played_on <= query.until.isoformat()
    if query.result:
        yield GameRow.result == query.result
    if query.name:
        yield GameRow.name_folded.contains(folded(query.name), autoescape=True)
    if query.text:
        named = (GameRow.name_folded, GameRow.players_folded)
        yield or_(*(column.contains(folded(query.text), autoescape=True) for column in named))
    if query.position:
        through = select(PositionRow.game_id).where(PositionRow.key == digest_of_key(query.position))
        yield GameRow.id.in_(through)
