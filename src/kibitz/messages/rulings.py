"""A ruling in words: what happened, what is wrong, which cells, what to do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kibitz.core.board import Cell
from kibitz.core.game import AnyGame, Outcome, Reason, Seat
from kibitz.core.ruling import (
    Ambiguous,
    Played,
    Restored,
    Ruling,
    TakenBack,
    Turned,
    Underway,
    Unexplained,
    Waiting,
)
from kibitz.messages.catalogue import Catalogue


def said(texts: Catalogue, game: AnyGame, position: Any, ruling: Ruling[Any]) -> str:
    """What to tell the players; `position` is the one the ruling was made in."""
    match ruling:
        case Played(line):
            return " ".join(_played(texts, game, position, line))
        case Underway():
            return texts.text("ruling.underway", seat=seat_name(texts, game.turn(position)))
        case Ambiguous(lines):
            choices = ", ".join(" ".join(_written(game, position, line)) for line in lines[:6])
            return texts.text("ruling.ambiguous", moves=choices)
        case Unexplained(cells, reason, _):
            return wrong(texts, game, reason, cells)
        case Restored():
            return texts.text("ruling.restored")
        case TakenBack(plies):
            return texts.text("ruling.taken-back" if plies == 1 else "ruling.taken-back-many", plies=plies)
        case Turned():
            return texts.text("ruling.turned")
        case Waiting(why):
            return texts.text(f"waiting.{why}")


def wrong(texts: Catalogue, game: AnyGame, reason: Reason, cells: Iterable[Cell]) -> str:
    """Which rule was broken, where, and how to put it right."""
    names = ", ".join(cell_name(game, cell) for cell in cells)
    return texts.text("ruling.unexplained", rule=rule_said(texts, reason), cells=names)


def rule_said(texts: Catalogue, reason: Reason) -> str:
    """The rule that was broken, in a sentence."""
    if texts.language == "en" and reason.rule:
        return reason.rule[0].upper() + reason.rule[1:].rstrip(".") + "."
    return texts.text(f"reason.{reason.key}") if texts.knows(f"reason.{reason.key}") else reason.rule


def ended(texts: Catalogue, outcome: Outcome) -> str:
    """How a game ended."""
    reason = texts.text(f"outcome.{outcome.reason}")
    if outcome.winner is None:
        return texts.text("ruling.drawn", reason=reason)
    return texts.text("ruling.won", seat=seat_name(texts, outcome.winner), reason=reason)


def seat_name(texts: Catalogue, seat: Seat) -> str:
    """A seat in words."""
    return texts.text(f"seat.{seat.value}")


def cell_name(game: AnyGame, cell: Cell) -> str:
    """A cell as players call it."""
    return game.plan.cells[cell].label or game.plan.cells[cell].name


def _played(texts: Catalogue, game: AnyGame, position: Any, line: Iterable[Any]) -> Iterable[str]:
    for move in line:
        seat = game.turn(position)
        key = "ruling.rolled" if seat is Seat.CHANCE else "ruling.played"
        yield texts.text(key, seat=seat_name(texts, seat), move=game.write(position, move))
        position = game.play(position, move)


def _written(game: AnyGame, position: Any, line: Iterable[Any]) -> Iterable[str]:
    for move in line:
        yield game.write(position, move)
        position = game.play(position, move)
