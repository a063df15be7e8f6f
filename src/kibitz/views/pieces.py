"""Pieces as ink: discs, triangles, stones and chessmen, on a board or loose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, pi, sin, sqrt

from kibitz.core.board import BoardPlan, Point
from kibitz.core.look import Face, Look, Piece, PieceSet
from kibitz.core.ornament import across_mm
from kibitz.views.chessmen import FIGURES, body, lines
from kibitz.views.ink import Area, Disc, Ink, Stroke, Words, against, colour_of

EDGE = "#202020"
EDGE_MM = 0.2


def piece_ink(piece: Piece, face: Face, centre_mm: Point, cell_mm: float) -> Iterator[Ink]:
    """One piece as it looks from above, for a cell this far across."""
    colour, across = colour_of(piece.colour), piece.width * cell_mm
    if piece.shape == "triangle":
        yield Area(triangle(centre_mm, across), colour, EDGE, EDGE_MM)
    else:
        yield Disc(centre_mm, across / 2, colour, EDGE, EDGE_MM)
    if letter := _letter(piece, face):
        yield Words(letter, centre_mm, 0.42 * across, against(colour), bold=True)


def look_ink(plan: BoardPlan, look: Look, faces: Sequence[Face], pieces: PieceSet) -> Iterator[Ink]:
    """All pieces of a position; trays show their stone and how many."""
    for cell, index in zip(plan.cells, look, strict=True):
        face = faces[index]
        piece = pieces.piece(face) or (_of_owner(pieces, faces, face) if face.tray else None)
        if piece is None or face.count == 0:
            continue
        if piece.shape == "chessman" and face.rank in FIGURES:
            yield from _figure_ink(piece, face, cell.centre_mm, across_mm(cell))
            continue
        yield from piece_ink(piece, face, cell.centre_mm, across_mm(cell))
        if face.tray:
            height = 0.3 * piece.width * across_mm(cell)
            yield Words(str(face.count), cell.centre_mm, height, against(piece.colour), bold=True)


def _figure_ink(piece: Piece, face: Face, centre_mm: Point, cell_mm: float) -> Iterator[Ink]:
    """A chessman as diagrams show it, from the side: from above nobody could tell a queen from a rook."""
    scale, (x, y), colour = cell_mm / 100, centre_mm, colour_of(piece.colour)
    line = against(colour)

    def placed(points: tuple[Point, ...]) -> tuple[Point, ...]:
        return tuple((x + (a - 50) * scale, y + (b - 51) * scale) for a, b in points)

    yield Area(placed(body(face.rank)), colour, EDGE, 3 * scale)
    for stroke in lines(face.rank):
        yield Stroke(placed(stroke), line, 2.6 * scale)
    for a, b, radius in FIGURES[face.rank].spots:
        yield Disc(placed(((a, b),))[0], radius * scale, line)


def triangle(centre_mm: Point, side_mm: float) -> tuple[Point, ...]:
    """An equilateral triangle around its centre, one corner up."""
    (x, y), radius = centre_mm, side_mm / sqrt(3)
    corners = (-pi / 2, pi / 6, 5 * pi / 6)
    return tuple((x + radius * cos(angle), y + radius * sin(angle)) for angle in corners)


def _letter(piece: Piece, face: Face) -> str:
    """The kind of a chessman, which its shape does not tell."""
    return face.symbol.upper() if piece.shape == "chessman" else ""


def _of_owner(pieces: PieceSet, faces: Sequence[Face], wanted: Face) -> Piece | None:
    owned = (face for face in faces if face.owner == wanted.owner != "" and not face.tray)
    return next((piece for face in owned if (piece := pieces.piece(face))), None)
