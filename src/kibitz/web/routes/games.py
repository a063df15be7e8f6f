"""The games that can be played, and everything a page needs to draw one."""

from __future__ import annotations

import json
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from kibitz.web import plans, shapes, shapes_games
from kibitz.web.asking import ERRORS, InHouse
from kibitz.web.pages import made, sent_file

router = APIRouter(prefix="/api", tags=["games"], responses=ERRORS)


@router.get("/games", response_model=shapes_games.GameList)
def games(house: InHouse, request: Request) -> Response:
    """All games."""
    return _sent({"games": [plans.brief(house.game(name)) for name in house.needs.game_names()]}, request)


@router.get("/game", response_model=shapes_games.GameInfo)
def game(house: InHouse, request: Request, name: Annotated[str, Query(pattern=shapes.GAME_NAME)]) -> Response:
    """One game: its board, its pieces, its levels."""
    found = house.game(name)
    return _sent(plans.full(found, house.needs.levels(found)), request)


def _sent(data: dict[str, Any], request: Request) -> Response:
    return sent_file(made(json.dumps(data, ensure_ascii=False).encode(), "application/json"), request)
