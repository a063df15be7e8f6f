"""Installable, and readable when the network drops."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Visit
from tests.web.browser.screen import cell, expect_moves, opened, play
from tests.web.serving import Served


def ready(page: Page) -> None:
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("navigator.serviceWorker.controller")


def test_the_manifest_names_icons_that_are_there(served: Served) -> None:
    manifest = served.get("/manifest.webmanifest").json()
    assert manifest["start_url"] == "/" and manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        answer = served.get(icon["src"])
        assert answer.status_code == 200 and answer.headers["content-type"] == icon["type"]


def test_an_open_game_can_be_read_when_the_network_drops(visit: Visit, served: Served) -> None:
    address = opened(served, "chess")
    page = visit(address, workers=True)
    cell(page, "e2").wait_for()
    ready(page)
    page.reload()  # now every file goes through the worker
    play(page, "e2", "e4")
    expect_moves(page, "e4")
    page.reload()
    expect_moves(page, "e4")
    page.context.set_offline(True)
    page.reload()
    expect(cell(page, "e4")).to_have_attribute("aria-label", re.compile("white pawn"))
    expect(page.locator("#offline")).to_be_visible()


def test_a_lost_connection_is_told_and_taken_up_again(visit: Visit, served: Served) -> None:
    page = visit(opened(served, "chess"))
    cell(page, "e2").wait_for()
    page.context.set_offline(True)
    page.evaluate("dispatchEvent(new Event('offline'))")
    expect(page.locator("#offline")).to_contain_text("No connection to Kibitz")
    page.context.set_offline(False)
    page.evaluate("fetch('/api/about')")
    play(page, "e2", "e4")
    expect_moves(page, "e4")
