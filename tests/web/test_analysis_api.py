"""What a program thinks, over HTTP: of one position, and of every move of a kept game."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from kibitz.archive.rows import Kept
from kibitz.archive.standing import standing
from kibitz.core.game import AnyGame
from kibitz.core.record import GameRecord, record_of, replay
from kibitz.games import find
from tests.web.serving import Served, serving

MOVES = ("A3", "B3", "C3", "D4")


class Scripted:
    """An analyst that thinks when it is let."""

    def __init__(self) -> None:
        self.may_think = threading.Event()
        self.may_think.set()
        self.asked = 0

    def evaluate(self, game: AnyGame, position: Any, stopped: Callable[[], bool]) -> Mapping[str, Any]:
        self.asked += 1
        return {
            "value": 0.75,
            "move": "A3",
            "cells": (0,),
            "line": ["A3"],
            "note": "",
            "depth": 3,
            "over": False,
        }

    def plies(
        self, game: AnyGame, record: GameRecord, level: str, stopped: Callable[[], bool]
    ) -> Iterator[Mapping[str, Any]]:
        for number, step in enumerate(replay(game, record).steps[1:], 1):
            while not self.may_think.wait(0.01) and not stopped():
                pass
            if stopped():
                return
            best = {"move": "E5", "cells": (1, 2), "line": ["E5", "A4"]}
            yield {
                "step": number,
                "seat": "first",
                "move": step.text,
                "value": 0.5,
                "after": 0.3,
                "loss": 0.2,
                "mark": "blunder",
                "luck": None,
                "best": best,
            }


@pytest.fixture(scope="module")
def analyst() -> Scripted:
    return Scripted()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, analyst: Scripted) -> Iterator[Served]:
    folder: Path = tmp_path_factory.mktemp("data")
    with serving(folder, more={"analyst": analyst}) as running:
        yield running


@pytest.fixture
def game_id(server: Served) -> int:
    rules = find("atoll/3")
    record = record_of(rules, MOVES)
    return server.house.needs.store.begin_all([Kept(record, standing=standing(rules, record))])[0]


def until(server: Served, game_id: int, state: str) -> dict[str, Any]:
    for _ in range(1000):
        found: dict[str, Any] = server.get(f"/api/archive/{game_id}/analysis").json()
        if found["state"] == state:
            return found
        time.sleep(0.01)
    raise AssertionError(found)


def test_a_position_is_evaluated_once_and_remembered(server: Served, analyst: Scripted) -> None:
    before = analyst.asked
    for _ in range(2):
        answer = server.get("/api/evaluate", params={"game": "atoll/3"})
        assert answer.json()["value"] == 0.75
        assert answer.json()["best"] == {"move": "A3", "path": [0]}
    assert analyst.asked == before + 1


def test_every_move_of_a_game_is_judged(server: Served, game_id: int) -> None:
    path = f"/api/archive/{game_id}/analysis"
    assert server.get(path).json()["state"] == "none"
    assert server.post(path, {}).status_code == 202
    done = until(server, game_id, "done")
    assert [(ply["ply"], ply["move"], ply["mark"]) for ply in done["plies"]] == [
        (number, move, "blunder") for number, move in enumerate(MOVES, 1)
    ]
    assert done["plies"][0]["best"] == {"move": "E5", "path": [1, 2]}
    assert server.post(path, {}).json()["state"] == "done"


def test_an_analysis_is_stopped_and_begun_again(server: Served, analyst: Scripted, game_id: int) -> None:
    path = f"/api/archive/{game_id}/analysis"
    analyst.may_think.clear()
    server.post(path, {})
    until(server, game_id, "running")
    assert server.ask("DELETE", path).status_code == 204
    assert until(server, game_id, "stopped")["plies"] == []
    analyst.may_think.set()
    server.post(path, {})
    assert len(until(server, game_id, "done")["plies"]) == len(MOVES)


def test_too_many_games_at_once_are_refused(server: Served, analyst: Scripted) -> None:
    rules, store = find("atoll/3"), server.house.needs.store
    record = record_of(rules, MOVES)
    games = store.begin_all([Kept(record, standing=standing(rules, record)) for _ in range(12)])
    analyst.may_think.clear()
    answers = [server.post(f"/api/archive/{one}/analysis", {}) for one in games]
    assert {answer.status_code for answer in answers} == {202, 503}
    assert answers[-1].json()["error"]["code"] == "busy"
    for one in games:
        server.ask("DELETE", f"/api/archive/{one}/analysis")
    analyst.may_think.set()


@pytest.mark.parametrize(
    ("query", "status"),
    [({"game": "none"}, 404), ({"game": "chess", "setup": "x"}, 422), ({}, 422), ({"game": "a.toml"}, 422)],
)
def test_what_cannot_be_evaluated_is_refused(server: Served, query: dict[str, str], status: int) -> None:
    answer = server.get("/api/evaluate", params=query)
    assert answer.status_code == status
    assert answer.json()["error"]["message"]


def test_a_level_that_is_not_there_is_refused(server: Served, game_id: int) -> None:
    assert server.post(f"/api/archive/{game_id}/analysis", {"level": "godlike"}).status_code == 422
    assert server.post("/api/archive/999999/analysis", {}).status_code == 404


def test_the_real_analyst_judges_a_game_of_ur(served: Served) -> None:
    rules = find("ur")
    position, moves = rules.start(), []
    for _ in range(6):
        move = rules.moves(position)[-1]
        moves.append(rules.write(position, move))
        position = rules.play(position, move)
    record = record_of(rules, moves)
    kept = served.house.needs.store.begin_all([Kept(record, standing=standing(rules, record))])[0]
    served.post(f"/api/archive/{kept}/analysis", {})
    found = until(served, kept, "done")
    assert len(found["plies"]) == 6
    assert all(0 <= ply["value"] <= 1 for ply in found["plies"])
