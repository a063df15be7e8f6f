"""The phone as camera: Chromium's fake camera shows our simulated board."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.web.boards_seen import start_jpeg
from tests.web.browser.conftest import CHROMIUM, WAIT_MS
from tests.web.serving import Served

SLOW_MS = 120_000


@pytest.fixture(scope="module")
def seeing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser whose camera looks at a board in the start position."""
    if not CHROMIUM.exists():
        pytest.skip("these tests drive a browser: install it by `apt install chromium`")
    film: Path = tmp_path_factory.mktemp("film") / "board.mjpeg"
    film.write_bytes(start_jpeg())
    arguments = [
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={film}",
        *(["--no-sandbox"] if os.geteuid() == 0 else []),
    ]
    with sync_playwright() as play:
        running = play.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield running
        running.close()


def phone(browser: Browser, served: Served, *, without: str = "") -> tuple[Page, str]:
    """A phone that has scanned the code of a new table; `without` is JavaScript that takes something away."""
    made = served.table("draughts/poznan", camera={"source": "phone"})
    table_id = str(made["table"]["id"])
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, base_url=served.url)
    context.set_default_timeout(WAIT_MS)
    if without:
        context.add_init_script(without)
    page = context.new_page()
    link = served.get(f"/api/pairing?table={table_id}").json()["camera_url"]
    page.goto(link)
    return page, table_id


def found(served: Served, table_id: str) -> bool:
    camera = served.house.tables[table_id].camera
    return bool(camera and camera.facts["found"])  # type: ignore[attr-defined]  # a Watched


def test_the_phone_sends_its_picture_and_says_when_the_board_is_found(
    seeing: Browser, served: Served
) -> None:
    page, table_id = phone(seeing, served)
    page.locator("#start").click()
    expect(page.locator(".chip.good")).to_be_visible(timeout=SLOW_MS)
    assert found(served, table_id)
    page.locator("#size").select_option("small")
    page.wait_for_function("Number(document.getElementById('main').dataset.sent) > 8", timeout=SLOW_MS)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.context.close()


def test_where_websockets_are_refused_pictures_go_by_requests(seeing: Browser, served: Served) -> None:
    refuse = (
        "window.WebSocket = class { static OPEN = 1; readyState = 3;"
        " constructor() { setTimeout(() => this.onclose({ code: 1006 })); } };"
    )
    page, table_id = phone(seeing, served, without=refuse)
    with page.expect_request(lambda asked: asked.method == "POST" and "/frames" in asked.url):
        page.locator("#start").click()
    expect(page.locator(".chip.good")).to_be_visible(timeout=SLOW_MS)
    assert found(served, table_id)
    page.context.close()


def test_without_https_a_single_photo_is_sent(seeing: Browser, served: Served, tmp_path: Path) -> None:
    insecure = "Object.defineProperty(navigator, 'mediaDevices', { value: undefined });"
    page, table_id = phone(seeing, served, without=insecure)
    expect(page.locator("#start")).to_have_count(0)
    expect(page.locator(".welcome")).to_contain_text("https")
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(start_jpeg())
    page.locator("#photo").set_input_files(photo)
    expect(page.locator(".say")).to_contain_text("has been sent")
    page.wait_for_timeout(200)
    for _ in range(300):
        if found(served, table_id):
            break
        page.wait_for_timeout(200)
    assert found(served, table_id)
    page.context.close()


def test_a_link_that_is_not_complete_says_so(seeing: Browser, served: Served) -> None:
    page = seeing.new_page(base_url=served.url)
    page.goto("/cam?table=..%2F..%2F")
    expect(page.locator(".welcome")).to_contain_text("QR code")
    page.close()
