"""The guard: requests that were not meant for us, or were sent by a page of another site, are refused."""

from __future__ import annotations

import asyncio
import json
import socket
from typing import Any

import pytest
import websockets

from kibitz.web.guard import CSP
from tests.web.serving import Served

EVIL = "http://evil.example"


def raw(served: Served, request: str, *headers: str, body: bytes = b"") -> tuple[int, str]:
    """Status and everything else of an answer to a request written out by hand."""
    with socket.create_connection(("127.0.0.1", served.port), timeout=20) as line:
        head = "\r\n".join((f"{request} HTTP/1.1", *headers, "Connection: close", "", ""))
        line.sendall(head.encode("latin-1") + body)
        answer = b"".join(iter(lambda: line.recv(65536), b""))
    return int(answer.split(b" ", 2)[1]), answer.decode("utf-8", "replace")


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:{port}",
        "localhost",
        "localhost:1",
        "localhost.evil.example:{port}",
        "localhost.:{port}",
        "127.0.0.1.nip.io:{port}",
        "127.0.0.2:{port}",
        "192.168.1.7:{port}",
        "user@localhost:{port}",
        "localhost:{port}@evil.example",
        "localhost:{port}/",
        "localhost:99999999",
        "[::1",
        "",
    ],
)
def test_a_name_that_is_not_ours_is_refused_so_that_dns_rebinding_gains_nothing(
    served: Served, host: str
) -> None:
    for path in ("/", "/api/tables"):
        status, answer = raw(served, f"GET {path}", f"Host: {host.format(port=served.port)}")
        assert status == 403 and '"code": "forbidden"' in answer


@pytest.mark.parametrize("host", ["localhost:{port}", "127.0.0.1:{port}", "[::1]:{port}", "LOCALHOST:{port}"])
def test_this_machine_by_its_own_names_is_let_in(served: Served, host: str) -> None:
    assert raw(served, "GET /api/about", f"Host: {host.format(port=served.port)}")[0] == 200


def test_two_hosts_are_no_host(served: Served) -> None:
    right = f"Host: localhost:{served.port}"
    assert raw(served, "GET /api/about", right, "Host: evil.example")[0] in (400, 403)


@pytest.mark.parametrize(
    "origin",
    [EVIL, "null", "http://localhost:1", "https://localhost:{port}", "http://localhost:{port}.evil.example"],
)
def test_a_page_of_another_site_can_neither_read_nor_change_anything(served: Served, origin: str) -> None:
    sent = {"origin": origin.format(port=served.port)}
    assert served.post("/api/tables", {"game": "chess"}, headers=sent).status_code == 403
    assert served.get("/api/tables", headers=sent).status_code == 403
    assert served.ask("DELETE", "/api/tables/00000000", headers=sent).status_code == 403
    assert served.post("/api/quit", headers=sent).status_code == 403


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_a_browser_that_says_another_site_sent_it_is_believed(served: Served, site: str) -> None:
    sent = {"sec-fetch-site": site}
    assert served.get("/api/tables", headers=sent).status_code == 403
    assert served.post("/api/tables", {"game": "chess"}, headers=sent).status_code == 403
    link = {"sec-fetch-site": site, "sec-fetch-mode": "navigate"}
    assert served.get("/", headers=link).status_code == 200
    assert served.get("/api/tables", headers=link).status_code == 403


def test_our_own_page_may(served: Served) -> None:
    sent = {"origin": served.url, "sec-fetch-site": "same-origin"}
    assert served.post("/api/tables", {"game": "chess"}, headers=sent).status_code == 201


def test_no_answer_lets_another_site_read_it(served: Served) -> None:
    asked = served.ask(
        "OPTIONS", "/api/tables", headers={"origin": EVIL, "access-control-request-method": "POST"}
    )
    assert asked.status_code == 403
    for answer in (asked, served.get("/api/about")):
        assert not [name for name in answer.headers if name.startswith("access-control")]


