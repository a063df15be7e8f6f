"""The test board as a person uses it (SPEC D9)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Visit
from tests.web.browser.screen import cell, choose, fits, speaks_no_keys

Picture = Callable[[Page, str], None]


def press(page: Page, action: str) -> None:
    page.locator(f'[data-action="{action}"]').click()


def log(page: Page) -> list[str]:
    return [text.replace("\n", " ") for text in page.locator(".log li").all_inner_texts()]


def put(page: Page, name: str, times: int) -> None:
    for _ in range(times):
        cell(page, name).click()


def test_d9_clicking_goes_round_all_pieces_in_order(visit: Visit) -> None:
    page = visit("/test")
    seen = []
    for _ in range(5):
        cell(page, "d4").click()
        seen.append((cell(page, "d4").get_attribute("aria-label") or "").split(", ")[1])
    assert seen == ["red man", "yellow man", "blue king", "green king", "empty"]


def test_d9_moves_are_judged_and_the_log_is_numbered_newest_first(visit: Visit, picture: Picture) -> None:
    page = visit("/test")
    expect(page.locator(".log li")).to_have_text(["1:Init Ready"])
    put(page, "b6", 4)
    put(page, "a5", 1)
    press(page, "move")
    expect(page.locator(".log li")).to_have_text(["2:OK: Player1- Move Success", "1:Init Ready"])
    put(page, "c3", 3)
    put(page, "c5", 2)
    press(page, "move")
    expect(page.locator(".log li").first).to_have_text("3:Error: Player2- Invalid move")
    expect(page.locator(".board .cell.wrong")).to_have_count(2)
    picture(page, "test-board-laptop")
    press(page, "back")
    expect(page.locator(".log li").first).to_have_text("4:Now is OK")
    expect(page.locator(".board .cell.wrong")).to_have_count(0)


def test_d9_set_as_init_init_clear_and_init_and_valid(visit: Visit) -> None:
    page = visit("/test")
    press(page, "clear")
    expect(cell(page, "b8")).to_have_attribute("aria-label", "1, empty")
    press(page, "init_and_valid")
    expect(page.locator(".log li").first).to_contain_text("InitAndValid Failed")
    put(page, "b6", 1)
    put(page, "c5", 2)
    press(page, "set_init")
    expect(page.locator(".log li")).to_have_text(["1:Init Ready"])
    press(page, "init")
    press(page, "init_and_valid")
    expect(page.locator(".log li").first).to_contain_text("InitAndValid Success")


def test_a_piece_of_the_tray_is_put_on_many_cells(visit: Visit) -> None:
    page = visit("/test?game=chess")
    press(page, "clear")
    choose(page.get_by_role("radio", name="white king"))
    cell(page, "e1").click()
    choose(page.get_by_role("radio", name="black king"))
    cell(page, "e8").click()
    choose(page.get_by_role("radio", name="white rook"))
    for name in ("a1", "h1", "h1"):
        cell(page, name).click()
    expect(page.locator("#setup")).to_have_value("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
    choose(page.locator('input[name="turn"][value="second"]'))
    expect(page.locator("#setup")).to_have_value("4k3/8/8/8/8/8/8/R3K3 b Q - 0 1")


def test_a_setup_is_copied_in_judged_and_opened_in_play(visit: Visit) -> None:
    page = visit("/test?game=chess")
    page.locator("#setup").fill("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1")
    page.locator("#set-up").click()
    expect(cell(page, "e5")).to_have_attribute("aria-label", "e5, black king")
    page.locator("#setup").fill("nonsense")
    page.locator("#set-up").click()
    expect(page.locator(".toast.error")).to_be_visible()
    page.locator("#setup").blur()
    page.reload()
    expect(page.locator("#setup")).to_have_value("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1")
    page.locator("#open-play").click()
    page.wait_for_url("**/play/*")
    expect(cell(page, "e5")).to_have_attribute("aria-label", "e5, black king")


def test_leaving_a_position_that_was_changed_asks(visit: Visit) -> None:
    page = visit("/test")
    cell(page, "d4").click()
    page.locator(".brand").click()
    expect(page.locator("dialog")).to_contain_text("Leave this position?")
    page.locator('dialog [data-value="false"]').click()
    assert page.url.split("?")[0].endswith("/test")
    press(page, "init")
    expect(cell(page, "d4")).to_have_attribute("aria-label", "18, empty")
    page.locator(".brand").click()
    expect(page.locator(".menu")).to_be_visible()


def test_cells_are_set_by_the_keyboard_alone(visit: Visit) -> None:
    page = visit("/test")
    cell(page, "d4").focus()
    page.keyboard.press("Enter")
    expect(cell(page, "d4")).to_have_attribute("aria-label", "18, red man")


@pytest.mark.parametrize(
    ("game", "size", "scheme", "language"),
    [
        ("ur", "phone", "dark", "sr"),
        ("draughts/canadian", "phone", "light", "pl"),
        ("atoll/9", "tablet", "light", "sr-Cyrl"),
        ("chess", "laptop", "dark", "en"),
    ],
)
def test_every_board_fits_every_screen(
    visit: Visit, game: str, size: str, scheme: str, language: str
) -> None:
    page = visit(f"/test?game={game}", size=size, scheme=scheme, language=language)
    expect(page.locator(".log li")).to_have_count(1)
    fits(page)
    speaks_no_keys(page)
    tray, board = (
        page.get_by_role("radiogroup").first.bounding_box(),
        page.locator(".board-place").bounding_box(),
    )
    assert tray and board and tray["y"] >= board["y"] + board["height"] - 1
