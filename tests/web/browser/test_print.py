"""Printing a board as a person does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Visit
from tests.web.browser.screen import choose, fits, speaks_no_keys

Picture = Callable[[Page, str], None]


def test_a_board_is_chosen_looked_at_and_downloaded(visit: Visit, picture: Picture) -> None:
    page = visit("/print?game=draughts/poznan&paper=a4")
    expect(page.locator(".turner")).to_contain_text("Page 1 of 2")
    picture(page, "print-laptop")
    page.get_by_role("button", name="Next page").click()
    expect(page.locator(".turner")).to_contain_text("Page 2 of 2")
    assert page.locator(".preview img").evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    choose(page.locator('input[name="layout"][value="2019"]'))
    page.locator("#pieces").uncheck()
    expect(page.locator(".turner")).to_be_hidden()
    with page.expect_download() as coming:
        page.locator("#save").click()
    assert coming.value.suggested_filename == "draughts-poznan-a4.pdf"
    assert Path(coming.value.path()).read_bytes().startswith(b"%PDF")
    page.locator("#game").select_option("chess")
    expect(page.locator('input[name="layout"]')).to_have_count(1)


@pytest.mark.parametrize(
    ("size", "scheme", "language"),
    [
        ("phone", "light", "pl"),
        ("laptop", "dark", "en"),
    ],
)
def test_the_page_fits_every_screen(visit: Visit, size: str, scheme: str, language: str) -> None:
    page = visit("/print?game=ur", size=size, scheme=scheme, language=language)
    expect(page.locator(".preview img")).to_be_visible()
    expect(page.locator("#save")).to_have_attribute(
        "href", "/api/print?game=ur&paper=letter&pieces=true&layout=kibitz"
    )
    fits(page)
    speaks_no_keys(page)