@pytest.mark.parametrize("origin", [EVIL, "null", "http://localhost:1"])
def test_a_page_of_another_site_cannot_open_a_websocket(served: Served, origin: str) -> None:
    made = served.table("chess")

    async def opened() -> None:
        async with websockets.connect(f"{served.ws}/api/tables/{made['table']['id']}/live", origin=origin):  # type: ignore[arg-type]  # a NewType of str
            pass

    with pytest.raises(websockets.InvalidStatus) as refused:
        asyncio.run(opened())
    assert refused.value.response.status_code == 403


def test_our_own_page_can_open_a_websocket(served: Served) -> None:
    made = served.table("chess")

    async def opened() -> Any:
        address = f"{served.ws}/api/tables/{made['table']['id']}/live"
        async with websockets.connect(address, origin=served.url) as line:  # type: ignore[arg-type]  # a NewType of str
            return json.loads(await line.recv())

    assert asyncio.run(opened())["type"] == "state"


@pytest.mark.parametrize(
    "path", ["/", "/api/about", "/api/nothing", "/nothing", "/api/game?name=nothing", "/style/tokens.css"]
)
def test_every_answer_carries_the_strict_headers(served: Served, path: str) -> None:
    headers = served.get(path).headers
    own = f"localhost:{served.port}"
    assert headers["content-security-policy"] == f"{CSP} ws://{own} wss://{own}"
    assert "unsafe" not in CSP and "default-src 'self'" in CSP and "frame-ancestors 'none'" in CSP
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-frame-options"] == "DENY"
    assert "server" not in headers


def test_refusals_carry_them_too(served: Served) -> None:
    assert served.get("/", headers={"origin": EVIL}).headers["content-security-policy"] == CSP


@pytest.mark.parametrize(
    "path",
    [
        "/../app.py",
        "/lib/../../app.py",
        "/%2e%2e/app.py",
        "/lib/%2e%2e/%2e%2e/app.py",
        "/..%2fapp.py",
        "/lib/..%5c..%5capp.py",
        "//etc/passwd",
        "/lib//etc/passwd",
        "/%00",
        "/app.py%00.js",
        "/static/../../../pyproject.toml",
        "/C:/windows/win.ini",
    ],
)
def test_file_names_never_reach_the_file_system(served: Served, path: str) -> None:
    status, answer = raw(served, f"GET {path}", f"Host: localhost:{served.port}")
    assert status == 404 and "import" not in answer and "root:" not in answer


@pytest.mark.parametrize(
    "name", ["../x.toml", "/etc/passwd", "x.toml", "draughts/../chess", "a" * 1000, "\x00", ""]
)
def test_a_game_is_asked_for_by_a_listed_name_and_never_by_a_file(served: Served, name: str) -> None:
    for answer in (
        served.get("/api/game", params={"name": name}),
        served.post("/api/tables", {"game": name}),
    ):
        assert answer.status_code in (404, 422) and set(answer.json()) == {"error"}


@pytest.mark.parametrize("level", ["uci:/bin/sh", "hub:/bin/sh", "max?x=1", "/bin/sh", "kibitz:max", "../x"])
def test_engine_paths_never_come_from_the_web(served: Served, level: str) -> None:
    players = {"first": {"kind": "bot", "level": level}}
    answer = served.post("/api/tables", {"game": "chess", "players": players})
    assert answer.status_code == 422 and "no level" in answer.json()["error"]["message"]


@pytest.mark.parametrize(
    "path", ["//evil.example/?token=x", "/\\evil.example/?token=x", "/%0d%0aSet-Cookie:a=b?token=x"]
)
def test_a_token_in_an_address_leads_nowhere_else(served: Served, path: str) -> None:
    status, answer = raw(served, f"GET {path}", f"Host: localhost:{served.port}")
    head = answer.partition("\r\n\r\n")[0].lower()
    assert status == 303
    (target,) = [line.split(": ", 1)[1] for line in head.splitlines() if line.startswith("location")]
    assert target.startswith("/") and not target.startswith(("//", "/\\"))
    assert not any(line.startswith("set-cookie") for line in head.splitlines())
