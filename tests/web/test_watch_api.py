"""A real board watched over the web: followed to the exact record; cameras that die; corners; phones."""

from __future__ import annotations

import base64
import json
import os
import signal
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from kibitz.web.keys import Access, new_keys
from tests.web.boards_seen import start_jpeg, without_marks
from tests.web.serving import Served, serving

MOVES = ["21-17", "10-14", "24-20"]
FILM = f"simulated:draughts/poznan?moves={','.join(MOVES)}&seed=7&fps=10&size=640x480&mistakes=illegal-move"
PATIENCE_S = 120  # on a busy machine the camera's process needs long to begin; nothing is measured here


def watched(served: Served, source: str, **camera: Any) -> str:
    made = served.table("draughts/poznan", camera={"source": source, **camera})
    return str(made["table"]["id"])


@contextmanager
def line(served: Served, table_id: str, kind: str = "live") -> Iterator[ClientConnection]:
    with connect(f"{served.ws}/api/tables/{table_id}/{kind}", max_size=None) as open_line:
        yield open_line


def until(wanted: Callable[[dict[str, Any]], bool], open_line: ClientConnection) -> list[dict[str, Any]]:
    """Every message until one is as wanted."""
    heard: list[dict[str, Any]] = []
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        message = json.loads(open_line.recv(timeout=PATIENCE_S))
        heard.append(message)
        if wanted(message):
            return heard
    raise AssertionError(f"never heard; last was {heard[-1:]}")


def is_camera(**facts: Any) -> Callable[[dict[str, Any]], bool]:
    return lambda message: message["type"] == "camera" and facts.items() <= message.items()


def pushed(served: Served, table_id: str, data: bytes, open_line: ClientConnection, **facts: Any) -> None:
    """Send one picture again and again, as a phone does, until the camera says so."""
    last: dict[str, Any] = {}
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end and not facts.items() <= last.items():
        answer = served.post(f"/api/tables/{table_id}/frames", content=data)
        assert answer.status_code == 200 and answer.json()["ok"]
        try:
            while True:
                message = json.loads(open_line.recv(timeout=0.15))
                last = message if message["type"] == "camera" else last
        except TimeoutError:
            continue
    assert facts.items() <= last.items(), last


# --- following


def test_a16_a_simulated_game_is_followed_to_the_exact_record(served: Served) -> None:
    table_id = watched(served, FILM)
    with line(served, table_id) as live:
        heard = until(lambda m: m["type"] == "state" and m["state"]["ply"] == len(MOVES), live)
    states = [message["state"] for message in heard if message["type"] == "state"]
    assert [one["move"] for one in states[-1]["moves"]] == MOVES
    assert {one["source"] for one in states[-1]["moves"]} == {"camera"}
    wrong = [state for state in states if state["phase"] == "illegal"]
    assert wrong and all(state["ply"] == 1 and len(state["cells"]) >= 2 for state in wrong)
    assert "Cells:" in wrong[0]["message"] and "Put the pieces back" in wrong[0]["message"]
    phases = [state["phase"] for state in states]
    assert phases.index("illegal") < len(phases) - 1 - phases[::-1].index("following")


def test_a4_the_picture_comes_with_rings_in_the_colours_of_the_spec(served: Served) -> None:
    table_id = watched(served, FILM)
    with line(served, table_id, "video") as video:
        sight: dict[str, Any] = {}
        while not sight.get("rings"):
            message = video.recv(timeout=PATIENCE_S)
            if isinstance(message, str):
                sight = json.loads(message)
                continue
            taken_at, picture = struct.unpack("<d", message[:8])[0], message[8:]
            assert picture[:2] == b"\xff\xd8" and 0 <= time.time() - taken_at < PATIENCE_S
            with pytest.raises(TimeoutError):  # one picture is in flight, and no more
                while isinstance(video.recv(timeout=0.3), str):
                    pass
            video.send("ok")
    faces = served.get("/api/game?name=draughts/poznan").json()["faces"]
    colours = {faces[ring["face"]]["owner"]: ring["colour"] for ring in sight["rings"]}
    assert colours == {"first": "#ff0000", "second": "#0000ff"}  # blue plays first
    assert len(sight["corners"]) == 4 and sight["size"] == [640, 480] and len(sight["rings"]) == 24


