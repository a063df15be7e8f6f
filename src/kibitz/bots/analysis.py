"""What a bot thinks of a position, and of every move of a game: who was winning, and what was better.

All values are the first player's chance to win, 0 to 1, a draw counting half; losses and luck are those of
the player whose move or roll it was. One thought is spent on each position: a move that is not the bot's
own is worth what the bot thinks of the position behind it, and a position before a roll what it thinks of
those behind the rolls, by their odds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from kibitz.bots.judgement import result
from kibitz.core.board import Cell
from kibitz.core.errors import BadSetting
from kibitz.core.game import AnyGame, Chancy, Seat
from kibitz.core.player import Bot, Limit, Thought
from kibitz.core.record import GameRecord, Step, replay

Progress = Callable[[int, int], None]
"""Told how many of how many positions are done."""


class Mark(StrEnum):
    """How bad a move was."""

    NONE = ""
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


THRESHOLDS = ((0.15, Mark.BLUNDER), (0.10, Mark.MISTAKE), (0.05, Mark.INACCURACY))
"""Chances to win given away; the same steps as lichess.org marks chess games by."""
PATIENCE = 12
"""How often a bot is asked before it counts as one without opinions: weak levels slip every third time."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """One position: an evaluation bar and an arrow."""

    value: float
    """The first player's chance to win."""
    seat: Seat
    """Who moves here; chance before a roll, and nobody in particular once the game is over."""
    move: str = ""
    """The best move, as written; none before a roll and when the game is over."""
    cells: tuple[Cell, ...] = ()
    """The cells the best move touches, in order: where its arrow goes."""
    line: tuple[str, ...] = ()
    """What is expected to be played, the best move first."""
    note: str = ""
    depth: int = 0
    nodes: int = 0
    over: bool = False

    def data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "value": round(self.value, 6),
            "seat": self.seat.value,
            "move": self.move,
            "cells": list(self.cells),
            "line": list(self.line),
            "note": self.note,
            "depth": self.depth,
            "nodes": self.nodes,
            "over": self.over,
        }


@dataclass(frozen=True, slots=True)
class Ply:
    """One move or roll of a game, judged."""

    step: int
    """Its place in the replay of the record: step 0 is the start."""
    seat: Seat
    """Whose move it was; of a roll, who rolled."""
    text: str
    best: Evaluation
    """The position it was made in, with the best move there."""
    after: float
    """The first player's chance once it was made."""
    loss: float = 0.0
    """What the move gave away of its player's chance; a roll gives nothing away."""
    luck: float | None = None
    """What a roll gave its player; none for a move."""
    over: bool = False
    """Whether it ended the game."""

    @property
    def mark(self) -> Mark:
        """How bad the move was."""
        return mark(self.loss)

    def data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "step": self.step,
            "seat": self.seat.value,
            "move": self.text,
            "value": round(self.best.value, 6),
            "after": round(self.after, 6),
            "loss": round(self.loss, 6),
            "mark": self.mark.value,
            "luck": None if self.luck is None else round(self.luck, 6),
            "over": self.over,
            "best": self.best.data(),
        }


@dataclass(frozen=True, slots=True)
class Analysis:
    """A whole game, or as much of it as has been judged."""

    game: str
    bot: str
    plies: tuple[Ply, ...] = ()

    def data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        sums = {seat.value: summed(self.plies, seat).data() for seat in (Seat.FIRST, Seat.SECOND)}
        plies = [ply.data() for ply in self.plies]
        return {"game": self.game, "bot": self.bot, "players": sums, "plies": plies}


@dataclass(frozen=True, slots=True)
class Sum:
    """A player's whole game."""

    moves: int
    loss: float
    """The mean of what a move gave away."""
    marks: tuple[tuple[Mark, int], ...]
    luck: float | None
    """The sum over the rolls; none without dice."""

    def data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        marks = {mark.value: count for mark, count in self.marks}
        luck = None if self.luck is None else round(self.luck, 6)
        return {"moves": self.moves, "loss": round(self.loss, 6), **marks, "luck": luck}


def mark(loss: float) -> Mark:
    """How bad it is to give so much away."""
    return next((name for least, name in THRESHOLDS if loss >= least), Mark.NONE)


