"""Spectators: one table live, and the wall of a club room."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Visit
from tests.web.browser.screen import do, expect_moves, fits, opened, speaks_no_keys
from tests.web.serving import Served

Picture = Callable[[Page, str], None]


def act(served: Served, table_id: str, *moves: str) -> None:
    for ply, move in enumerate(moves):
        answer = served.post(f"/api/tables/{table_id}/actions", {"action": "play", "ply": ply, "move": move})
        assert answer.status_code == 200


def test_a_spectator_sees_every_move_and_can_change_nothing(visit: Visit, served: Served) -> None:
    table_id = opened(served, "chess").rsplit("/", 1)[1]
    page = visit(f"/live/{table_id}", size="phone", language="en")
    act(served, table_id, "e4", "e5", "Nf3")
    expect_moves(page, "e4", "e5", "Nf3")
    expect(page.locator(".status .message")).to_contain_text("Black to move")
    for forbidden in ("undo", "resign", "pause", "save", "reset"):
        expect(do(page, forbidden)).to_have_count(0)
    page.locator('.board-host [data-name="e5"]').click(force=True)
    expect(page.locator(".board-host .picked")).to_have_count(0)
    page.locator('.moves .move[data-ply="1"]').click()
    expect(page.locator(".back-bar")).to_be_visible()
    expect(page.locator('.board-host [data-name="e5"]')).to_have_attribute("aria-label", "e5, empty")
    do(page, "to-game").click()
    expect(page.locator(".back-bar")).to_be_hidden()
    fits(page)
    speaks_no_keys(page)


def test_the_wall_shows_every_table_and_follows_them(visit: Visit, served: Served, picture: Picture) -> None:
    ids = [opened(served, game).rsplit("/", 1)[1] for game in ("chess", "ur", "atoll/3", "draughts/kaaz")]
    page = visit("/wall", scheme="dark", language="pl")
    for table_id in ids:
        expect(page.locator(f'[data-table="{table_id}"] .board')).to_be_visible()
    act(served, ids[0], "e4")
    tile = page.locator(f'[data-table="{ids[0]}"]')
    expect(tile.locator(".said")).to_contain_text("e4")
    fits(page)
    speaks_no_keys(page)
    picture(page, "wall")
    served.ask("DELETE", f"/api/tables/{ids[3]}")
    expect(page.locator(f'[data-table="{ids[3]}"]')).to_have_count(0)
    tile.click()
    page.wait_for_url(f"**/live/{ids[0]}")
    expect_moves(page, "e4")


def test_a_table_that_is_gone_says_so(visit: Visit) -> None:
    page = visit("/live/0123abcd")
    expect(page.locator(".gone h1")).to_be_visible()
