"""Watching a board in the browser (SPEC A4, A14, A16), without any hardware."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.web.boards_seen import Phone, start_jpeg, without_marks, wrong_move
from tests.web.browser.conftest import Visit
from tests.web.browser.screen import choose, do, fits, moves, speaks_no_keys
from tests.web.serving import Served

Picture = Callable[[Page, str], None]
SLOW_MS = 120_000  # a camera process on two busy cores


def shows(page: Page, state: str, timeout_ms: float = SLOW_MS) -> None:
    expect(page.locator(f'.status [data-state="{state}"]')).to_be_visible(timeout=timeout_ms)


def phone_table(served: Served, **more: Any) -> str:
    made = served.table("draughts/poznan", camera={"source": "phone"}, **more)
    return str(made["table"]["id"])


def test_a_newcomer_sees_the_referee_at_work_after_three_clicks(visit: Visit, picture: Picture) -> None:
    page = visit("/")
    page.locator('[data-item="watch"]').click()
    expect(page.locator('input[value="simulated"]')).to_be_checked()
    page.locator(".start").click()
    shows(page, "following")
    expect(page.locator("canvas.picture[data-frames]")).to_be_visible(timeout=SLOW_MS)
    fits(page)
    shows(page, "illegal", 4 * SLOW_MS)  # on a busy machine it may be seen only when the film is shown again
    said = page.locator(".status .message")
    expect(said).to_contain_text("Cells: ")
    expect(said).to_contain_text("Put the pieces back")
    expect(page.locator(".trouble .seen .board")).to_be_visible()
    assert page.locator(".board-area .cell.wrong").count() >= 2
    picture(page, "watch-illegal")
    speaks_no_keys(page)
    do(page, "above").click()
    expect(page.locator(".window.above canvas")).to_have_attribute("style", re.compile("matrix3d"))
    shows(page, "following")
    expect(page.locator(".moves .move")).to_have_count(2, timeout=SLOW_MS)
    assert moves(page) == ["21-17", "10-14"]
    picture(page, "watch")


def test_the_demonstration_is_one_click_away(visit: Visit, served: Served) -> None:
    page = visit("/")
    page.locator(".demo").click()
    page.wait_for_url("**/watch/*")
    expect(page.locator(".watch .camera")).to_be_visible()
    table_id = page.url.rsplit("/", 1)[1]
    expect(page.locator('.status [data-state="opening"]')).to_be_visible()
    page.locator(".bar .brand").click()
    expect(page.locator(".menu")).to_be_visible()
    for _ in range(50):
        page.wait_for_timeout(100)
        if table_id not in served.house.tables:
            return
    raise AssertionError("nobody sits at a simulated table, and yet it is still open")


def test_a14_what_is_wrong_is_named_put_back_or_accepted(visit: Visit, served: Served) -> None:
    setup, good, wrong = wrong_move()
    table_id = phone_table(served, setup=setup)

    def state() -> dict[str, Any]:
        found: dict[str, Any] = served.get(f"/api/tables/{table_id}").json()["state"]
        return found

    with Phone(served, table_id, good) as phone:
        page = visit(f"/watch/{table_id}", size="phone")
        shows(page, "following")
        before = state()
        phone.picture = wrong
        shows(page, "illegal")
        expect(page.locator(".trouble .seen .cell.wrong").first).to_be_visible()
        assert state()["look"] == before["look"]
        fits(page)
        phone.picture = good
        shows(page, "following")  # play goes on by itself
        expect(page.locator(".trouble")).to_be_hidden()
        phone.picture = wrong
        shows(page, "illegal")
        do(page, "accept").click()
        shows(page, "following")
        assert state()["look"] != before["look"] and state()["turn"] == "first"
        do(page, "reset").click()
        choose(page.locator('.position-dialog [data-field="turn"] input[value="second"]'))
        page.locator(".position-dialog .primary").click()
        expect(page.locator(".position-dialog")).to_have_count(0)
        shows(page, "following")
    assert state()["turn"] == "second"


def test_a_promotion_that_the_camera_cannot_tell_is_asked_for(visit: Visit, served: Served) -> None:
    setup = "8/P6k/8/8/8/8/8/K7 w - - 0 1"
    source = f"simulated:chess?setup={quote(setup)}&moves=a8=R&fps=10&size=640x480"
    made = served.table("chess", setup=setup, camera={"source": source})
    page = visit(f"/watch/{made['table']['id']}")
    shows(page, "unclear")
    expect(page.locator(".trouble .lead")).to_contain_text("Which one was it?")
    page.locator(".trouble button", has_text="a8=R").click()
    expect(page.locator(".moves .move")).to_have_text(["a8=R"])
    expect(page.locator(".trouble")).to_be_hidden()


def test_a_board_without_marks_is_found_by_its_corners(visit: Visit, served: Served) -> None:
    bare, corners = without_marks()
    table_id = phone_table(served)
    with Phone(served, table_id, bare):
        page = visit(f"/watch/{table_id}")
        shows(page, "no-board")
        expect(page.locator(".status .message")).to_contain_text("tap its corners")
        do(page, "corners").click()
        canvas = page.locator("canvas.picture")
        box = canvas.bounding_box()
        assert box
        for x, y in corners:
            canvas.click(position={"x": x / 640 * box["width"], "y": y / 480 * box["height"]})
        shows(page, "following")
        do(page, "marks").click()
        shows(page, "no-board")
        do(page, "suggestion").click(timeout=SLOW_MS)
        shows(page, "following")


def test_a_bots_move_is_shown_and_waits_to_be_made_on_the_board(visit: Visit, served: Served) -> None:
    table_id = phone_table(served, players={"first": {"kind": "bot", "level": "easy"}, "second": {}})
    with Phone(served, table_id, start_jpeg()):
        page = visit(f"/watch/{table_id}")
        shows(page, "following")
        expect(page.locator(".status .message")).to_contain_text(
            "Make this move on the board", timeout=SLOW_MS
        )
        expect(page.locator(".board-area .arrow.announced")).to_have_count(1)
        do(page, "save").click()
        page.locator("#dialog-text").fill("Club evening")
        page.locator("dialog .primary").click()
        expect(page.locator("#toasts")).to_contain_text("Club evening")
        do(page, "pause").click()
        shows(page, "paused")
        do(page, "go-on").click()
        do(page, "share").click()
        expect(page.locator("dialog .code img")).to_be_visible()


@pytest.mark.parametrize(
    ("language", "size"),
    [("en", "laptop"), ("en", "phone"), ("pl", "phone"), ("sr", "phone"), ("sr-Cyrl", "phone")],
)
def test_the_form_fits_and_speaks_every_language(visit: Visit, language: str, size: str) -> None:
    page = visit("/watch", size=size, language=language, scheme="dark" if size == "phone" else "light")
    for camera in ("phone", "usb", "address"):
        choose(page.locator(f'input[name="camera"][value="{camera}"]'))
        speaks_no_keys(page)
        fits(page)
    page.locator("#cam-host").fill("192.0.2.7")
    page.locator("#cam-port").fill("4747")
    expect(page.locator("output.url")).to_have_text("http://192.0.2.7:4747/shot.jpg")  # SPEC A19
    page.locator("#cam-host").fill("rtsp://192.0.2.7/live")
    expect(page.locator("output.url")).to_have_text("rtsp://192.0.2.7/live")
