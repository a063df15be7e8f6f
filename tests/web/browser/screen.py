"""What a person sees and does on any page."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.web.serving import Served

SIZES = {"laptop": (1366, 768), "tablet": (820, 1180), "phone": (390, 844)}


def cell(page: Page, name: str) -> Locator:
    """A cell of the board in the game by its name."""
    return page.locator(f'.board-host [data-name="{name}"]')


def play(page: Page, *names: str) -> None:
    """Click one cell after the other, each once the board takes clicks: not while a move is on its way."""
    for name in names:
        expect(page.locator(".board-host .board.interactive")).to_have_count(1)
        cell(page, name).click()


def moves(page: Page) -> list[str]:
    """The moves in the list."""
    return page.locator(".moves .move").all_inner_texts()


def expect_moves(page: Page, *written: str) -> None:
    """Wait until the list shows exactly these moves."""
    expect(page.locator(".moves .move")).to_have_text(list(written))


def do(page: Page, name: str) -> Locator:
    """A button by what it does."""
    return page.locator(f'[data-do="{name}"]')


def choose(choice: Locator) -> None:
    """Choose one of a few as a person does, by the words beside the circle."""
    choice.locator("xpath=ancestor::label").click()
    expect(choice).to_be_checked()


def seats(first: str = "person", second: str = "person") -> dict[str, Any]:
    """Players for a new table: `person`, or the level of a bot."""

    def seat(kind: str) -> dict[str, str]:
        return {"kind": "person"} if kind == "person" else {"kind": "bot", "level": kind}

    return {"first": seat(first), "second": seat(second)}


def opened(served: Served, game: str, **more: Any) -> str:
    """The address of a new game on the screen."""
    return f"/play/{served.table(game, **more)['table']['id']}"


def fits_all(page: Page) -> None:
    """The page fits a laptop, a tablet and a phone, and says everything in words."""
    for wide, high in SIZES.values():
        page.set_viewport_size({"width": wide, "height": high})
        page.evaluate("new Promise(requestAnimationFrame)")
        fits(page)
    speaks_no_keys(page)


def fits(page: Page) -> None:
    """Nothing sticks out to the side, and no button is cut."""
    wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1], f"the page is {wide[0]} wide on a screen of {wide[1]}"
    cut = page.evaluate(
        """[...document.querySelectorAll("button, .button, .pill, legend, .segments span")]
        .filter(one => one.offsetParent && one.scrollWidth > one.clientWidth + 2)
        .filter(one => getComputedStyle(one).overflow !== "hidden")
        .map(one => one.innerText)"""
    )
    assert cut == [], f"cut: {cut}"


def speaks_no_keys(page: Page) -> None:
    """No text is a key that nobody translated."""
    text = page.locator("body").inner_text()
    assert not [word for word in text.split() if word.startswith(_PREFIXES) and not word.endswith(".")]


_PREFIXES = ("play.", "menu.", "common.", "games.", "board.", "watch.", "archive.", "settings.")
