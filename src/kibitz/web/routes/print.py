"""Boards and pieces to print, in true size."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal, TypeAlias

from fastapi import APIRouter, Query, Response
from pydantic import BaseModel, Field

from kibitz.core.errors import BadSetting
from kibitz.core.game import AnyGame
from kibitz.core.marks import LAYOUTS, marked
from kibitz.core.ornament import across_mm
from kibitz.views.ink import Area, Ink, box
from kibitz.views.paper import PAPERS, fitted
from kibitz.views.sheet import Page, pages
from kibitz.views.svg import svg
from kibitz.web.asking import ERRORS, InHouse
from kibitz.web.downloads import Download, file_name
from kibitz.web.shapes import Asked, GameName

router = APIRouter(prefix="/api/print", tags=["print"], responses=ERRORS)


class Choice(Asked):
    """What is printed."""

    model_config = Asked.model_config | {"strict": False}

    game: GameName
    paper: Literal["a4", "a3", "letter"] = "a4"
    pieces: bool = False
    """Add pages of pieces to cut out."""
    piece_set: Annotated[str, Field(max_length=60)] = ""
    layout: Literal["kibitz", "2019"] = "kibitz"


class PageChoice(Choice):
    page: Annotated[int, Field(ge=1, le=50)] = 1


class Printed(BaseModel):
    """What the file will have."""

    pages: int
    width_mm: float
    height_mm: float
    cell_mm: float
    layouts: list[str]
    papers: list[str]


Chosen: TypeAlias = Annotated[Choice, Query()]


@router.get("", response_class=Response)
def as_pdf(house: InHouse, asked: Chosen) -> Response:
    """The PDF."""
    from kibitz.views.pdf import pdf

    game = house.game(asked.game)
    data = pdf(_pages(game, asked), game.title)
    name = file_name(f"{game.name.replace('/', '-')}-{asked.paper}", "pdf")
    return Response(data, headers=Download(data, "", name).headers, media_type="application/pdf")


@router.get("/pages", response_model=Printed)
def facts(house: InHouse, asked: Chosen) -> dict[str, Any]:
    """How many pages there are, and how large the cells become."""
    game = house.game(asked.game)
    made = _pages(game, asked)
    sheet = fitted(marked(game.plan, asked.layout), asked.paper)
    width, height = made[0].size_mm
    return {
        "pages": len(made),
        "width_mm": width,
        "height_mm": height,
        "cell_mm": round(min(across_mm(cell) for cell in sheet.plan.cells if not cell.tray), 1),
        "layouts": [layout for layout in LAYOUTS if _has(game, layout)],
        "papers": list(PAPERS),
    }


@router.get("/page", response_class=Response)
def preview(house: InHouse, asked: Annotated[PageChoice, Query()]) -> Response:
    """One page as a picture (SVG)."""
    made = _pages(house.game(asked.game), asked)
    if asked.page > len(made):
        raise BadSetting(f"There are {len(made)} pages, so none has the number {asked.page}.")
    drawn = svg(_on_paper(made[asked.page - 1]), border_mm=0.0)
    return Response(drawn, headers={"cache-control": "private, max-age=300"}, media_type="image/svg+xml")


def _pages(game: AnyGame, asked: Choice) -> tuple[Page, ...]:
    return pages(
        game, paper=asked.paper, layout=asked.layout, with_pieces=asked.pieces, piece_set=asked.piece_set
    )


def _has(game: AnyGame, layout: str) -> bool:
    try:
        marked(game.plan, layout)
    except BadSetting:
        return False
    return True


def _on_paper(page: Page) -> Iterator[Ink]:
    yield Area(box(0.0, 0.0, *page.size_mm), "#ffffff")
    yield from page.ink
