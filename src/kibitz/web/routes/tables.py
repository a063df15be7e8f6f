"""The tables: opened, listed, played at, looked at live, closed."""

from __future__ import annotations

import json
from typing import Annotated, Any

from fastapi import APIRouter, Body, Response, WebSocket
from pydantic import TypeAdapter

from kibitz.web import shapes
from kibitz.web.asking import ERRORS, AtTable, ByOperator, InHouse, TableId, house_of, role_of
from kibitz.web.house import House
from kibitz.web.listening import listen
from kibitz.web.seated import Seated

router = APIRouter(prefix="/api/tables", tags=["tables"], responses=ERRORS)
ACTION: TypeAdapter[shapes.Action] = TypeAdapter(shapes.Action)


def _json(data: Any, status: int = 200) -> Response:
    """Data that we made ourselves, sent without checking it once more."""
    return Response(json.dumps(data, ensure_ascii=False), status, media_type="application/json")


def _whole(house: House, seated: Seated) -> dict[str, Any]:
    return {"table": house.info(seated), "state": seated.state()}


@router.get("", response_model=shapes.TableList)
async def tables(house: InHouse) -> Response:
    """All tables, the newest first."""
    return _json({"tables": house.infos()})


@router.post("", response_model=shapes.TableAndState, status_code=201, dependencies=[ByOperator])
async def create(house: InHouse, asked: shapes.NewTable) -> Response:
    """Open a table and begin its game."""
    return _json(_whole(house, await house.create(asked)), 201)


@router.get("/{table_id}", response_model=shapes.TableAndState)
async def table(house: InHouse, seated: AtTable) -> Response:
    """One table with its state."""
    return _json(_whole(house, seated))


@router.delete("/{table_id}", status_code=204, dependencies=[ByOperator])
async def close(house: InHouse, table_id: TableId) -> None:
    """Close a table; the record of its game stays in the archive."""
    await house.close(table_id)


@router.post("/{table_id}/actions", response_model=shapes.StateAnswer, dependencies=[ByOperator])
async def act(seated: AtTable, action: Annotated[shapes.Action, Body()]) -> Response:
    """Do something at a table; `ply` says which position it is meant for."""
    seated.act(action)
    return _json({"state": seated.state()})


@router.websocket("/{table_id}/live")
async def live(websocket: WebSocket, table_id: str) -> None:
    """Every state of a table as it comes; actions may be sent and are answered."""
    await listen(websocket, house_of(websocket), table_id, role_of(websocket))
