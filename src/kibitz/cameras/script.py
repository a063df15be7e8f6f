"""The choreography of a simulated game: hands make the moves of a line, and the mistakes asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from kibitz.cameras.actors import Actors, Moment, View, smooth
from kibitz.cameras.handiwork import AWAY, Carry, Spot, Work, handiwork, undone
from kibitz.cameras.line import Line, occasion
from kibitz.cameras.mistakes import WRONG, wrong
from kibitz.core.look import PieceSet

BUMP = View((0.02, -0.012), 2.5)
HALF_TURN = View((0.0, 0.0), 180.0)


class Script:
    """Plays a line on a table; `moments` is the film, once."""

    def __init__(self, line: Line, actors: Actors, piece_set: PieceSet, seed: int) -> None:
        self.line, self._table, self._pieces = line, actors, piece_set
        self._rng = np.random.default_rng((seed, 23))
        self._done: list[Carry] = []
        self._lamp_on_at: int | None = None
        self._uncrowned = False

    def moments(self) -> Iterator[Moment]:
        """Every frame from the first to the last."""
        yield from self._table.rest(self._table.pace.start_s)
        plies = iter(range(1, len(self.line.moves) + 1))
        for ply in plies:
            mistake = self.line.mistake(ply)
            if mistake == "two-moves":
                yield from self._two_moves(ply, plies)
            else:
                yield from self._turn(ply, mistake)
        yield from self._table.rest(self._table.pace.end_s)

    def _turn(self, ply: int, mistake: str | None) -> Iterator[Moment]:
        if self._lamp_on_at is not None and ply >= self._lamp_on_at:
            yield from self._switch(True)
        work, seat = self._work(ply), self._seat(ply)
        if mistake is not None:
            yield from self._before(ply, mistake, seat)
        if not work.groups:
            self._complete(ply)
            yield from self._table.rest(0.3)
            return
        yield from self._make(ply, work, seat, mistake)
        yield from self._withdraw(seat)
        if self._uncrowned and mistake != "forgotten-crown":
            yield from self._crown_at_last("second" if seat == "first" else "first")
        if mistake == "take-back":
            yield from self._take_back(ply, seat)

    def _make(self, ply: int, work: Work, seat: str, mistake: str | None) -> Iterator[Moment]:
        """The move itself, with a pause where it is made late or in parts."""
        self._done = []
        groups = _late(work) if mistake == "late-lift" else work.groups
        for number, group in enumerate(groups):
            crown = any(carry.role == "crown" for carry in group)
            if crown and mistake == "forgotten-crown":
                self._uncrowned = True
                break
            if crown if mistake == "late-crown" else number == 1 and mistake in ("late-lift", "paused-chain"):
                yield from self._pause(ply, str(mistake), seat)
            yield from self._carry(group, seat)
        self._complete(ply)

    def _carry(self, carries: Iterable[Carry], seat: str) -> Iterator[Moment]:
        """Carry, and remember with which slots."""
        for carry in carries:
            exact = replace(carry, origin=self._table.last(carry.origin), goal=self._table.free(carry.goal))
            self._done.append(exact)
            yield from self._table.perform([exact], seat)

    def _complete(self, ply: int) -> None:
        game, position = self.line.game, self.line.positions[ply - 1]
        self._table.reach(ply, game.look(self.line.positions[ply]))
        text = game.write(position, self.line.moves[ply - 1])
        self._table.tell("played", ply, move=text, seat=self._seat(ply))

    def _two_moves(self, ply: int, plies: Iterator[int]) -> Iterator[Moment]:
        """The second hand comes in before the first has left."""
        seat = self._seat(ply)
        yield from self._make(ply, self._work(ply), seat, None)
        self._table.tell("two-moves", ply)
        for following in plies:
            if carries := self._work(following).carries:
                yield from self._answer(following, carries, seat)
                break
            self._complete(following)
        yield from self._withdraw(seat)

    def _answer(self, ply: int, carries: tuple[Carry, ...], waiting: str) -> Iterator[Moment]:
        seat = self._seat(ply)
        yield from self._carry(carries[:1], seat)
        if seat != waiting:
            yield from self._table.leave(waiting)
        yield from self._carry(carries[1:], seat)
        self._complete(ply)
        yield from self._table.leave(seat)

    # --- mistakes

    def _before(self, ply: int, mistake: str, seat: str) -> Iterator[Moment]:
        match mistake:
            case "bump":
                yield from self._push(BUMP, ply, "bumped", 0.3)
            case "turned":
                yield from self._push(HALF_TURN, ply, "turned", 1.0)
            case "resting-hand":
                yield from self._rest_hand(ply, seat)
            case "lamp":
                yield from self._switch(False)
                self._lamp_on_at = ply + 3
            case "wrong-bot-move":
                yield from self._err(ply, mistake, self._another(ply), seat)
            case _ if mistake in WRONG:
                carries = wrong(mistake, occasion(self.line, self._pieces, ply), self._rng)
                yield from self._err(ply, mistake, carries or (), seat)

    def _err(self, ply: int, mistake: str, carries: tuple[Carry, ...], seat: str) -> Iterator[Moment]:
        """Do it, let it stand, put it back."""
        if not carries:
            return
        self._done = []
        yield from self._carry(carries, seat)
        spots = (spot for carry in self._done for spot in (carry.origin, carry.goal))
        cells = sorted({spot.number for spot in spots if spot.kind == "cell"})
        yield from self._table.leave(seat)
        self._table.tell("illegal", ply - 1, mistake=mistake, cells=cells)
        yield from self._table.rest(self._table.pace.linger_s)
        yield from self._table.perform(undone(self._done), seat)
        yield from self._table.leave(seat)
        self._table.tell("restored", ply - 1)
        yield from self._table.rest(self._table.pace.rest_s)

    def _another(self, ply: int) -> tuple[Carry, ...]:
        """A legal move that is not the one of the line."""
        game, position = self.line.game, self.line.positions[ply - 1]
        right = game.look(self.line.positions[ply])
        others = [m for m in game.moves(position) if game.look(game.play(position, m)) != right]
        works = [work for move in others if (work := handiwork(game, position, move)).groups]
        return works[int(self._rng.integers(len(works)))].carries if works else ()

    def _take_back(self, ply: int, seat: str) -> Iterator[Moment]:
        yield from self._table.perform(undone(self._done), seat)
        self._table.reach(ply - 1, self.line.game.look(self.line.positions[ply - 1]))
        yield from self._table.leave(seat)
        self._table.tell("taken-back", ply - 1)
        yield from self._table.rest(self._table.pace.linger_s)
        yield from self._turn(ply, None)

    def _crown_at_last(self, seat: str) -> Iterator[Moment]:
        """Whatever still differs from the position is swapped."""
        self._uncrowned = False
        carries = list[Carry]()
        for cell, (shown, due) in enumerate(zip(self._table.shown, self._table.expected, strict=True)):
            if shown != due and shown and due:
                beside = Spot("side", int(self.line.game.faces[shown].owner == "second"))
                carries.append(Carry(Spot("cell", cell), beside, shown, "crown"))
                carries.append(Carry(AWAY, Spot("cell", cell), due, "crown"))
        if carries:
            yield from self._table.perform(carries, seat)
            self._table.tell("crowned", self._table.ply)
            yield from self._withdraw(seat)

    def _pause(self, ply: int, mistake: str, seat: str) -> Iterator[Moment]:
        yield from self._table.leave(seat)
        self._table.tell(mistake, ply - 1)
        yield from self._table.rest(self._table.pace.linger_s)

    def _rest_hand(self, ply: int, seat: str) -> Iterator[Moment]:
        width, height = self._table.places.plan.size_mm
        yield from self._table.glide(seat, (0.45 * width, 0.5 * height), 14.0, self._table.pace.reach_s)
        self._table.tell("resting-hand", ply - 1)
        yield from self._table.rest(self._table.pace.linger_s)
        yield from self._withdraw(seat)

    def _push(self, change: View, ply: int, event: str, seconds: float) -> Iterator[Moment]:
        begin, frames = self._table.view, max(3, round(seconds * self._table.fps))
        for step in range(1, frames + 1):
            share = smooth(step / frames)
            x, y = (a + share * b for a, b in zip(begin.shift, change.shift, strict=True))
            self._table.view = View((x, y), begin.turn_deg + share * change.turn_deg)
            yield self._table.moment()
        self._table.tell(event, ply - 1)
        yield from self._table.rest(self._table.pace.rest_s)

    def _switch(self, on: bool) -> Iterator[Moment]:
        self._table.lamp, self._lamp_on_at = on, None
        self._table.tell("lamp-on" if on else "lamp-off", self._table.ply)
        yield from self._table.rest(0.8)

    # --- small things

    def _withdraw(self, seat: str) -> Iterator[Moment]:
        yield from self._table.leave(seat)
        yield from self._table.rest(self._table.pace.rest_s * float(self._rng.uniform(0.8, 1.3)))

    def _work(self, ply: int) -> Work:
        return handiwork(self.line.game, self.line.positions[ply - 1], self.line.moves[ply - 1])

    def _seat(self, ply: int) -> str:
        return self.line.game.turn(self.line.positions[ply - 1]).value


def _late(work: Work) -> list[tuple[Carry, ...]]:
    """Everything but the lifting first; then the pieces that were jumped."""
    lifts = tuple(carry for carry in work.carries if carry.role == "lift")
    return [tuple(carry for carry in work.carries if carry.role != "lift"), lifts]