def test_a_camera_process_that_dies_is_reported_and_started_again(served: Served) -> None:
    table_id = watched(served, FILM)
    with line(served, table_id) as live:
        until(is_camera(state="connected", found=True), live)
        watching: Any = served.house.tables[table_id].camera
        first = watching.watching.pid
        os.kill(first, signal.SIGKILL)
        lost = until(is_camera(state="lost"), live)[-1]
        assert "started again" in lost["message"]
        until(is_camera(state="connected", found=True), live)
        assert watching.watching.pid != first


def test_a_closed_table_leaves_no_camera_process_behind(served: Served) -> None:
    table_id = watched(served, FILM)
    with line(served, table_id) as live:
        until(is_camera(state="connected"), live)
    watching: Any = served.house.tables[table_id].camera
    pid = watching.watching.pid
    assert served.ask("DELETE", f"/api/tables/{table_id}").status_code == 204
    with pytest.raises(ProcessLookupError):
        for _ in range(100):
            os.kill(pid, 0)
            time.sleep(0.1)


# --- a phone


def test_a_phone_sends_pictures_and_what_stands_on_the_board_can_be_taken(served: Served) -> None:
    table_id = watched(served, "phone")
    picture = start_jpeg()
    with line(served, table_id) as live:
        until(is_camera(state="opening", source="phone"), live)
        pushed(served, table_id, picture, live, found=True)
        with line(served, table_id, "frames") as frames:
            frames.send(picture)
            assert json.loads(frames.recv(timeout=PATIENCE_S)) == {
                "ok": True, "found": True, "reason": "", "message": "",
            }  # fmt: skip
            frames.send(b"no picture at all")
            assert json.loads(frames.recv(timeout=PATIENCE_S))["error"]["code"] == "bad_picture"
    act = f"/api/tables/{table_id}/actions"
    taken = served.post(act, {"action": "reset", "ply": 0, "turn": "second"})
    assert taken.status_code == 200 and taken.json()["state"]["turn"] == "second"
    look = taken.json()["state"]["look"]
    assert look == served.get("/api/game?name=draughts/poznan").json()["start_look"]
    corrected = [0 if cell == look.index(max(look)) else face for cell, face in enumerate(look)]
    after = served.post(act, {"action": "reset", "ply": 0, "turn": "first", "look": corrected})
    assert after.json()["state"]["look"] == corrected
    assert served.post(act, {"action": "reset", "ply": 0, "look": [1, 2]}).status_code == 422


def test_a5_pictures_that_are_none_change_nothing(served: Served) -> None:
    table_id = watched(served, "phone")
    before = served.get(f"/api/tables/{table_id}").json()["state"]
    for data in (b"", b"\xff\xd8\xff", b"GIF89a", start_jpeg()[:900]):
        answer = served.post(f"/api/tables/{table_id}/frames", content=data)
        assert answer.status_code == 422 and answer.json()["error"]["code"] == "bad_picture"
    assert served.post(f"/api/tables/{table_id}/frames", content=b"x" * 5_000_000).status_code == 413
    after = served.get(f"/api/tables/{table_id}").json()["state"]
    assert (after["ply"], after["look"]) == (before["ply"], before["look"])


def test_corners_that_are_tapped_find_a_board_without_marks(served: Served) -> None:
    table_id = watched(served, "phone")
    bare, corners = without_marks()
    with line(served, table_id) as live:
        pushed(served, table_id, bare, live, found=False, reason="no_marks")
        answer = served.post(f"/api/tables/{table_id}/camera", {"corners": corners})
        assert answer.status_code == 200, answer.text
        pushed(served, table_id, bare, live, found=True, corners_tapped=True)
        served.post(f"/api/tables/{table_id}/camera", {"corners": [[5, 5]] * 4})
        pushed(served, table_id, bare, live, found=False)
    for wrong in ([[0, 0]] * 3, [[1, 2, 3]] * 4, [[1e9, 1]] * 4, "corners"):
        assert served.post(f"/api/tables/{table_id}/camera", {"corners": wrong}).status_code == 422


# --- which cameras there are


