"""The test board (SPEC D9): what stands on it is set by hand, and every change is judged."""

from __future__ import annotations

from typing import Any

import pytest

from kibitz.core.errors import BadSetup
from kibitz.core.game import Seat
from kibitz.core.look import Look
from kibitz.core.ruling import Ruling
from kibitz.games import find, names
from kibitz.messages import catalogue, said
from kibitz.messages.rulings import seat_name
from kibitz.table.sandbox import Sandbox

ENGLISH = catalogue("en")


def sandbox(name: str) -> Sandbox:
    game = find(name)

    def say(position: Any, ruling: Ruling[Any]) -> str:
        return said(ENGLISH, game, position, ruling)

    def words(key: str, seat: Seat) -> str:
        return ENGLISH.text(f"trial.{key}", seat=seat_name(ENGLISH, seat))

    return Sandbox(game, say, words)


def log(board: Sandbox) -> list[str]:
    return [f"{line.number}: {line.text}" for line in reversed(board.log)]


def changed(board: Sandbox, **faces: str) -> Look:
    """The board shown with other faces on some cells: changed(board, c3="", d4="first man")."""
    look, numbers = bytearray(board.look), {face.name: i for i, face in enumerate(board.game.faces)}
    for cell, face in faces.items():
        look[board.game.plan.cell(cell)] = numbers[face or "empty"]
    return Look(bytes(look))


def test_d9_the_log_is_numbered_newest_first_and_has_the_exact_texts() -> None:
    board = sandbox("draughts/kaaz")
    assert log(board) == ["1: Init Ready"]
    board.move(changed(board, b6="", a5="first man"))
    board.move(changed(board, g3="", h4="second man"))
    assert log(board) == ["3: OK: Player2- Move Success", "2: OK: Player1- Move Success", "1: Init Ready"]


def test_d7_back_puts_the_last_good_board_there_and_now_is_ok() -> None:
    board = sandbox("draughts/kaaz")
    good = board.look
    board.move(changed(board, b6="", b5="first man"))
    assert log(board)[0] == "2: Error: Player1- Invalid move"
    assert board.differing == tuple(sorted(map(board.game.plan.cell, ("b6", "b5"))))
    board.back()
    assert log(board)[0] == "3: Now is OK"
    assert board.look == good and not board.wrong


def test_d8_the_same_board_again_says_nothing_and_the_console_names_the_squares() -> None:
    board = sandbox("draughts/kaaz")
    board.move(board.look)
    assert log(board) == ["1: Init Ready"]
    board.move(changed(board, b6="", b5="first man"))
    assert board.console[-4:] == ["Invalid move", "[2][1]", "[3][1]", "Current player: 1"]


def test_d4_init_and_valid_takes_only_the_start_and_set_as_init_takes_any() -> None:
    board = sandbox("draughts/kaaz")
    board.clear()
    assert not any(board.look)
    board.init_and_valid(board.look)
    assert log(board)[0] == "2: InitAndValid Failed"
    board.set_init(changed(board, c5="first man", h2="second king"), Seat.SECOND)
    assert log(board) == ["1: Init Ready"] and board.turn is Seat.SECOND
    board.init()
    assert board.init_and_valid(board.look)
    assert log(board) == ["2: InitAndValid Success", "1: Init Ready"]


def test_d6_a_chain_is_reported_jump_by_jump() -> None:
    board = sandbox("draughts/kaaz")
    board.clear()
    board.set_init(changed(board, b6="first man", c5="second man", e3="second man"))
    board.move(changed(board, b6="", c5="", d4="first man"))
    board.move(changed(board, d4="", e3="", f2="first man"))
    assert log(board)[:2] == ["3: OK: Player1- Capture success", "2: OK: Player1- Capture success"]


def test_other_games_answer_in_the_words_of_the_referee() -> None:
    board = sandbox("chess")
    board.move(changed(board, e2="", e4="white pawn"))
    assert log(board)[0] == "2: e4 by the first player."
    board.move(changed(board, d2="", d4="white pawn"))
    assert board.wrong and log(board)[0].endswith("Put the pieces back as they were.")
    board.back()
    assert log(board)[0] == "4: The board is right again."
    assert board.turn is Seat.SECOND


def test_a_stone_of_ur_moves_by_the_roll_that_explains_it_and_the_trays_follow() -> None:
    board = sandbox("ur")
    empty = board.look
    entered = next(
        board.game.look(board.game.play(after, move))
        for roll in board.game.moves(board.game.start())
        for after in [board.game.play(board.game.start(), roll)]
        for move in board.game.moves(after)
        if board.game.path(after, move)
    )
    shown = bytes(
        old if cell.tray else new
        for cell, old, new in zip(board.game.plan.cells, empty, entered, strict=True)
    )
    board.move(Look(shown))
    assert not board.wrong
    assert board.look == entered


@pytest.mark.parametrize("name", names())
def test_d9_every_game_has_a_test_board_and_takes_what_it_wrote(name: str) -> None:
    board = sandbox(name)
    board.init_and_valid(board.look)
    setup = board.setup
    board.clear()
    board.set_up(setup)
    assert board.setup == setup
    assert board.written(board.look, Seat.FIRST)


@pytest.mark.parametrize(
    "bad", [b"", b"\xff" * 24, b"\x05" * 24], ids=["too short", "no face", "a tray's face"]
)
def test_what_is_no_board_is_refused(bad: bytes) -> None:
    with pytest.raises(BadSetup):
        sandbox("ur").move(Look(bad))
