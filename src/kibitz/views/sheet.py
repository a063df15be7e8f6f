"""The pages of a printed board as ink: the board with its name and ruler, then the pieces."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kibitz.core.board import Point
from kibitz.core.errors import BadSetting, quoted
from kibitz.core.game import AnyGame
from kibitz.core.look import PieceSet
from kibitz.core.marks import marked
from kibitz.views.board import board_ink
from kibitz.views.cutouts import HEAD_MM, cutout_pages
from kibitz.views.ink import Ink, Stroke, Words, moved
from kibitz.views.paper import MARGIN_MM, Box, Sheet, fitted

DARK, GREY = "#202020", "#606060"


@dataclass(frozen=True, slots=True)
class Page:
    """One side of paper."""

    size_mm: Point
    ink: tuple[Ink, ...]


def pages(
    game: AnyGame,
    *,
    paper: str = "a4",
    layout: str = "kibitz",
    with_pieces: bool = False,
    piece_set: str = "",
) -> tuple[Page, ...]:
    """A game's board, and its pieces when they are asked for; raises BadSetting."""
    chosen = set_of(game, piece_set)
    sheet = fitted(marked(game.plan, layout), paper)
    first = Page(sheet.page_mm, tuple(_board_page(game, sheet)))
    return first, *(_piece_pages(game, chosen, sheet) if with_pieces else ())


def set_of(game: AnyGame, name: str) -> PieceSet:
    """The piece set of this name, or the usual one for no name; raises BadSetting."""
    for pieces in game.piece_sets:
        if name in ("", pieces.name):
            return pieces
    choices = ", ".join(pieces.name for pieces in game.piece_sets)
    raise BadSetting(f"{game.name} has no piece set {quoted(name)}; choose one of: {choices}")


def _board_page(game: AnyGame, sheet: Sheet) -> Iterator[Ink]:
    yield from moved(board_ink(sheet.plan), sheet.offset_mm)
    yield from _name(game.title, "Keep all four marks in the camera picture.", sheet.name_box)
    yield from ruler(sheet.ruler_box, _origin(game, sheet))


def _name(title: str, line: str, room: Box) -> Iterator[Ink]:
    (x, y), most = room.centre, room.right - room.left
    yield Words(title, (x, y - 2.6), 5.2, DARK, bold=True, most_mm=most)
    yield Words(line, (x, y + 4.2), 2.3, GREY, most_mm=most)


def ruler(room: Box, note: str) -> Iterator[Ink]:
    """100 mm to hold a real ruler against."""
    (x, y), most = room.centre, room.right - room.left
    left, base = x - 50, y - 3.5
    yield Stroke(((left, base), (left + 100, base)), DARK, 0.25)
    for at in range(101):
        long = 3.2 if at % 10 == 0 else 2.2 if at % 5 == 0 else 1.3
        yield Stroke(((left + at, base), (left + at, base - long)), DARK, 0.25 if at % 10 == 0 else 0.12)
    yield Words("Print at 100 %. This ruler is 100 mm long.", (x, base + 4.2), 2.3, DARK, most_mm=most)
    yield Words(note, (x, base + 8.4), 1.6, GREY, most_mm=most)


def _origin(game: AnyGame, sheet: Sheet) -> str:
    marks = " ".join(str(mark.id) for mark in sheet.plan.marks)
    return f"kibitz print {game.name}   board {sheet.plan.kind}   marks {marks}"


def _piece_pages(game: AnyGame, pieces: PieceSet, sheet: Sheet) -> Iterator[Page]:
    found = cutout_pages(game, pieces, sheet)
    room = Box(MARGIN_MM, MARGIN_MM, sheet.page_mm[0] - MARGIN_MM, MARGIN_MM + HEAD_MM - 3)
    for number, ink in enumerate(found, 1):
        title = f"{game.title}: {pieces.title}" + (f" ({number} of {len(found)})" if len(found) > 1 else "")
        line = "Print at 100 % on matt paper, glue to card, cut along the lines."
        yield Page(sheet.page_mm, (*_name(title, line, room), *ink))