@pytest.mark.parametrize(
    "source",
    [
        "/etc/passwd", "file:///etc/passwd", "../../secret.mp4", ".", "ftp://host/x", "gopher://host/1", "0",
        "usb:", "usb:-1", "usb:64", "usb:0;rm", "http://", "http://a b/", "javascript:alert(1)",
        "data:image/png,x",
        "simulated:../../x", "simulated:draughts/poznan?size=99999x1", "rtsp://\nhost/",
    ],
)  # fmt: skip
def test_a_source_that_is_no_camera_is_refused_and_opens_nothing(served: Served, source: str) -> None:
    if source.startswith("simulated:"):
        tested = served.post("/api/cameras/test", {"source": source})
        assert tested.status_code == 422 or not tested.json()["ok"]
        return
    before = len(served.house.tables)
    for path, asked in (
        ("/api/tables", {"game": "chess", "camera": {"source": source}}),
        ("/api/cameras/test", {"source": source}),
    ):
        answer = served.post(path, asked)
        assert answer.status_code == 422, (path, answer.text)
        assert answer.json()["error"]["code"] == "bad_request"
    assert len(served.house.tables) == before


class _Phone(BaseHTTPRequestHandler):
    picture = b""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "image/jpeg")
        self.send_header("Content-Length", str(len(self.picture)))
        self.end_headers()
        self.wfile.write(self.picture)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


def test_a6_a_camera_is_tried_before_it_is_used(served: Served) -> None:
    _Phone.picture = start_jpeg()
    phone = ThreadingHTTPServer(("127.0.0.1", 0), _Phone)
    Thread(target=phone.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{phone.server_port}/shot.jpg"
    try:
        found = served.post("/api/cameras/test", {"source": address}).json()
    finally:
        phone.shutdown()
        phone.server_close()
    assert found["ok"] and (found["width"], found["height"]) == (640, 480)
    assert base64.b64decode(found["picture"])[:2] == b"\xff\xd8"
    gone = served.post("/api/cameras/test", {"source": address}).json()
    assert not gone["ok"] and gone["message"] and gone["picture"] is None


def test_the_simulated_table_of_every_game_is_offered(served: Served) -> None:
    for game in ("draughts/poznan", "chess", "ur", "atoll/5"):
        found = served.get(f"/api/cameras?game={game}").json()
        assert found["simulated"][0]["source"].startswith(f"simulated:{game}?")
    assert served.get("/api/cameras?game=nothing").status_code == 404


def test_a_table_that_is_played_on_the_screen_has_no_camera(served: Served) -> None:
    table_id = served.table("chess")["table"]["id"]
    assert served.post(f"/api/tables/{table_id}/camera", {"source": "phone"}).status_code == 422
    assert served.post(f"/api/tables/{table_id}/frames", content=start_jpeg()).status_code == 503
    with pytest.raises(ConnectionClosed), line(served, table_id, "video") as video:
        video.recv(timeout=PATIENCE_S)


# --- who may


def test_a_phone_may_send_to_its_own_table_and_spectators_may_only_look(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    keys = new_keys()
    with serving(tmp_path_factory.mktemp("lan"), Access(keys=keys)) as lan:
        operator, spectator = ({"Authorization": f"Bearer {key}"} for key in (keys.operator, keys.spectator))
        asked = {"game": "draughts/poznan", "camera": {"source": "phone"}}
        own, other = (
            lan.post("/api/tables", asked, headers=operator).json()["table"]["id"] for _ in range(2)
        )
        phone = {"Authorization": f"Bearer {keys.phone(own)}"}
        picture = start_jpeg()

        def send(to: str, who: dict[str, str]) -> int:
            return lan.post(f"/api/tables/{to}/frames", content=picture, headers=who).status_code

        assert (send(own, phone), send(other, phone), send(own, spectator), send(own, {})) == (
            200,
            403,
            403,
            403,
        )
        for path, data in (
            ("/api/tables", asked),
            ("/api/cameras/test", {"source": "usb:0"}),
            (f"/api/tables/{own}/camera", {"source": "http://192.0.2.1/shot.jpg"}),
        ):
            for who in (spectator, phone):
                assert lan.post(path, data, headers=who).status_code == 403
        assert lan.get("/api/cameras", headers=spectator).status_code == 403
        with (
            pytest.raises(InvalidStatus),
            connect(f"{lan.ws}/api/tables/{own}/frames", additional_headers=spectator),
        ):
            pass
        with connect(f"{lan.ws}/api/tables/{own}/video", additional_headers=spectator) as video:
            assert json.loads(str(video.recv(timeout=PATIENCE_S)))["type"] == "sight"
