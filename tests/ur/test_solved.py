"""The rules are the published ones: small games solved exactly give the published numbers.

Values of the first player, and the number of unfinished states with a player about to roll (mirrored
ones counted once): RoyalUr's and Olieslagers' tables; with free declining, our own two earlier solvers.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from kibitz.core.game import Seat
from kibitz.games.ur.game import Ur
from kibitz.games.ur.rules import Position
from tests.ur.test_rules import game

WON, LOST, ABSENT = -1, -2, -3


def mirrored(position: Position) -> tuple[Position, bool]:
    """The position with the mover as first side, and whether that turned it round."""
    if position.mover == 0:
        return position, False
    return Position(position.stones[::-1], position.home[::-1]), True


def after_rolls(ur: Ur, position: Position) -> list[list[tuple[Position, bool]]]:
    """For each roll, where the mover may get to."""
    thrown = [ur.play(position, roll) for roll in ur.moves(position)]
    return [[mirrored(ur.play(p, move)) for move in ur.moves(p)] for p in thrown]


def all_states(ur: Ur) -> dict[Position, list[list[tuple[Position, bool]]]]:
    """Every unfinished state that can be reached, with its successors."""
    states: dict[Position, list[list[tuple[Position, bool]]]] = {}
    waiting = [ur.start()]
    while waiting:
        position = waiting.pop()
        if position not in states and ur.outcome(position) is None:
            states[position] = after_rolls(ur, position)
            waiting += [p for choices in states[position] for p, _ in choices]
    return states


def tables(ur: Ur, states: dict[Position, Any]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Successors, state x roll x choice: a number (or WON, LOST, ABSENT), and turned round or not."""
    number = {position: i for i, position in enumerate(states)}
    shape = (len(states), len(ur.track.rolls), ur.rules.pieces + 2)
    follows, turned = np.full(shape, ABSENT), np.zeros(shape, bool)
    for i, rolls in enumerate(states.values()):
        for r, choices in enumerate(rolls):
            for c, (position, round_) in enumerate(choices):
                over = ur.outcome(position)
                mine = over and (over.winner is Seat.FIRST) != round_
                follows[i, r, c] = number[position] if over is None else WON if mine else LOST
                turned[i, r, c] = round_
    return follows, turned


def solve(ur: Ur) -> tuple[int, float]:
    """How many states there are, and the mover's chance at the start under best play."""
    states = all_states(ur)
    follows, turned = tables(ur, states)
    odds = np.array(ur.odds(ur.start()))
    values, change = np.full(len(states), 0.5), 1.0
    while change > 1e-9:
        ahead = np.concatenate([values, [-1.0, 0.0, 1.0]])[follows]
        best = np.where(turned & (follows >= 0), 1 - ahead, ahead).max(axis=2)
        new = best @ odds
        change, values = float(abs(new - values).max()), new
    return len(states), float(values[0])


@pytest.mark.parametrize(
    ("name", "states", "chance"),
    [
        ("ur/finkel-1", 217, 0.5300498),
        ("ur/finkel-2", 12_869, 0.5185729),
        ("ur/finkel-1-decline", 217, 0.53292),
        ("ur/finkel-2-decline", 12_869, 0.51997),
    ],
)
def test_e2_the_solved_small_game_has_the_published_states_and_value(
    name: str, states: int, chance: float
) -> None:
    found, value = solve(game(name))
    assert found == states
    assert value == pytest.approx(chance, abs=6e-8 if "decline" not in name else 6e-6)
