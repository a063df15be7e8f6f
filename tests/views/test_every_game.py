"""Every game there is can be printed, and its own board reads back."""

from __future__ import annotations

import pytest

from kibitz import games
from kibitz.core.marks import ids, kind_of
from kibitz.views.cutouts import supplies
from kibitz.views.paper import PAPERS
from kibitz.views.sheet import pages
from tests.views.raster import centre_error_mm, mm_to_px, printed_game, seen_marks

GAMES = {name: games.find(name) for name in games.names()}
ONE_OF_EACH_KIND = sorted({game.plan.kind: name for name, game in reversed(GAMES.items())}.values())


@pytest.mark.parametrize("name", GAMES)
def test_a_game_prints_on_every_paper_with_every_piece_set(name: str) -> None:
    for paper, pieces in ((p, s.name) for p in PAPERS for s in GAMES[name].piece_sets):
        assert len(pages(GAMES[name], paper=paper, with_pieces=True, piece_set=pieces)) == 2


@pytest.mark.parametrize("name", GAMES)
def test_there_is_a_piece_for_every_one_that_stands_on_the_board_at_the_start(name: str) -> None:
    game = GAMES[name]
    look = [game.faces[index] for index in game.look(game.start())]
    wanted = {owner: sum(f.count for f in look if f.owner == owner) for owner in ("first", "second")}
    found = supplies(game, game.piece_sets[0])
    for owner, count in wanted.items():
        assert sum(supply.count for supply in found if supply.face.owner == owner) >= max(count, 2)


@pytest.mark.parametrize("name", ONE_OF_EACH_KIND)
def test_the_board_of_a_game_reads_back_from_its_pixels(name: str) -> None:
    board = printed_game(GAMES[name])
    seen = seen_marks(board.grey)
    assert set(seen) == set(ids(GAMES[name].plan.kind))
    assert kind_of(seen) == GAMES[name].plan.kind
    matrix = mm_to_px(board.sheet.plan, board.grey)
    cells = [cell for cell in board.sheet.plan.cells if not cell.tray]
    assert max(centre_error_mm(cell, board.grey, matrix) for cell in cells) < 0.2
