"""The recovery law: a random game shown as noisy observations comes back as the same record."""

from __future__ import annotations

import pytest

from kibitz.games import find
from kibitz.referee.rehearsal import Eye, Noise
from kibitz.referee.trial import follow
from tests.laws.games_under_test import ALL, random_game

LEVELS = {
    "clear": Noise(misread=0.0, blink=0.0),
    "ordinary": Noise(),
    "poor": Noise(doubt=1.4, misread=0.0001, blink=0.004),
}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", ALL)
def test_a_game_seen_is_the_game_played(name: str, level: str) -> None:
    game = find(name)
    moves = tuple(move for _, move in random_game(game, 5, longest=12))
    trial = follow(game, moves, Eye(game, LEVELS[level], seed=1))
    assert trial.followed
    assert trial.false_alarms == 0


@pytest.mark.parametrize("name", ALL)
def test_every_slip_is_caught_and_the_game_goes_on(name: str) -> None:
    game = find(name)
    moves = tuple(move for _, move in random_game(game, 8, longest=10))
    trial = follow(game, moves, Eye(game, LEVELS["clear"], seed=4), slips={4, 7}, seed=2)
    assert trial.caught == trial.slips
    assert trial.followed and trial.false_alarms == 0
