"""SPEC C2-C4: playing Atoll, writing it down, the pie rule, and what is not allowed."""

from __future__ import annotations

import random

import pytest

from kibitz.core.errors import BadSetup, IllegalMove, UnknownGame, UnreadableMove
from kibitz.core.game import Outcome, Seat
from kibitz.core.look import Look
from kibitz.games import find
from kibitz.games.atoll.position import SWAP, Position
from kibitz.games.atoll.rules import Atoll

THREE, FIVE, PIE = Atoll(3), Atoll(5), Atoll(5, pie=True)
TRIANGLE = "3:A3,B3,C1,C2,C3,D4,E5/A1,A2,B1,B2,D3,D5:second"


ORDER = ("A3", "A1", "B3", "A2", "C1", "B1", "C2", "B2", "C3", "D3", "D4", "D5", "E5")


def after(game: Atoll, *moves: str, setup: str = "") -> Position:
    position = game.start(setup)
    for text in moves:
        position = game.play(position, game.read(position, text))
    return position


def changed(game: Atoll, position: Position, **faces: int) -> Look:
    look = bytearray(game.look(position))
    for name, face in faces.items():
        look[game.plan.cell(name)] = face
    return Look(bytes(look))


def test_c2_a_move_puts_a_stone_of_ones_colour_on_an_empty_hex() -> None:
    position = after(FIVE, "E5", "D4")
    shown = {FIVE.plan.cells[i].name: face for i, face in enumerate(FIVE.look(position)) if face}
    assert shown == {"E5": 1, "D4": 2}
    assert len(FIVE.moves(position)) == 59 and FIVE.turn(position) is Seat.FIRST
    assert FIVE.path(position, FIVE.read(position, "A1")) == (FIVE.plan.cell("A1"),)
    assert FIVE.stages(position, FIVE.read(position, "A1")) == ()


def test_c3_the_triangle_of_the_spec_wins_when_its_last_stone_is_put() -> None:
    before = after(THREE, *ORDER[:-1])
    assert THREE.outcome(before) is None
    won = THREE.play(before, THREE.read(before, ORDER[-1]))
    assert THREE.outcome(won) == Outcome(Seat.FIRST, "islands-joined") and THREE.moves(won) == ()
    names = {THREE.plan.cells[cell].name for cell in THREE.remarks(won)["winning"]}
    assert names == set(ORDER[::2]) and THREE.remarks(won)["islands"] == (0, 4, 8)
    assert THREE.setup(won) == THREE.setup(THREE.start(TRIANGLE))


def test_c3_the_second_player_wins_by_odd_islands() -> None:
    position = after(THREE, "A1", "C5", "B1", "C4", "A2", "C3", "B2", "C2", "D2", "C1")
    assert THREE.outcome(position) == Outcome(Seat.SECOND, "islands-joined")
    assert THREE.remarks(position)["islands"] == (5, 11)


@pytest.mark.parametrize("n", [3, 5, 7, 9])
def test_c3_no_random_game_is_drawn(n: int) -> None:
    game, rng = Atoll(n), random.Random(n)
    for _ in range(6):
        position = game.start()
        while moves := game.moves(position):
            position = game.play(position, rng.choice(moves))
        assert game.outcome(position) is not None
        assert game.start(game.setup(position)) == position and game.start(game.setup(position)).winner


@pytest.mark.parametrize("text", ["A3", "a3", "A 3", " a  3 "])
def test_c4_a_cell_is_read_as_the_document_writes_it(text: str) -> None:
    assert FIVE.write(FIVE.start(), FIVE.read(FIVE.start(), text)) == "A3"


@pytest.mark.parametrize("text", ["", "3A", "A", "A-3", "AA3", "A333", "Ä3", "A٣", "swapp", "A3\x00"])
def test_what_is_no_cell_is_unreadable(text: str) -> None:
    with pytest.raises(UnreadableMove):
        FIVE.read(FIVE.start(), text)


@pytest.mark.parametrize(
    ("text", "why"), [("A9", "no cell 'A9'"), ("E5", "already"), ("swap", "no pie rule")]
)
def test_an_illegal_move_says_why(text: str, why: str) -> None:
    with pytest.raises(IllegalMove, match=why):
        FIVE.read(after(FIVE, "E5"), text)


def test_after_the_end_no_stone_is_put() -> None:
    won = THREE.start(TRIANGLE)
    with pytest.raises(IllegalMove, match="over"):
        THREE.read(won, "D2")
    with pytest.raises(IllegalMove):
        THREE.play(won, 0)


