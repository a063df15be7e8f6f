"""The player that training uses: the same rules and the same evaluation as play."""

from __future__ import annotations

import shutil
from random import Random

import numpy as np
import pytest
from training.draughts_fit import fitted
from training.draughts_play import Player, no_patterns, packed

from kibitz.core.errors import KibitzError
from kibitz.games.draughts import program, weights
from kibitz.games.draughts.deepening import sides
from kibitz.games.draughts.game import DraughtsGame
from kibitz.games.draughts.variants import preset

FITTED = ["international", "russian", "brazilian", "english"]

pytestmark = pytest.mark.skipif(not shutil.which("g++"), reason="training's player needs a C++ compiler")


@pytest.mark.parametrize("name", FITTED)
def test_it_knows_the_moves_and_the_worth_of_positions(name: str) -> None:
    variant, rng = preset(name), Random(1)
    game, player = DraughtsGame(variant), Player(variant)
    searcher = program.Native(variant, weights.general(variant))
    memory, nothing = searcher.memory(searcher.table(16)), packed(variant, no_patterns(variant))
    seen = with_kings = 0
    for _ in range(12):
        position = game.start()
        while (moves := game.moves(position)) and not game.outcome(position) and seen < 500:
            here = sides(variant, position.board)
            there = {sides(variant, game.play(position, move).board)[:3] for move in moves}
            assert player.after(here) == there
            assert player.worth(nothing, here) == searcher.evaluate(memory, here)
            seen, with_kings = seen + 1, with_kings + (here[2] != 0)
            position = game.play(position, rng.choice(list(moves)))
    assert seen > 300 and with_kings > 30


def test_patterns_are_looked_up_as_play_does() -> None:
    variant, rng = preset("international"), Random(2)
    game, player = DraughtsGame(variant), Player(variant)
    searcher = program.Native(variant, weights.judgement(variant))
    memory = searcher.memory(searcher.table(16))
    with np.load(weights.weights_file(variant)) as kept:
        table = packed(variant, kept["patterns"].astype(np.int64))
    position = game.start()
    for _ in range(40):
        position = game.play(position, rng.choice(list(game.moves(position))))
        here = sides(variant, position.board)
        assert player.worth(table, here) == searcher.evaluate(memory, here)


def test_games_are_played_and_patterns_fitted_to_them() -> None:
    variant = preset("english")
    played = Player(variant).play(no_patterns(variant), 2.0, seed=1, nodes=60)
    assert (
        played.games > 20 and len(played.rows) > 500 and set(np.unique(played.rows["result"])) <= {-1, 0, 1}
    )
    many = np.tile(played.rows, 1 + 200_000 // len(played.rows))
    found = fitted(variant, many, steps=30, batch=4096)
    assert found.held_out < found.general and found.patterns.shape == no_patterns(variant).shape


def test_rules_it_does_not_know_are_refused() -> None:
    with pytest.raises(KibitzError, match="does not know the rules of Frisian"):
        Player(preset("frisian"))
