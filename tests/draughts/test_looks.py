"""Plans, piece sets, and the looks a real board shows while a move is made (SPEC A3, A12, A13)."""

from __future__ import annotations

import pytest

from kibitz.games.draughts import rules
from kibitz.games.draughts.board import squares
from kibitz.games.draughts.look import MOST_STAGES
from kibitz.games.draughts.variants import PRESETS
from tests.draughts.boards import drawing, drawn, game, look_drawn, played

POZNAN, KAAZ, INTERNATIONAL = game("poznan"), game("kaaz"), game("international")


@pytest.mark.parametrize(
    ("name", "kind", "upper_left", "first_square", "last_square"),
    [
        ("poznan", "chequer-8-dark", "dark", "a8", "h1"),
        ("kaaz", "chequer-8-light", "light", "b8", "g1"),
        ("italian", "chequer-8-dark", "dark", "a8", "h1"),
        ("international", "chequer-10-light", "light", "b10", "i1"),
        ("canadian", "chequer-12-light", "light", "b12", "k1"),
        ("turkish", "square-8", "light", "a8", "h1"),
    ],
)
def test_the_plan_names_its_sheet_and_numbers_its_squares(
    name: str, kind: str, upper_left: str, first_square: str, last_square: str
) -> None:
    rules_ = game(name)
    plan, board = rules_.plan, squares(rules_.variant)
    assert plan.kind == kind and plan.cells[0].tone == upper_left
    played_on = [cell for cell in plan.cells if cell.playable]
    assert (played_on[0].name, played_on[-1].name) == (first_square, last_square)
    assert len(played_on) == len(board.names) == len(set(board.names))
    assert all(plan.cells[cell].playable for cell in board.cells)


def test_labels_are_the_numbers_of_pdn_and_turkish_has_none() -> None:
    labels = [cell.label for cell in INTERNATIONAL.plan.cells if cell.playable]
    assert labels == [str(number) for number in range(1, 51)]
    assert INTERNATIONAL.plan.cells[INTERNATIONAL.plan.cell("a1")].label == "46"
    assert not any(cell.label for cell in INTERNATIONAL.plan.cells if not cell.playable)
    assert not any(cell.label for cell in game("turkish").plan.cells)


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_blue_plays_white_and_kings_are_triangles(name: str) -> None:
    rules_ = game(name)
    white = "first" if rules_.variant.first == "white" else "second"
    blue_red = next(s for s in rules_.piece_sets if s.name == "blue-red")
    shown = {piece.symbol: (piece.face, piece.shape) for piece in blue_red.pieces}
    black = "second" if white == "first" else "first"
    assert shown == {
        "b": (f"{white} man", "disc"),
        "B": (f"{white} king", "triangle"),
        "r": (f"{black} man", "disc"),
        "R": (f"{black} king", "triangle"),
    }
    assert rules_.piece_sets[0].name == ("four-colour" if name == "kaaz" else "blue-red")
    assert {s.name for s in rules_.piece_sets} == {"blue-red", "four-colour", "light-dark"}


def test_a12_a_chain_shows_one_jump_at_a_time_with_pieces_lifted_early_or_late() -> None:
    position = drawn(
        POZNAN,
        """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . r . r . .
        . . b . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        """,
    )
    stages = POZNAN.stages(position, POZNAN.read(position, "18x20"))
    tails = {"\n".join(drawing(POZNAN, look).splitlines()[2:5]) for look in stages}
    first_jump_lifted = ". . . . b . . .\n. . . . . r . .\n. . . . . . . ."
    first_jump_not_lifted = ". . . . b . . .\n. . . r . r . .\n. . . . . . . ."
    second_jump_last_not_lifted = ". . . . . . . .\n. . . . . r . .\n. . . . . . b ."
    second_jump_none_lifted = ". . . . . . . .\n. . . r . r . .\n. . . . . . b ."
    assert tails == {
        first_jump_lifted,
        first_jump_not_lifted,
        second_jump_last_not_lifted,
        second_jump_none_lifted,
    }


def test_a13_promotion_is_one_changed_square_a_disc_swapped_for_a_triangle() -> None:
    position = drawn(
        POZNAN,
        """
        . . . . . . . .
        . . . b . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . r . .
        . . . . . . . .
        . . . . . . . .
        """,
    )
    move = POZNAN.read(position, "6-2")
    uncrowned, exchanged = POZNAN.stages(position, move)
    assert exchanged.count(0) == uncrowned.count(0) + 1
    assert uncrowned == look_drawn(
        POZNAN,
        """
        . . b . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . r . .
        . . . . . . . .
        . . . . . . . .
        """,
    )
    after = POZNAN.look(POZNAN.play(position, move))
    changed = [cell for cell in range(64) if after[cell] != uncrowned[cell]]
    assert changed == [POZNAN.plan.cell("c8")]


def test_a12_a_man_that_passes_the_far_row_is_never_shown_crowned() -> None:
    position = POZNAN.start("W:W9:B5,6")
    for look in POZNAN.stages(position, POZNAN.read(position, "9x11")):
        assert not any(POZNAN.faces[face].rank == "king" for face in look)


def test_a_russian_man_crowned_in_passing_may_be_shown_either_way() -> None:
    russian = game("russian")
    position = russian.start("W:W11:B7,9")
    stages = russian.stages(position, russian.read(position, "11x13"))
    on_2 = {russian.faces[look[russian.plan.cell("d8")]].name for look in stages}
    assert on_2 == {"empty", "first man", "first king"}


def test_every_route_of_a_capture_is_shown() -> None:
    position = INTERNATIONAL.start("W:WK2:B7,8,17,18")
    (move,) = INTERNATIONAL.moves(position)
    ways = rules.routes(INTERNATIONAL.variant, position.board, move)
    assert len(ways) > 1
    stages = set(INTERNATIONAL.stages(position, move))
    cells = squares(INTERNATIONAL.variant).cells
    for way in ways:
        for stop in way[1:-1]:
            assert any(look[cells[stop]] for look in stages)


def test_stages_stay_few_even_for_the_wildest_capture() -> None:
    frisian = game("frisian")
    position = frisian.start("W:W19,26,K33:B1,6,8,13,16,K20,21,28,K29,34,36,K37,39,K40,41,K48,K50")
    most = 0
    for move in frisian.moves(position):
        stages = frisian.stages(position, move)
        assert len(stages) <= MOST_STAGES and len(set(stages)) == len(stages)
        most = max(most, len(stages))
    assert most > 100


def test_the_path_is_where_the_moving_piece_stands() -> None:
    position = KAAZ.start("B:W14,22:B9")
    path = KAAZ.path(position, KAAZ.read(position, "9x25"))
    assert [KAAZ.plan.cells[cell].label for cell in path] == ["9", "18", "25"]


def test_a_look_shows_whose_piece_stands_where() -> None:
    position = played(KAAZ, KAAZ.start(), "11-15", "22-18", "15x22")
    assert drawing(KAAZ, KAAZ.look(position)) == "\n".join(
        [
            ". r . r . r . r",
            "r . r . r . r .",
            ". r . r . . . r",
            ". . . . . . . .",
            ". . . . . . . .",
            "y . r . y . y .",
            ". y . y . y . y",
            "y . y . y . y .",
        ]
    )
