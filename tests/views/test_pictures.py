"""Positions as SVG and as pixels: the same ink as on paper."""

from __future__ import annotations

from xml.etree import ElementTree

import cv2
import numpy as np
import pytest

from kibitz.core.board import BoardPlan
from kibitz.core.errors import BadSetting
from kibitz.core.game import AnyGame
from kibitz.core.look import look_of
from kibitz.core.marks import marked
from kibitz.views.ink import Area, Disc, Ink, Stroke, Words, against, colour_of, extent, latin, moved, rgb
from kibitz.views.png import picture, png
from kibitz.views.position import LIT, position_ink
from kibitz.views.svg import svg
from tests.views.boards import printable
from tests.views.raster import seen_marks

SVG = "{http://www.w3.org/2000/svg}"
KINDS = ("chequer-8-dark", "hex-5", "ur")


def start_of(game: AnyGame, plan: BoardPlan | None = None, **how: tuple[int, ...]) -> list[Ink]:
    look = game.look(game.start())
    return list(position_ink(plan or game.plan, look, game.faces, game.piece_sets[0], **how))


@pytest.mark.parametrize("kind", KINDS)
def test_an_svg_holds_every_cell_and_every_piece(kind: str) -> None:
    game = printable(kind)
    tree = ElementTree.fromstring(svg(start_of(game), game.title))
    standing = sum(game.faces[index].owner != "" for index in game.look(game.start()))
    assert len(tree.findall(f"{SVG}circle")) == standing
    assert len(tree.findall(f"{SVG}polygon")) >= len(game.plan.cells)
    assert tree.findtext(f"{SVG}title") == game.title


def test_an_svg_is_measured_in_millimetres() -> None:
    tree = ElementTree.fromstring(svg([Area(((0, 0), (30, 0), (30, 20), (0, 20)), "#ff0000")], border_mm=5))
    assert (tree.get("width"), tree.get("height"), tree.get("viewBox")) == ("40mm", "30mm", "-5 -5 40 30")


def test_text_in_an_svg_cannot_become_markup() -> None:
    drawn = svg([Words("<script>&\x00", (0, 0), 4)], title="</title><script>")
    tree = ElementTree.fromstring(drawn)
    assert tree.findtext(f"{SVG}text") == "<script>&�"
    assert tree.findtext(f"{SVG}title") == "</title><script>"


@pytest.mark.parametrize("kind", KINDS)
def test_a_picture_shows_each_cell_in_its_tone_and_each_piece_in_its_colour(kind: str) -> None:
    game, scale = printable(kind), 4.0
    faces = [i for i, face in enumerate(game.faces) if not face.tray]
    look = look_of(0 if c.tray else faces[i % len(faces)] for i, c in enumerate(game.plan.cells))
    ink = list(position_ink(game.plan, look, game.faces, game.piece_sets[0]))
    image, (left, top, _, _) = picture(ink, scale, border_mm=3), extent(ink)
    tones = dict(game.plan.tones)
    for cell, index in zip(game.plan.cells, look, strict=True):
        piece = game.piece_sets[0].piece(game.faces[index])
        if cell.tray or (cell.tone == "rosette" and piece is None):
            continue
        x, y = ((at - start + 3) * scale for at, start in zip(cell.centre_mm, (left, top), strict=True))
        expected = piece.colour if piece else tones.get(cell.tone, "#ffffff")
        assert np.abs(image[int(y), int(x)][::-1].astype(int) - rgb(expected)).max() <= 2


def test_a_picture_has_the_size_that_was_asked_for() -> None:
    ink = [Area(((0, 0), (30, 0), (30, 20), (0, 20)), "#ff0000")]
    assert picture(ink, 10, border_mm=5).shape == (300, 400, 3)


def test_marks_in_a_picture_decode_where_the_plan_puts_them() -> None:
    game, scale = printable("chequer-8-dark"), 4.0
    plan = marked(game.plan)
    ink = start_of(game, plan)
    left, top, _, _ = extent(ink)
    grey = cv2.cvtColor(picture(ink, scale, border_mm=8), cv2.COLOR_BGR2GRAY)
    seen = seen_marks(np.asarray(grey, np.uint8))
    for mark in plan.marks:
        expected = (np.array(mark.corners_mm) - (left - 8, top - 8)) * scale
        assert np.abs(seen[mark.id] - expected).max() < 0.8


def test_lit_cells_are_framed() -> None:
    game = printable("hex-5")
    lit = [ink for ink in start_of(game, lit=(3, 20)) if isinstance(ink, Area) and ink.line == LIT]
    assert [ink.outline_mm for ink in lit] == [game.plan.cells[i].outline_mm for i in (3, 20)]


def test_trays_say_how_many_stones_they_hold() -> None:
    words = [ink.text for ink in start_of(printable("ur")) if isinstance(ink, Words)]
    assert words.count("7") == 2


def test_a_png_reads_back_as_the_same_picture() -> None:
    image = picture(start_of(printable("ur")), 2.0)
    back = cv2.imdecode(np.frombuffer(png(image), np.uint8), cv2.IMREAD_COLOR)
    assert back is not None
    assert (np.asarray(back) == image).all()


@pytest.mark.parametrize("scale", [0.0, 1e-6, 1e6])
def test_a_picture_of_no_or_too_many_pixels_is_refused(scale: float) -> None:
    with pytest.raises(BadSetting, match="another scale"):
        picture(start_of(printable("ur")), scale)


def test_ink_moves_whole() -> None:
    ink: list[Ink] = [
        Area(((0, 0), (1, 0), (1, 1))),
        Disc((4, 4), 1),
        Stroke(((0, 0), (2, 2)), "#000000", 1),
        Words("a", (3, 3), 1),
    ]
    before, after = extent(ink), extent(moved(ink, (10, 20)))
    assert after == pytest.approx(tuple(a + b for a, b in zip(before, (10, 20, 10, 20), strict=True)))


def test_colours_and_letters_that_nobody_knows_are_harmless() -> None:
    assert colour_of("#12AbEf") == "#12abef"
    assert colour_of("mauve") == colour_of("#12") == "#808080"
    assert against("#ffffff") == "#101010"
    assert against("#1f4fd0") == "#ffffff"
    assert latin("Poznań – Łódź × шах") == "Poznan - Lodz x ???"
