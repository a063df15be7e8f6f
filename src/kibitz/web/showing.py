"""A table's state as the page gets it: plain data, with all legal moves and all moves made."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from kibitz.core.game import AnyGame, Claims, Outcome, Seat
from kibitz.core.look import Look
from kibitz.core.record import Entry, GameRecord, Kind
from kibitz.table import Clock, State

SEATS = (Seat.FIRST, Seat.SECOND)


def outcome_data(outcome: Outcome | None) -> dict[str, Any] | None:
    """How a game ended."""
    if outcome is None:
        return None
    return {"winner": outcome.winner, "reason": outcome.reason, "score": outcome.score}


def clock_data(clock: Clock, now: float) -> dict[str, Any]:
    """Both players' times as they are now; `at` is this machine's monotonic clock in milliseconds."""
    sides = [clock.side(seat, now) for seat in SEATS]
    counts_down = clock.control.main_s is not None
    return {
        "used_s": [round(side.used_s, 3) for side in sides],
        "left_s": [round(side.left_s, 3) for side in sides] if counts_down else None,
        "periods": [side.periods for side in sides] if counts_down else None,
        "running": clock.running,
        "at": round(now * 1000),
    }


def legal_data(game: AnyGame, position: Any) -> list[dict[str, Any]]:
    """Every legal move with the cells a hand touches and the cells whose piece disappears."""
    before, seat = game.look(position), game.turn(position)
    theirs = owned(game, before, seat.other) if seat is not Seat.CHANCE else []
    return [
        {
            "move": game.write(position, move),
            "path": list(game.path(position, move)),
            "takes": gone(game, theirs, game.play(position, move), seat.other) if theirs else [],
        }
        for move in game.moves(position)
    ]


def owned(game: AnyGame, look: Look, seat: Seat) -> list[int]:
    """The cells of the board on which a player's pieces stand."""
    faces = {index for index, face in enumerate(game.faces) if face.owner == seat.value and not face.tray}
    return [cell for cell, face in enumerate(look) if face in faces and not game.plan.cells[cell].tray]


def gone(game: AnyGame, cells: Sequence[int], position: Any, seat: Seat) -> list[int]:
    """Those of the cells on which the player's piece no longer stands."""
    look = game.look(position)
    return [cell for cell in cells if game.faces[look[cell]].owner != seat.value]


def counting(record: GameRecord) -> list[Entry]:
    """The entries of the moves that still count, in order."""
    steps: list[Entry] = []
    for entry in record.entries:
        if entry.kind in (Kind.MOVE, Kind.POSITION):
            steps.append(entry)
        elif entry.kind is Kind.UNDO and steps:
            steps.pop()
    return [entry for entry in steps if entry.kind is Kind.MOVE]


def moves_data(record: GameRecord) -> list[dict[str, Any]]:
    """The moves that count, as a list shows them."""
    return [
        {"ply": ply, "move": e.text, "seat": e.seat, "took_s": e.took_s, "source": e.source}
        for ply, e in enumerate(counting(record), 1)
    ]


def claims_data(game: AnyGame, position: Any) -> Sequence[str]:
    """The draws that can be claimed now."""
    return list(game.claims(position)) if isinstance(game, Claims) else []


def state_data(state: State) -> dict[str, Any]:
    """What the table itself says of a state."""
    return {
        "seq": state.seq,
        "ply": state.ply,
        "game": state.game,
        "setup": state.setup,
        "look": list(state.look),
        "turn": state.turn,
        "phase": state.phase,
        "outcome": outcome_data(state.outcome),
        "message": state.message,
        "cells": list(state.cells),
        "last": list(state.last),
        "choices": [list(line) for line in state.choices],
        "remarks": dict(state.remarks),
    }


def monotonic() -> float:
    """The clock that tables count by."""
    return time.monotonic()
