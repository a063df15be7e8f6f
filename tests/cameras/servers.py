"""Real web servers on this machine that behave as badly as cameras do."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import Self

import cv2
import numpy as np

Behaviour = Callable[[socket.socket, bytes], bool]
"""Answers one request; true keeps the connection for the next."""


def picture(shade: int = 90, size: tuple[int, int] = (64, 48)) -> bytes:
    """A small JPEG of one shade with a line through it."""
    image = np.full((size[1], size[0], 3), shade, np.uint8)
    cv2.line(image, (0, 0), (size[0] - 1, size[1] - 1), (255, 255, 255), 2)
    return cv2.imencode(".jpg", image)[1].tobytes()


class Server:
    """A server whose behaviour can be changed while it runs, and which can die and come back."""

    def __init__(self, behaviour: Behaviour) -> None:
        self.behaviour = behaviour
        self.requests: list[bytes] = []
        self.connections = 0
        self.port = 0
        self._open: set[socket.socket] = set()
        self._listening: socket.socket | None = None
        self._threads: list[threading.Thread] = []

    def __enter__(self) -> Self:
        self.rise()
        return self

    def __exit__(self, *_: object) -> None:
        self.die()

    def rise(self) -> None:
        """Listen, on the same port as before."""
        self._listening = socket.create_server(("127.0.0.1", self.port), reuse_port=False)
        self.port = self._listening.getsockname()[1]
        self._begin(self._accept, self._listening)

    def die(self) -> None:
        """Close everything at once, as an app that is killed does."""
        if self._listening is not None:
            with contextlib.suppress(OSError):
                self._listening.shutdown(socket.SHUT_RDWR)
            self._listening.close()
        for connection in list(self._open):
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join(10)
        self._threads.clear()

    def _begin(self, work: Callable[[socket.socket], None], argument: socket.socket) -> None:
        thread = threading.Thread(target=work, args=(argument,), daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self, listening: socket.socket) -> None:
        while True:
            try:
                connection, _ = listening.accept()
            except OSError:
                return
            self.connections += 1
            self._open.add(connection)
            self._begin(self._serve, connection)

    def _serve(self, connection: socket.socket) -> None:
        with contextlib.suppress(OSError, ValueError), connection:
            while request := _request(connection):
                self.requests.append(request)
                if not self.behaviour(connection, request):
                    break
        self._open.discard(connection)


def _request(connection: socket.socket) -> bytes:
    data = b""
    while b"\r\n\r\n" not in data:
        chunk = connection.recv(4096)
        if not chunk:
            return b""
        data += chunk
    return data


def answer(
    body: bytes,
    kind: str = "image/jpeg",
    *,
    status: str = "200 OK",
    more: str = "",
    length: int | None = None,
) -> Behaviour:
    """A well-formed answer; `length` may lie about the body."""
    said = len(body) if length is None else length
    head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {said}\r\n{more}\r\n".encode()

    def behave(connection: socket.socket, _: bytes) -> bool:
        connection.sendall(head + body)
        return said == len(body)

    return behave


def raw(data: bytes) -> Behaviour:
    """These bytes, then the end."""

    def behave(connection: socket.socket, _: bytes) -> bool:
        connection.sendall(data)
        return False

    return behave


def silent(head: bytes = b"") -> Behaviour:
    """Nothing (more) is ever sent, and the connection stays open until the other side hangs up."""

    def behave(connection: socket.socket, _: bytes) -> bool:
        connection.sendall(head)
        connection.recv(1)
        return False

    return behave


def trickling(head: bytes, byte: bytes = b"x", apart_s: float = 0.05) -> Behaviour:
    """One byte at a time, for ever."""

    def behave(connection: socket.socket, _: bytes) -> bool:
        connection.sendall(head)
        while True:
            connection.sendall(byte)
            time.sleep(apart_s)

    return behave


def endless(head: bytes) -> Behaviour:
    """As many bytes as the other side takes."""

    def behave(connection: socket.socket, _: bytes) -> bool:
        connection.sendall(head)
        while True:
            connection.sendall(bytes(1 << 16))

    return behave


STREAM = b"HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=edge\r\n\r\n"


def part(data: bytes, *, with_length: bool = True) -> bytes:
    """One picture of a stream."""
    length = f"Content-Length: {len(data)}\r\n".encode() if with_length else b""
    return b"--edge\r\nContent-Type: image/jpeg\r\n" + length + b"\r\n" + data + b"\r\n"


def streaming(parts: Callable[[], Iterator[bytes]], apart_s: float = 0.01) -> Behaviour:
    """A stream of these parts."""

    def behave(connection: socket.socket, _: bytes) -> bool:
        connection.sendall(STREAM)
        for data in parts():
            connection.sendall(data)
            time.sleep(apart_s)
        return False

    return behave


def good_stream(*, with_length: bool = True) -> Behaviour:
    """Pictures for ever."""

    def parts() -> Iterator[bytes]:
        while True:
            yield part(picture(), with_length=with_length)

    return streaming(parts)


def until(true: Callable[[], bool], seconds: float = 20.0) -> bool:
    """Wait until something is so; false when it never is."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.01)
    return true()
