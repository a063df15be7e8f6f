"""The house of tables: kept from the first move, opened again after a restart, one failing alone."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kibitz.core.errors import KibitzError
from kibitz.settings import settings
from kibitz.web import house as rooms
from tests.web.serving import Served, serving


def until(found: Callable[[], Any], what: str) -> Any:
    """Wait for something to become true."""
    for _ in range(600):
        if value := found():
            return value
        time.sleep(0.05)
    raise AssertionError(what)


def act(served: Served, made: dict[str, Any], **action: Any) -> dict[str, Any]:
    """Do something at a table and give the new state."""
    answer = served.post(f"/api/tables/{made['table']['id']}/actions", action)
    assert answer.status_code == 200, answer.text
    state: dict[str, Any] = answer.json()["state"]
    return state


def state_of(served: Served, made: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = served.get(f"/api/tables/{made['table']['id']}").json()["state"]
    return found


def test_a_game_is_in_the_archive_from_its_first_move_and_goes_on_after_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        made = served.table("chess", clock="5+3", players={"first": {"name": "Ana"}})
        act(served, made, action="play", ply=0, move="e4")
        act(served, made, action="play", ply=1, move="e5")
        act(served, made, action="save", name="Sunday")
        idle = served.table("chess")
        info = served.get(f"/api/tables/{made['table']['id']}").json()["table"]
        assert [entry.text for entry in served.house.needs.store.record(info["archive_id"]).entries] == [
            "e4",
            "e5",
        ]
    with serving(tmp_path) as served:
        listed = served.get("/api/tables").json()["tables"]
        assert [(one["id"], one["resting"], one["ply"]) for one in listed] == [(made["table"]["id"], True, 2)]
        assert idle["table"]["id"] not in [one["id"] for one in listed]
        state = state_of(served, made)
        assert state["phase"] == "paused" and state["name"] == "Sunday"
        assert [move["move"] for move in state["moves"]] == ["e4", "e5"]
        assert state["clock"]["left_s"][1] > 300
        assert act(served, made, action="go_on")["clock"]["running"] == "first"
        assert act(served, made, action="play", ply=2, move="Nf3")["ply"] == 3


def test_a_finished_game_is_not_listed_after_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        made = served.table("chess")
        act(served, made, action="play", ply=0, move="e4")
        act(served, made, action="resign", ply=1)
    with serving(tmp_path) as served:
        assert served.get("/api/tables").json() == {"tables": []}
        assert served.get(f"/api/tables/{made['table']['id']}").status_code == 404


def test_e1_a_bot_answers_and_waits_a_moment(served: Served) -> None:
    made = served.table("chess", players={"second": {"kind": "bot", "level": "beginner"}}, delay_ms=300)
    assert act(served, made, action="play", ply=0, move="e4")["thinking"]
    state = until(lambda: (s := state_of(served, made))["ply"] == 2 and s, "the bot moved")
    assert state["moves"][1]["source"] == "bot" and not state["thinking"]
    assert state["moves"][1]["took_s"] >= 0.3
    assert act(served, made, action="undo", ply=2)["ply"] == 0


def test_nobody_moves_for_the_bot(served: Served) -> None:
    made = served.table("chess", players={"first": {"kind": "bot", "level": "beginner"}}, delay_ms=60_000)
    path = f"/api/tables/{made['table']['id']}/actions"
    refused = served.post(path, {"action": "play", "ply": 0, "move": "e4"})
    assert refused.status_code == 422 and "bot's turn" in refused.json()["error"]["message"]


def test_two_bots_play_pause_and_change_speed(served: Served) -> None:
    bot = {"kind": "bot", "level": "beginner"}
    made = served.table("ur", players={"first": bot, "second": bot}, delay_ms=60_000)
    assert state_of(served, made)["ply"] == 1
    act(served, made, action="pause")
    assert act(served, made, action="speed", delay_ms=0)["delay_ms"] == 0
    assert act(served, made, action="go_on")["phase"] == "following"
    state = until(lambda: (s := state_of(served, made))["outcome"] and s, "the game ended")
    assert state["phase"] == "over" and state["legal"] == []


def test_dice_are_thrown_on_the_screen_and_rolls_are_moves_in_the_list(served: Served) -> None:
    state = served.table("ur")["state"]
    assert state["turn"] == "first" and state["remarks"]["roll"] in range(5)
    assert [(one["seat"], one["source"]) for one in state["moves"]] == [("chance", "dice")]


def test_c3_the_pie_rule_lets_the_second_player_swap(served: Served) -> None:
    made = served.table("atoll/3", pie=True)
    state = act(served, made, action="play", ply=0, move=made["state"]["legal"][0]["move"])
    assert "swap" in [one["move"] for one in state["legal"]]
    assert served.post("/api/tables", {"game": "chess", "pie": True}).status_code == 404


def test_a_flag_falls_while_nobody_moves(served: Served) -> None:
    made = served.table("chess", clock="0.002")
    act(served, made, action="play", ply=0, move="e4")
    state = until(lambda: (s := state_of(served, made))["outcome"] and s, "the flag fell")
    assert state["outcome"] == {"winner": "first", "reason": "time", "score": "1-0"}


def test_a_game_goes_on_from_a_place_in_the_archive(served: Served) -> None:
    made = served.table("chess")
    for ply, move in enumerate(("e4", "e5", "Nf3")):
        act(served, made, action="play", ply=ply, move=move)
    kept = served.get(f"/api/tables/{made['table']['id']}").json()["table"]["archive_id"]
    again = served.table("chess", from_archive={"id": kept, "ply": 2})
    assert [one["move"] for one in again["state"]["moves"]] == ["e4", "e5"]
    act(served, again, action="play", ply=2, move="Nc3")
    assert len(served.house.needs.store.record(kept).entries) == 3
    missing = served.post("/api/tables", {"game": "chess", "from_archive": {"id": 999_999, "ply": 0}})
    assert missing.status_code == 404


def test_legal_moves_say_where_a_hand_goes_and_what_disappears(served: Served) -> None:
    made = served.table("draughts/english", setup="W:W18:B15,7")
    (capture,) = made["state"]["legal"]
    cells = served.get("/api/game", params={"name": "draughts/english"}).json()["plan"]["cells"]
    labels = [[cells[cell]["label"] for cell in capture[key]] for key in ("path", "takes")]
    assert labels[0][0] == "18" and "15" in labels[1]


def test_one_failing_bot_is_told_at_its_table_and_stops_nothing(tmp_path: Path) -> None:
    class Broken:
        name = "broken"

        async def choose(self, game: Any, position: Any) -> Any:
            raise RuntimeError("a fault inside the bot")

    with serving(tmp_path, seat_bot=lambda game, level, told: Broken()) as served:
        made = served.table("chess", players={"second": {"kind": "bot"}})
        act(served, made, action="play", ply=0, move="e4")
        state = until(lambda: (s := state_of(served, made))["phase"] == "paused" and s, "it paused")
        assert "broken failed" in state["message"] and "fault inside" not in state["message"]
        assert served.table("chess")["state"]["ply"] == 0


def test_what_the_archive_cannot_keep_has_not_happened(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = served.table("chess")

    def full(*_: Any, **__: Any) -> int:
        raise KibitzError("The disk is full.")

    monkeypatch.setattr(served.house.needs.store, "begin", full)
    path = f"/api/tables/{made['table']['id']}/actions"
    assert served.post(path, {"action": "play", "ply": 0, "move": "e4"}).status_code == 422
    assert state_of(served, made)["ply"] == 0
    monkeypatch.undo()
    assert act(served, made, action="play", ply=0, move="e4")["ply"] == 1


def test_a_flag_that_cannot_be_kept_stops_the_clock_and_is_told(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = served.table("chess", clock="0.01")
    act(served, made, action="play", ply=0, move="e4")

    def full(*_: Any, **__: Any) -> int:
        raise KibitzError("The disk is full.")

    monkeypatch.setattr(served.house.needs.store, "append", full)
    state = until(lambda: (s := state_of(served, made))["phase"] == "paused" and s, "it stopped")
    assert state["message"] == "The disk is full." and state["clock"]["running"] is None
    monkeypatch.undo()
    assert act(served, made, action="go_on")["phase"] in ("following", "over")


def test_the_number_of_tables_is_bounded_and_finished_games_make_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "MOST_TABLES", 2)
    with serving(tmp_path) as served:
        first = served.table("chess")
        served.table("chess")
        refused = served.post("/api/tables", {"game": "chess"})
        assert refused.status_code == 503 and refused.json()["error"]["code"] == "too_many"
        act(served, first, action="resign", ply=0)
        served.table("chess")
        assert len(served.get("/api/tables").json()["tables"]) == 2


def test_tables_that_nobody_uses_are_put_to_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(tmp_path) as served:
        made = served.table("chess")
        act(served, made, action="play", ply=0, move="e4")
        monkeypatch.setattr(rooms, "IDLE_S", -1.0)
        served.loop.call_soon_threadsafe(served.house.sweep)
        until(lambda: served.get("/api/tables").json()["tables"][0]["resting"], "it rests")
        assert act(served, made, action="go_on")["ply"] == 1


def test_a_bot_agrees_to_a_draw_only_when_it_is_not_better(served: Served) -> None:
    made = served.table("chess", players={"second": {"kind": "bot", "level": "beginner"}})
    refused = served.post(f"/api/tables/{made['table']['id']}/actions", {"action": "draw", "ply": 0})
    assert refused.status_code == 422
    assert act(served, made, action="resign", ply=0)["outcome"]["winner"] == "second"


def test_house_rules_are_games_like_the_others_and_broken_ones_are_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = tmp_path / "rules"
    rules.mkdir()
    (rules / "ours.toml").write_text('base = "english"\n')
    (rules / "broken.toml").write_text("base = [")
    monkeypatch.setenv("KIBITZ_RULES_DIR", str(rules))
    settings.cache_clear()
    try:
        with serving(tmp_path / "data") as served:
            names = [one["name"] for one in served.get("/api/games").json()["games"]]
            assert "draughts/ours" in names and "draughts/broken" not in names
            assert served.table("draughts/ours")["state"]["legal"]
            (rules / "ours.toml").unlink()
            assert served.post("/api/tables", {"game": "draughts/ours"}).status_code == 404
    finally:
        settings.cache_clear()
