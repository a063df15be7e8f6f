"""Ur's own bots, from any legal move to perfect play.

Finkel's game is played by the solved table where it is there (`kibitz solve ur`), else by the network; the
other rule sets by a rule of thumb. Nothing here compiles anything, so the first move comes at once.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from kibitz.core.errors import BadSetting, quoted
from kibitz.core.game import Game
from kibitz.core.player import Level, Limit, Thought
from kibitz.games.ur import notation, rules, table
from kibitz.games.ur.judge import Judge, RuleOfThumb, is_finkel, move_worths
from kibitz.games.ur.network import network
from kibitz.games.ur.rules import NOT_THROWN, Move, Position, Step, Track

GREEDY_SHARE = 1 / 3
CLOSE = 2 / table.FULL
"""Moves that the table's rounding may have put in the wrong order: one ply of look-ahead tells them apart."""


@dataclass(frozen=True, slots=True)
class Strength:
    """A level and how it plays."""

    level: Level
    greedy: float = 0.0
    """The share of moves chosen by appetite instead of judgement."""
    idle: bool = False
    """Any legal move."""
    look_ahead: bool = False
    perfect: bool = False


def _level(name: str, title: str, description: str) -> Level:
    return Level(name, title, description, Limit())


BEGINNER = Strength(_level("beginner", "Beginner", "Any legal move."), idle=True)
EASY = Strength(
    _level("easy", "Easy", "Captures if it can, else takes a rosette, else moves the front stone."),
    greedy=1.0,
)
LEARNT = (
    Strength(
        _level("medium", "Medium", "Knows the game by heart, but is greedy every third time."),
        greedy=GREEDY_SHARE,
    ),
    Strength(_level("hard", "Hard", "A network that has learnt from the solved game.")),
    Strength(
        _level("expert", "Expert", "The same network with every roll and reply in mind."), look_ahead=True
    ),
)
PERFECT = Strength(
    _level("perfect", "Perfect", "The solved game: no move is ever better than the one it plays."),
    perfect=True,
)
BY_THUMB = (
    Strength(_level("medium", "Medium", "Counts how far both sides have come.")),
    Strength(_level("hard", "Hard", "Counts, with every roll and reply in mind."), look_ahead=True),
)


def strengths(track: Track) -> tuple[Strength, ...]:
    """What there is for a rule set; perfect play only where the table is on this machine."""
    if is_finkel(track.rules):
        solved = table.present(track.rules.pieces) is not None
        return (BEGINNER, EASY, *LEARNT, *([PERFECT] if solved else []))
    if is_finkel(track.rules, may_decline=True):
        return (BEGINNER, EASY, *LEARNT)
    return (BEGINNER, EASY, *BY_THUMB)


def levels(track: Track) -> Sequence[Level]:
    """The levels of a rule set, the weakest first."""
    return tuple(strength.level for strength in strengths(track))


def judge_for(track: Track) -> Judge:
    """The best judge there is for a rule set: the table, else the network, else the rule of thumb."""
    if is_finkel(track.rules):
        return table.find_table(track.rules.pieces) or network()
    return network() if is_finkel(track.rules, may_decline=True) else RuleOfThumb(track)


@dataclass
class UrBot:
    """One level of one rule set as a bot."""

    track: Track
    strength: Strength
    judge: Judge
    rng: random.Random = field(default_factory=random.Random)

    @property
    def name(self) -> str:
        return f"kibitz:{self.strength.level.name}"

    def think(
        self,
        game: Game[Position, Move],
        position: Position,
        limit: Limit = Limit(),  # noqa: B008 (frozen)
        stopped: Callable[[], bool] = lambda: False,
    ) -> Thought[Move]:
        """A move, what it is worth and what the next best would have been; dice fall by their odds."""
        track = self.track
        moves = rules.moves(track, position)
        if not moves:
            raise BadSetting("The game is over, so there is no move to choose.")
        if position.roll == NOT_THROWN:
            return Thought(move=self.rng.choices(moves, track.odds)[0], note="the dice")
        if self.strength.idle:
            return Thought(move=self.rng.choice(moves), nodes=1)
        if self.rng.random() < self.strength.greedy:
            return Thought(move=greedy(track, position), nodes=len(moves))
        return self._judged(position)

    def _judged(self, position: Position) -> Thought[Move]:
        ranked, judged = self._ranked(position, look_ahead=self.strength.look_ahead)
        if self.strength.perfect and len(ranked) > 1 and ranked[0][1] - ranked[1][1] <= CLOSE:
            ranked, judged = self._ranked(position, look_ahead=True)
        move, value = ranked[0]
        return Thought(
            move=move,
            value=min(max(value, 0.0), 1.0),
            line=(move,),
            note=_note(self.track, position, ranked),
            depth=1 + self.strength.look_ahead,
            nodes=judged,
        )

    def _ranked(self, position: Position, *, look_ahead: bool) -> tuple[list[tuple[Move, float]], int]:
        worths, judged = move_worths(self.track, self.judge, position, look_ahead=look_ahead)
        return sorted(worths, key=lambda worth: -worth[1]), judged


def _note(track: Track, position: Position, ranked: Sequence[tuple[Move, float]]) -> str:
    if len(ranked) == 1:
        return "the only move"
    (_, value), (second, less) = ranked[:2]
    return f"wins {value:.1%}; next {notation.write_move(track, position, second)}, {less:.1%}"


def greedy(track: Track, position: Position) -> Move:
    """Capture, else another turn, else the stone that is furthest."""
    side = position.mover

    def appetite(move: Move) -> tuple[bool, bool, int]:
        if not isinstance(move, Step):
            return False, False, -1
        hit = bool(rules.captured(track, position, move.target))
        return hit, rules.rolls_again(track, side, move.target, hit), move.origin

    return max(rules.moves(track, position), key=appetite)


def bot(track: Track, level: str) -> UrBot:
    """The bot of a level; raises BadSetting naming the levels."""
    known = strengths(track)
    for strength in known:
        if strength.level.name == level:
            return UrBot(track, strength, _judge(track, strength))
    if level == PERFECT.level.name and is_finkel(track.rules):
        raise BadSetting("Perfect play needs the solved game: run 'kibitz solve ur' once (some minutes).")
    names = ", ".join(one.level.name for one in known)
    raise BadSetting(f"Ur has no level {quoted(level)}; the levels are {names}.")


def _judge(track: Track, strength: Strength) -> Judge:
    if strength.perfect:
        return judge_for(track)
    learnt = is_finkel(track.rules) or is_finkel(track.rules, may_decline=True)
    return network() if learnt else RuleOfThumb(track)
