"""SPEC A5, A6: a phone's camera over the network, and every way in which it fails and comes back."""

from __future__ import annotations

import struct
from collections.abc import Iterator

import pytest

from kibitz.cameras import http_answer
from kibitz.cameras.picture import LONGEST_BYTES
from kibitz.cameras.reader import Reader, State
from kibitz.cameras.source import Source, open_source
from tests.cameras.conftest import SOON
from tests.cameras.servers import (
    STREAM,
    Behaviour,
    Server,
    answer,
    endless,
    good_stream,
    part,
    picture,
    raw,
    silent,
    streaming,
    trickling,
    until,
)

OK = b"HTTP/1.1 200 OK\r\nContent-Type: image/jpeg\r\n"


def half() -> bytes:
    return picture()[: len(picture()) // 2]


def enormous() -> bytes:
    """A JPEG whose head claims 20,000 x 20,000 pixels."""
    data = picture()
    at = data.index(b"\xff\xc0")
    return data[: at + 5] + struct.pack(">HH", 20_000, 20_000) + data[at + 9 :]


def page() -> Behaviour:
    return answer(b"<html>IP Webcam</html>", "text/html; charset=utf-8")


def refused() -> Behaviour:
    return answer(b"", status="401 Unauthorized")


LOST, STALLED = State.LOST, State.STALLED
STILL_TROUBLES: list[tuple[str, Behaviour, State, str]] = [
    ("stalls", silent(), LOST, "has sent nothing"),
    ("stalls in the head", silent(b"HTTP/1.1 200 OK\r\nConte"), LOST, "has sent nothing"),
    ("stalls in the picture", silent(OK + b"Content-Length: 5000\r\n\r\n\xff\xd8"), LOST, "has sent nothing"),
    ("trickles", trickling(OK + b"Content-Length: 50000\r\n\r\n"), LOST, "too little"),
    ("hangs up", raw(b""), LOST, "broke the connection off"),
    ("breaks off", answer(half(), length=len(picture())), STALLED, "broke off in the middle"),
    ("is no web server", raw(b"SSH-2.0-phone\r\n\r\n"), LOST, "not a web server"),
    ("sends garbage", answer(b"\x00\x01garbage" * 50), STALLED, "not a picture"),
    ("sends nothing", answer(b""), STALLED, "empty picture"),
    ("sends half a picture", answer(half()), STALLED, "breaks off before its end"),
    ("claims 100 MB", answer(b"\xff\xd8", length=100_000_000), STALLED, "longer than 40 MB"),
    ("never ends", endless(OK + b"\r\n\xff\xd8"), STALLED, "longer than 40 MB"),
    ("is enormous", answer(enormous()), STALLED, "20000 x 20000 pixels"),
    ("sends a page", page(), STALLED, "'text/html' instead of a picture"),
    ("asks who you are", refused(), LOST, "user name and a password (401)"),
    ("has no picture", answer(b"", status="404 Not Found"), LOST, "does not exist there (404)"),
    ("is broken", answer(b"", status="500 Oops"), LOST, "error 500"),
    (
        "redirects in circles",
        answer(b"", status="302 Found", more="Location: /shot.jpg\r\n"),
        LOST,
        "redirects in circles",
    ),
    (
        "redirects to a file",
        answer(b"", status="302 Found", more="Location: file:///etc/passwd\r\n"),
        LOST,
        "which is no camera",
    ),
]


def _garbled() -> Iterator[bytes]:
    while True:
        yield part(b"garbage" * 100)


def _halves() -> Iterator[bytes]:
    while True:
        yield part(half())


def _one_then_end() -> Iterator[bytes]:
    yield part(picture())


STREAM_TROUBLES: list[tuple[str, Behaviour, State, str]] = [
    ("stalls", silent(), LOST, "has sent nothing"),
    ("stalls after the head", silent(STREAM), LOST, "has sent nothing"),
    ("stalls in a picture", silent(STREAM + part(picture())[:90]), LOST, "has sent nothing"),
    ("ends", streaming(_one_then_end), LOST, "ended the stream"),
    ("sends garbage", streaming(_garbled), STALLED, "not a picture"),
    ("sends halves", streaming(_halves), STALLED, "breaks off before its end"),
    (
        "claims 100 MB",
        silent(STREAM + b"--edge\r\nContent-Length: 100000000\r\n\r\n\xff\xd8"),
        STALLED,
        "longer than 40 MB",
    ),
    ("never ends a picture", endless(STREAM + b"--edge\r\n\r\n\xff\xd8"), STALLED, "longer than 40 MB"),
    ("never ends a head", endless(STREAM + b"--edge\r\nX: "), LOST, "does not end"),
    ("has no boundary", endless(STREAM), LOST, "no boundary"),
    ("sends a page", page(), LOST, "which is no stream of pictures"),
    ("asks who you are", refused(), LOST, "user name and a password (401)"),
]


def camera(server: Server, path: str, who: str = "") -> Source:
    return open_source(f"http://{who}127.0.0.1:{server.port}{path}")


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize(
    ("behaviour", "state", "reason"), [t[1:] for t in STILL_TROUBLES], ids=[t[0] for t in STILL_TROUBLES]
)
def test_a6_a_phone_that_fails_says_why_and_is_found_again(
    behaviour: Behaviour, state: State, reason: str
) -> None:
    _fails_and_recovers("/shot.jpg", behaviour, answer(picture()), state, reason)


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize(
    ("behaviour", "state", "reason"), [t[1:] for t in STREAM_TROUBLES], ids=[t[0] for t in STREAM_TROUBLES]
)
def test_a6_a_stream_that_fails_says_why_and_is_found_again(
    behaviour: Behaviour, state: State, reason: str
) -> None:
    _fails_and_recovers("/video", behaviour, good_stream(), state, reason)


def _fails_and_recovers(path: str, bad: Behaviour, good: Behaviour, state: State, reason: str) -> None:
    with Server(good) as server, Reader(camera(server, path), SOON) as reader:
        assert until(lambda: reader.condition.state is State.CONNECTED), reader.condition
        first = reader.wait()
        assert first is not None and first.image.shape == (48, 64, 3)
        server.behaviour = bad
        server.die()
        server.rise()

        def failed() -> bool:
            now = reader.condition
            return now.state is state and reason in now.reason

        assert until(failed), reader.condition
        assert reader.latest() is None
        server.behaviour = good
        assert until(lambda: reader.condition.state is State.CONNECTED), reader.condition
        assert reader.condition.reason == ""
        again = reader.wait(first.id)
        assert again is not None and again.id > first.id


def test_a6_a_phone_that_dies_and_comes_back_is_found_again() -> None:
    with Server(answer(picture())) as server, Reader(camera(server, "/shot.jpg"), SOON) as reader:
        assert until(lambda: reader.condition.state is State.CONNECTED)
        server.die()
        assert until(lambda: "Nothing answers at 127.0.0.1" in reader.condition.reason), reader.condition
        assert reader.condition.state is State.LOST
        server.rise()
        assert until(lambda: reader.condition.state is State.CONNECTED)


@pytest.mark.usefixtures("hurried")
def test_a6_a_stream_that_falls_silent_is_stalled_before_it_is_lost() -> None:
    def one_then_silence() -> Iterator[bytes]:
        yield part(picture())
        yield from iter(lambda: b"", None)

    with Server(streaming(one_then_silence)) as server, Reader(camera(server, "/video"), SOON) as reader:
        assert until(lambda: reader.condition.state is State.CONNECTED)
        assert until(lambda: reader.condition.state is State.STALLED)
        assert "sent no picture" in reader.condition.reason


@pytest.mark.parametrize("path", ["/shot.jpg", "/video"])
def test_a6_pictures_are_handed_over_as_they_were_sent(path: str) -> None:
    behaviour = (
        answer(picture(60)) if path == "/shot.jpg" else streaming(lambda: iter([part(picture(60))] * 50))
    )
    with Server(behaviour) as server, Reader(camera(server, path), SOON) as reader:
        assert until(lambda: reader.shot() is not None)
        shot = reader.shot()
        assert shot is not None and shot.data == picture(60)


def test_a6_stills_are_fetched_over_one_connection() -> None:
    with Server(answer(picture())) as server:
        source = camera(server, "/shot.jpg")
        with source:
            for _ in range(5):
                source.read()
        assert (server.connections, len(server.requests)) == (1, 5)


def test_a6_a_server_that_closes_after_each_picture_is_asked_again() -> None:
    body = OK + f"Content-Length: {len(picture())}\r\nConnection: close\r\n\r\n".encode() + picture()
    with Server(raw(body)) as server:
        source = camera(server, "/shot.jpg")
        with source:
            assert [source.read() is not None for _ in range(3)] == [True] * 3


def test_a6_the_bare_address_of_a_phone_means_its_picture() -> None:
    with Server(answer(picture())) as server, camera(server, "") as source:
        source.read()
    assert server.requests[0].startswith(b"GET /shot.jpg HTTP/1.1")


def test_a_stream_without_lengths_is_cut_at_its_boundaries() -> None:
    with Server(good_stream(with_length=False)) as server, camera(server, "/video") as source:
        shots = [source.read() for _ in range(3)]
    assert [shot.data for shot in shots if shot] == [picture()] * 3


def test_an_address_that_gives_single_pictures_is_asked_for_them() -> None:
    with Server(answer(picture())) as server, camera(server, "/photo") as source:
        shots = [source.read() for _ in range(3)]
    assert [shot.data for shot in shots if shot] == [picture()] * 3


def test_redirects_are_followed() -> None:
    good, moved = answer(picture()), answer(b"", status="307 Moved", more="Location: /real.jpg\r\n")
    server = Server(lambda c, r: (good if b"/real.jpg" in r else moved)(c, r))
    with server, camera(server, "/shot.jpg") as source:
        shot = source.read()
    assert shot is not None and shot.data == picture()


def test_a_password_in_the_address_is_sent_and_never_shown() -> None:
    good, bad = answer(picture()), refused()
    with Server(
        lambda c, r: (good if b"Authorization: Basic YW5uOnNlY3JldA==" in r else bad)(c, r)
    ) as server:
        source = camera(server, "/shot.jpg", "ann:secret@")
        with source:
            assert source.read() is not None
        assert "secret" not in source.name
    with Server(bad) as server, Reader(camera(server, "/shot.jpg", "ann:wrong1@"), SOON) as reader:
        assert until(lambda: "401" in reader.condition.reason)
        assert "wrong1" not in reader.condition.reason


def test_every_wait_is_bounded_by_three_seconds() -> None:
    from kibitz.cameras.stream import TIMEOUT_MS

    assert http_answer.TIMEOUT_S <= 3 and TIMEOUT_MS <= 3000
    assert LONGEST_BYTES < 100_000_000


def test_an_rtsp_camera_that_is_not_there_is_lost_with_a_reason() -> None:
    with Reader(open_source("rtsp://127.0.0.1:9/none"), SOON) as reader:
        assert until(lambda: "does not answer" in reader.condition.reason)
        assert reader.condition.state is State.LOST


def test_a_usb_camera_that_is_not_there_is_lost_with_a_reason() -> None:
    with Reader(open_source("63"), SOON) as reader:
        assert until(lambda: "does not open" in reader.condition.reason)
        assert reader.condition.state is State.LOST
