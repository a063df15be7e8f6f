"""Draughts bots for every rule set, from beginner to as strong as the machine allows."""

from __future__ import annotations

import math
import os
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from kibitz.core.errors import BadSetting, quoted
from kibitz.core.game import Game
from kibitz.core.player import Level, Limit, Thought
from kibitz.games.draughts import program, rules
from kibitz.games.draughts.deepening import Branch, Deepening, Found, branches, sides
from kibitz.games.draughts.memo import LIMIT, LONGEST, WIN, WORST
from kibitz.games.draughts.position import Position, after
from kibitz.games.draughts.program import Memory, Program
from kibitz.games.draughts.rules import Move
from kibitz.games.draughts.switches import Variant

PATIENCE_S = 120.0
"""How long `prepare` waits for the compiler."""
GLANCE_S = 0.004
"""How often the clock and the stop are looked at: a tap on the shoulder is felt within 20 ms."""
MEN_FOR_ODDS_OF_TEN = 2.4
"""Men ahead that make a win ten times as likely as a loss: fitted to 20,000 short games on 10x10."""
ENTRIES = 1 << 20
PLAIN_ENTRIES = 1 << 14
PLAIN_LIMIT = Limit(seconds=1.0, depth=4)
"""What is searched while the kernel is still being compiled."""
LONGEST_LINE = 12
DEEPEST = 100


@dataclass(frozen=True, slots=True)
class Strength:
    """A level and how it plays; `slips` is how often any move is played instead of the best."""

    level: Level
    slips: float = 0.0
    threads: int = 1


def _strength(
    name: str, title: str, told: str, limit: Limit, slips: float = 0.0, threads: int = 1
) -> Strength:
    return Strength(Level(name, title, told, limit), slips, threads)


STRENGTHS = (
    _strength(
        "beginner",
        "Beginner",
        "Sees its own next move, and plays anything every third time.",
        Limit(depth=1),
        0.35,
    ),
    _strength("novice", "Novice", "Looks two moves ahead and slips now and then.", Limit(depth=2), 0.12),
    _strength("easy", "Easy", "Looks three moves ahead.", Limit(depth=3)),
    _strength("medium", "Medium", "Looks five moves ahead.", Limit(depth=5)),
    _strength("hard", "Hard", "Looks eight moves ahead.", Limit(depth=8)),
    _strength("expert", "Expert", "300,000 positions a move.", Limit(nodes=300_000)),
    _strength("max", "Strongest", "Three seconds a move on every core.", Limit(seconds=3.0), threads=0),
)
LEVELS = tuple(strength.level for strength in STRENGTHS)


