"""What `benchmarks/web.py` asks: Kibitz itself, a bare Starlette echo, and a camera, each a process.

python benchmarks/web_servers.py echo|camera     prints its port and serves until it is ended
"""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

FRAMES, FPS = 50, 25


@contextmanager
def running(*command: str, says: str) -> Iterator[str]:
    """A program that is up; what it said that fits."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    try:
        found = next(m[0] for line in process.stdout if (m := re.search(says, line)))
        time.sleep(1.0)
        yield found
    finally:
        process.terminate()
        process.wait(20)


@contextmanager
def kibitz() -> Iterator[str]:
    """Kibitz on a free port with an empty data folder; its host and port."""
    program = str(Path(sys.executable).with_name("kibitz"))
    with tempfile.TemporaryDirectory() as folder:
        options = ("serve", "--no-browser", "--port", "0", "--data-dir", folder)
        with running(program, *options, says=r"localhost:\d+") as address:
            yield address


@contextmanager
def peer(name: str) -> Iterator[str]:
    """The echo, or the camera; its host and port."""
    with running(sys.executable, "-u", __file__, name, says=r"localhost:\d+") as address:
        yield address


def echo() -> None:
    """A Starlette application that only sends back what it is sent, under the same server settings."""
    from fastapi import FastAPI
    from starlette.websockets import WebSocket, WebSocketDisconnect

    from kibitz.web.doors import Door, listening
    from kibitz.web.server import Stop, run

    app = FastAPI(openapi_url=None)

    @app.websocket_route("/")
    async def back(websocket: WebSocket) -> None:
        await websocket.accept()
        try:
            while True:
                await websocket.send_text(await websocket.receive_text())
        except WebSocketDisconnect:
            pass

    door = Door(listening("127.0.0.1", 0, or_next=False))
    print(f"localhost:{door.port}")
    asyncio.run(run(app, [door], Stop()))


def camera() -> None:
    """An IP camera: 720p MJPEG, 25 pictures a second, of a game on the simulated table."""
    import cv2

    from kibitz.cameras.simulated import Options, SimulatedTable
    from kibitz.games import find

    table = SimulatedTable(find("draughts/english"), Options(seed=1, plies=4, fps=FPS))
    shots = [
        cv2.imencode(".jpg", frame.image)[1].tobytes() for frame, _ in zip(table, range(FRAMES), strict=False)
    ]

    class Stream(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
            self.end_headers()
            began, number = time.monotonic(), 0
            try:
                while True:
                    shot = shots[number % len(shots)]
                    head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(shot)}\r\n\r\n"
                    self.wfile.write(head.encode() + shot + b"\r\n")
                    number += 1
                    time.sleep(max(0.0, began + number / FPS - time.monotonic()))
            except OSError:
                pass

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Stream)
    server.daemon_threads = True
    print(f"localhost:{server.server_address[1]}")
    server.serve_forever()


if __name__ == "__main__":
    {"echo": echo, "camera": camera}[sys.argv[1]]()
