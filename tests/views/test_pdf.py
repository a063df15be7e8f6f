"""Printed boards, read back from their pixels: SPEC A1 and the printing of issue 3."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pypdfium2  # type: ignore[import-untyped]  # it ships no types
import pypdfium2.raw  # type: ignore[import-untyped]  # it ships no types
import pytest

from kibitz.core.errors import BadSetting
from kibitz.core.look import PieceSet
from kibitz.core.marks import marked, outlines
from kibitz.core.ornament import across_mm
from kibitz.views.cutouts import supplies
from kibitz.views.paper import MARGIN_MM, PAPERS, fitted
from kibitz.views.pdf import pdf
from kibitz.views.sheet import pages
from tests.views.boards import CLASSIC, RED_GREEN, printable
from tests.views.raster import (
    PX_PER_MM,
    blobs_mm,
    centre_error_mm,
    mm_to_px,
    printed,
    raster,
    ruler_ticks_px,
    seen_marks,
)

SHEETS = (
    ("chequer-8-dark", "a4", "kibitz"),
    ("chequer-8-dark", "a4", "2019"),
    ("chequer-8-light", "letter", "kibitz"),
    ("chequer-12-light", "letter", "kibitz"),
    ("chequer-14-dark", "a4", "kibitz"),
    ("hex-5", "letter", "kibitz"),
    ("hex-9", "a4", "kibitz"),
    ("ur", "a4", "kibitz"),
    ("aseb", "letter", "kibitz"),
    ("chequer-12-light", "a3", "kibitz"),
)
every_sheet = pytest.mark.parametrize(("kind", "paper", "layout"), SHEETS)


@every_sheet
def test_a1_every_mark_decodes_upright_at_its_corner_to_a_tenth_of_a_millimetre(
    kind: str, paper: str, layout: str
) -> None:
    board = printed(kind, paper, layout)
    seen, offset = seen_marks(board.grey), np.array(board.sheet.offset_mm)
    assert set(seen) == {mark.id for mark in board.sheet.plan.marks}
    for mark in board.sheet.plan.marks:
        expected = (np.array(mark.corners_mm) + offset) * board.px_per_mm
        assert np.abs(seen[mark.id] - expected).max() < 0.1 * PX_PER_MM


@every_sheet
def test_every_cell_centre_lies_within_a_fifth_of_a_millimetre_of_the_plan(
    kind: str, paper: str, layout: str
) -> None:
    board = printed(kind, paper, layout)
    matrix = mm_to_px(board.sheet.plan, board.grey)
    cells = [cell for cell in board.sheet.plan.cells if not cell.tray]
    assert max(centre_error_mm(cell, board.grey, matrix) for cell in cells) < 0.2


def test_the_measure_of_cell_centres_notices_half_a_millimetre() -> None:
    board = printed("hex-5", "letter")
    matrix = mm_to_px(board.sheet.plan, board.grey)
    cell = board.sheet.plan.cells[20]
    shifted = replace(cell, outline_mm=tuple((x + 0.5, y) for x, y in cell.outline_mm))
    assert centre_error_mm(cell, board.grey, matrix) < 0.05
    assert 0.45 < centre_error_mm(shifted, board.grey, matrix) < 0.55


@every_sheet
def test_the_ruler_is_100_mm_long_and_evenly_divided(kind: str, paper: str, layout: str) -> None:
    ticks = np.array(ruler_ticks_px(printed(kind, paper, layout))) / PX_PER_MM
    assert ticks[-1] - ticks[0] == pytest.approx(100.0, abs=0.2)
    assert np.abs(np.diff(ticks) - 10.0).max() < 0.1


@every_sheet
def test_nothing_is_printed_within_eight_millimetres_of_the_edge(kind: str, paper: str, layout: str) -> None:
    grey, edge = printed(kind, paper, layout).grey.copy(), int((MARGIN_MM - 0.2) * PX_PER_MM)
    grey[edge:-edge, edge:-edge] = 255
    assert grey.min() == 255


@every_sheet
def test_a_sheet_holds_only_vectors_and_text_in_built_in_fonts(kind: str, paper: str, layout: str) -> None:
    board = printed(kind, paper, layout)
    with pypdfium2.PdfDocument(board.file) as document:
        kinds = [thing.type for page in document for thing in page.get_objects()]
    assert pypdfium2.raw.FPDF_PAGEOBJ_IMAGE not in kinds
    assert pypdfium2.raw.FPDF_PAGEOBJ_PATH in kinds
    assert b"/FontFile" not in board.file


def test_viewers_are_told_not_to_scale() -> None:
    assert b"/PrintScaling /None" in printed("hex-5", "letter").file


@every_sheet
def test_pages_have_the_size_of_their_paper(kind: str, paper: str, layout: str) -> None:
    with pypdfium2.PdfDocument(printed(kind, paper, layout).file) as document:
        width, height = document[0].get_size()
    assert sorted((width / 72 * 25.4, height / 72 * 25.4)) == pytest.approx(sorted(PAPERS[paper]), abs=0.01)


def test_upright_boards_stand_and_long_boards_lie_across() -> None:
    standing, lying = printed("hex-5", "letter").sheet.page_mm, printed("ur").sheet.page_mm
    assert standing[0] < standing[1]
    assert lying[0] > lying[1]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("kind", ["chequer-8-dark", "chequer-14-light", "hex-7", "hex-9", "ur", "aseb"])
def test_a_board_is_as_large_as_the_paper_takes(kind: str, paper: str) -> None:
    """The field fills the page across, or everything fills it from top to bottom."""
    sheet = fitted(marked(printable(kind).plan), paper)
    (w, h), boxes = sheet.page_mm, (sheet.name_box, sheet.ruler_box)
    points = [p for outline in outlines(sheet.plan) for p in outline]
    ys = [y for mark in sheet.plan.marks for _, y in mark.corners_mm]
    tall = max(max(ys) + sheet.offset_mm[1], boxes[1].bottom) - min(
        min(ys) + sheet.offset_mm[1], boxes[0].top
    )
    wide = max(x for x, _ in points) - min(x for x, _ in points)
    assert tall > h - 2 * MARGIN_MM - 0.01 or wide > 0.95 * (w - 2 * MARGIN_MM)


@pytest.mark.parametrize("kind", ["chequer-8-dark", "hex-9", "ur", "aseb", "chequer-12-light"])
def test_the_name_and_the_ruler_cover_nothing(kind: str) -> None:
    sheet = fitted(marked(printable(kind).plan), "a4")
    things = [m.corners_mm for m in sheet.plan.marks] + [c.outline_mm for c in sheet.plan.cells]
    things += [s.outline_mm for s in sheet.plan.shapes]
    for room in (sheet.name_box, sheet.ruler_box):
        for thing in things:
            xs = [x + sheet.offset_mm[0] for x, _ in thing]
            ys = [y + sheet.offset_mm[1] for _, y in thing]
            beside = max(xs) <= room.left + 0.01 or min(xs) >= room.right - 0.01
            assert beside or max(ys) <= room.top + 0.01 or min(ys) >= room.bottom - 0.01


PIECES = (
    ("chequer-8-dark", CLASSIC, {"first man": 13, "first king": 4, "second man": 13, "second king": 4}),
    ("chequer-12-light", CLASSIC, {"first man": 31, "first king": 10, "second man": 31, "second king": 10}),
    ("hex-5", RED_GREEN, {"first stone": 31, "second stone": 31}),
    ("hex-9", RED_GREEN, {"first stone": 109, "second stone": 109}),
    ("ur", RED_GREEN, {"first stone": 7, "second stone": 7}),
)


@pytest.mark.parametrize(("kind", "pieces", "expected"), PIECES)
def test_there_are_enough_pieces_of_each_kind(kind: str, pieces: PieceSet, expected: dict[str, int]) -> None:
    assert {s.face.name: s.count for s in supplies(printable(kind), pieces)} == expected


@pytest.mark.parametrize(("kind", "pieces", "expected"), PIECES)
def test_printed_pieces_have_their_number_and_size(
    kind: str, pieces: PieceSet, expected: dict[str, int]
) -> None:
    game = printable(kind)
    cell_mm = across_mm(fitted(marked(game.plan), "a4").plan.cells[0])
    found = [raster(pdf([page]), colour=True)[0] for page in pages(game, with_pieces=True)[1:]]
    for colour in {piece.colour for piece in pieces.pieces}:
        blobs = [blob for page in found for blob in blobs_mm(page, colour)]
        names = {piece.face for piece in pieces.pieces if piece.colour == colour}
        assert len(blobs) == sum(expected[name] for name in names)
        assert all(width == pytest.approx(0.7 * cell_mm, abs=0.6) for width, _ in blobs)
        round_ones = [1 for width, height in blobs if abs(width - height) < 0.2]
        assert len(round_ones) == sum(expected[name] for name in names if "king" not in name)


def test_pieces_that_do_not_fit_one_page_go_on_the_next() -> None:
    assert len(pages(printable("chequer-4-dark"), with_pieces=True)) == 2
    assert len(pages(printable("hex-3"), with_pieces=True)) == 2
    assert len(pages(printable("chequer-14-dark"), with_pieces=True, paper="letter")) >= 2


def test_without_pieces_there_is_one_page() -> None:
    assert len(pages(printable("ur"))) == 1


def test_unknown_papers_layouts_and_piece_sets_are_named_with_the_choices() -> None:
    game = printable("chequer-8-dark")
    with pytest.raises(BadSetting, match="'b5'; choose one of: a4, a3, letter"):
        pages(game, paper="b5")
    with pytest.raises(BadSetting, match="'1999'; choose one of: kibitz, 2019"):
        pages(game, layout="1999")
    with pytest.raises(BadSetting, match="'marble'; choose one of: classic"):
        pages(game, piece_set="marble")


def test_the_2019_layout_of_a_board_that_has_none_is_refused() -> None:
    with pytest.raises(BadSetting, match="2019 layout exists only for 8x8"):
        pages(printable("hex-5"), layout="2019")


def test_the_same_board_gives_the_same_bytes() -> None:
    game = printable("ur")
    assert pdf(pages(game), game.title) == pdf(pages(game), game.title)
