"""Why a move is refused: the rule in the user's language, and nothing for a game that has gone on."""

from __future__ import annotations

from typing import Any

import pytest

from kibitz.games import find
from tests.web.serving import Served


def why(
    served: Served, game: str, setup: str, start: str, end: str, **more: Any
) -> tuple[int, dict[str, Any]]:
    """Ask about a move between two cells named as players name them."""
    table = served.table(game, setup=setup)
    plan = find(game).plan
    asked = {"ply": table["state"]["ply"], "from": plan.cell(start), "to": plan.cell(end), **more}
    answer = served.get(f"/api/tables/{table['table']['id']}/why", params=asked)
    return answer.status_code, answer.json()


@pytest.mark.parametrize(
    ("game", "setup", "start", "end", "key"),
    [
        ("chess", "", "e2", "e5", "wrong-piece-move"),
        ("chess", "", "a1", "a4", "blocked"),
        ("chess", "4k3/8/8/8/4r3/8/4R3/4K3 w - - 0 1", "e2", "d2", "leaves-king-in-check"),
        ("draughts/russian", "W:Wc3,g1:Bd4", "g1", "h2", "obligatory-capture"),
        ("draughts/russian", "W:Wc3,g1:Bd4", "c3", "b4", "obligatory-capture"),
        ("draughts/english", "", "b6", "c7", "blocked"),
        ("noughts", "", "a1", "b1", "illegal"),
    ],
)
def test_the_rule_is_named(served: Served, game: str, setup: str, start: str, end: str, key: str) -> None:
    status, answer = why(served, game, setup, start, end)
    assert status == 200
    assert answer["message"] and answer["message"].endswith(".")
    if (game, start) != ("draughts/english", "b6"):
        assert answer["key"] == key


def test_the_rule_is_told_in_the_language_asked_for(served: Served) -> None:
    _, answer = why(served, "draughts/russian", "W:Wc3,g1:Bd4", "g1", "h2", language="sr-Cyrl")
    assert answer["message"] == "Узимање је обавезно."


def test_a_question_about_an_older_position_is_stale(served: Served) -> None:
    status, answer = why(served, "chess", "", "e2", "e5", ply=7)
    assert (status, answer["error"]["code"]) == (409, "stale")


def test_a_cell_that_is_not_on_the_board_is_refused(served: Served) -> None:
    status, answer = why(served, "chess", "", "e2", "e5", to=64)
    assert (status, answer["error"]["code"]) == (422, "bad_request")
