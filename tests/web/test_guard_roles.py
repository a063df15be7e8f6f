"""Roles in the local network: who has which token may do what."""

from __future__ import annotations

import asyncio
import json
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from kibitz.core.errors import BadSetting
from kibitz.web.keys import Access, Keys, load_keys
from tests.web.serving import Served, serving

KEYS = Keys("operators-token", "spectators-token", "a-secret")


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that wants tokens."""
    with serving(tmp_path_factory.mktemp("club"), Access(KEYS)) as running:
        yield running


def bearing(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


@pytest.fixture(scope="module")
def table_id(club: Served) -> str:
    made = club.post("/api/tables", {"game": "chess"}, headers=bearing(KEYS.operator))
    return str(made.json()["table"]["id"])


def live(club: Served, table_id: str, token: str, *messages: Any, path: str = "live") -> list[dict[str, Any]]:
    """The first message of a table's WebSocket, and the answers to what is sent."""

    async def asked() -> list[dict[str, Any]]:
        address = f"{club.ws}/api/tables/{table_id}/{path}"
        async with websockets.connect(address, additional_headers=bearing(token)) as line:
            heard = [json.loads(await line.recv())]
            for message in messages:
                await line.send(json.dumps(message))
                while (said := json.loads(await line.recv()))["type"] != "answer":
                    pass
                heard.append(said)
            return heard

    return asyncio.run(asked())


def test_without_a_token_only_the_pages_and_their_texts_are_shown(club: Served, table_id: str) -> None:
    for path in ("/", "/api/about", "/api/texts", "/wall"):
        assert club.get(path).status_code == 200
    assert club.get("/api/about").json()["role"] == ""
    for path in ("/api/tables", f"/api/tables/{table_id}", "/api/games", "/api/pairing", "/api/archive"):
        refused = club.get(path)
        assert refused.status_code == 403 and "token" in refused.json()["error"]["message"]
    assert club.post("/api/tables", {"game": "chess"}).status_code == 403
    with pytest.raises(websockets.InvalidStatus):
        live(club, table_id, "")


@pytest.mark.parametrize("token", ["x", KEYS.secret, KEYS.operator[:-1], KEYS.operator + "x", "ž"])
def test_a_wrong_token_is_no_token(club: Served, token: str) -> None:
    headers = {b"authorization": f"Bearer {token}".encode()}
    assert httpx.get(f"{club.url}/api/tables", headers=headers).status_code == 403


def test_a_spectator_reads_and_looks_on_and_changes_nothing(club: Served, table_id: str) -> None:
    sees = bearing(KEYS.spectator)
    assert club.get(f"/api/tables/{table_id}", headers=sees).status_code == 200
    assert club.get("/api/about", headers=sees).json()["role"] == "spectator"
    action = {"action": "play", "ply": 0, "move": "e4"}
    for answer in (
        club.post(f"/api/tables/{table_id}/actions", action, headers=sees),
        club.post("/api/tables", {"game": "chess"}, headers=sees),
        club.ask("DELETE", f"/api/tables/{table_id}", headers=sees),
        club.post("/api/quit", headers=sees),
        club.get("/api/pairing", headers=sees),
        club.post(f"/api/tables/{table_id}/camera", {"source": "http://192.0.2.1/"}, headers=sees),
        club.post("/api/cameras/test", {"source": "http://192.0.2.1/"}, headers=sees),
    ):
        assert answer.status_code == 403 and answer.json()["error"]["code"] == "forbidden"
    state, answered = live(club, table_id, KEYS.spectator, {"id": 7, **action})
    assert state["type"] == "state"
    assert answered["id"] == 7 and not answered["ok"] and answered["error"]["code"] == "forbidden"
    with pytest.raises(websockets.InvalidStatus):
        live(club, table_id, KEYS.spectator, path="frames")


def test_a_phone_reaches_the_frames_of_its_own_table_and_nothing_else(club: Served, table_id: str) -> None:
    phone = bearing(KEYS.phone(table_id))
    for method, path in (
        ("GET", f"/api/tables/{table_id}"),
        ("POST", f"/api/tables/{table_id}/actions"),
        ("POST", "/api/tables/00000000/frames"),
        ("GET", "/api/tables"),
        ("GET", "/api/pairing"),
    ):
        assert club.ask(method, path, headers=phone).status_code == 403
    assert club.post(f"/api/tables/{table_id}/frames", headers=phone).status_code != 403
    assert club.get("/api/about", headers=phone).json()["role"] == "phone"


def test_an_operator_plays_over_the_websocket(club: Served, table_id: str) -> None:
    action = {"id": 1, "action": "play", "ply": 0, "move": "e4"}
    _, first, late = live(club, table_id, KEYS.operator, action, action)
    assert first == {"type": "answer", "id": 1, "ok": True}
    assert late["error"]["code"] == "stale"


def test_the_token_of_a_link_becomes_a_cookie_and_leaves_the_address(club: Served) -> None:
    answer = club.get(f"/live/abc?token={KEYS.spectator}&x=1")
    assert answer.status_code == 303 and answer.headers["location"] == "/live/abc?x=1"
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=strict" in cookie and "Path=/" in cookie
    assert "content-security-policy" in answer.headers and answer.headers["cache-control"] == "no-store"
    with httpx.Client(base_url=club.url, follow_redirects=True) as browser:
        assert browser.get(f"/?token={KEYS.operator}").status_code == 200
        assert browser.get("/api/about").json()["role"] == "operator"
        browser.get(f"/wall?token={KEYS.spectator}")
        assert browser.get("/api/about").json()["role"] == "operator"
        browser.get(f"/cam?table=abc&token={KEYS.phone('abc')}")
        assert browser.get("/api/about").json()["role"] == "operator"
    wrong = club.get("/?token=wrong")
    assert wrong.status_code == 303 and "set-cookie" not in wrong.headers


def test_links_and_qr_codes_are_for_operators_and_for_our_own_addresses(club: Served, table_id: str) -> None:
    found = club.get("/api/pairing", params={"table": table_id}, headers=bearing(KEYS.operator)).json()
    assert found["camera_url"] == f"{club.url}/cam?table={table_id}&token={KEYS.phone(table_id)}"
    code = club.get("/api/qr", params={"text": found["camera_url"]}, headers=bearing(KEYS.operator))
    assert (
        code.status_code == 200
        and code.headers["content-type"] == "image/svg+xml"
        and b"<svg" in code.content
    )
    for text in ("http://evil.example/", club.url + ".evil.example/", "javascript:alert(1)"):
        assert club.get("/api/qr", params={"text": text}, headers=bearing(KEYS.operator)).status_code == 422


def test_keys_are_kept_for_their_owner_only(tmp_path: Path) -> None:
    keys = load_keys(tmp_path)
    assert load_keys(tmp_path) == keys and keys.operator != keys.spectator
    assert stat.S_IMODE((tmp_path / "keys.json").stat().st_mode) == 0o600
    (tmp_path / "keys.json").write_text("{broken")
    with pytest.raises(BadSetting, match="remove it"):
        load_keys(tmp_path)


def test_a_phones_token_is_for_one_table() -> None:
    keys = Keys("a", "b", "c")
    assert keys.phone_table(keys.phone("table1")) == "table1"
    forged = "table2." + keys.phone("table1").partition(".")[2]
    assert keys.phone_table(forged) == "" and keys.role(keys.phone("table1")) == ""
