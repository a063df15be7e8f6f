"""`kibitz serve` as a program: it says where it is, serves, and stops when asked."""

from __future__ import annotations

import os
import re
import signal
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from kibitz.cli import serve
from kibitz.web.doors import listening
from tests.web.serving import Served

KIBITZ = Path(sys.executable).with_name("kibitz")


@contextmanager
def program(tmp_path: Path, *options: str) -> Iterator[subprocess.Popen[str]]:
    """A running `kibitz`, without a display, with everything it keeps below the test's folder."""
    plain = {key: value for key, value in os.environ.items() if "DISPLAY" not in key}
    places = {"KIBITZ_DATA_DIR": str(tmp_path / "data"), "KIBITZ_CONFIG": str(tmp_path / "none.toml")}
    running = subprocess.Popen(
        [KIBITZ, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**plain, **places, "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"},
    )
    try:
        yield running
    finally:
        running.kill()
        running.communicate()


def line_of(running: subprocess.Popen[str], pattern: str) -> str:
    """The first thing in the output that fits; the program must say it before it ends."""
    assert running.stdout
    said = []
    for line in running.stdout:
        said.append(line)
        if found := re.search(pattern, line):
            return found[0]
    raise AssertionError("".join(said))


def answers(url: str, verify: ssl.SSLContext | bool = True, **more: object) -> httpx.Response:
    """An answer of a server that may still be starting."""
    with httpx.Client(transport=httpx.HTTPTransport(retries=8, verify=verify), timeout=60) as client:
        return client.get(url, **more)  # type: ignore[arg-type]  # keyword arguments by a dict


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_this_machine_and_stops_cleanly(tmp_path: Path, number: signal.Signals) -> None:
    with program(tmp_path, "serve", "--no-browser", "--port", "0") as running:
        address = line_of(running, r"http://localhost:\d+/")
        assert answers(f"{address}api/about").json()["role"] == "operator"
        running.send_signal(number)
        rest, _ = running.communicate(timeout=60)
        assert running.returncode == 0 and rest == "Stopped.\n"
    assert (tmp_path / "data" / "kibitz.db").exists()


def test_only_this_machines_own_address_is_listened_on(tmp_path: Path) -> None:
    with program(tmp_path, "serve", "--no-browser", "--port", "0") as running:
        address = line_of(running, r"http://localhost:\d+/")
        answers(address)
        port = int(address.rstrip("/").rpartition(":")[2])
        with socket.socket() as taken:
            taken.bind(("127.0.0.2", port))  # free, so nobody listens on all addresses


def test_it_stops_although_somebody_looks_on(tmp_path: Path) -> None:
    with program(tmp_path, "serve", "--no-browser", "--port", "0") as running:
        address = line_of(running, r"http://localhost:\d+/")
        answers(address)
        made = httpx.post(f"{address}api/tables", json={"game": "chess"}, timeout=60).json()
        live = f"{address.replace('http', 'ws')}api/tables/{made['table']['id']}/live"
        with connect(live) as line:
            line.recv()
            running.send_signal(signal.SIGINT)
            rest, _ = running.communicate(timeout=60)
            assert running.returncode == 0 and rest == "Stopped.\n"


def test_quit_in_the_menu_stops_it(tmp_path: Path) -> None:
    with program(tmp_path, "serve", "--no-browser", "--port", "0") as running:
        address = line_of(running, r"http://localhost:\d+/")
        answers(address)
        assert httpx.post(f"{address}api/quit").json() == {"done": True}
        rest, _ = running.communicate(timeout=60)
        assert running.returncode == 0 and rest == "Stopped.\n"


def test_without_a_command_it_serves(tmp_path: Path) -> None:
    with program(tmp_path) as running:
        assert answers(line_of(running, r"http://localhost:\d+/")).status_code == 200
        running.send_signal(signal.SIGINT)
        running.communicate(timeout=60)
        assert running.returncode == 0


def test_a_port_that_is_taken_is_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        with program(tmp_path, "serve", "--no-browser", "--port", port) as running:
            said, _ = running.communicate(timeout=60)
            assert running.returncode == 2
            reason = "cannot be used (Address already in use); choose another by --port."
            assert said == f"kibitz: Port {port} on 127.0.0.1 {reason}\n"


def test_asyncio_knows_the_socket_as_tcp_and_so_lets_no_message_wait_for_the_one_before() -> None:
    with listening("127.0.0.1", 0, or_next=False) as made:
        assert made.proto == socket.IPPROTO_TCP


def test_the_next_free_port_is_taken_when_none_was_asked_for() -> None:
    with listening("127.0.0.1", 0, or_next=False) as taken:
        port = taken.getsockname()[1]
        with listening("127.0.0.1", port, or_next=True) as found:
            assert port < found.getsockname()[1] <= port + 20


def test_a_second_start_finds_the_first(
    served: Served, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(serve, "PORT", served.port)
    serve.serve(browser=False)
    assert capsys.readouterr().out == f"Kibitz is running already: {served.url}/\n"


def test_a_program_that_is_no_kibitz_is_not_taken_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    with listening("127.0.0.1", 0, or_next=False) as silent:
        monkeypatch.setattr(serve, "PORT", silent.getsockname()[1])
        assert serve._running_already() == ""


def test_an_address_wants_the_local_network(tmp_path: Path) -> None:
    with program(tmp_path, "serve", "--host", "0.0.0.0") as running:
        said, _ = running.communicate(timeout=60)
        assert running.returncode == 2 and "--lan" in said


def test_for_the_local_network_it_speaks_https_and_wants_the_token(tmp_path: Path) -> None:
    options = ("serve", "--lan", "--no-browser", "--port", "0", "--lan-port", "0", "--host", "127.0.0.1")
    with program(tmp_path, *options) as running:
        own = line_of(running, r"http://localhost:\d+/\?token=\S+")
        link = line_of(running, r"https://127.0.0.1:\d+/\?token=\S+")
        line_of(running, "█")
        base, token = link.split("/?token=")
        trusting = ssl.create_default_context(cafile=str(tmp_path / "data" / "https" / "authority.pem"))
        assert answers(f"{base}/api/tables", trusting).status_code == 403
        let_in = answers(f"{base}/api/tables", trusting, headers={"authorization": f"Bearer {token}"})
        assert let_in.json() == {"tables": []}
        assert "Secure" in answers(link, trusting).headers["set-cookie"]
        assert answers(f"{base}/authority.crt", trusting).content.startswith(b"-----BEGIN CERTIFICATE")
        assert answers(own.partition("?")[0] + "api/tables").status_code == 403
        assert own.endswith(token)
