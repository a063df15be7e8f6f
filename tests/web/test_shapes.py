"""What is sent is what the OpenAPI document says, for every game."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest

from kibitz.cli.serve import needs_of
from kibitz.core.game import Seat
from kibitz.games import names
from kibitz.web import opening, plans, shapes, shapes_games
from kibitz.web.needs import Needs

PLIES = 12


@pytest.fixture(scope="module")
def needs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Needs]:
    """What a table is made from."""
    handed = needs_of(tmp_path_factory.mktemp("data"))
    yield handed
    handed.store.close()


@pytest.mark.parametrize("name", names())
def test_states_of_every_game_have_the_documented_shape(needs: Needs, name: str) -> None:
    game, asked = needs.find_game(name), shapes.NewTable(game=name)
    seated = opening.seated(needs, "table1", game, asked, opening.fresh_keeper(needs, game, asked))
    seated.table.start()
    rng = random.Random(name)
    for _ in range(PLIES):
        state = json.loads(seated.state_text())["state"]
        shown = shapes.StateInfo.model_validate(state)
        if not shown.legal:
            assert shown.outcome
            return
        moves = game.moves(seated.table.position)
        assert [one.move for one in shown.legal] == [game.write(seated.table.position, one) for one in moves]
        enemy = Seat(shown.turn).other.value
        for one in shown.legal:
            assert all(game.faces[shown.look[cell]].owner == enemy for cell in one.takes)
        seated.table.play(rng.choice(shown.legal).move)


@pytest.mark.parametrize("name", names())
def test_every_game_has_the_documented_shape(needs: Needs, name: str) -> None:
    game = needs.find_game(name)
    data = json.loads(json.dumps(plans.full(game, needs.levels(game))))
    found = shapes_games.GameInfo.model_validate(data)
    assert len(found.plan.cells) == len(game.plan.cells) == len(found.start_look)
    assert set(data) == set(shapes_games.GameInfo.model_fields)