@dataclass
class DraughtsBot:
    """One level as a bot for one rule set."""

    variant: Variant
    strength: Strength
    rng: Random = field(default_factory=Random)
    threads: int = 0
    """How many threads search; 0: as many as there are cores (at most 2 pay) at the strongest level."""
    _memories: dict[bool, list[Memory]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return f"kibitz:{self.strength.level.name}"

    def prepare(self) -> None:
        """Wait until the bot plays at its full strength."""
        program.wait(self.variant, PATIENCE_S)

    def think(
        self,
        game: Game[Position, Move],
        position: Position,
        limit: Limit = Limit(),  # noqa: B008 (frozen)
        stopped: Callable[[], bool] = lambda: False,
    ) -> Thought[Move]:
        """The best move found within the limit, with the line expected."""
        limit = self.strength.level.limit if limit == Limit() else limit
        moves = game.moves(position)
        if len(moves) == 1 and limit.depth is None:
            limit = Limit(seconds=min(limit.seconds or 0.05, 0.05), nodes=limit.nodes)
        if self.rng.random() < self.strength.slips:
            move = self.rng.choice(moves)
            return Thought(move=move, line=(move,), note="played on a whim")
        found, nodes, line = self._searched(position, moves, limit, stopped)
        return Thought(
            move=found.move,
            value=chance(found.score),
            line=line,
            note=worded(found.score),
            depth=found.depth,
            nodes=nodes,
        )

    def _searched(
        self, position: Position, moves: Sequence[Move], limit: Limit, stopped: Callable[[], bool]
    ) -> tuple[Found, int, tuple[Move, ...]]:
        known = program.ready(self.variant)
        if known is None:
            program.warm(self.variant)
        player: Program = known or program.plain(self.variant)
        memories = self._memory(player)[: None if limit.nodes is None else 1]  # counted in one thread
        if not player.quick:
            limit = _sooner(limit, PLAIN_LIMIT)
        root = branches(self.variant, position, moves)
        self.rng.shuffle(root)
        found = search(player, memories, position, root, limit, stopped)
        nodes = sum(int(memory.memo[1]) for memory in memories)
        return found, nodes, expected(player, memories[0], position, found.move)

    def _memory(self, player: Program) -> list[Memory]:
        if player.quick not in self._memories:
            table = player.table(ENTRIES if player.quick else PLAIN_ENTRIES)
            threads = self._threads() if player.quick else 1
            self._memories[player.quick] = [player.memory(table) for _ in range(threads)]
        return self._memories[player.quick]

    def _threads(self) -> int:
        if self.threads:
            return self.threads
        return self.strength.threads or min(
            2, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        )


def search(
    player: Program,
    memories: Sequence[Memory],
    position: Position,
    root: list[Branch],
    limit: Limit,
    stopped: Callable[[], bool],
) -> Found:
    """The best move found by all threads within the limit."""
    found = Found(root[0].move, branches=root)
    first = Deepening(player, memories[0], position)
    memories[0].memo[LIMIT] = limit.nodes or 1 << 62
    helpers = [_helper(player, memory, position, root) for memory in memories[1:]]
    done = threading.Event()
    clock = Clock(limit, stopped, memories, done)
    watch = threading.Thread(target=clock.watch, name="draughts search, clock", daemon=True)
    try:
        watch.start()
        for thread in helpers:
            thread.start()
        first.run(found, limit.depth or DEEPEST, clock.goes_on)
    finally:
        done.set()
        for memory in memories:
            memory.stop()
        for thread in (*helpers, watch):
            thread.join()
    return found


def _helper(player: Program, memory: Memory, position: Position, root: list[Branch]) -> threading.Thread:
    """A thread that fills the shared table; its own answer is not asked for."""
    own = [Branch(branch.move, branch.child, branch.sides) for branch in root]
    deepening = Deepening(player, memory, position, helper=True)
    memory.memo[LIMIT] = 1 << 62
    found = Found(own[0].move, branches=own)
    arguments = found, DEEPEST, lambda found: True
    return threading.Thread(target=deepening.run, args=arguments, name="draughts search, helper", daemon=True)


class Clock:
    """Ends a search by time or by order."""

    def __init__(
        self, limit: Limit, stopped: Callable[[], bool], memories: Sequence[Memory], done: threading.Event
    ) -> None:
        self.stopped, self.memories, self.done = stopped, memories, done
        self.began, self.seconds = time.monotonic(), limit.seconds

    def watch(self) -> None:
        """Look at the clock until the search is over."""
        while not self.done.wait(self._pause()):
            if self.stopped() or self._elapsed() >= (self.seconds or math.inf):
                for memory in self.memories:
                    memory.stop()
                return

    def goes_on(self, found: Found) -> bool:
        """Whether there is time for another depth; a part of one is of use, the best move being first."""
        return not self.stopped() and self._elapsed() < 0.9 * (self.seconds or math.inf)

    def _elapsed(self) -> float:
        return time.monotonic() - self.began

    def _pause(self) -> float:
        left = math.inf if self.seconds is None else self.seconds - self._elapsed()
        return max(0.0, min(GLANCE_S, left))


def expected(player: Program, memory: Memory, position: Position, move: Move) -> tuple[Move, ...]:
    """The line that the table of positions remembers."""
    variant, line = player.variant, [move]
    position = after(variant, position, move)
    seen = {position.board}
    while len(line) < LONGEST_LINE:
        word = recalled(player, memory, position)
        moves = rules.legal(variant, position.board)
        if word is None or not 0 <= (word & 1023) - 1 < len(moves):
            break
        move = moves[(word & 1023) - 1]
        position = after(variant, position, move)
        if position.board in seen:
            break
        seen.add(position.board)
        line.append(move)
    return tuple(line)


def recalled(player: Program, memory: Memory, position: Position) -> int | None:
    """The table's entry of a position."""
    key = player.key(sides(player.variant, position.board))
    slot = (key & (len(memory.table) // 4 - 1)) * 4
    for at in (slot, slot + 2):
        word = int(memory.table[at + 1])
        if word and int(memory.table[at]) ^ word == key:
            return word
    return None


def chance(score: int) -> float:
    """The winning chance of a score, a draw counting half."""
    if abs(score) > LONGEST:
        return 1.0 if score > 0 else 0.0
    return 1.0 / (1.0 + math.pow(10.0, -score / 100 / MEN_FOR_ODDS_OF_TEN))


def worded(score: int) -> str:
    """A score in words: men ahead, or the moves to the end."""
    if score == WORST:
        return ""
    if abs(score) > LONGEST:
        moves = (WIN - abs(score) + 1) // 2
        return f"{'wins' if score > 0 else 'loses'} in {moves} {'move' if moves == 1 else 'moves'}"
    return f"{score / 100:+.2f} men"


def _sooner(one: Limit, other: Limit) -> Limit:
    def least(a: Any, b: Any) -> Any:
        return min((value for value in (a, b) if value is not None), default=None)

    return Limit(
        seconds=least(one.seconds, other.seconds),
        depth=least(one.depth, other.depth),
        nodes=least(one.nodes, other.nodes),
    )


def bot(variant: Variant, level: str) -> DraughtsBot:
    """The bot of a level, at once; raises BadSetting naming the levels."""
    for strength in STRENGTHS:
        if strength.level.name == level:
            program.warm(variant)
            return DraughtsBot(variant, strength)
    names = ", ".join(one.name for one in LEVELS)
    raise BadSetting(f"Draughts has no level {quoted(level)}; the levels are {names}.")
