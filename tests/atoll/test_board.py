"""SPEC C2 and C4: hexes, islands, names and the printed board."""

from __future__ import annotations

from math import dist, isclose, sqrt

import pytest

from kibitz.core.game import AnyGame
from kibitz.games import find
from kibitz.games.atoll.board import plan
from kibitz.games.atoll.hexes import SIZES, hexes, mirrored
from tests.atoll import arcs

ISLANDS_OF_5 = """F1 G2|H3 I4|J6 J7|J8 J9|I10 H10|G10 F10|D9 C8|B7 A6|@4 @3|@2 @1|A0 B0|C0 D0"""


@pytest.mark.parametrize(("n", "cells"), [(3, 19), (5, 61), (7, 127), (9, 217)])
def test_c2_the_playable_hexes_are_counted(n: int, cells: int) -> None:
    assert len(hexes(n).cells) == cells == 3 * n * (n - 1) + 1
    assert set(hexes(n).cells) == arcs.playable(n)


@pytest.mark.parametrize("n", SIZES)
def test_c2_twelve_islands_of_equal_size_lie_on_the_ring_without_its_corners(n: int) -> None:
    islands = hexes(n).islands
    assert len(islands) == 12 and {len(island) for island in islands} == {(n - 1) // 2}
    assert {h for island in islands for h in island} == arcs.rim(n)


@pytest.mark.parametrize("n", SIZES)
def test_c2_islands_are_numbered_clockwise_from_just_right_of_the_top(n: int) -> None:
    numbered = {h: k for k, island in enumerate(hexes(n).islands) for h in island}
    assert numbered == arcs.island_numbers(n)


def test_c2_the_islands_of_size_5_are_those_of_the_notes() -> None:
    board = hexes(5)
    assert "|".join(" ".join(board.name(h) for h in island) for island in board.islands) == ISLANDS_OF_5


def test_c2_even_islands_are_printed_red_and_odd_ones_green() -> None:
    shapes, tones = plan(5).shapes, dict(plan(5).tones)
    assert [shape.tone for shape in shapes] == ["first", "second"] * 6
    assert tones["first"].startswith("#d3") and tones["second"].startswith("#2e")


@pytest.mark.parametrize("n", SIZES)
def test_c4_names_are_a_letter_for_the_column_and_a_number_for_the_rising_line(n: int) -> None:
    board = hexes(n)
    for hexagon in board.cells:
        name = board.name(hexagon)
        assert name == arcs.name(n, hexagon)
        assert (
            board.hexagon(name[0], int(name[1:])) == hexagon == board.hexagon(name[0].lower(), int(name[1:]))
        )
    assert board.name((0, 0)) == f"{'ABCDEFGHI'[n - 1]}{n}"


def test_c4_the_columns_of_size_5_have_the_numbers_of_the_notes() -> None:
    names = {cell.name for cell in plan(5).cells}
    spans = ((1, 5), (1, 6), (1, 7), (1, 8), (1, 9), (2, 9), (3, 9), (4, 9), (5, 9))
    assert names == {f"{c}{i}" for c, (a, b) in zip("ABCDEFGHI", spans, strict=True) for i in range(a, b + 1)}


@pytest.mark.parametrize("n", SIZES)
def test_the_printed_board_keeps_to_its_measures(n: int) -> None:
    board = plan(n)
    assert board.kind == f"hex-{n}" and all(cell.playable and cell.tone == "light" for cell in board.cells)
    for cell in board.cells:
        assert len(cell.outline_mm) == 6
        assert all(isclose(dist(cell.centre_mm, corner), 10) for corner in cell.outline_mm)
    points = [p for s in board.shapes for p in s.outline_mm]
    for axis in (0, 1):
        assert isclose(min(p[axis] for p in points), 0, abs_tol=1e-9)
        assert isclose(max(p[axis] for p in points), board.size_mm[axis])


@pytest.mark.parametrize("n", SIZES)
def test_neighbouring_hexes_lie_a_hexagon_height_apart(n: int) -> None:
    board = hexes(n)
    centres = [cell.centre_mm for cell in plan(n).cells]
    for index, (q, r) in enumerate(board.cells):
        near = [board.index[q + a, r + b] for a, b in arcs.NEIGHBOURS if (q + a, r + b) in board.index]
        assert all(isclose(dist(centres[index], centres[other]), 10 * sqrt(3)) for other in near)


@pytest.mark.parametrize("n", SIZES)
def test_rows_hold_the_cells_of_one_height_from_left_to_right(n: int) -> None:
    board = plan(n)
    assert [cell for row in board.rows for cell in row] == list(range(len(board.cells)))
    for row in board.rows:
        assert len({round(board.cells[cell].centre_mm[1], 6) for cell in row}) == 1
    assert len(board.rows) == 4 * n - 3


def test_an_island_is_printed_as_one_outline() -> None:
    assert [len(shape.outline_mm) for shape in plan(3).shapes] == [6] * 12
    assert [len(shape.outline_mm) for shape in plan(5).shapes] == [10] * 12
    assert [len(shape.outline_mm) for shape in plan(9).shapes] == [18] * 12


@pytest.mark.parametrize("n", SIZES)
def test_every_column_and_every_line_has_its_caption_beside_the_cells(n: int) -> None:
    captions = plan(n).captions
    letters, numbers = captions[: 2 * n - 1], captions[2 * n - 1 :]
    assert "".join(c.text for c in letters) == "ABCDEFGHIJKLMNOPQ"[: 2 * n - 1]
    assert [int(c.text) for c in numbers] == list(range(1, 2 * n))
    for caption in captions:
        assert all(dist(caption.centre_mm, cell.centre_mm) > 10 for cell in plan(n).cells)


@pytest.mark.parametrize("n", SIZES)
def test_the_mirror_exchanges_the_colours_and_keeps_the_board(n: int) -> None:
    board = hexes(n)
    numbers = arcs.island_numbers(n)
    assert all(numbers[mirrored(h)] == 11 - k for h, k in numbers.items())
    assert all(board.mirror[board.mirror[cell]] == cell for cell in range(len(board.cells)))


def game_names(game: AnyGame) -> tuple[str, str]:
    return game.name, game.title


def test_the_game_is_called_atoll_and_credits_mark_steere() -> None:
    assert (
        game_names(find("atoll"))
        == game_names(find("atoll/5"))
        == ("atoll/5", "Atoll by Mark Steere, size 5")
    )
    assert game_names(find("atoll/7-pie")) == (
        "atoll/7-pie",
        "Atoll by Mark Steere, size 7 with the pie rule",
    )
