"""Pieces as solids: which shape, how thick, how glossy, and how carelessly put down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import cos, radians, sin

import numpy as np

from kibitz.core.board import BoardPlan, Cell, Point
from kibitz.core.look import Face, Look, Piece, PieceSet
from kibitz.core.ornament import across_mm
from kibitz.scene.solids import Material, Profile, Solid, polygon_outline, round_outline
from kibitz.scene.textures import Colour

FORMS = ("flat", "plain", "bevel", "dome", "grooved", "rim")


@dataclass(frozen=True, slots=True)
class Style:
    """How the pieces on one board are made; widths and heights are shares of the cell."""

    form: str = "bevel"
    width: float | None = None
    """Overrides the piece set's."""
    height: float | None = None
    gloss: float = 0.2
    sharpness: float = 40.0
    off_centre: float = 0.06
    """The most a piece lies off its cell's centre."""
    rounding: float = 0.06
    """How blunt a triangle's corners are."""
    colours: tuple[tuple[str, Colour], ...] = ()
    """Face names whose pieces have another colour than the set says."""
    rings: tuple[float, ...] = (0.36, 0.62, 0.86)
    """Where a grooved piece has its grooves, by their share of its radius."""
    unevenness: float = 0.02
    """How much one piece's colour differs from the next."""
    carelessness: float = 1.0
    """1: pieces are turned at random, 0: all point the same way."""


def bgr(text: str) -> Colour:
    """A colour written as #rrggbb."""
    red, green, blue = (int(text[i : i + 2], 16) for i in (1, 3, 5))
    return float(blue), float(green), float(red)


def pieces_on(
    plan: BoardPlan,
    look: Look,
    faces: Sequence[Face],
    piece_set: PieceSet,
    style: Style,
    rng: np.random.Generator,
) -> dict[Cell, Solid]:
    """All pieces of a look by their cells, each a little off its place."""
    made: dict[Cell, Solid] = {}
    for index, (cell, face) in enumerate(zip(plan.cells, look, strict=True)):
        piece = piece_set.piece(faces[face])
        if piece is not None and not cell.tray:
            side_mm = across_mm(cell)
            made[index] = piece_at(piece, cell.centre_mm, side_mm, style, rng)
    return made


def piece_at(piece: Piece, at_mm: Point, side_mm: float, style: Style, rng: np.random.Generator) -> Solid:
    """One piece near a point, as wide as its share of a cell of this size."""
    off = rng.uniform(-1, 1, 2) * style.off_centre * side_mm
    width = (style.width or piece.width) * side_mm
    height = (piece.height if style.height is None else style.height) * side_mm
    material = _material(piece, style, rng)
    place = (at_mm[0] + float(off[0]), at_mm[1] + float(off[1]))
    turn = float(rng.uniform(0, 360)) * style.carelessness
    if piece.shape == "triangle":
        outline = polygon_outline(width * 0.62, 3, turn, style.rounding)
        form = "bevel" if style.form == "dome" else style.form
        return Solid(place, outline, _profile(form, height, width), _ungrooved(material))
    if piece.shape == "chessman":
        wide = width * float(rng.uniform(0.85, 1.1)) / 2
        outline = _knight(wide, turn) if rng.random() < 0.15 else round_outline(wide, 12)
        return Solid(place, outline, _chessman(height, rng), replace(_ungrooved(material), rim=None))
    form = "dome" if piece.shape == "stone" and style.form != "flat" else style.form
    return Solid(place, round_outline(width / 2, 24), _profile(form, height, width), material)


def in_trays(plan: BoardPlan, piece_set: PieceSet, style: Style, rng: np.random.Generator) -> list[Solid]:
    """Pieces that wait or are home, put down anyhow around the trays' middles."""
    loose = replace(style, off_centre=0.35)
    made: list[Solid] = []
    for cell in (cell for cell in plan.cells if cell.tray):
        side_mm = across_mm(cell)
        piece = piece_set.pieces[int(rng.integers(len(piece_set.pieces)))]
        made += [
            piece_at(piece, cell.centre_mm, side_mm, loose, rng)
            for _ in range(int(rng.integers(0, 5)) if rng.random() < 0.6 else 0)
        ]
    return made


def _material(piece: Piece, style: Style, rng: np.random.Generator) -> Material:
    colour = np.array(dict(style.colours).get(piece.face, bgr(piece.colour)))
    shade = np.clip(colour * (1 + rng.normal(0, style.unevenness)), 4, 250)
    rings = style.rings if style.form == "grooved" else ()
    rim: Colour | None = (245.0, 245.0, 245.0) if style.form == "rim" else None
    blue, green, red = (float(c) for c in shade)
    return Material((blue, green, red), style.gloss, style.sharpness, rim, 0.88, rings)


def _ungrooved(material: Material) -> Material:
    return Material(material.colour, material.gloss, material.sharpness, material.rim, 0.8, ())


def _profile(form: str, height: float, width: float) -> Profile:
    bevel = min(0.16, height / max(width, 1e-6) * 0.6)
    if form in ("flat", "rim") or height < 0.4:
        return ((1.0, 0.0), (1.0, max(height, 0.15)))
    if form == "plain":
        return ((1.0, 0.0), (1.0, height))
    if form == "dome":
        return (
            (0.85, 0.0),
            (1.0, height * 0.35),
            (0.92, height * 0.65),
            (0.7, height * 0.87),
            (0.35, height * 0.98),
            (0.1, height),
        )
    foot, edge = (1.0, 0.0), height * 0.7
    # An edge rounded in three steps has a facet for every lamp to glint on.
    rounded = [(1 - bevel * (1 - cos(a)), edge + (height - edge) * sin(a)) for a in (0.0, 0.52, 1.05, 1.57)]
    return (foot, *rounded)


def _knight(radius_mm: float, turn_deg: float) -> tuple[Point, ...]:
    """Longer than it is wide."""
    c, s = cos(radians(turn_deg)), sin(radians(turn_deg))
    return tuple((x * c - 0.7 * y * s, x * s + 0.7 * y * c) for x, y in round_outline(radius_mm, 12))


_MEN: tuple[Profile, ...] = (
    ((1.0, 0.0), (1.0, 0.1), (0.6, 0.2), (0.42, 0.45), (0.55, 0.6), (0.6, 0.75), (0.5, 0.9), (0.2, 1.0)),
    ((1.0, 0.0), (1.0, 0.08), (0.65, 0.18), (0.5, 0.55), (0.75, 0.7), (0.8, 0.98), (0.55, 1.0)),
    ((1.0, 0.0), (1.0, 0.08), (0.6, 0.16), (0.38, 0.5), (0.6, 0.68), (0.5, 0.78), (0.55, 0.88), (0.2, 1.0)),
    ((1.0, 0.0), (0.9, 0.14), (0.5, 0.2), (0.32, 0.62), (0.62, 0.7), (0.34, 0.76), (0.66, 0.94), (0.3, 1.0)),
    ((1.0, 0.0), (0.95, 0.2), (0.8, 0.4), (0.7, 0.8), (0.75, 0.9), (0.6, 1.0)),
)


def _chessman(height: float, rng: np.random.Generator) -> Profile:
    """A pawn, a rook or something taller: the camera is not asked to tell which."""
    number = int(rng.integers(len(_MEN)))
    tall = height * float(rng.uniform(0.55, 1.0) if number == 0 else rng.uniform(0.75, 1.3))
    return tuple((share, part * tall) for share, part in _MEN[number])
