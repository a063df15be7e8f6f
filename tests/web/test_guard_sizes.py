"""Sizes: bodies, messages, names and nesting are bounded, and every refusal has the one shape."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
import websockets

from tests.web.serving import Served
from tests.web.test_guard import raw

KB = 1024


def shaped(answer: Any) -> dict[str, Any]:
    """The error of an answer, which has code, message and cells and nothing else."""
    found: dict[str, Any] = answer.json()["error"]
    assert set(found) == {"code", "message", "cells"} and found["message"]
    assert "Traceback" not in answer.text and 'File "' not in answer.text
    return found


def test_a_large_body_is_refused_by_its_length(served: Served) -> None:
    answer = served.post(
        "/api/tables", content=b" " * (65 * KB), headers={"content-type": "application/json"}
    )
    assert answer.status_code == 413 and shaped(answer)["code"] == "too_large"


def test_a_large_body_is_refused_while_it_comes_in_without_a_length(served: Served) -> None:
    def endless() -> Any:
        for _ in range(200):
            yield b" " * KB

    answer = served.post("/api/tables", content=endless(), headers={"content-type": "application/json"})
    assert answer.status_code == 413 and shaped(answer)["code"] == "too_large"


def test_a_body_that_lies_about_its_length_is_refused(served: Served) -> None:
    status, _ = raw(
        served,
        "POST /api/tables",
        f"Host: localhost:{served.port}",
        "Content-Type: application/json",
        f"Content-Length: {10**12}",
        body=b" " * (70 * KB),
    )
    assert status == 413


def test_a_body_that_never_comes_is_not_waited_for(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.web.bounds.SLOWEST_S", 0.05)
    status, answer = raw(
        served,
        "POST /api/tables",
        f"Host: localhost:{served.port}",
        "Content-Type: application/json",
        "Content-Length: 1000",
        body=b"{",
    )
    assert status == 408 and '"code": "too_slow"' in answer


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[" * 60_000,
        b'{"game":' * 7_000,
        b"\xff\xfe",
        b'{"game": NaN}',
        b'{"delay_ms": ' + b"9" * 5_000 + b', "game": "chess"}',
        b'{"game": "chess", "delay_ms": 1e999}',
        b'{"game": "\\ud800"}',
        b'{"game": "chess", "setup": "\\ud800"}',
        b'{"game": "chess", "players": {"first": {"name": "\\ud800"}}}',
        b'{"game": "chess", "more": 1}',
        b'{"game": "chess", "delay_ms": -1}',
        b'{"game": "chess", "delay_ms": "1"}',
        b'{"game": "chess", "clock": "never"}',
        b'{"game": "chess", "clock": "999999999999"}',
        b'{"game": "chess", "setup": "8/8"}',
        b'{"game": "chess", "language": "xx"}',
        b'{"game": "chess", "from_archive": {"id": 99999999999999999999, "ply": 0}}',
        b"null",
        b"[]",
        b'"chess"',
    ],
    ids=range(22),
)
def test_what_cannot_be_read_is_refused_in_one_sentence(served: Served, body: bytes) -> None:
    answer = served.post("/api/tables", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422)
    shaped(answer)


def test_names_are_bounded(served: Served) -> None:
    long = {"game": "chess", "players": {"first": {"name": "x" * 101}}}
    assert served.post("/api/tables", long).status_code == 422
    made = served.table("chess")
    path = f"/api/tables/{made['table']['id']}/actions"
    assert served.post(path, {"action": "save", "name": "x" * 101}).status_code == 422
    assert served.post(path, {"action": "note", "text": "x" * 1001}).status_code == 422
    assert served.post(path, {"action": "play", "ply": 0, "move": "x" * 201}).status_code == 422
    odd = served.post(path, {"action": "save", "name": "../../etc/passwd\x00\n<b>"})
    assert odd.status_code in (200, 422)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/nothing", 404),
        ("GET", "/nothing.js", 404),
        ("PUT", "/api/tables", 405),
        ("POST", "/", 405),
        ("DELETE", "/api/games", 405),
        ("POST", "/api/archive/x/restore", 404),
        ("POST", "/api/nothing", 404),
        ("GET", "/api/quit", 405),
        ("GET", "/api/tables/UPPER", 422),
        ("GET", "/api/tables/00000000", 404),
        ("GET", "/api/game", 422),
        ("GET", "/api/texts?language=xx", 422),
        ("TRACE", "/api/games", 405),
    ],
)
def test_every_error_has_the_one_shape(served: Served, method: str, path: str, status: int) -> None:
    answer = served.ask(method, path)
    assert answer.status_code == status
    shaped(answer)
    assert status != 405 or answer.headers["allow"]


def test_a_fault_of_the_program_is_told_without_its_traceback(
    served: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_: Any) -> Any:
        raise ZeroDivisionError("a secret of the program")

    monkeypatch.setattr(served.house, "infos", fails)
    answer = served.get("/api/tables")
    assert answer.status_code == 500 and shaped(answer)["code"] == "fault"
    assert "secret" not in answer.text and "ZeroDivisionError" in caplog.text
    assert answer.headers["x-content-type-options"] == "nosniff"


def told(served: Served, *messages: str | bytes) -> tuple[list[dict[str, Any]], int | None]:
    """What a table's WebSocket answers, and the code with which it was closed."""
    made = served.table("chess")

    async def asked() -> tuple[list[dict[str, Any]], int | None]:
        heard: list[dict[str, Any]] = []
        address = f"{served.ws}/api/tables/{made['table']['id']}/live"
        async with websockets.connect(address, max_size=None) as line:
            try:
                await line.recv()
                for message in messages:
                    await line.send(message)
                    heard.append(json.loads(await line.recv()))
            except websockets.ConnectionClosed:
                pass
        return heard, line.close_code

    return asyncio.run(asked())


@pytest.mark.parametrize(
    "message",
    [
        "{",
        "[]",
        "7",
        "{}",
        '{"action": "jump"}',
        '{"id": "x", "action": "play", "ply": 0}',
        '{"action": "play", "ply": 0, "move": "Ke9"}',
        '{"action": "play", "ply": true, "move": "e4"}',
        '{"action": "play", "ply": 0, "move": "e4", "more": 1}',
        "[" * 8_000,
    ],
)
def test_a_message_that_is_no_action_is_answered_in_the_one_shape(served: Served, message: str) -> None:
    (answer,), code = told(served, message)
    assert not answer["ok"] and set(answer["error"]) == {"code", "message", "cells"}
    assert code == 1000


def test_messages_are_bounded(served: Served) -> None:
    assert told(served, "x" * 9_000) == ([], 1009)
    assert told(served, "x" * 5_000_000)[1] == 1009


def test_a_binary_message_ends_the_conversation_and_nothing_else(served: Served) -> None:
    heard, code = told(served, b"\x00\x01")
    assert heard == [] and code in (1000, 1003)
    assert served.get("/api/about").status_code == 200


def test_a_table_that_is_not_there_closes_the_websocket(served: Served) -> None:
    async def asked() -> int | None:
        async with websockets.connect(f"{served.ws}/api/tables/00000000/live") as line:
            await line.wait_closed()
            return line.close_code

    assert asyncio.run(asked()) == 4404