def summed(plies: Sequence[Ply], seat: Seat) -> Sum:
    """One player's moves and rolls, added up."""
    own = [ply for ply in plies if ply.seat is seat]
    moved = [ply for ply in own if ply.luck is None]
    luck = [ply.luck for ply in own if ply.luck is not None]
    marks = tuple((name, sum(ply.mark is name for ply in moved)) for _, name in THRESHOLDS)
    mean = sum(ply.loss for ply in moved) / max(len(moved), 1)
    return Sum(len(moved), mean, marks, sum(luck) if luck else None)


def evaluate(
    game: AnyGame,
    bot: Bot,
    position: Any,
    limit: Limit,
    stopped: Callable[[], bool] = lambda: False,
) -> Evaluation:
    """What a bot thinks of one position; raises BadSetting when it gives no value."""
    return Judge(game, bot, limit, stopped).evaluation(position)


def analysed(
    game: AnyGame,
    record: GameRecord,
    bot: Bot,
    limit: Limit,
    *,
    progress: Progress = lambda done, total: None,
    stopped: Callable[[], bool] = lambda: False,
) -> Iterator[Ply]:
    """Every move that counts, judged as soon as the position behind it is; told to stop, it ends early."""
    steps = replay(game, record).steps
    judge = Judge(game, bot, limit, stopped)
    for number, step in enumerate(steps):
        progress(number, len(steps))
        judge.evaluation(step.position)
        if stopped():
            return
        if step.move is not None:
            yield judge.ply(number, steps[number - 1], step)
    progress(len(steps), len(steps))


class Judge:
    """A bot asked about the positions of one game, each once."""

    def __init__(self, game: AnyGame, bot: Bot, limit: Limit, stopped: Callable[[], bool]) -> None:
        self.game, self.bot, self.limit, self.stopped = game, bot, limit, stopped
        self._known: dict[Any, Evaluation] = {}

    def evaluation(self, position: Any) -> Evaluation:
        """The bot's view of a position."""
        if position not in self._known:
            self._known[position] = self._evaluated(position)
        return self._known[position]

    def ply(self, number: int, before: Step[Any, Any], after: Step[Any, Any]) -> Ply:
        """A move judged by the positions on both its sides."""
        best, then = self.evaluation(before.position), self.evaluation(after.position)
        text = self.game.write(before.position, after.move)
        rolled = best.seat is Seat.CHANCE
        seat = then.seat if rolled else best.seat
        won = (then.value - best.value) * (1 if seat is Seat.FIRST else -1)
        if rolled:
            return Ply(number, seat, text, best, then.value, luck=won, over=then.over)
        loss = 0.0 if text == best.move else max(0.0, -won)
        return Ply(number, seat, text, best, then.value, loss, over=then.over)

    def _evaluated(self, position: Any) -> Evaluation:
        outcome, seat = self.game.outcome(position), self.game.turn(position)
        if outcome is not None:
            return Evaluation(result(outcome), seat, note=outcome.reason, over=True)
        if seat is Seat.CHANCE:
            return Evaluation(self._mean(position), seat)
        return self._thought(position, seat, self._asked(position))

    def _asked(self, position: Any) -> Thought[Any]:
        """What the bot thinks; one that has moved on a whim is asked again."""
        for _ in range(PATIENCE):
            thought = self.bot.think(self.game, position, self.limit, self.stopped)
            if thought.value is not None:
                break
        return thought

    def _mean(self, position: Any) -> float:
        assert isinstance(self.game, Chancy)
        rolls = zip(self.game.moves(position), self.game.odds(position), strict=True)
        return sum(odds * self.evaluation(self.game.play(position, roll)).value for roll, odds in rolls)

    def _thought(self, position: Any, seat: Seat, thought: Thought[Any]) -> Evaluation:
        if thought.value is None:
            raise BadSetting(
                f"{self.bot.name} does not say what a position is worth; analyse at another level."
            )
        line = thought.line if thought.line[:1] == (thought.move,) else (thought.move,)
        return Evaluation(
            thought.value if seat is Seat.FIRST else 1.0 - thought.value,
            seat,
            self.game.write(position, thought.move),
            self.game.path(position, thought.move),
            written(self.game, position, line),
            thought.note,
            thought.depth,
            thought.nodes,
        )


def written(game: AnyGame, position: Any, line: tuple[Any, ...]) -> tuple[str, ...]:
    """A line of moves in the game's notation."""
    texts: list[str] = []
    for move in line:
        texts.append(game.write(position, move))
        position = game.play(position, move)
    return tuple(texts)
