"""Pages of pieces to cut out: enough of each for a game, at the size of the board's cells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from math import ceil, sqrt
from typing import TypeAlias

from kibitz.core.board import Point
from kibitz.core.game import AnyGame
from kibitz.core.look import Face, Piece, PieceSet
from kibitz.core.ornament import across_mm
from kibitz.views.ink import Ink
from kibitz.views.paper import MARGIN_MM, Sheet
from kibitz.views.pieces import piece_ink

GAP_MM = 3.0
"""White between two pieces: room for scissors."""
HEAD_MM = 16.0
"""Kept free at the top of a page for its title."""
SPARE = 1

_Loose: TypeAlias = tuple[Face, Piece]


@dataclass(frozen=True, slots=True)
class Supply:
    """So many of one piece."""

    face: Face
    piece: Piece
    count: int


def supplies(game: AnyGame, pieces: PieceSet) -> tuple[Supply, ...]:
    """How many of each piece a game needs: what stands there at the start, a spare, and crowns.

    A side's men that only appear later (kings) come to a third of those at the start. On a board that starts
    empty each side gets enough to fill half of it.
    """
    look = game.look(game.start())
    standing = [game.faces[index] for index in look]
    half = ceil(sum(cell.playable and not cell.tray for cell in game.plan.cells) / 2)
    found = []
    for owner in ("first", "second"):
        own = [f for f in game.faces if f.owner == owner and not f.tray and pieces.piece(f)]
        first = sum(f.count for f in standing if f.owner == owner) or half
        for rank, face in enumerate(own):
            found.append((face, _wanted(face, rank, standing, first)))
    return tuple(Supply(f, piece, count) for f, count in found if (piece := pieces.piece(f)))


def _wanted(face: Face, rank: int, standing: list[Face], owned: int) -> int:
    there = standing.count(face)
    if there:
        return there + SPARE
    return owned if rank == 0 else ceil(owned / 3)


def cutout_pages(game: AnyGame, pieces: PieceSet, sheet: Sheet) -> list[list[Ink]]:
    """The pieces in rows, each owner's beginning a new one; at least as many pages as they need."""
    cell_mm = min(across_mm(cell) for cell in sheet.plan.cells if not cell.tray)
    pages: list[list[Ink]] = [[]]
    width, height = sheet.page_mm
    y = MARGIN_MM + HEAD_MM
    for row in _rows(supplies(game, pieces), cell_mm, width - 2 * MARGIN_MM):
        high = max(_size_mm(piece, cell_mm)[1] for _, piece in row)
        if y + high > height - MARGIN_MM:
            pages.append([])
            y = MARGIN_MM + HEAD_MM
        pages[-1].extend(_row_ink(row, cell_mm, (width / 2, y + high / 2)))
        y += high + GAP_MM
    return pages


def _rows(wanted: tuple[Supply, ...], cell_mm: float, width_mm: float) -> Iterator[list[_Loose]]:
    """Rows of about equal length, each owner's beginning a new one."""
    for _, group in groupby(wanted, key=lambda supply: supply.face.owner):
        loose = [(s.face, s.piece) for s in group for _ in range(s.count)]
        widest = max(_size_mm(piece, cell_mm)[0] for _, piece in loose)
        most = max(1, int((width_mm + GAP_MM) / (widest + GAP_MM)))
        even = ceil(len(loose) / ceil(len(loose) / most))
        yield from (loose[start : start + even] for start in range(0, len(loose), even))


def _row_ink(row: list[_Loose], cell_mm: float, centre_mm: Point) -> Iterator[Ink]:
    wide = sum(_size_mm(piece, cell_mm)[0] for _, piece in row) + GAP_MM * (len(row) - 1)
    x = centre_mm[0] - wide / 2
    for face, piece in row:
        across = _size_mm(piece, cell_mm)[0]
        drop = piece.width * cell_mm * sqrt(3) / 12 if piece.shape == "triangle" else 0.0
        yield from piece_ink(piece, face, (x + across / 2, centre_mm[1] + drop), cell_mm)
        x += across + GAP_MM


def _size_mm(piece: Piece, cell_mm: float) -> Point:
    across = piece.width * cell_mm
    return across, across * (sqrt(3) / 2 if piece.shape == "triangle" else 1.0)
