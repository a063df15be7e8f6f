"""The films of the simulated table: whole games, each with an illegal move for the referee to catch."""

from __future__ import annotations

import pytest

from kibitz.cameras.simulated import SimulatedTable
from kibitz.games import find
from kibitz.watching.films import film
from kibitz.watching.order import source_of

WHOLE = ["draughts/poznan", "draughts/kaaz", "draughts/russian", "draughts/english", "chess", "atoll/3", "ur"]


def shown(game: str) -> SimulatedTable:
    source = source_of(film(game).source, find)
    assert isinstance(source, SimulatedTable)
    return source


@pytest.mark.parametrize("game", WHOLE)
def test_a_film_is_a_whole_game_with_a_winner(game: str) -> None:
    table = shown(game)
    outcome = table.game.outcome(table.line.positions[-1])
    assert outcome is not None and outcome.winner is not None
    assert table.line.setup == film(game).setup


@pytest.mark.parametrize("game", [*WHOLE, "draughts/turkish", "draughts/international", "atoll/5", "ur/aseb"])
def test_every_film_has_an_illegal_move_early_on(game: str) -> None:
    mistakes = dict(shown(game).line.mistakes)
    assert "illegal-move" in mistakes.values() and min(mistakes) <= 4


def test_a_film_can_be_shown_with_other_pieces() -> None:
    names = [piece_set.name for piece_set in find("draughts/kaaz").piece_sets]
    source = source_of(film("draughts/kaaz", piece_set=names[-1]).source, find)
    assert isinstance(source, SimulatedTable) and source.piece_set.name == names[-1]
