"""The menu (SPEC A15): arrows, Enter, Esc, hover, touch; four languages, light and dark."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Visit
from tests.web.browser.screen import fits_all, opened
from tests.web.serving import Served

Picture = Callable[[Page, str], None]
ITEMS = ["watch", "play", "archive", "test", "print", "settings", "quit"]


def focused(page: Page) -> str | None:
    return page.locator(":focus").get_attribute("data-item")


def test_a15_arrows_walk_the_menu_and_enter_opens_an_entry(visit: Visit) -> None:
    page = visit("/")
    expect(page.locator(".menu .item")).to_have_count(len(ITEMS))
    assert focused(page) == "watch"
    walked = []
    for _ in ITEMS:
        page.keyboard.press("ArrowDown")
        walked.append(focused(page))
    assert walked == [*ITEMS[1:], "watch"]
    page.keyboard.press("ArrowUp")
    assert focused(page) == "quit"
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/play")


def test_a15_the_mouse_highlights_what_it_is_over(visit: Visit) -> None:
    page = visit("/")
    page.locator('[data-item="print"]').hover()
    assert focused(page) == "print"


def test_a15_escape_asks_before_it_quits(visit: Visit) -> None:
    page = visit("/")
    expect(page.locator(".menu .item").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_contain_text("Quit Kibitz?")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    assert page.evaluate("fetch('/api/about').then(answer => answer.status)") == 200


def test_a_newcomer_watches_the_simulated_table_within_three_clicks(visit: Visit, served: Served) -> None:
    page = visit("/")
    page.locator(".demo").click()
    page.wait_for_url(re.compile(r"/watch/\w+"))
    expect(page.locator(".board .cell")).to_have_count(64)
    served.ask("DELETE", f"/api/tables/{page.url.rpartition('/')[2]}")


def test_a_game_in_progress_is_offered_again(visit: Visit, served: Served) -> None:
    address = opened(served, "draughts/frisian")
    page = visit("/")
    page.locator(f'.open-game[href="{address}"]').click()
    page.wait_for_url(f"**{address}")
    page.locator(".brand").click()
    entry = page.locator(".open-entry", has=page.locator(f'[href="{address}"]'))
    entry.get_by_role("button").click()
    expect(entry).to_have_count(0)
    assert served.get("/api" + address.replace("play", "tables")).status_code == 404


@pytest.mark.parametrize("language", ["en", "pl", "sr", "sr-Cyrl"])
def test_the_menu_fits_every_screen_in_every_language(visit: Visit, language: str, picture: Picture) -> None:
    page = visit("/", language=language)
    expect(page.locator(".menu .item")).to_have_count(len(ITEMS))
    assert page.locator("html").get_attribute("lang") == {"sr": "sr-Latn"}.get(language, language)
    if language == "en":
        picture(page, "menu-laptop")
    fits_all(page)
    if language == "en":
        page.emulate_media(color_scheme="dark")
        picture(page, "menu-phone")


def test_language_and_theme_are_chosen_in_the_bar_and_remembered(visit: Visit) -> None:
    page = visit("/")
    page.locator("#language").select_option("pl")
    expect(page.locator('[data-item="play"]')).to_contain_text("Graj na ekranie")
    page.locator("#theme").click()
    page.locator("#theme").click()
    assert page.locator("html").get_attribute("data-theme") == "dark"
    page.reload()
    expect(page.locator('[data-item="play"]')).to_contain_text("Graj na ekranie")
    assert page.locator("html").get_attribute("data-theme") == "dark"


def test_an_address_that_names_no_page_says_so(visit: Visit) -> None:
    page = visit("/nowhere")
    expect(page.locator("h1")).to_have_text("There is no such page")
    page.locator("main .button").click()
    expect(page.locator(".menu")).to_be_visible()
