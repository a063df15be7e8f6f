"""What this server is, and how to stop it."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter
from pydantic import BaseModel

from kibitz import __version__
from kibitz.messages import LANGUAGES
from kibitz.web.asking import ERRORS, ByOperator, InHouse, Role

router = APIRouter(prefix="/api", tags=["about"], responses=ERRORS)


class About(BaseModel):
    version: str
    role: Literal["operator", "spectator", "phone", ""]
    languages: dict[str, str]
    """Code and name of each language."""
    lan: bool


class Done(BaseModel):
    done: bool


@router.get("/about")
async def about(house: InHouse, role: Role) -> About:
    """Who is asking, and what is there."""
    return About(version=__version__, role=role, languages=LANGUAGES, lan=house.lan)  # type: ignore[arg-type]


@router.post("/quit", dependencies=[ByOperator])
async def leave(house: InHouse) -> Done:
    """Stop the server; running games can be opened again after the next start."""
    house.needs.quit()
    return Done(done=True)
