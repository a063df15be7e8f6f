"""Whoever chooses moves: a person, a bot, an engine process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, runtime_checkable

from kibitz.core.game import Game, M, P


class Player(Protocol):
    """Chooses a move when asked; cancelling the task ends the thinking."""

    @property
    def name(self) -> str: ...

    async def choose(self, game: Game[P, M], position: P) -> M:
        """One of `game.moves(position)`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """When to stop thinking: whatever comes first."""

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Thought(Generic[M]):
    """A move with its reason: how good it is for the side to move, the line expected, and a few words."""

    move: M
    value: float | None = None
    """The chance to win for the side to move, 0 to 1 (a draw counts half)."""
    line: tuple[M, ...] = ()
    note: str = ""
    depth: int = 0
    nodes: int = 0


class Bot(Protocol):
    """A program that plays. `think` blocks: call it off the event loop, and stop it by `stopped`."""

    @property
    def name(self) -> str: ...

    def think(
        self, game: Game[P, M], position: P, limit: Limit, stopped: Callable[[], bool] = lambda: False
    ) -> Thought[M]:
        """The best move found within the limit."""


@dataclass(frozen=True, slots=True)
class Level:
    """A named strength; levels are listed from the weakest to the strongest."""

    name: str
    title: str
    description: str
    limit: Limit


@runtime_checkable
class Thinks(Protocol):
    """A game with bots of its own."""

    def levels(self) -> Sequence[Level]:
        """From beginner to as strong as the machine allows."""

    def bot(self, level: str) -> Any:
        """The Bot of a level; raises BadSetting naming the levels."""
