"""Deeper and deeper search from one position: the root's moves in order, each searched by the program."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from kibitz.games.draughts import rules
from kibitz.games.draughts.memo import (
    AGE,
    CALM,
    DEEPEST,
    FORCES,
    HISTORY,
    HORIZON,
    KEYS,
    KILLER,
    LONGEST,
    MOST_PAST,
    NODES,
    PAST,
    QUIET,
    ROADS,
    STILL,
    STOP,
    WORST,
)
from kibitz.games.draughts.position import Position, after
from kibitz.games.draughts.program import Memory, Program, Sides
from kibitz.games.draughts.rules import Board, Move
from kibitz.games.draughts.switches import Variant

WINDOW = 30
"""How far a score may stray from the last depth's before the search is widened, in hundredths of a man."""


@dataclass
class Branch:
    """A move at the root, the position behind it, and what is known of it."""

    move: Move
    child: Position
    sides: Sides
    score: int = WORST
    nodes: int = 0


@dataclass
class Found:
    """The answer so far; scores are in hundredths of a man for the side to move."""

    move: Move
    score: int = 0
    depth: int = 0
    branches: list[Branch] = field(default_factory=list)


def sides(variant: Variant, board: Board) -> Sides:
    """A board as the program sees it."""
    own, foes, down = rules.sides(variant, board)
    return own, foes, board.kings, down


def branches(variant: Variant, position: Position, moves: Sequence[Move]) -> list[Branch]:
    """The root's moves with the positions behind them."""
    made = []
    for move in moves:
        child = after(variant, position, move)
        made.append(Branch(move, child, sides(variant, child.board)))
    return made


class Deepening:
    """One thread's search from one position; `helper` threads go deeper sooner, to be of use to the other."""

    def __init__(self, program: Program, memory: Memory, position: Position, helper: bool = False) -> None:
        self.program, self.memory, self.helper = program, memory, helper
        self._remember(position)

    @property
    def stopped(self) -> bool:
        return bool(self.memory.memo[STOP])

    @property
    def nodes(self) -> int:
        return int(self.memory.memo[NODES])

    def _remember(self, position: Position) -> None:
        """Tell the memo about the past; what worked in other positions counts for little."""
        memo, variant = self.memory.memo, self.program.variant
        past = [*position.earlier, position.board][-MOST_PAST:]
        keys = [self.program.key(sides(variant, board)) for board in past]
        memo[KEYS : KEYS + len(keys)] = keys
        memo[PAST] = len(past) - 1
        memo[STOP], memo[NODES], memo[AGE] = 0, 0, (memo[AGE] + 1) & 255
        self.program.clear(memo, KILLER, KEYS)
        self.program.clear(memo, HISTORY, FORCES)

    def run(self, found: Found, deepest: int, told: Callable[[Found], bool]) -> None:
        """Search deeper until stopped; `told` hears of every finished depth, and ends it by saying no."""
        for depth in range(2 if self.helper else 1, min(deepest, DEEPEST - 8) + 1):
            self.memory.memo[HORIZON] = min(2 * depth + 8, DEEPEST - 8)
            score = self._aspired(found, depth)
            if self.stopped:
                return
            found.score, found.depth = score, depth
            if not told(found) or (abs(score) > LONGEST and depth > 2 * (30000 - abs(score))):
                return

    def _aspired(self, found: Found, depth: int) -> int:
        """The score of a depth, first sought near that of the last."""
        if depth < 4 or abs(found.score) > LONGEST:
            return self._depth(found, depth, WORST, -WORST)
        below = above = WINDOW
        while True:
            low, high = max(WORST, found.score - below), min(-WORST, found.score + above)
            score = self._depth(found, depth, low, high)
            if self.stopped or low < score < high or (abs(score) > LONGEST and below > 500):
                return score
            below, above = (below * 4, above) if score <= low else (below, above * 4)
            if max(below, above) > 2000:
                return self._depth(found, depth, WORST, -WORST)

    def _depth(self, found: Found, depth: int, alpha: int, beta: int) -> int:
        """Search every move to a depth; the best comes first afterwards."""
        best, order = WORST, found.branches
        for i, branch in enumerate(list(order)):
            spent = self.nodes
            score = self._branch(branch, depth, alpha, beta, full=i == 0)
            if self.stopped:
                return best
            branch.nodes = self.nodes - spent
            if score > best:
                best = score
                branch.score = score
                if score > alpha or i == 0:
                    order.remove(branch)
                    order.insert(0, branch)
                    found.move = branch.move
                    if score > alpha:
                        found.score = score
                alpha = max(alpha, score)
                if score >= beta:
                    return best
        order[1:] = sorted(order[1:], key=lambda branch: -branch.nodes)
        return best

    def _on_road(self, position: Position) -> list[int]:
        """For how long the endings of the main road have stood."""
        endings = self.program.variant.draws.endings
        return [count for ending, count in zip(endings, position.stood, strict=True) if ending.main_road]

    def _branch(self, branch: Branch, depth: int, alpha: int, beta: int, full: bool) -> int:
        child, memo = branch.child, self.memory.memo
        memo[CALM + 1] = min(len(child.earlier), int(memo[PAST]) + 1)
        memo[QUIET + 1] = child.quiet
        memo[STILL + 1] = max(child.stood, default=0)
        memo[ROADS + 1] = max(self._on_road(child), default=0)
        deeper = depth - 1
        if not full:
            score = -self.program.search(self.memory, branch.sides, deeper, -alpha - 1, -alpha)
            if not alpha < score < beta or self.stopped:
                return score
        return -self.program.search(self.memory, branch.sides, deeper, -beta, -alpha)
