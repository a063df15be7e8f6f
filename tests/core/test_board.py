"""Plans: names, rows and scale."""

from __future__ import annotations

import pytest

from kibitz.core.board import BoardPlan
from kibitz.core.chequer import chequer


def test_a_chequered_board_names_cells_as_players_do() -> None:
    plan = chequer("chequer-8-light", 8)
    assert plan.cells[0].name == "a8" and plan.cells[63].name == "h1"
    assert plan.cells[plan.cell("a1")].tone == "dark"
    assert [len(row) for row in plan.rows] == [8] * 8


def test_the_corner_tone_can_be_turned() -> None:
    assert chequer("chequer-8-dark", 8, upper_left="dark").cells[0].tone == "dark"


def test_a_plan_is_scaled_whole() -> None:
    plan = chequer("x", 4, cell_mm=10).scaled(2.5)
    assert plan.size_mm == (100.0, 100.0)
    assert plan.cells[5].centre_mm == (37.5, 37.5)
    assert plan.cells[5].outline_mm[2] == (50.0, 50.0)


def test_two_cells_may_not_share_a_name() -> None:
    plan = chequer("x", 4)
    with pytest.raises(ValueError, match="share a name"):
        BoardPlan("twice", plan.size_mm, plan.cells + plan.cells[:1])
