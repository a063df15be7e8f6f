"""Chessmen in pictures are the same drawings as on the pages, and paths become the right points."""

from __future__ import annotations

import re
from math import hypot, isclose
from pathlib import Path

import pytest

import kibitz
from kibitz.games import find
from kibitz.views.chessmen import FIGURES
from kibitz.views.ink import Area, Words
from kibitz.views.outline import strokes
from kibitz.views.position import position_ink

PAGES = Path(kibitz.__file__).parent / "web" / "static" / "lib" / "board" / "chessmen.js"


@pytest.mark.parametrize("rank", FIGURES)
def test_a_chessman_is_drawn_as_on_the_pages(rank: str) -> None:
    drawn = re.search(rf"^  {rank}: {{(.*?)^  }}", PAGES.read_text(), re.DOTALL | re.MULTILINE)
    assert drawn
    assert f'body: "{FIGURES[rank].body}"' in drawn[1]
    assert f'lines: "{FIGURES[rank].lines}"' in drawn[1]


def test_a_path_goes_through_the_points_it_names() -> None:
    (line,) = strokes("M1 2h3v4l-1-1L0 0")
    assert line == ((1, 2), (4, 2), (4, 6), (3, 5), (0, 0))
    assert strokes("M0 0h1M5 5v1") == (((0, 0), (1, 0)), ((5, 5), (5, 6)))
    (curve,) = strokes("M0 0c0 1 1 1 1 0")
    assert curve[-1] == (1, 0) and curve[4] == (0.5, 0.75)


@pytest.mark.parametrize(("flags", "through"), [("0 1", (1, -1)), ("0 0", (1, 1)), ("1 1", (1, -1))])
def test_an_arc_keeps_its_distance_and_its_side(flags: str, through: tuple[float, float]) -> None:
    (arc,) = strokes(f"M0 0A1 1 0 {flags} 2 0")
    assert all(isclose(hypot(x - 1, y), 1, abs_tol=1e-9) for x, y in arc)
    assert min(hypot(x - through[0], y - through[1]) for x, y in arc) < 0.01


def test_a_position_of_chess_shows_figures_not_letters() -> None:
    game = find("chess")
    drawn = list(position_ink(game.plan, game.look(game.start()), game.faces, game.piece_sets[0]))
    assert not any(isinstance(ink, Words) and ink.bold for ink in drawn)
    assert sum(isinstance(ink, Area) and len(ink.outline_mm) > 15 for ink in drawn) == 32
