"""The test board over HTTP (SPEC D9)."""

from __future__ import annotations

from typing import Any

import pytest

from kibitz.games import find, names
from tests.web.serving import Served


def begun(served: Served, game: str = "draughts/kaaz", **more: str) -> dict[str, Any]:
    answer = served.post("/api/sandbox", {"game": game, **more})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def press(served: Served, board: dict[str, Any], action: str, **more: Any) -> dict[str, Any]:
    answer = served.post(f"/api/sandbox/{board['id']}", {"action": action, **more})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def moved(board: dict[str, Any], start: str, end: str) -> list[int]:
    plan, look = find(board["game"]).plan, list(board["look"])
    look[plan.cell(end)], look[plan.cell(start)] = look[plan.cell(start)], 0
    return look


def test_d9_the_log_is_numbered_newest_first_in_the_exact_words(served: Served) -> None:
    board = begun(served)
    board = press(served, board, "move", look=moved(board, "b6", "a5"))
    board = press(served, board, "move", look=moved(board, "h2", "h3"))
    assert [(line["number"], line["text"]) for line in board["log"]] == [
        (3, "Error: Player2- Invalid move"),
        (2, "OK: Player1- Move Success"),
        (1, "Init Ready"),
    ]
    assert board["wrong"] and len(board["cells"]) == 2
    board = press(served, board, "back")
    assert board["log"][0] == {"number": 4, "text": "Now is OK", "good": True}
    assert board["console"][0] == "Init new Board"


def test_d9_set_as_init_init_clear_and_init_and_valid(served: Served) -> None:
    board = press(served, begun(served), "clear")
    assert not any(board["look"])
    assert (
        press(served, board, "init_and_valid", look=board["look"])["log"][0]["text"] == "InitAndValid Failed"
    )
    look = list(board["look"])
    look[17], look[42] = 1, 3
    board = press(served, board, "set_init", look=look, turn="second")
    assert [line["text"] for line in board["log"]] == ["Init Ready"] and board["turn"] == "second"
    board = press(served, board, "init")
    board = press(served, board, "init_and_valid", look=board["look"])
    assert [line["text"] for line in board["log"]] == ["InitAndValid Success", "Init Ready"]


def test_the_setup_is_copied_in_and_out(served: Served) -> None:
    setup = "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"
    board = press(served, begun(served, "chess"), "setup", setup=setup)
    assert board["setup"] == board["good_setup"] == setup
    again = begun(served, "chess", setup=board["setup"])
    assert again["look"] == board["look"]
    described = press(served, board, "describe", look=moved(board, "e5", "d5"), turn="second")
    assert described["setup"].startswith("8/8/8/3k4/8/8/4P3/4K3 b")
    assert described["log"] == board["log"]


def test_other_games_answer_in_the_language_asked_for(served: Served) -> None:
    board = begun(served, "chess", language="pl")
    board = press(served, board, "move", look=moved(board, "e2", "e5"))
    assert "Ustaw bierki tak, jak stały" in board["log"][0]["text"]


@pytest.mark.parametrize("name", names())
def test_every_game_has_a_test_board(served: Served, name: str) -> None:
    board = begun(served, name)
    assert press(served, board, "move", look=board["look"])["log"] == board["log"]


@pytest.mark.parametrize(
    "action",
    [
        {"action": "move"},
        {"action": "move", "look": [0] * 63},
        {"action": "move", "look": [9] * 64},
        {"action": "move", "look": [0] * 10_000},
        {"action": "move", "look": [-1] * 64},
        {"action": "set_init", "look": [1] * 64},
        {"action": "setup", "setup": "nonsense"},
        {"action": "setup", "setup": "x" * 2001},
        {"action": "explode"},
        {},
    ],
)
def test_what_is_no_board_is_refused_in_one_sentence(served: Served, action: dict[str, Any]) -> None:
    board = begun(served)
    answer = served.post(f"/api/sandbox/{board['id']}", action)
    assert answer.status_code == 422
    assert answer.json()["error"]["message"]
    assert press(served, board, "back")["log"] == board["log"]


def test_a_board_that_is_gone_is_not_found(served: Served) -> None:
    assert served.post("/api/sandbox/000000000000", {"action": "init"}).status_code == 404
    assert served.post("/api/sandbox", {"game": "draughts/none"}).status_code == 404