@pytest.mark.parametrize(
    ("setup", "fault"),
    [
        ("5", "is not an Atoll position"),
        ("5:E5/D4", "is not an Atoll position"),
        ("5:E5/D4:third", "is not an Atoll position"),
        ("7:/:first", "the board has size 5"),
        ("5:Z9/:second", "'Z9' is no cell"),
        ("5:E5,/:second", "'' is no cell"),
        ("5:E5,e5/D4:first", "named twice"),
        ("5:E5/E5:first", "Both players have a stone on E5"),
        ("5:E5,D4/:first", "cannot be the first player's turn"),
        ("5:/E5:second", "cannot be the second player's turn"),
        ("5:/E5:first", "cannot be the first player's turn"),
        ("x" * 10_000_000, "is not an Atoll position"),
        ("5:" + "," * 1000 + "/:first", "no cell"),
    ],
)
def test_a_bad_setup_says_what_is_wrong(setup: str, fault: str) -> None:
    with pytest.raises(BadSetup, match=fault) as refused:
        FIVE.start(setup)
    assert len(str(refused.value)) < 400


def test_a_setup_in_which_the_winner_is_to_move_is_refused() -> None:
    with pytest.raises(BadSetup, match="has won already"):
        THREE.start("3:C1,C2,C3,C4,C5/A1,A2,B1,B2,D3:first")


def test_sizes_are_odd_and_between_3_and_9() -> None:
    for name in ("atoll/4", "atoll/11", "atoll/5-pie-pie", "atoll/05", "atoll/-pie"):
        with pytest.raises(UnknownGame, match="choose one of 3, 5, 7, 9"):
            find(name)


def test_c3_the_pie_rule_is_off_by_default_and_offers_one_swap() -> None:
    assert SWAP not in FIVE.moves(after(FIVE, "B3"))
    assert PIE.moves(after(PIE, "B3"))[-1] == SWAP and len(PIE.moves(after(PIE, "B3"))) == 61
    assert SWAP not in PIE.moves(PIE.start()) and SWAP not in PIE.moves(after(PIE, "B3", "C3"))
    assert SWAP not in PIE.moves(after(PIE, "B3", "swap")) and SWAP not in PIE.moves(
        after(PIE, "B3", "swap", "A1")
    )


def test_a_swap_puts_a_green_stone_on_the_mirrored_cell() -> None:
    before = after(PIE, "B3")
    swap = PIE.read(before, "Swap")
    swapped = PIE.play(before, swap)
    assert PIE.setup(swapped) == "5:/H6:first" and PIE.write(before, swap) == "swap"
    assert PIE.path(before, swap) == (PIE.plan.cell("B3"), PIE.plan.cell("H6"))
    assert PIE.stages(before, swap) == (PIE.look(PIE.start()),)
    assert PIE.start(PIE.setup(swapped)) == swapped


def test_a_swap_of_a_stone_in_the_middle_column_changes_its_colour_only() -> None:
    before = after(PIE, "E4")
    assert PIE.setup(PIE.play(before, SWAP)) == "5:/E4:first"
    assert PIE.path(before, SWAP) == (PIE.plan.cell("E4"),)


def test_swapped_games_go_on_and_are_set_up_again() -> None:
    position = after(PIE, "B3", "swap", "E5", "D4", "A1")
    assert PIE.turn(position) is Seat.SECOND and PIE.start(PIE.setup(position)) == position
    with pytest.raises(BadSetup):
        FIVE.start(PIE.setup(position))


def test_a_swap_at_another_time_is_refused() -> None:
    for position in (PIE.start(), after(PIE, "B3", "C3")):
        with pytest.raises(IllegalMove, match="as the first move"):
            PIE.read(position, "swap")
        with pytest.raises(IllegalMove):
            PIE.play(position, SWAP)


@pytest.mark.parametrize(
    ("faces", "key", "cells"),
    [
        ({}, "unchanged", ""),
        ({"A1": 2}, "not-your-turn", "A1"),
        ({"A1": 1, "A2": 1}, "two-stones", "A1 A2"),
        ({"A1": 1, "A2": 2}, "two-stones", "A1 A2"),
        ({"E5": 0}, "removed-stone", "E5"),
        ({"E5": 0, "A1": 1}, "moved-stone", "E5 A1"),
        ({"E5": 0, "D4": 0, "A1": 1}, "removed-stone", "D4 E5"),
        ({"D4": 1}, "changed-stone", "D4"),
        ({"D4": 1, "A1": 1}, "changed-stone", "D4"),
    ],
)
def test_a_wrong_look_is_explained(faces: dict[str, int], key: str, cells: str) -> None:
    position = after(FIVE, "E5", "D4")
    reason = FIVE.why_not(position, changed(FIVE, position, **faces))
    assert (reason.key, [FIVE.plan.cells[c].name for c in reason.cells]) == (key, cells.split())
    assert reason.rule.endswith(".")


def test_a_swap_to_the_wrong_cell_is_explained() -> None:
    position = after(PIE, "B3")
    reason = PIE.why_not(position, changed(PIE, position, B3=2))
    assert reason.key == "wrong-swap" and "green one on H6" in reason.rule


def test_after_the_end_every_change_is_one_too_many() -> None:
    won = THREE.start(TRIANGLE)
    assert THREE.why_not(won, changed(THREE, won, D2=2)).key == "game-over"


def test_stones_are_red_and_green_and_written_1_and_2() -> None:
    pieces = FIVE.piece_sets[0]
    assert pieces.name == "red-green" and "".join(pieces.symbol(face) for face in FIVE.faces) == ".12"
