"""The archive and the replay as a person uses them (SPEC A17, A18)."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from kibitz.archive.rows import Kept
from kibitz.archive.standing import standing
from kibitz.core.record import record_of
from kibitz.games import find
from tests.web.browser.conftest import Visit
from tests.web.browser.screen import fits, speaks_no_keys
from tests.web.serving import Served

Picture = Callable[[Page, str], None]
KAAZ = ("9-13", "24-20", "11-15")
PGN = '[White "Ana"]\n[Black "Bo"]\n[Result "1-0"]\n\n1. e4 {Good.} e5 2. Qh5 $2 Nc6 1-0\n'


OPERA = """[Event "Opera"]
[White "Paul Morphy"]
[Black "Duke Karl and Count Isouard"]
[Date "1858.11.02"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 $2 {A weak move already.} 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7
8. Nc3 c6 9. Bg5 b5 $2 10. Nxb5 $1 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 $1 Rxd7 14. Rd1 Qe6
15. Bxd7+ Nxd7 16. Qb8+ $3 Nxb8 17. Rd8# 1-0
"""


def kept(served: Served, game: str, *moves: str, name: str, **tags: str) -> int:
    rules = find(game)
    record = record_of(rules, moves, **tags)
    return served.house.needs.store.begin_all([Kept(record, name, standing=standing(rules, record))])[0]


@pytest.fixture(scope="module", autouse=True)
def shelf(served: Served) -> dict[str, int]:
    """Three games."""
    return {
        "kaaz": kept(served, "draughts/kaaz", *KAAZ, name="Sunday", first="Ana", second="Mira"),
        "chess": kept(served, "chess", "e4", "e5", "Nf3", name="Opening", White="Carlos"),
        "atoll": kept(served, "atoll/3", "A3", "B3", name="Islands"),
    }


def board(page: Page) -> str:
    cells = page.locator(".board-host [role=gridcell]")
    return str(cells.evaluate_all("all => all.map(one => one.getAttribute('aria-label')).join('|')"))


def at(page: Page) -> str | None:
    return page.locator(".moves [aria-current]").get_attribute("data-ply")


def test_a17_games_are_listed_with_a_picture_and_found_by_a_word(visit: Visit, picture: Picture) -> None:
    page = visit("/archive")
    expect(page.locator(".game")).to_have_count(3)
    picture(page, "archive-laptop")
    assert (
        page.locator(".game img").first.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    )
    page.locator("#find-text").fill("mira")
    expect(page.locator(".game")).to_have_count(1)
    expect(page.locator(".game h2")).to_have_text(["Sunday"])
    page.reload()
    expect(page.locator("#find-text")).to_have_value("mira")
    expect(page.locator(".game h2")).to_have_text(["Sunday"])
    page.locator("#find-text").fill("nobody")
    expect(page.locator(".empty")).to_be_visible()


def test_files_are_brought_in_and_each_is_told_of(visit: Visit, tmp_path: Path) -> None:
    (tmp_path / "opera.pgn").write_text(PGN)
    (tmp_path / "broken.json").write_text('{"format": ')
    page = visit("/archive")
    expect(page.locator(".game")).to_have_count(3)
    page.locator("#files").set_input_files([tmp_path / "opera.pgn", tmp_path / "broken.json"])
    expect(page.locator(".reports .good")).to_contain_text("opera.pgn: 1 game")
    expect(page.locator(".reports .bad")).to_contain_text("broken.json, line 1")
    expect(page.locator(".game")).to_have_count(4)


def test_files_are_dropped_on_the_page(visit: Visit) -> None:
    page = visit("/archive?text=dropped")
    expect(page.locator(".empty")).to_be_visible()
    page.evaluate(
        """text => {
          const carried = new DataTransfer();
          carried.items.add(new File([text], "dropped.pdn"));
          const how = {bubbles: true, cancelable: true, dataTransfer: carried};
          for (const kind of ["dragenter", "dragover", "drop"])
            document.body.dispatchEvent(new DragEvent(kind, how));
        }""",
        '[GameType "21"]\n1. 11-15 24-20 *',
    )
    expect(page.locator(".game h2")).to_have_text("dropped")


def test_a_game_is_renamed_deleted_and_brought_back(visit: Visit, served: Served) -> None:
    kept(served, "atoll/3", "A3", name="before")
    page = visit("/archive?text=before")
    page.get_by_role("button", name="Rename before").click()
    page.locator("#dialog-text").fill("before lunch")
    page.keyboard.press("Enter")
    expect(page.locator(".game h2")).to_have_text("before lunch")
    page.get_by_role("button", name="Delete before lunch").click()
    expect(page.locator(".game")).to_have_count(0)
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(page.locator(".game h2")).to_have_text("before lunch")


def test_a17_steps_go_both_ways_by_buttons_and_keys_whatever_was_clicked_last(
    visit: Visit, shelf: dict[str, int]
) -> None:
    page = visit(f"/archive/{shelf['kaaz']}")
    expect(page.locator(".moves .chip")).to_have_count(4)
    last = board(page)
    assert at(page) == "3"
    page.locator("#go-first").click()
    assert at(page) == "0"
    page.keyboard.press("ArrowRight")
    assert at(page) == "1"
    page.locator('[data-name="d4"]').click()
    page.keyboard.press("ArrowRight")
    assert at(page) == "2"
    page.locator("#language").focus()
    page.keyboard.press("End")
    assert at(page) == "3" and board(page) == last
    page.locator("#speed").click()
    page.keyboard.press("Home")
    assert at(page) == "0"
    page.locator(".moves .chip", has_text="24-20").click()
    assert at(page) == "2"
    page.locator("#go-back").click()
    assert at(page) == "1"
    assert page.locator("#setup").input_value().startswith("W:")


def test_the_replay_plays_by_itself_and_turns(visit: Visit, shelf: dict[str, int]) -> None:
    page = visit(f"/archive/{shelf['kaaz']}?ply=0")
    expect(page.locator("#go-play")).to_be_visible()
    for _ in range(2):
        page.locator("#speed").click()
    page.locator("#go-play").click()
    expect(page.locator('.chip[data-ply="3"]')).to_have_attribute("aria-current", "step")
    before = page.locator('[data-name="a1"]').bounding_box()
    page.keyboard.press("f")
    after = page.locator('[data-name="a1"]').bounding_box()
    assert before and after and before["y"] > after["y"]


def test_notes_and_glyphs_are_shown_with_their_moves(visit: Visit, served: Served, picture: Picture) -> None:
    came = served.ask(
        "POST", "/api/archive/import", content=OPERA, params={"name": "A night at the opera.pgn"}
    )
    page = visit(f"/archive/{came.json()['ids'][0]}?ply=6")
    expect(page.locator(".notes")).to_contain_text("A weak move already.")
    expect(page.locator('.chip[data-ply="31"] .glyph')).to_have_text("!!")
    picture(page, "replay-laptop")
    page.keyboard.press("End")
    expect(page.locator(".ending")).to_contain_text("checkmate")


def test_a_game_is_gone_on_with_from_here(visit: Visit, shelf: dict[str, int], served: Served) -> None:
    page = visit(f"/archive/{shelf['chess']}?ply=2")
    page.locator("#go-on").click()
    page.locator('dialog [data-value="people"]').click()
    page.wait_for_url("**/play/*")
    table = served.get(f"/api/tables/{page.url.rpartition('/')[2]}").json()
    assert [move["move"] for move in table["state"]["moves"]] == ["e4", "e5"]


def test_a18_a_position_is_downloaded_as_it_is_shown(visit: Visit, shelf: dict[str, int]) -> None:
    page = visit(f"/archive/{shelf['kaaz']}?ply=1")
    page.locator(".downloads summary").click()
    with page.expect_download() as coming:
        page.locator('[data-format="text"]').click()
    assert coming.value.suggested_filename == "Sunday.txt"
    assert "W:W" in Path(coming.value.path()).read_text()
    with page.expect_download() as coming:
        page.locator('[data-format="json"]').click()
    assert json.loads(Path(coming.value.path()).read_text())["format"] == "kibitz"


def test_the_analysis_shows_chances_and_marks(visit: Visit, shelf: dict[str, int]) -> None:
    page = visit(f"/archive/{shelf['atoll']}?ply=0")
    page.locator("#analyse").click()
    expect(page.locator(".analysis .sums")).to_be_visible(timeout=60_000)
    expect(page.locator("#stop-analysis")).to_have_count(0, timeout=60_000)
    expect(page.locator(".eval-bar")).to_be_visible()
    expect(page.locator(".board-host .layer-over .best")).to_have_count(1)


@pytest.mark.parametrize(
    ("size", "scheme", "language"),
    [
        ("phone", "light", "pl"),
        ("phone", "dark", "sr-Cyrl"),
        ("laptop", "dark", "pl"),
    ],
)
def test_both_pages_fit_every_screen_and_speak_every_language(
    visit: Visit, shelf: dict[str, int], size: str, scheme: str, language: str
) -> None:
    page = visit("/archive", size=size, scheme=scheme, language=language)
    expect(page.locator(".game").first).to_be_visible()
    page.locator("#more-filters").click()
    fits(page)
    speaks_no_keys(page)
    page.goto(f"/archive/{shelf['kaaz']}")
    expect(page.locator(".moves .chip")).to_have_count(4)
    page.locator(".downloads summary").click()
    fits(page)
    speaks_no_keys(page)


def test_a_game_that_is_not_there_says_so(visit: Visit) -> None:
    page = visit("/archive/987654")
    expect(page.locator(".error-card")).to_contain_text("no game 987654")


def test_games_with_the_position_shown_are_found(visit: Visit, shelf: dict[str, int]) -> None:
    page = visit(f"/archive/{shelf['chess']}?ply=2")
    page.locator("#same").click()
    expect(page.locator("#find-position")).to_have_value(
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    )
    expect(page.locator(".game h2", has_text="Opening")).to_be_visible()
