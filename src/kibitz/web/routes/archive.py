"""The games that are kept: found, replayed, renamed, deleted and restored, taken home, brought in."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path as FilePath
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from starlette.responses import StreamingResponse

from kibitz.archive.importing import import_bytes
from kibitz.archive.search import Query as Wanted
from kibitz.archive.standing import position_key
from kibitz.archive.summary import Summary
from kibitz.core.errors import BadSetting, KibitzError
from kibitz.web import downloads, shapes, shapes_archive
from kibitz.web.asking import ERRORS, ByOperator, InHouse
from kibitz.web.exporting import zipped
from kibitz.web.faults import Refused
from kibitz.web.house import House
from kibitz.web.replaying import replay_data

router = APIRouter(prefix="/api/archive", tags=["archive"], responses=ERRORS)
GameId = Annotated[int, Path(ge=1, le=2**31 - 1)]
KEEP_DELETED_S = 30 * 86_400
"""So long a deleted game can be brought back."""
NO_BOARD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8" role="img"></svg>'


def summary_data(house: House, summary: Summary) -> dict[str, Any]:
    """A game as lists show it."""
    tables = (table.id for table in list(house.tables.values()) if table.keeper.game_id == summary.id)
    return {
        "id": summary.id,
        "name": summary.name,
        "saved": summary.saved,
        "game": summary.game,
        "title": _title(house, summary.game),
        "players": [{"tag": tag, "name": name} for tag, name in summary.players],
        "played_on": summary.played_on,
        "result": summary.result,
        "steps": summary.steps,
        "started_at": summary.started_at,
        "deleted": summary.deleted,
        "open_table": next(tables, ""),
    }


def _title(house: House, name: str) -> str:
    try:
        return house.game(name).title
    except KibitzError:
        return name


@router.get("", response_model=shapes_archive.SummaryPage)
def games(house: InHouse, asked: Annotated[shapes_archive.Search, Query()]) -> dict[str, Any]:
    """One page of the games that fit, the newest first."""
    wanted = Wanted(
        game=asked.game,
        player=asked.player,
        since=asked.since,
        until=asked.until,
        result=asked.result,
        position=_key(house, asked),
        deleted=asked.deleted,
        text=asked.text,
    )
    page = house.needs.store.search(wanted, limit=asked.limit, after=asked.after)
    found = [summary_data(house, summary) for summary in page.games]
    return {"games": found, "total": page.total, "after": page.after}


def _key(house: House, asked: shapes_archive.Search) -> str:
    """What the archive searches by when a position is written down."""
    if not asked.position:
        return ""
    if not asked.game:
        raise BadSetting("A position can be looked for only with a game, which says how to read it.")
    game = house.game(asked.game)
    return position_key(game, game.start("" if asked.position == "start" else asked.position))


@router.get("/export", response_class=StreamingResponse, dependencies=[ByOperator])
def export(house: InHouse) -> StreamingResponse:
    """Every game that is not deleted, one file each, as a zip."""
    named = f"kibitz-{time.strftime('%Y-%m-%d')}.zip"
    headers = downloads.Download(b"", "", named).headers
    return StreamingResponse(zipped(house.needs.store, house.game), 200, headers, "application/zip")


@router.post(
    "/import",
    response_model=shapes_archive.Imported,
    status_code=201,
    dependencies=[ByOperator],
    openapi_extra={
        "requestBody": {
            "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}
        }
    },
)
async def bring_in(
    house: InHouse,
    request: Request,
    name: Annotated[str, Query(min_length=1, max_length=255)],
    game: Annotated[str, Query(pattern=f"^$|{shapes.GAME_NAME}")] = "",
) -> dict[str, Any]:
    """Import one file (PDN, PGN, JSON, the JSON of 2019), all of its games or none; the body is the file."""
    data = await request.body()
    called = FilePath(name.replace("\\", "/").rpartition("/")[2] or "file")
    report = await asyncio.to_thread(import_bytes, house.needs.store, data, called, house.game, game)
    if not report.ok:
        raise Refused(422, "bad_file", report.problem)
    return {"name": called.name, "ids": list(report.ids), "already": report.already}


@router.get("/{game_id:int}", response_model=shapes_archive.Kept)
def game(house: InHouse, game_id: GameId) -> dict[str, Any]:
    """One game with every position that counts."""
    store = house.needs.store
    summary, record = store.summary(game_id), store.record(game_id)
    rules = house.game(record.game)
    return {
        "summary": summary_data(house, summary),
        "tags": [(name[:200], value[:2000]) for name, value in record.tags],
        "formats": downloads.formats(rules),
        **replay_data(rules, record),
    }


@router.patch("/{game_id:int}", response_model=shapes_archive.Summary, dependencies=[ByOperator])
def rename(house: InHouse, game_id: GameId, asked: shapes_archive.Rename) -> dict[str, Any]:
    """Give a game another name."""
    house.needs.store.rename(game_id, asked.name)
    return summary_data(house, house.needs.store.summary(game_id))


@router.delete("/{game_id:int}", status_code=204, dependencies=[ByOperator])
def delete(house: InHouse, game_id: GameId, purge: bool = False) -> None:
    """Hide a game, or with `purge` remove a hidden one for good; after a month hidden ones go anyway."""
    store = house.needs.store
    if any(table.keeper.game_id == game_id for table in list(house.tables.values())):
        raise Refused(409, "in_play", "This game is being played; close its table before it is deleted.")
    if purge:
        store.purge(game_id)
    else:
        store.delete(game_id)
    store.purge_deleted(time.time() - KEEP_DELETED_S)


@router.post("/{game_id:int}/restore", response_model=shapes_archive.Summary, dependencies=[ByOperator])
def restore(house: InHouse, game_id: GameId) -> dict[str, Any]:
    """Bring a hidden game back."""
    house.needs.store.restore(game_id)
    return summary_data(house, house.needs.store.summary(game_id))


@router.get("/{game_id:int}/thumbnail", response_class=Response)
def thumbnail(house: InHouse, request: Request, game_id: GameId) -> Response:
    """The last position as a small SVG."""
    summary = house.needs.store.summary(game_id)
    tag = f'"{summary.id}-{summary.seq}-{int(summary.started_at)}"'
    headers = {"etag": tag, "cache-control": "private, no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    try:
        drawn = downloads.thumbnail(house.game(summary.game), house.needs.store.record(game_id))
    except KibitzError:
        drawn = NO_BOARD
    return Response(drawn, headers=headers, media_type="image/svg+xml")


@router.get("/{game_id:int}/file", response_class=Response)
def file(
    house: InHouse,
    game_id: GameId,
    format: shapes_archive.Format,
    ply: Annotated[int | None, Query(ge=0, le=100_000)] = None,
) -> Response:
    """The game, or one of its positions, as a file."""
    store = house.needs.store
    summary, record = store.summary(game_id), store.record(game_id)
    made = downloads.download(house.game(record.game), record, summary.name, format, ply)
    return Response(made.data, headers=made.headers, media_type=made.type)
