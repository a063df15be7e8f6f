"""Settings as a person changes them (SPEC A19)."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Visit
from tests.web.browser.screen import fits, speaks_no_keys
from tests.web.serving import Served


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


def test_the_language_changes_at_once_and_stays(visit: Visit, served: Served) -> None:
    page = visit("/settings")
    page.locator('input[name="language"][value="sr-Cyrl"]').check(force=True)
    expect(page.locator("h1")).to_have_text("Подешавања")
    page.locator('input[name="language"][value="sr"]').check(force=True)
    expect(page.locator("h1")).to_have_text("Podešavanja")
    page.reload()
    expect(page.locator("h1")).to_have_text("Podešavanja")
    assert served.get("/api/preferences").json()["language"] == "sr"


def test_colours_and_switches_are_seen_at_once_and_stay(visit: Visit) -> None:
    page = visit("/settings")
    wood = page.locator(".sample .wood")
    before = wood.evaluate("one => getComputedStyle(one).fill")
    page.locator('input[name="board"][value="slate"]').check(force=True)
    assert wood.evaluate("one => getComputedStyle(one).fill") != before
    page.locator('input[name="theme"][value="dark"]').check(force=True)
    assert page.locator("html").get_attribute("data-theme") == "dark"
    expect(page.locator(".sample .caption").first).to_be_attached()
    page.locator("#pref-coordinates").uncheck()
    expect(page.locator(".sample .caption")).to_have_count(0)
    page.locator("#pref-confirm").check()
    page.locator('input[name="hotseat"][value="flip"]').check(force=True)
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
