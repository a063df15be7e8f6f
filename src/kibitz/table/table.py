"""The table: everything that happens to one game goes through here, is kept first and shown then.

A table lives in one asyncio loop and is not touched from other threads. What is slow (vision, bots)
runs elsewhere and hands its result over.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import replace
from typing import Any

from kibitz.core.errors import BadSetup, IllegalMove, KibitzError
from kibitz.core.game import AnyGame, Chancy, Claims, Places, Remarks, Seat
from kibitz.core.look import Look
from kibitz.core.observation import Observation
from kibitz.core.player import Player
from kibitz.core.record import Entry, GameRecord, Kind, Replay, extended, replay
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
from kibitz.referee import Referee
from kibitz.referee.patience import Patience
from kibitz.table.audience import Audience
from kibitz.table.clock import Clock, Control, counted
from kibitz.table.keeper import Keeper, Nowhere, Stale
from kibitz.table.state import Phase, State
from kibitz.table.thinking import Thinking

_WAITING = {
    "unchanged": Phase.FOLLOWING,
    "covered": Phase.MOVING,
    "settling": Phase.MOVING,
    "underway": Phase.MOVING,
    "unclear": Phase.MOVING,
    "wrong": Phase.ILLEGAL,
    "behind": Phase.OUT_OF_STEP,
}


class Table:
    """One game in progress."""

    def __init__(
        self,
        game: AnyGame,
        record: GameRecord | None = None,
        *,
        keeper: Keeper | None = None,
        control: Control | None = None,
        players: Mapping[Seat, Player] | None = None,
        at_board: bool = False,
        dice: Callable[[list[Any], list[float]], Any] | None = None,
        say: Callable[[Any, Ruling[Any]], str] = lambda position, ruling: "",
        clock: Callable[[], float] = time.monotonic,
        patience: Patience | None = None,
    ) -> None:
        """`players` are those that are programs; `at_board` says that a camera watches a real board."""
        self.game, self._keeper, self._say, self._now = game, keeper or Nowhere(), say, clock
        self.record = record or GameRecord(game.name, game.version)
        self._replay: Replay[Any, Any] = replay(game, self.record)
        self._players, self._dice, self._patience = dict(players or {}), dice, patience
        self.referee: Referee[Any, Any] | None = self._new_referee() if at_board else None
        self._clock = counted(control or Control(), self.record.entries)
        self._audience, self._thinking = Audience(), Thinking()
        self._announced: Any = None
        self._paused = False
        self._seq = 0
        self.state = self._state(Phase.OVER if self._replay.outcome else Phase.FOLLOWING)

    # --- who listens

    def listen(self) -> AsyncIterator[State]:
        """The state now, then every change; a listener that falls behind skips to the newest states."""
        return self._audience.listen(lambda: self.state)

    def _show(self, phase: Phase, **more: Any) -> State:
        self._seq += 1
        return self._tell(replace(self._state(phase), **more))

    def _tell(self, state: State) -> State:
        self.state = state
        self._audience.tell(state)
        return state

    def _state(self, phase: Phase) -> State:
        position, now = self.position, self._now()
        sides = [self._clock.side(seat, now) for seat in (Seat.FIRST, Seat.SECOND)]
        remarks = self.game.remarks(position) if isinstance(self.game, Remarks) else {}
        return State(
            seq=self._seq,
            ply=self._replay.ply,
            game=self.game.name,
            setup=self.game.setup(position),
            look=self.game.look(position),
            turn=self.game.turn(position),
            phase=phase,
            outcome=self._replay.outcome,
            last=self._last_cells(),
            announced=self.game.write(position, self._announced) if self._announced is not None else "",
            used_s=(sides[0].used_s, sides[1].used_s),
            left_s=None if self._clock.control.main_s is None else (sides[0].left_s, sides[1].left_s),
            running=self._clock.running,
            remarks=tuple(remarks.items()),
        )

    def _last_cells(self) -> tuple[int, ...]:
        steps = self._replay.steps
        for before, step in zip(reversed(steps[:-1]), reversed(steps), strict=False):
            if step.move is not None and (path := self.game.path(before.position, step.move)):
                return path
        return ()

    # --- where the game stands

    @property
    def position(self) -> Any:
        """The position that counts."""
        return self._replay.position

    @property
    def ply(self) -> int:
        """How many moves count."""
        return self._replay.ply

    @property
    def clock(self) -> Clock:
        """Both players' time."""
        return self._clock

    @property
    def thinking(self) -> bool:
        """Whether a bot is choosing its move."""
        return self._thinking.running

    def shown_again(self) -> State:
        """Tell the listeners of a change beside the game (its name, a bot's speed)."""
        self._seq += 1
        return self._tell(replace(self.state, seq=self._seq))

    def _add(self, *entries: Entry) -> None:
        """Keep entries, then let them count; when keeping fails, nothing has happened."""
        for entry in entries:
            after = extended(self.game, self._replay, entry)
            self._keeper.append(entry)
            self.record, self._replay = self.record.plus(entry), after

    def _entry(self, kind: Kind, text: str = "", seat: Seat | None = None, source: str = "screen") -> Entry:
        now = self._now()
        took = round(now - self._clock.since, 3) if self._clock.running and kind is Kind.MOVE else None
        return Entry(kind, text, seat, time.time(), source, took)

    def _check(self, ply: int | None) -> None:
        if ply is not None and ply != self.ply:
            raise Stale(f"The game has gone on: that was meant for move {ply}, and it stands at {self.ply}.")

    # --- what players do

    def play(self, text: str, *, ply: int | None = None, source: str = "screen") -> State:
        """Make a move; the clock is pressed, and bots and dice take their turns."""
        self._check(ply)
        self._must_run()
        move = self.game.read(self.position, text)
        self._make(move, source)
        if self.referee:
            self.referee.tell(move)
        return self._carry_on()

    def _must_run(self) -> None:
        if self._replay.outcome:
            raise IllegalMove("The game is over.")
        if self._paused:
            raise IllegalMove("The game is paused; go on first.")

    def _make(self, move: Any, source: str) -> None:
        position, seat = self.position, self.game.turn(self.position)
        self._add(self._entry(Kind.MOVE, self.game.write(position, move), seat, source))
        self._announced = None
        if seat is not Seat.CHANCE:
            self._press(seat)

    def _press(self, seat: Seat) -> None:
        now = self._now()
        if self._replay.outcome:
            self._clock = self._clock.stopped(now)
        elif (turn := self.game.turn(self.position)) is Seat.CHANCE or turn is seat.other:
            self._clock = self._clock.pressed(seat, now)
        else:
            self._clock = self._clock.started(turn, now)

    def _carry_on(self, message: str = "") -> State:
        """After a move: dice are thrown on the screen, a bot begins to think."""
        while not self._replay.outcome and self.game.turn(self.position) is Seat.CHANCE and self._dice:
            self._throw()
        if self._replay.outcome:
            return self._show(Phase.OVER, message=message)
        self._wake_bot()
        return self._show(Phase.PAUSED if self._paused else Phase.FOLLOWING, message=message)

    def _throw(self) -> None:
        assert isinstance(self.game, Chancy) and self._dice
        moves, odds = list(self.game.moves(self.position)), list(self.game.odds(self.position))
        fallen = self._dice(moves, odds)
        self._make(fallen, "dice")
        if self.referee:
            self.referee.tell(fallen)

    def undo(self, *, ply: int | None = None) -> State:
        """Take back the last move that a person chose, with the dice and the bot's answer after it."""
        self._check(ply)
        steps = self._chosen_since()
        if not steps:
            raise IllegalMove("There is no move to take back.")
        self._thinking.stop()
        for _ in range(steps):
            self._add(self._entry(Kind.UNDO))
        return self._elsewhere()

    def _chosen_since(self) -> int:
        """How many steps lie from the end back to the last choice of a person (of anyone, among bots)."""
        steps, programs = self._replay.steps, set(self._players)
        for count in range(1, len(steps)):
            seat = self.game.turn(steps[-count - 1].position)
            by_person = seat is not Seat.CHANCE and (seat not in programs or len(programs) > 1)
            if steps[-count].move is None or by_person:
                return count
        return 0

    def this_is_the_position(self, setup: str) -> State:
        """The position now is this one, whatever happened before."""
        self.game.start(setup)
        self._thinking.stop()
        self._add(self._entry(Kind.POSITION, setup, source="correction"))
        return self._elsewhere()

    def reset_from_board(self, look: Look, turn: Seat = Seat.FIRST) -> State:
        """Begin from what stands on the real board (SPEC A16)."""
        if not isinstance(self.game, Places):
            raise BadSetup(f"{self.game.title} cannot begin from what a camera sees.")
        return self.this_is_the_position(self.game.setup_from(look, turn))

    def _elsewhere(self) -> State:
        """The game stands somewhere else than the last move led to."""
        self._announced = None
        if self.referee:
            self.referee = self._new_referee()
        if self._clock.running and not self._replay.outcome:
            turn = self.game.turn(self.position)
            self._clock = self._clock.started(
                turn if turn is not Seat.CHANCE else self._clock.running, self._now()
            )
        return self._carry_on()

    def _new_referee(self) -> Referee[Any, Any]:
        earlier = tuple(step.position for step in self._replay.steps[:-1])
        return Referee(self.game, self.position, earlier=earlier, patience=self._patience)

    def resign(self, seat: Seat | None = None) -> State:
        """A player gives up; the one to move when none is named."""
        turn = self.game.turn(self.position)
        return self._end(Kind.RESIGN, seat=seat or (turn if turn is not Seat.CHANCE else Seat.FIRST))

    def agree_draw(self) -> State:
        """Both agree on a draw."""
        return self._end(Kind.DRAW)

    def claim(self) -> State:
        """The player to move claims the draw that the rules offer."""
        reasons = self.game.claims(self.position) if isinstance(self.game, Claims) else ()
        if not reasons:
            raise IllegalMove("There is no draw to claim in this position.")
        return self._end(Kind.CLAIM, reasons[0], self.game.turn(self.position))

    def _end(self, kind: Kind, text: str = "", seat: Seat | None = None) -> State:
        if self._replay.outcome:
            raise IllegalMove("The game is over already.")
        self._thinking.stop()
        self._add(self._entry(kind, text, seat))
        self._clock = self._clock.stopped(self._now())
        return self._show(Phase.OVER)

    def note(self, text: str) -> State:
        """Keep a comment with the game."""
        self._add(self._entry(Kind.NOTE, text))
        return self.shown_again()

    def pause(self) -> State:
        """Stop the clock; moves wait."""
        if self._replay.outcome:
            raise IllegalMove("The game is over.")
        return self.halt()

    def halt(self, message: str = "") -> State:
        """Pause because something failed, and say what."""
        self._paused = True
        self._thinking.stop()
        self._clock = self._clock.stopped(self._now())
        return self._show(Phase.PAUSED, message=message)

    def go_on(self) -> State:
        """End a pause, or ask a bot again that failed."""
        self._paused = False
        turn = self.game.turn(self.position)
        if self._replay.ply and turn is not Seat.CHANCE and not self._replay.outcome:
            self._clock = self._clock.started(turn, self._now())
        return self._carry_on()

    def tick(self) -> State | None:
        """Look at the clock; the game ends when a flag has fallen."""
        seat = self._clock.flagged(self._now())
        return self._end(Kind.FLAG, seat=seat) if seat and not self._replay.outcome else None

    # --- what the camera sees

    def see(self, seen: Observation, *, not_ready: str = "") -> Ruling[Any]:
        """Let the referee judge an observation, and act on the ruling.

        `not_ready` is said, and nothing called illegal, until the board has shown the position once.
        """
        if self.referee is None or self._paused or self._replay.outcome:
            return Waiting()
        position = self.position
        ruling = self.referee.see(seen)
        if not_ready and isinstance(ruling, Unexplained):
            self.referee.restart(position)
            self._wait_for_the_board(not_ready, ruling.cells)
        elif not not_ready or not isinstance(ruling, Waiting) or self._may_show(ruling):
            self._do(ruling, self._say(position, ruling))
        return ruling

    def _do(self, ruling: Ruling[Any], message: str) -> None:
        """Act on a ruling; what cannot be kept has not happened, for the referee neither."""
        try:
            self._act(ruling, message)
        except KibitzError as error:
            self.referee = self._new_referee()
            self.halt(str(error))

    def _may_show(self, waiting: Waiting) -> bool:
        """Before the board has been right once, only that it is, or that it is in view again."""
        return waiting.why == "unchanged" or self.state.phase is Phase.LOST

    def _wait_for_the_board(self, message: str, cells: tuple[int, ...]) -> None:
        if (self.state.phase, self.state.cells) != (Phase.OUT_OF_STEP, cells):
            self._show(Phase.OUT_OF_STEP, message=message, cells=cells)

    def _act(self, ruling: Ruling[Any], message: str) -> None:
        match ruling:
            case Played(line):
                for move in line:
                    self._make(move, "camera")
                self._carry_on(message=message)
            case TakenBack(plies):
                self._add(*[self._entry(Kind.UNDO, source="camera")] * plies)
                self._carry_on(message=message)
            case Ambiguous(lines):
                choices = tuple(self._written(line) for line in lines)
                self._show(Phase.UNCLEAR, message=message, choices=choices)
            case Unexplained(cells, _, _):
                self._show(Phase.ILLEGAL, message=message, cells=cells)
            case Underway() | Restored() | Turned():
                self._show(Phase.MOVING if isinstance(ruling, Underway) else Phase.FOLLOWING, message=message)
            case Waiting(why):
                phase = _WAITING[why]
                if phase is not self.state.phase and not self._keeps_its_word(phase):
                    self._show(phase, message=message)

    def _keeps_its_word(self, phase: Phase) -> bool:
        """A question, or what is wrong, stands until it is answered; a hand that puts it right is no news."""
        wrong = self.referee is not None and self.referee.wrong
        return self.state.phase is Phase.UNCLEAR or (
            self.state.phase is Phase.ILLEGAL and wrong and phase is Phase.MOVING
        )

    def _written(self, line: tuple[Any, ...]) -> tuple[str, ...]:
        position, texts = self.position, []
        for move in line:
            texts.append(self.game.write(position, move))
            position = self.game.play(position, move)
        return tuple(texts)

    def choose(self, number: int) -> State:
        """Settle what was unclear by one of the choices offered."""
        if not 0 <= number < len(self.state.choices):
            raise IllegalMove("That is none of the choices.")
        for text in self.state.choices[number]:
            move = self.game.read(self.position, text)
            self._make(move, "correction")
            if self.referee:
                self.referee.tell(move)
        return self._carry_on()

    def camera_lost(self, message: str) -> State:
        """The camera does not answer; the game stands."""
        return self._show(Phase.LOST, message=message)

    # --- bots

    def _wake_bot(self) -> None:
        player = self._players.get(self.game.turn(self.position))
        if player is None or self._paused or self._announced is not None:
            return
        self._thinking.begin(lambda: self._think(player, self.ply))

    async def _think(self, player: Player, ply: int) -> None:
        try:
            move = await player.choose(self.game, self.position)
            if ply != self.ply or self._replay.outcome:
                return
            if self.referee:
                self._announce(move)
            else:
                self._make(move, "bot")
                self._carry_on()
        except KibitzError as error:  # the bot's, or the archive's: nothing has happened, and it is told
            self._show(Phase.PAUSED, message=str(error))
        except Exception:
            self._show(Phase.PAUSED, message="A fault of the program; go on to try again.")
            raise

    def _announce(self, move: Any) -> None:
        """On a real board a bot's move is shown and waits until somebody has made it there."""
        self._announced = move
        assert self.referee
        self.referee.expect(move)
        self._show(Phase.FOLLOWING)

    def start(self) -> State:
        """Begin: throw the dice or let a bot that is to move think."""
        return self._carry_on()

    async def close(self) -> None:
        """End what still runs."""
        await self._thinking.close()
