"""The games that can be played, and everything a page needs to draw one."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query

from kibitz.web import plans, shapes, shapes_games
from kibitz.web.asking import ERRORS, InHouse

router = APIRouter(prefix="/api", tags=["games"], responses=ERRORS)


@router.get("/games", response_model=shapes_games.GameList)
def games(house: InHouse) -> dict[str, Any]:
    """All games."""
    return {"games": [plans.brief(house.game(name)) for name in house.needs.game_names()]}


@router.get("/game", response_model=shapes_games.GameInfo)
def game(house: InHouse, name: Annotated[str, Query(pattern=shapes.GAME_NAME)]) -> dict[str, Any]:
    """One game: its board, its pieces, its levels."""
    found = house.game(name)
    return plans.full(found, house.needs.levels(found))
