"""The moves that led to a position, as far as a HUB engine needs them: to see repetitions.

A bot is asked about positions and not about games, so the line is found again by playing: the position asked
about now follows the one before by a move, or by the engine's answer and a reply. Moves of men and captures
cannot be repeated, so the line begins behind the last of them (as the Hub program itself does).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kibitz.bots.hub_words import Ends, is_king_move, write_move, written
from kibitz.core.game import AnyGame

LONGEST = 100
"""Moves sent at most; no rule looks further back."""


@dataclass
class Line:
    """Where a game stands, and since when only kings have moved."""

    game: AnyGame | None = None
    start: Any = None
    moves: list[str] = field(default_factory=list)
    _asked: Any = None
    _answer: Any = None

    def follow(self, game: AnyGame, position: Any) -> bool:
        """Go on to the position that is asked about now; whether it belongs to the same game."""
        steps = self._steps(position) if self.game == game else None
        if steps is None:
            self.game, self.start, self.moves = game, position, []
        for at, move in steps or ():
            self._add(at, move)
        self._asked, self._answer = position, None
        return steps is not None

    def answered(self, move: Any) -> None:
        """What the engine played there."""
        self._answer = move

    def _steps(self, position: Any) -> list[tuple[Any, Any]] | None:
        """The moves from the last position to this one, each with the position it was made in."""
        game, asked, answer = self.game, self._asked, self._answer
        assert game is not None
        if position == asked:
            return []
        if answer is not None:
            between = game.play(asked, answer)
            for reply in game.moves(between):
                if game.play(between, reply) == position:
                    return [(asked, answer), (between, reply)]
        for move in game.moves(asked):
            if game.play(asked, move) == position:
                return [(asked, move)]
        return None

    def _add(self, position: Any, move: Any) -> None:
        assert self.game is not None
        ends: Ends = written(self.game, position)[move]
        if is_king_move(self.game, position, ends) and len(self.moves) < LONGEST:
            self.moves.append(write_move(ends))
        else:
            self.start, self.moves = self.game.play(position, move), []
