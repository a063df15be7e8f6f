"""The small games solved a second way: every reachable position in a dictionary, plain value iteration."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from kibitz.games.ur.game import Ur
from kibitz.games.ur.index import State
from kibitz.games.ur.judge import state_of
from tests.ur.test_rules import game
from tests.ur.test_solved import all_states, tables


def small(pieces: int) -> Ur:
    """Finkel's game with few stones."""
    return game(f"ur/finkel-{pieces}")


@lru_cache(maxsize=2)
def exactly(pieces: int) -> dict[State, float]:
    """The chance of the side to roll in every unfinished position that can be reached."""
    ur = small(pieces)
    states = all_states(ur)
    follows, turned = tables(ur, states)
    odds = np.array(ur.odds(ur.start()))
    values, change = np.full(len(states), 0.5), 1.0
    while change > 1e-12:
        ahead = np.concatenate([values, [-1.0, 0.0, 1.0]])[follows]
        new = np.where(turned & (follows >= 0), 1 - ahead, ahead).max(axis=2) @ odds
        change, values = float(abs(new - values).max()), new
    keys = (state_of(ur.track, position) for position in states)
    return dict(zip(keys, values.tolist(), strict=True))
