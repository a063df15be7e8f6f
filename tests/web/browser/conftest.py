"""A real browser before a real server. Set KIBITZ_SCREENSHOTS=1 to renew the pictures in docs/images."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.web.browser.screen import SIZES
from tests.web.serving import Served

CHROMIUM = Path("/usr/bin/chromium")
IMAGES = Path(__file__).parents[3] / "docs" / "images"
WAIT_MS = 20_000  # two busy cores: a slow answer is no failure

expect.set_options(timeout=WAIT_MS)

Visit: TypeAlias = Callable[..., Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A file keeps to one worker: one browser and one server serve all of it."""
    for item in items:
        if item.path.parent == Path(__file__).parent:
            item.add_marker(pytest.mark.xdist_group(item.path.stem))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, for one file: closed again, so that tests behind it may run loops of their own."""
    if not CHROMIUM.exists():
        pytest.skip("these tests drive a browser: install it by `apt install chromium`")
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as play:
        running = play.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield running
        running.close()


@pytest.fixture
def visit(browser: Browser, served: Served) -> Iterator[Visit]:
    """Opens an address as a person would; a page that complains on its console fails the test."""
    opened: list[BrowserContext] = []
    complaints: list[str] = []

    def go(
        path: str = "/",
        *,
        size: str = "laptop",
        scheme: str = "light",
        language: str = "en",
        motion: bool = False,
        workers: bool = False,
        **prefs: Any,
    ) -> Page:
        wide, high = SIZES[size]
        context = browser.new_context(
            viewport={"width": wide, "height": high},
            color_scheme="dark" if scheme == "dark" else "light",
            reduced_motion="no-preference" if motion else "reduce",
            has_touch=size != "laptop",
            service_workers="allow" if workers else "block",
            base_url=served.url,
        )
        opened.append(context)
        context.set_default_timeout(WAIT_MS)
        kept = json.dumps({"language": language, "sounds": False, **prefs})
        context.add_init_script(
            f"if (!localStorage.getItem('kibitz')) localStorage.setItem('kibitz', {json.dumps(kept)})"
        )
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.extend([said.text] if said.type == "error" else []))
        page.goto(path)
        return page

    yield go
    for context in opened:
        context.close()
    allowed = (  # the browser's own notes on requests that a test lets fail
        "Failed to load resource",
        "WebSocket connection",
        "TypeError: Failed to fetch dynamically imported module",
    )
    assert [said for said in complaints if not said.startswith(allowed)] == []


@pytest.fixture
def picture() -> Callable[[Page, str], None]:
    """Keeps a picture of the page for the documentation, when that is asked for."""

    def take(page: Page, name: str) -> None:
        if os.environ.get("KIBITZ_SCREENSHOTS") == "1":
            IMAGES.mkdir(parents=True, exist_ok=True)
            page.wait_for_timeout(400)
            page.screenshot(path=IMAGES / f"{name}.png")

    return take
