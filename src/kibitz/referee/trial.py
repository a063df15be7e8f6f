"""A whole game shown to a referee, and how well it was followed: the recovery law and its measure."""

from __future__ import annotations

import math
import random
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

from kibitz.core.board import Cell
from kibitz.core.game import AnyGame
from kibitz.core.look import Look
from kibitz.core.observation import Observation
from kibitz.core.ruling import Ambiguous, Played, TakenBack, Turned, Underway, Unexplained
from kibitz.referee.hypotheses import half_turn
from kibitz.referee.lines import lines, two_moves
from kibitz.referee.referee import Referee
from kibitz.referee.rehearsal import Eye


@dataclass
class Trial:
    """What the referee made of a game; rolls and passes, which nobody can see, are left out."""

    expected: tuple[Any, ...]
    slips: int = 0
    played: list[Any] = field(default_factory=list)
    asked: int = 0
    caught: int = 0
    false_alarms: int = 0
    delays_s: list[float] = field(default_factory=list)
    """From the first clear frame to the ruling, for each visible move."""

    @property
    def followed(self) -> bool:
        """Whether every visible move came back, in order, and nothing else."""
        return tuple(self.played) == self.expected


@dataclass(frozen=True, slots=True)
class Shown:
    """One frame, and what is true of it."""

    seen: Observation
    clear: bool = False
    """The first frame after a hand has left."""
    wrong: bool = False
    """The board shows an illegal change."""


class Show:
    """A game played before the eye, with a hand that covers what it touches and slips now and then."""

    def __init__(self, game: AnyGame, eye: Eye, *, rest: int = 10, hand: int = 4, seed: int = 0) -> None:
        self._game, self._eye, self._rest, self._hand = game, eye, rest, hand
        self._rng = random.Random(seed)

    def frames(self, moves: tuple[Any, ...], slips: Collection[int] = ()) -> Iterator[Shown]:
        """Frames of the game; before the plies in `slips` the hand makes an illegal change and undoes it."""
        game = self._game
        position = known = game.start()
        earlier: list[Look] = []
        yield from self._standing(game.look(position))
        for ply, move in enumerate(moves):
            after = game.play(position, move)
            before_look, look = game.look(position), game.look(after)
            if ply in slips:
                yield from self._slip(known, earlier)
            if look != before_look:
                for stage in (before_look, *game.stages(position, move)[:2]):
                    yield from self._covered(stage, look)
                yield from self._standing(look)
            position = after
            if look != before_look:
                known = after
                earlier.append(before_look)
        yield from self._standing(game.look(position))

    def _slip(self, position: Any, earlier: Collection[Look]) -> Iterator[Shown]:
        here = self._game.look(position)
        wrong = illegal_look(self._game, position, self._rng)
        if wrong is not None and wrong not in earlier:  # else it would be a move taken back
            yield from self._covered(here, wrong)
            yield from (Shown(s.seen, s.clear, wrong=True) for s in self._standing(wrong, times=3))
            yield from self._covered(wrong, here)
            yield from self._standing(here)

    def _standing(self, look: Look, *, times: int = 1) -> Iterator[Shown]:
        for number in range(self._rest * times):
            yield Shown(self._eye.glance(look), clear=number == 0)

    def _covered(self, look: Look, other: Look) -> Iterator[Shown]:
        over = reach(self._game, look, other)
        yield from (Shown(self._eye.glance(look, over)) for _ in range(self._hand))


def illegal_look(game: AnyGame, position: Any, rng: random.Random) -> Look | None:
    """A piece put where no move can put it; none where every such change would be legal."""
    here, cells = game.look(position), game.plan.cells
    pieces = [i for i, face in enumerate(here) if face and not cells[i].tray]
    free = [i for i, face in enumerate(here) if not face and cells[i].playable and not cells[i].tray]
    every = list(lines(game, position))
    legal = {line.look for line in every}
    legal |= {stage for line in every for stage in game.stages(line.start, line.moves[-1])}
    legal |= {line.look for line in two_moves(game, every, lambda _: len(every) < 100)}
    if order := half_turn(game.plan):
        legal.add(Look(bytes(here[cell] for cell in order)))  # a lone piece moved so is a board turned round
    for _ in range(40):
        if not pieces or not free:
            return None
        origin, target = rng.choice(pieces), rng.choice(free)
        changed = bytearray(here)
        changed[origin], changed[target] = 0, here[origin]
        if Look(bytes(changed)) not in legal:
            return Look(bytes(changed))
    return None


def reach(game: AnyGame, a: Look, b: Look) -> list[Cell]:
    """The changed cells and those around them, as a hand covers."""
    cells = game.plan.cells
    changed = [i for i, (x, y) in enumerate(zip(a, b, strict=True)) if x != y and not cells[i].tray] or [0]
    pitch = 1.6 * min(math.dist(cells[0].centre_mm, other.centre_mm) for other in cells[1:])
    near = {
        i
        for c in changed
        for i, cell in enumerate(cells)
        if not cell.tray and math.dist(cell.centre_mm, cells[c].centre_mm) < pitch
    }
    return sorted(near)


def follow(
    game: AnyGame, moves: tuple[Any, ...], eye: Eye, *, slips: Collection[int] = (), seed: int = 0
) -> Trial:
    """Show the game to a fresh referee; where it asks, the right answer is given."""
    referee: Referee[Any, Any] = Referee(game, game.start())
    trial = Trial(visible(game, game.start(), moves))
    left_at, was_wrong, told = 0.0, False, False
    open_move: tuple[Any, ...] = ()
    for frame in Show(game, eye, seed=seed).frames(moves, slips):
        left_at = frame.seen.at if frame.clear else left_at
        if frame.wrong and not was_wrong:
            trial.slips, told = trial.slips + 1, False
        was_wrong, before = frame.wrong, referee.position
        ruling = referee.see(frame.seen)
        match ruling:
            case Played(line):
                trial.played += visible(game, before, line)
                trial.delays_s.append(frame.seen.at - left_at)
            case TakenBack():
                del trial.played[-1:]
                trial.false_alarms += 1
            case Ambiguous():
                trial.asked += 1
                _answer(trial, referee, game, ruling)
            case Unexplained() if frame.wrong and not told:
                trial.caught, told = trial.caught + 1, True
            case Unexplained() | Turned():
                trial.false_alarms += 1
            case Underway(_, candidates):
                open_move = candidates[:1]
    if trial.expected[len(trial.played) :] == open_move:
        trial.played += open_move  # where going on is optional, only the next move would close it
    return trial


def visible(game: AnyGame, position: Any, moves: tuple[Any, ...]) -> tuple[Any, ...]:
    """Those of the moves that change what the board shows."""
    seen: list[Any] = []
    for move in moves:
        after = game.play(position, move)
        seen += [move] if game.look(after) != game.look(position) else []
        position = after
    return tuple(seen)


def _answer(trial: Trial, referee: Referee[Any, Any], game: AnyGame, asked: Ambiguous[Any]) -> None:
    """Choose what was really played, as a person would."""
    begun = len(trial.played)
    for line in asked.lines:
        shown = visible(game, referee.position, line)
        if trial.expected[begun : begun + len(shown)] == shown:
            for move in line:
                referee.tell(move)
            trial.played += shown
            return
