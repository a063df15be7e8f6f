"""The film of the README: `python -m tests.web.browser.film` (make images) shows the product at work.

A real server, a real browser on the page that watches the simulated table; a picture of the page a few
times a second until the hand's illegal move has been caught and put right; a GIF of all of them.
"""

from __future__ import annotations

import io
import tempfile
import time
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from tests.web.browser.conftest import CHROMIUM, IMAGES
from tests.web.serving import serving

SIZE = (1366, 768)
WIDE = 820
EVERY_S = 0.3
AFTER_S = 3.0
LONGEST_S = 45.0


def main() -> None:
    """Film until the illegal move has been put right."""
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as served, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]}, base_url=served.url)
        page.goto("/watch?demo=1")
        page.wait_for_url("**/watch/*", timeout=60_000)
        page.wait_for_selector("[data-state=following]", timeout=60_000)
        pictures = filmed(page)
        browser.close()
    IMAGES.mkdir(parents=True, exist_ok=True)
    written(pictures, IMAGES / "referee.gif")


def filmed(page: Page) -> list[Image.Image]:
    """Pictures of the page, from the first move until some seconds after the alarm is over."""
    pictures, alarmed, over = [], False, float("inf")
    end = time.monotonic() + LONGEST_S
    while time.monotonic() < min(end, over):
        began = time.monotonic()
        pictures.append(Image.open(io.BytesIO(page.screenshot(type="png"))).convert("RGB"))
        wrong = page.locator("[data-state=illegal]").count() > 0
        if alarmed and not wrong and over == float("inf"):
            over = time.monotonic() + AFTER_S
        alarmed = alarmed or wrong
        time.sleep(max(0.0, EVERY_S - (time.monotonic() - began)))
    return pictures


def written(pictures: list[Image.Image], path: Path) -> None:
    """A GIF in one palette, small enough for a page."""
    small = [
        picture.resize((WIDE, WIDE * SIZE[1] // SIZE[0]), Image.Resampling.LANCZOS) for picture in pictures
    ]
    palette = small[len(small) // 2].quantize(128)
    frames = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in small]
    frames[0].save(
        path, save_all=True, append_images=frames[1:], duration=int(EVERY_S * 1000), loop=0, optimize=True
    )


if __name__ == "__main__":
    main()
