"""Plain Monte Carlo tree search (UCT) over any game, dice included."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from kibitz.bots.judgement import Judge, material, result
from kibitz.bots.random import drawn
from kibitz.core.game import AnyGame, Game, M, P, Seat
from kibitz.core.player import Limit, Thought

LINE = 8


@dataclass(slots=True)
class Node:
    """A position that was reached: how often, and the first player's summed results."""

    position: Any
    seat: Seat
    untried: list[Any]
    visits: int = 0
    total: float = 0.0
    children: dict[Any, Node] = field(default_factory=dict)

    def mean(self, seat: Seat) -> float:
        """The mean result for a seat."""
        first = self.total / self.visits
        return first if seat is Seat.FIRST else 1.0 - first


@dataclass
class Tree:
    """A search in progress."""

    game: AnyGame
    rng: Random
    judge: Judge
    explore: float
    longest: int

    def node(self, position: Any) -> Node:
        """A fresh node, its moves in random order."""
        untried = list(self.game.moves(position))
        self.rng.shuffle(untried)
        return Node(position, self.game.turn(position), untried)

    def simulate(self, root: Node) -> None:
        """One walk down the tree, one playout, and the result carried back."""
        path = [root]
        while path[-1].visits and (path[-1].untried or path[-1].children):
            path.append(self._next(path[-1]))
        value = self._played_out(path[-1].position)
        for node in path:
            node.visits += 1
            node.total += value

    def _next(self, node: Node) -> Node:
        if node.seat is Seat.CHANCE:
            roll = drawn(self.game, node.position, self.rng)
            return node.children.get(roll) or self._added(node, roll)
        if node.untried:
            return self._added(node, node.untried.pop())
        log_visits, seat = math.log(node.visits), node.seat
        return max(
            node.children.values(),
            key=lambda child: child.mean(seat) + self.explore * math.sqrt(log_visits / child.visits),
        )

    def _added(self, node: Node, move: Any) -> Node:
        child = node.children[move] = self.node(self.game.play(node.position, move))
        return child

    def _played_out(self, position: Any) -> float:
        for _ in range(self.longest):
            outcome = self.game.outcome(position)
            if outcome is not None:
                return result(outcome)
            position = self.game.play(position, drawn(self.game, position, self.rng))
        return self.judge(self.game, position)


@dataclass
class MctsBot:
    """Plays games to their end at random and follows the moves that did best."""

    nodes: int = 400
    explore: float = 0.7
    judge: Judge = material
    longest: int = 120
    """Plies of a playout before it is judged by what stands on the board."""
    rng: Random = field(default_factory=Random)

    @property
    def name(self) -> str:
        return f"mcts:{self.nodes}"

    def think(
        self, game: Game[P, M], position: P, limit: Limit, stopped: Callable[[], bool] = lambda: False
    ) -> Thought[M]:
        """The most visited move."""
        deadline = time.monotonic() + (math.inf if limit.seconds is None else limit.seconds)
        most = limit.nodes or (self.nodes if limit.seconds is None else math.inf)
        tree = Tree(game, self.rng, self.judge, self.explore, self.longest)
        root = tree.node(position)
        while root.visits < 2 or (root.visits < most and not stopped() and time.monotonic() < deadline):
            tree.simulate(root)
        move = max(root.children, key=lambda m: root.children[m].visits)
        line = _line(root)
        value = root.children[move].mean(root.seat)
        return Thought(move=move, value=value, line=line, depth=len(line), nodes=root.visits)


def _line(node: Node) -> tuple[Any, ...]:
    line: list[Any] = []
    while node.children and len(line) < LINE and node.seat is not Seat.CHANCE:
        move = max(node.children, key=lambda m: node.children[m].visits)
        line.append(move)
        node = node.children[move]
    return tuple(line)
