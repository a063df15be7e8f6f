"""Playing on the screen (SPEC B1-B5, C1-C4, E1-E3): every game, by mouse, keyboard and finger."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Visit
from tests.web.browser.screen import (
    cell,
    choose,
    do,
    expect_moves,
    fits,
    fits_all,
    moves,
    opened,
    play,
    seats,
)
from tests.web.serving import Served

Picture = Callable[[Page, str], None]
TWO_JUMPS = "W:Wc3,g1:Bd4,f6"  # c3 takes d4, then f6


@pytest.mark.parametrize(
    ("family", "cells", "written"),
    [
        ("draughts", ("b2", "a3"), "25-21"),
        ("chess", ("e2", "e4"), "e4"),
        ("atoll", ("E5",), "E5"),
        ("noughts", ("b2",), "b2"),
    ],
)
def test_every_game_is_set_up_and_begun(
    visit: Visit, family: str, cells: tuple[str, ...], written: str
) -> None:
    page = visit("/play")
    choose(page.locator(f'.family input[value="{family}"]'))
    if family == "draughts":
        page.locator('[data-field="rules"] select').select_option("draughts/english")
        cells, written = ("b6", "a5"), "9-13"
    expect(page.locator(".setup .columns")).to_have_attribute("aria-busy", "false")
    choose(page.locator('[data-field="against"] input[value="person"]'))
    page.locator(".start").click()
    page.wait_for_url("**/play/*")
    play(page, *cells)
    expect_moves(page, written)


def test_e1_the_keys_1_2_3_choose_who_plays(visit: Visit) -> None:
    page = visit("/play")
    page.locator(".setup").wait_for()
    for key, value in (("1", "person"), ("3", "bots"), ("2", "bot")):
        page.keyboard.press(key)
        expect(page.locator(f'[data-field="against"] input[value="{value}"]')).to_be_checked()


def test_c1_atoll_is_set_up_with_a_size_the_pie_rule_and_who_starts(visit: Visit) -> None:
    page = visit("/play?game=atoll")
    choose(page.locator('[data-field="rules"] input[value="atoll/3"]'))
    page.locator('[data-field="pie"] input').check()
    choose(page.locator('[data-field="against"] input[value="person"]'))
    page.locator(".start").click()
    expect(page.locator(".board .cell")).to_have_count(19)
    play(page, "A3")
    do(page, "swap").click()
    expect_moves(page, "A3", "swap")


def test_b1_a_second_click_or_an_impossible_target_lets_go(visit: Visit, served: Served) -> None:
    page = visit(opened(served, "chess"))
    play(page, "e2")
    expect(cell(page, "e2")).to_have_class(re.compile("picked"))
    expect(page.locator(".hint")).to_have_count(2)
    play(page, "e2")
    expect(page.locator(".picked")).to_have_count(0)
    play(page, "e2", "e5")
    expect(page.locator(".picked")).to_have_count(0)
    expect(page.locator(".toast")).to_contain_text("A pawn moves one square straight ahead")
    play(page, "e7")
    expect(page.locator(".toast").last).to_contain_text("the other player's turn")
    assert moves(page) == []


def test_the_rule_that_forces_another_move_is_named(visit: Visit, served: Served) -> None:
    page = visit(opened(served, "draughts/russian", setup=TWO_JUMPS), language="pl")
    play(page, "g1")
    expect(page.locator(".toast")).to_have_text("Bicie jest obowiązkowe.")
    expect(page.locator(".status")).to_contain_text("muszą bić")


def test_a_game_is_played_by_keyboard_alone(visit: Visit, served: Served) -> None:
    page = visit(opened(served, "draughts/english"))
    cell(page, "b6").wait_for()
    page.locator('.board [tabindex="0"]').focus()
    here = page.locator(".board :focus")
    while here.get_attribute("data-name") != "b6":
        name = here.get_attribute("data-name") or ""
        page.keyboard.press("ArrowRight" if name[0] < "b" else "ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator("#heard")).to_contain_text("picked up. It can go to: 13, 14")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect_moves(page, "9-13")
    page.keyboard.press("f")
    expect(here).to_have_attribute("data-name", "a5")


def middle(page: Page, name: str) -> tuple[float, float]:
    box = cell(page, name).locator(".ground").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: str, end: tuple[float, float]) -> None:
    page.mouse.move(*middle(page, start))
    page.mouse.down()
    page.mouse.move(*end, steps=4)
    page.mouse.up()


def test_a_piece_is_dragged_and_one_dropped_off_the_board_goes_back(visit: Visit, served: Served) -> None:
    page = visit(opened(served, "chess"), motion=True)
    cell(page, "e2").wait_for()
    drag(page, "e2", (5, 400))
    expect(page.locator(".picked")).to_have_count(0)
    assert moves(page) == []
    drag(page, "e2", middle(page, "e4"))
    expect_moves(page, "e4")
    expect(cell(page, "e4")).to_have_attribute("aria-label", re.compile("e4, white pawn"))


def test_a_chain_is_entered_jump_by_jump_with_the_way_shown(visit: Visit, served: Served) -> None:
    page = visit(opened(served, "draughts/russian", setup=TWO_JUMPS))
    play(page, "c3")
    expect(page.locator(".way")).to_have_count(1)
    play(page, "e5")
    expect(page.locator(".stand.taken")).to_have_count(1)
    assert moves(page) == []
    page.keyboard.press("Escape")
    expect(page.locator(".picked")).to_have_count(0)
    play(page, "c3", "e5", "g7")
    expect(page.locator(".moves .move")).to_have_count(1)
    expect(page.locator('.board [aria-label*="black"]')).to_have_count(0)


def test_a9_a_chain_that_may_end_early_is_ended_by_a_button(visit: Visit, served: Served) -> None:
    page = visit(opened(served, "draughts/poznan", setup="W:W21:B18,11,4"))  # b3 takes c4, then e6
    play(page, "b3", "d5")
    do(page, "end-chain").click()
    expect(page.locator(".moves .move")).to_have_count(1)
    expect(cell(page, "e6")).to_have_attribute("aria-label", re.compile("red man"))


def test_b2_a_pawn_becomes_what_its_player_chooses(visit: Visit, served: Served, picture: Picture) -> None:
    page = visit(opened(served, "chess", setup="8/P6k/8/8/8/8/8/K7 w - - 0 1"))
    play(page, "a7", "a8")
    expect(page.locator(".choice")).to_have_count(4)
    picture(page, "promotion")
    page.locator(".choice", has_text="knight").click()
    expect_moves(page, "a8=N")
    expect(cell(page, "a8")).to_have_attribute("aria-label", re.compile("white knight"))


def test_b2_b4_check_and_mate_are_shown_and_play_again_is_offered(
    visit: Visit, served: Served, picture: Picture
) -> None:
    page = visit(opened(served, "chess", setup="6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"))
    play(page, "a1", "a8")
    expect(page.locator("dialog.result")).to_contain_text("Checkmate!")
    expect(page.locator("dialog.result")).to_contain_text("Play again?")
    expect(cell(page, "g8")).to_have_class(re.compile("check"))
    picture(page, "result")
    page.locator('[data-value="again"]').click()
    expect_moves(page)
    expect(page.locator(".status")).to_have_text("White to move")


def test_c2_a_stone_is_chosen_then_confirmed_or_undone(visit: Visit, served: Served) -> None:
    page = visit(opened(served, "atoll/3"), confirm=True)
    play(page, "C3")
    do(page, "unchoose").click()
    expect(cell(page, "C3")).to_have_attribute("aria-label", "C3, empty")
    play(page, "C3")
    expect(page.locator(".actions")).to_contain_text("C3")
    do(page, "confirm").click()
    expect_moves(page, "C3")


def test_c2_the_keyboard_confirms_too_and_the_focus_comes_back(visit: Visit, served: Served) -> None:
    page = visit(opened(served, "atoll/3"), confirm=True)
    cell(page, "C3").focus()
    page.keyboard.press("Enter")
    expect(do(page, "confirm")).to_be_focused()
    page.keyboard.press("Enter")
    expect_moves(page, "C3")
    expect(page.locator(".board :focus")).to_have_attribute("data-name", "C3")


@pytest.mark.parametrize(("language", "written"), [("pl", "Sf3"), ("sr", "Sf3"), ("sr-Cyrl", "Сf3")])
def test_pieces_have_their_letters_in_every_language(
    visit: Visit, served: Served, language: str, written: str
) -> None:
    page = visit(opened(served, "chess"), language=language)
    play(page, "g1", "f3")
    expect_moves(page, written)


def test_fingers_play_by_two_taps(visit: Visit, served: Served) -> None:
    page = visit(opened(served, "chess"), size="phone")
    cell(page, "e2").tap()
    cell(page, "e4").tap()
    expect_moves(page, "e4")


def test_c3_the_winning_chain_is_painted(visit: Visit, served: Served) -> None:
    page = visit(opened(served, "atoll/3", setup="3:A3,B3,C1,C2,C3,D4/A1,A2,B1,B2,D2,E4:first"))
    play(page, "E5")
    expect(page.locator("dialog.result")).to_contain_text("Red wins")
    assert page.locator(".cell.winning").count() >= 5


def test_b3_both_clocks_are_shown_and_run(visit: Visit, served: Served) -> None:
    page = visit(opened(served, "chess", clock="5+3"))
    clock = page.locator(".plate.second .clock")
    expect(clock).to_have_text("5:00")
    play(page, "e2", "e4")
    expect(clock).to_have_class(re.compile("running"))
    expect(clock).not_to_have_text("5:00")


def test_names_and_clocks_turn_with_the_board(visit: Visit, served: Served) -> None:
    page = visit(opened(served, "chess"))
    expect(page.locator(".lower .plate")).to_have_attribute("data-seat", "first")
    page.keyboard.press("f")
    expect(page.locator(".lower .plate")).to_have_attribute("data-seat", "second")


@pytest.mark.parametrize(("how", "below"), [("flip", "second"), ("fixed", "first"), ("upside-down", "first")])
def test_two_people_at_one_screen_sit_as_they_like(
    visit: Visit, served: Served, how: str, below: str
) -> None:
    page = visit(opened(served, "chess"), hotseat=how)
    play(page, "e2", "e4")
    expect_moves(page, "e4")
    expect(page.locator(".lower .plate")).to_have_attribute("data-seat", below)
    turned = page.locator('.stand[transform*="rotate(180)"]').count()
    assert turned == (16 if how == "upside-down" else 0)


def test_the_bot_answers_and_taking_back_gives_the_turn_back(visit: Visit, served: Served) -> None:
    page = visit(opened(served, "draughts/english", players=seats("person", "beginner")))
    play(page, "b6", "a5")
    expect(page.locator(".moves .move")).to_have_count(2)
    do(page, "undo").click()
    expect(page.locator(".moves .move")).to_have_count(0)
    expect(page.locator(".status")).to_have_text("Red to move")


def test_e1_bots_play_each_other_and_can_be_paused(visit: Visit, served: Served) -> None:
    page = visit(opened(served, "atoll/5", players=seats("beginner", "beginner"), delay_ms=200))
    page.locator(".moves .move").nth(1).wait_for()
    do(page, "pause").click()
    expect(page.locator(".status")).to_have_text("Paused")
    stopped = len(moves(page))
    page.locator('[name="speed"]').select_option("fast")
    page.wait_for_timeout(500)
    assert len(moves(page)) == stopped
    do(page, "go-on").click()
    expect(page.locator(".moves .move").nth(stopped)).to_be_attached()


def test_looking_back_takes_nothing_back_and_arrows_work_after_any_click(
    visit: Visit, served: Served
) -> None:
    page = visit(opened(served, "chess"))
    play(page, "e2", "e4", "e7", "e5")
    expect_moves(page, "e4", "e5")
    do(page, "sounds").click()
    page.keyboard.press("ArrowLeft")
    expect(do(page, "to-game")).to_be_visible()
    expect(cell(page, "e7")).to_have_attribute("aria-label", re.compile("black pawn"))
    page.keyboard.press("Home")
    expect(cell(page, "e2")).to_have_attribute("aria-label", re.compile("white pawn"))
    page.keyboard.press("End")
    expect(do(page, "to-game")).to_have_count(0)
    page.locator(".move", has_text="e4").click()
    expect(cell(page, "e5")).to_have_attribute("aria-label", "e5, empty")
    page.reload()
    expect_moves(page, "e4", "e5")
    page.keyboard.press("ArrowLeft")
    expect(cell(page, "e5")).to_have_attribute("aria-label", "e5, empty")


def test_b4_leaving_a_running_game_asks(visit: Visit, served: Served) -> None:
    page = visit(opened(served, "chess"))
    play(page, "e2", "e4")
    expect_moves(page, "e4")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_contain_text("Leave this game?")
    page.locator('[data-value="false"]').click()
    expect_moves(page, "e4")
    page.locator(".brand").click()
    page.locator('[data-value="true"]').click()
    expect(page.locator(".menu")).to_be_visible()


def test_a_game_is_saved_under_a_name_and_given_up(visit: Visit, served: Served) -> None:
    page = visit(opened(served, "draughts/kaaz"))
    play(page, "b6", "a5")
    do(page, "save").click()
    page.locator("dialog input").fill("Against Ola")
    page.keyboard.press("Enter")
    expect(page.locator(".toast")).to_contain_text("Against Ola")
    do(page, "resign").click()
    page.locator('dialog [data-value="true"]').click()
    expect(page.locator("dialog.result")).to_contain_text("Red wins")


def test_a_move_that_the_server_refuses_is_rolled_back(visit: Visit, served: Served) -> None:
    table = served.table("chess")["table"]["id"]
    page = visit(f"/play/{table}")
    cell(page, "e2").wait_for()
    page.evaluate("WebSocket.prototype.send = function () { this.close(); }")
    play(page, "e2", "e4")
    expect(page.locator(".toast.error")).to_be_visible()
    expect(cell(page, "e2")).to_have_attribute("aria-label", re.compile("white pawn"))


def test_b5_a_page_that_cannot_be_loaded_is_named(visit: Visit) -> None:
    page = visit("/")
    page.locator(".menu").wait_for()
    page.route("**/pages/play.js", lambda route: route.abort())
    page.locator('[data-item="play"]').click()
    expect(page.locator(".error-card")).to_contain_text("The page /play could not be opened")


def test_a_table_that_was_closed_says_so(visit: Visit, served: Served) -> None:
    address = opened(served, "chess")
    page = visit(address)
    cell(page, "e2").wait_for()
    served.ask("DELETE", f"/api/tables/{address.rpartition('/')[2]}")
    expect(page.locator("h1", has_text="This table has been closed.")).to_be_visible()


@pytest.mark.parametrize("language", ["pl", "sr", "sr-Cyrl"])
def test_the_setup_and_the_game_fit_every_screen_in_every_language(
    visit: Visit, served: Served, language: str
) -> None:
    address = opened(served, "draughts/international", players=seats("person", "beginner"))
    page = visit("/play", language=language)
    page.locator(".start").wait_for()
    fits_all(page)
    page.goto(address)
    page.locator(".plate").first.wait_for()
    fits_all(page)


def test_pictures_of_the_games(visit: Visit, served: Served, picture: Picture) -> None:
    chess = served.table("chess", players=seats("person", "medium"), clock="10+5")["table"]["id"]
    for ply, move in enumerate(("e4", "Nf3")):
        served.post(f"/api/tables/{chess}/actions", {"action": "play", "ply": 2 * ply, "move": move})
    page = visit(f"/play/{chess}")
    cell(page, "e4").wait_for()
    fits(page)
    picture(page, "play-chess")
    for name, game in (("draughts", "draughts/russian"), ("atoll", "atoll/7"), ("ur", "ur")):
        page = visit(opened(served, game), size="phone", scheme="dark" if name == "ur" else "light")
        page.locator(".plate").first.wait_for()
        fits(page)
        picture(page, f"play-{name}-phone")
    page = visit("/play")
    page.locator(".miniature .board").nth(4).wait_for()
    fits(page)
    page.locator('.family:has([value="noughts"])').evaluate("one => one.remove()")  # no game of ours
    picture(page, "play-setup")
