"""One board for everybody: roles, names, keys, focus, and nothing that colour alone would say."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Visit
from tests.web.browser.screen import cell, opened, play
from tests.web.serving import Served

GAMES = ["draughts/kaaz", "chess", "atoll/5", "ur", "noughts"]


@pytest.mark.parametrize("game", GAMES)
def test_a_board_is_a_grid_of_named_cells_with_one_tab_stop(visit: Visit, served: Served, game: str) -> None:
    page = visit(opened(served, game))
    board = page.get_by_role("grid")
    expect(board).to_have_accessible_name(re.compile("Arrow keys go from cell to cell"))
    cells = board.get_by_role("gridcell")
    names = cells.evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
    assert len(names) == len(set(names)) and all(len(name) > 3 for name in names)
    assert board.get_by_role("row").count() > 2
    assert board.locator('[tabindex="0"]').count() == 1


@pytest.mark.parametrize("game", GAMES)
def test_arrow_keys_reach_every_cell(visit: Visit, served: Served, game: str) -> None:
    page = visit(opened(served, game))
    page.locator('.board [tabindex="0"]').focus()
    reached = page.evaluate(
        """() => {
          const name = () => document.activeElement.dataset.name;
          const pressed = key => new KeyboardEvent("keydown", {key, bubbles: true});
          const press = key => document.activeElement.dispatchEvent(pressed(key));
          const seen = new Set([name()]), open = [name()];
          while (open.length) {
            const from = open.pop();
            for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
              document.querySelector(`.board [data-name="${from}"]`).focus();
              press(key);
              if (!seen.has(name())) { seen.add(name()); open.push(name()); }
            }
          }
          return seen.size;
        }"""
    )
    assert reached == page.locator(".board .cell").count()


def test_going_left_and_back_right_on_hexes_comes_home(visit: Visit, served: Served) -> None:
    page = visit(opened(served, "atoll/5"))
    cell(page, "E5").focus()
    for key in ["ArrowLeft"] * 3 + ["ArrowRight"] * 3:
        page.keyboard.press(key)
    expect(page.locator(".board :focus")).to_have_attribute("data-name", "E5")


def test_the_focus_is_a_ring_round_the_cell_and_no_giant_arc(visit: Visit, served: Served) -> None:
    page = visit(opened(served, "chess"))
    page.locator('.board [tabindex="0"]').wait_for()
    page.keyboard.press("Tab")
    while not page.locator(".board :focus").count():
        page.keyboard.press("Tab")
    ring, ground = page.locator(".focus-ring"), page.locator(".board :focus .ground")
    assert ring.get_attribute("points") == ground.get_attribute("points")
    assert ring.get_attribute("vector-effect") == "non-scaling-stroke"
    outline = page.locator(".board :focus").evaluate("one => getComputedStyle(one).outlineStyle")
    assert outline == "none"


def test_a_click_leaves_the_focus_where_it_was(visit: Visit, served: Served) -> None:
    page = visit(opened(served, "chess"))
    play(page, "e2")
    assert page.locator(".board :focus").count() == 0


def test_moves_are_announced_and_cells_say_what_stands_on_them(visit: Visit, served: Served) -> None:
    page = visit(opened(served, "draughts/kaaz"))
    expect(cell(page, "b6")).to_have_attribute("aria-label", "9, red man")
    play(page, "b6")
    expect(page.locator("#heard")).to_have_text("red man on 9 picked up. It can go to: 13, 14.")
    expect(cell(page, "a5")).to_have_attribute("aria-label", "13, empty, can go here")
    play(page, "a5")
    expect(page.locator("#heard")).to_have_text("Red: 9-13. Yellow to move")
    expect(cell(page, "a5")).to_have_attribute("aria-label", "13, red man, last move")


@pytest.mark.parametrize(
    ("language", "label"),
    [("pl", "9, czerwony pionek"), ("sr", "9, crveni pešak"), ("sr-Cyrl", "9, црвени пешак")],
)
def test_pieces_are_named_in_every_language(visit: Visit, served: Served, language: str, label: str) -> None:
    page = visit(opened(served, "draughts/kaaz"), language=language)
    expect(cell(page, "b6")).to_have_attribute("aria-label", label)


def shapes(page: Page, side: str) -> str:
    """How a side's piece is drawn, its colour left out."""
    found = page.locator(f".stand .piece.{side}").first
    return str(found.evaluate("one => [...one.children].map(part => part.outerHTML).join('')"))


@pytest.mark.parametrize("game", ["draughts/kaaz", "ur"])
def test_the_sides_differ_by_more_than_colour(visit: Visit, served: Served, game: str) -> None:
    page = visit(opened(served, game))
    page.locator(".stand").first.wait_for()
    assert shapes(page, "first") != shapes(page, "second")


def test_fingers_find_targets_of_44_pixels(visit: Visit, served: Served) -> None:
    page = visit(opened(served, "chess"), size="phone")
    page.locator(".controls button").first.wait_for()
    small = page.evaluate(
        """[...document.querySelectorAll("button:not(.move), select, a.brand")]
        .map(one => [one.innerText, one.getBoundingClientRect()])
        .filter(([, box]) => box.width && (box.height < 43.5 || box.width < 43.5)).map(([text]) => text)"""
    )
    assert small == []


def test_a_move_slides_to_its_end(visit: Visit, served: Served) -> None:
    page = visit(opened(served, "chess"), motion=True)
    cell(page, "e2").click()
    sliding = "document.getAnimations().filter(one => one.effect.target.matches('.stand')).length"
    cell(page, "e4").evaluate("one => one.focus()")
    page.evaluate(
        "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true}))"
        f"; window.sliding = {sliding}"
    )
    assert page.evaluate("window.sliding") == 1


def test_nothing_moves_for_those_who_asked_for_stillness(visit: Visit, served: Served) -> None:
    page = visit(opened(served, "chess"), motion=False)
    play(page, "e2", "e4")
    moving = "document.getAnimations().filter(one => one.effect.getComputedTiming().duration > 20).length"
    assert page.evaluate(moving) == 0


def test_the_whole_keyboard_stays_with_text_fields(visit: Visit) -> None:
    page = visit("/play", last_setup={"against": "person"})
    page.locator('input[name="name-first"]').fill("Ada")
    page.keyboard.press("1")
    page.keyboard.press("ArrowLeft")
    expect(page.locator('input[name="name-first"]')).to_have_value("Ada1")
