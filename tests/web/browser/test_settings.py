"""Settings as a person changes them (SPEC A19)."""

from __future__ import annotations

import io
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Visit
from tests.web.browser.screen import choose, fits, speaks_no_keys
from tests.web.serving import Served

Picture = Callable[[Page, str], None]


def test_a19_the_url_follows_while_typing_and_is_saved(visit: Visit, served: Served) -> None:
    page = visit("/settings")
    page.locator("#camera-host").press_sequentially("10.0.0.7")
    page.locator("#camera-port").fill("8081")
    expect(page.locator("#camera-url")).to_have_text("http://10.0.0.7:8081/shot.jpg")
    page.locator("#camera-save").click()
    expect(page.locator(".camera .said")).to_contain_text("Saved")
    assert served.get("/api/preferences").json()["camera_url"] == "http://10.0.0.7:8081/shot.jpg"
    page.reload()
    expect(page.locator("#camera-url")).to_have_text("http://10.0.0.7:8081/shot.jpg")
    page.locator("#camera-host").fill("http://10.0.0.7")
    page.locator("#camera-save").click()
    expect(page.locator(".camera .said.bad")).to_contain_text("192.168.1.20")


@pytest.fixture
def phone() -> Iterator[int]:
    """The port of something that answers as IP Webcam does."""
    picture = io.BytesIO()
    Image.new("RGB", (640, 480), "#4080c0").save(picture, "JPEG")

    class Shot(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "image/jpeg")
            self.send_header("Content-Length", str(len(picture.getvalue())))
            self.end_headers()
            self.wfile.write(picture.getvalue())

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Shot) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join()


def test_a19_the_camera_is_tried_and_its_picture_shown(visit: Visit, phone: int) -> None:
    page = visit("/settings")
    page.locator("#camera-host").fill("127.0.0.1")
    page.locator("#camera-port").fill(str(phone))
    page.locator("#camera-test").click()
    expect(page.locator(".camera .said.good")).to_contain_text("640 × 480")
    assert page.locator(".shot").evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    page.locator("#camera-port").fill("9")
    page.locator("#camera-test").click()
    expect(page.locator(".camera .said.bad")).to_contain_text("Nothing answers")


def test_the_language_changes_at_once_and_stays(visit: Visit, served: Served) -> None:
    page = visit("/settings")
    choose(page.locator('input[name="language"][value="sr-Cyrl"]'))
    expect(page.locator("h1")).to_have_text("Подешавања")
    choose(page.locator('input[name="language"][value="sr"]'))
    expect(page.locator("h1")).to_have_text("Podešavanja")
    page.reload()
    expect(page.locator("h1")).to_have_text("Podešavanja")
    assert served.get("/api/preferences").json()["language"] == "sr"


def test_colours_and_switches_are_seen_at_once_and_stay(visit: Visit, picture: Picture) -> None:
    page = visit("/settings")
    wood = page.locator(".sample .wood")
    expect(wood).to_be_visible()
    picture(page, "settings-laptop")
    before = wood.evaluate("one => getComputedStyle(one).fill")
    choose(page.locator('input[name="board"][value="slate"]'))
    assert wood.evaluate("one => getComputedStyle(one).fill") != before
    choose(page.locator('input[name="theme"][value="dark"]'))
    assert page.locator("html").get_attribute("data-theme") == "dark"
    expect(page.locator(".sample .caption").first).to_be_attached()
    page.locator("#pref-coordinates").uncheck()
    expect(page.locator(".sample .caption")).to_have_count(0)
    page.locator("#pref-confirm").check()
    choose(page.locator('input[name="hotseat"][value="flip"]'))
    page.reload()
    expect(page.locator("#pref-confirm")).to_be_checked()
    expect(page.locator('input[name="hotseat"][value="flip"]')).to_be_checked()
    assert page.locator("html").get_attribute("data-theme") == "dark"


@pytest.mark.parametrize(
    ("size", "scheme", "language"),
    [
        ("phone", "light", "sr-Cyrl"),
        ("phone", "dark", "pl"),
        ("laptop", "dark", "pl"),
    ],
)
def test_the_page_fits_every_screen(visit: Visit, size: str, scheme: str, language: str) -> None:
    page = visit("/settings", size=size, scheme=scheme, language=language)
    expect(page.locator(".sample .board")).to_be_visible()
    fits(page)
    speaks_no_keys(page)
