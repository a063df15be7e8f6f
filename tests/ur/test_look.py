"""What the board shows: its cells and trays, the stages of a move, and why a look is refused."""

from __future__ import annotations

import pytest

from kibitz.core.board import BoardPlan
from kibitz.core.game import Chancy, Explains, Remarks
from kibitz.core.look import Look
from kibitz.games.ur.board import plan
from kibitz.games.ur.game import Ur
from kibitz.games.ur.rules import Step
from tests.ur.test_rules import game


def drawn(ur: Ur, look: Look) -> list[str]:
    """The board cells of a look, row by row from the top, with its gaps."""
    width = max(len(row) for row in ur.plan.rows)
    rows = [[" "] * width for _ in ur.plan.rows]
    for face, cell in zip(look, ur.plan.cells, strict=True):
        if not cell.tray:
            rows[cell.row][cell.column] = ur.faces[face].symbol
    return ["".join(row).rstrip() for row in rows]


def trays(ur: Ur, look: Look) -> dict[str, int]:
    pairs = zip(look, ur.plan.cells, strict=True)
    return {cell.name: ur.faces[face].count for face, cell in pairs if cell.tray}


def test_the_board_has_twenty_cells_five_rosettes_and_a_gap() -> None:
    board = plan("ur")
    assert [len(row) for row in board.rows] == [6, 8, 6]
    assert {cell.name for cell in board.cells if cell.tone == "rosette"} == {"a1", "a3", "d2", "g1", "g3"}
    assert board.size_mm == (160.0, 60.0)


def test_aseb_has_a_tail_of_eight() -> None:
    board = plan("aseb")
    assert [len(row) for row in board.rows] == [4, 12, 4]
    assert {cell.name for cell in board.cells if cell.tone == "rosette"} == {"a1", "a3", "d2", "h2", "l2"}


@pytest.mark.parametrize("board", [plan("ur"), plan("aseb")], ids=["ur", "aseb"])
def test_cells_and_trays_do_not_overlap_and_lie_inside_the_field(board: BoardPlan) -> None:
    assert len({cell.centre_mm for cell in board.cells}) == len(board.cells) == 24
    width, height = board.size_mm
    assert all(0 <= x <= width and 0 <= y <= height for c in board.cells for x, y in c.outline_mm)
    assert {cell.tone for cell in board.cells} <= dict(board.tones).keys()


def test_a_look_draws_the_first_side_below_and_counts_the_trays() -> None:
    ur = game()
    look = ur.look(ur.start("1?:a1,d2+2:b3,f2+1"))
    assert drawn(ur, look) == [
        ".2..  ..",
        "...1.2..",
        "1...  ..",
    ]
    assert trays(ur, look) == {"pool1": 3, "home1": 2, "pool2": 4, "home2": 1}


def test_entering_is_from_the_pool_tray_and_bearing_off_to_the_home_tray() -> None:
    ur = game()

    def names(setup: str, step: Step) -> list[str]:
        return [ur.plan.cells[cell].name for cell in ur.path(ur.start(setup), step)]

    assert names("14:+0:+0", Step(0, 4)) == ["pool1", "a1"]
    assert names("21:+0:+0", Step(0, 1)) == ["pool2", "d3"]
    assert names("14:a1+0:+0", Step(4, 8)) == ["a1", "d2"]
    assert names("11:g1+0:+0", Step(14, 15)) == ["g1", "home1"]


def test_rolls_and_passes_touch_no_cell_and_have_no_stages() -> None:
    ur = game()
    for position in (ur.start(), ur.start("10:+0:+0")):
        for move in ur.moves(position):
            assert ur.path(position, move) == () and list(ur.stages(position, move)) == []


def test_a_capture_may_be_seen_with_either_stone_or_both_in_the_hand() -> None:
    ur = game()
    position = ur.start("13:b2+0:e2+0")
    middle = [drawn(ur, look)[1] for look in ur.stages(position, Step(6, 9))]
    assert middle == ["....2...", ".1......", "........"]


def test_a_step_may_be_seen_with_the_stone_in_the_hand_and_entering_shows_nothing_between() -> None:
    ur = game()
    position = ur.start("13:b2+0:+0")
    assert [drawn(ur, look)[1] for look in ur.stages(position, Step(6, 9))] == ["........"]
    assert list(ur.stages(position, Step(0, 3))) == []
    assert list(ur.stages(ur.start("11:g1+0:+0"), Step(14, 15))) == []


def test_remarks_tell_the_mover_the_roll_and_which_cells_give_another_turn() -> None:
    ur = game()
    remarks = ur.remarks(ur.start("14:a1+1:+0"))
    assert remarks["mover"] == "first" and remarks["roll"] == 4
    assert [ur.plan.cells[cell].name for cell in remarks["another_turn"]] == ["d2"]
    assert ur.remarks(ur.start())["roll"] is None


def test_the_game_offers_its_extras() -> None:
    ur = game()
    assert isinstance(ur, Chancy) and isinstance(ur, Explains) and isinstance(ur, Remarks)


@pytest.mark.parametrize(
    ("before", "now", "key"),
    [
        ("13:a2+0:+0", "1?:a2+0:+0", "unchanged"),
        ("13:a2+0:+0", "1?:c2+0:+0", "wrong-distance"),
        ("13:a2+0:+0", "1?:d1,a2+0:+0", "wrong-distance"),
        ("13:d2+0:+0", "1?:a2+0:+0", "backwards"),
        ("13:a2,d2+0:+0", "1?:d2+0:+0", "blocked-by-own"),
        ("13:a2+0:d2+0", "1?:d2+0:+0", "protected-rosette"),
        ("13:a2+0:b2+0", "1?:a2+0:c2+0", "not-your-turn"),
        ("13:a2+0:b2+0", "1?:a2+0:b2,d3+0", "not-your-turn"),
        ("13:a2,b2+0:+0", "1?:d2,e2+0:+0", "several-stones"),
        ("13:a2+0:b2+0", "1?:a2+0:+0", "stone-missing"),
        ("13:a2+0:b2+0", "1?:d2+0:+0", "stone-missing"),
        ("13:g1+0:+0", "1?:+1:+0", "exact-roll-needed"),
        ("13:a2+6:+0", "1?:b1,a2+0:+0", "pool-empty"),
        ("10:a2+0:+0", "1?:b2+0:+0", "must-pass"),
        ("1?:a2+0:+0", "1?:d2+0:+0", "roll-first"),
        ("1?:a2+0:+0", "1?:g2+0:+0", "wrong-distance"),
        ("1?:d2+0:+0", "1?:a2+0:+0", "backwards"),
        ("1?:a2+0:d2+0", "1?:d2+0:+0", "protected-rosette"),
        ("2?:+7:+0", "2?:+7:d3+0", "game-over"),
    ],
)
def test_a_look_that_breaks_a_rule_is_explained(before: str, now: str, key: str) -> None:
    ur = game()
    reason = ur.why_not(ur.start(before), ur.look(ur.start(now)))
    assert reason.key == key and reason.rule
    assert all(not ur.plan.cells[cell].tray for cell in reason.cells)


def test_a_stone_on_the_other_sides_own_squares_is_off_its_path() -> None:
    ur = game()
    look = bytearray(ur.look(ur.start("13:+0:+0")))
    look[ur.plan.cell("c3")] = 1
    assert ur.why_not(ur.start("13:+0:+0"), Look(bytes(look))).key == "off-path"
