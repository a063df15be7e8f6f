"""The Royal Game of Ur on the screen (SPEC E2, E3)."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Visit
from tests.web.browser.screen import cell, do, expect_moves, opened, play
from tests.web.serving import Served


def test_e3_a_click_on_the_pool_enters_a_stone_and_the_dice_are_thrown_again(
    visit: Visit, served: Served
) -> None:
    page = visit(opened(served, "ur", setup="12:+0:+0"))
    expect(page.locator(".roll-number")).to_have_text("2")
    expect(page.locator(".count").first).to_have_text("7")
    play(page, "pool1")
    expect(page.locator(".moves .move")).to_have_count(1)
    expect(cell(page, "c1")).to_have_attribute("aria-label", re.compile("blue stone"))
    expect(page.locator(".plate.second")).to_have_class(re.compile(r"\bon\b"))


def test_e3_skip_is_there_only_when_nothing_can_move(visit: Visit, served: Served) -> None:
    page = visit(opened(served, "ur", setup="10:+0:+0"))
    expect(page.locator(".actions")).to_contain_text("No stone can move with 0.")
    do(page, "skip").click()
    expect(page.locator(".moves .move")).to_have_count(1)
    other = visit(opened(served, "ur", setup="12:+0:+0"))
    expect(other.locator(".roll-number")).to_have_text("2")
    expect(do(other, "skip")).to_have_count(0)


def frame(page: Page) -> str:
    return str(page.locator(".dice-box").evaluate("one => getComputedStyle(one).borderTopColor"))


def test_e3_the_frame_of_the_dice_has_the_colour_of_the_side_to_move(visit: Visit, served: Served) -> None:
    page = visit(opened(served, "ur", setup="12:+0:+0"))
    expect(page.locator(".roll-number")).to_have_text("2")
    blue = frame(page)
    play(page, "pool1")
    expect(page.locator(".dice-box")).to_have_attribute("data-seat", "second")
    page.wait_for_timeout(600)  # the colour changes softly
    assert frame(page) != blue


def test_e3_the_roll_is_shown_only_when_the_dice_have_settled(visit: Visit, served: Served) -> None:
    page = visit(opened(served, "ur", setup="12:+0:+0"), motion=True)
    expect(page.locator(".roll-number")).to_have_text("2")
    play(page, "pool1")
    page.locator(".dice-box.rolling").wait_for()
    expect(page.locator(".roll-number")).to_have_text(re.compile(r"[0-4]"))
    expect(page.locator(".dice-box.rolling")).to_have_count(0)


def test_e3_hovering_shows_where_a_stone_would_go_and_a_cross_where_none_may(
    visit: Visit, served: Served
) -> None:
    page = visit(opened(served, "ur", setup="12:a1,c1+0:+0"))
    expect(page.locator(".roll-number")).to_have_text("2")
    cell(page, "c1").hover()
    expect(page.locator(".cross")).to_have_count(1)  # a1 is taken by its own side
    cell(page, "a1").hover()
    expect(page.locator(".arrow.preview")).to_have_count(1)
    expect(page.locator(".stand.near")).to_have_count(1)
    page.mouse.move(2, 2)
    expect(page.locator(".arrow.preview")).to_have_count(0)


def test_the_dice_histogram_stands_beside_the_expected_one(visit: Visit, served: Served) -> None:
    page = visit(opened(served, "ur", setup="12:+0:+0"))
    play(page, "pool1")
    expect_moves(page, "in-c1")
    pairs = page.locator(".histogram .pair")
    expect(pairs).to_have_count(5)
    heights = pairs.locator(".pillar.expected").evaluate_all("all => all.map(one => one.offsetHeight)")
    assert heights == heights[::-1] and heights[2] > heights[1] > heights[0] > 0
    assert "1 fallen" in " ".join(pairs.evaluate_all("all => all.map(one => one.ariaLabel)"))
