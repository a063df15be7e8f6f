"""One table of the house: the game in progress, its players, its place in the archive, and who looks on."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Protocol

from kibitz.archive.keeping import GameKeeper
from kibitz.core.errors import BadSetup, IllegalMove, KibitzError, MoveError
from kibitz.core.game import AnyGame, Seat
from kibitz.core.look import Look, look_of
from kibitz.core.player import Player, Thought
from kibitz.table import Table
from kibitz.table.keeper import Stale
from kibitz.web import shapes, showing
from kibitz.web.live import Channel
from kibitz.web.players import Patient

log = logging.getLogger("kibitz.web")
AGREES_BELOW = 0.52
LONGEST_LINE = 20


class Camera(Protocol):
    """Whatever watches the real board of a table."""

    @property
    def look(self) -> Look: ...
    async def close(self) -> None: ...


@dataclass
class Seated:
    """A table with everything around it. It lives in the server's event loop."""

    id: str
    table: Table
    keeper: GameKeeper
    asked: shapes.NewTable
    bots: dict[Seat, Patient] = field(default_factory=dict)
    created: float = field(default_factory=time.time)
    name: str = ""
    live: Channel = field(default_factory=Channel)
    camera: Camera | None = None
    thought: dict[str, Any] | None = None
    used_at: float = field(default_factory=time.monotonic)
    on_change: Callable[[], None] = lambda: None
    """Called after every change."""
    close_bot: Callable[[Player], None] = lambda player: None
    _legal: tuple[Any, list[dict[str, Any]]] | None = None
    _pump: asyncio.Task[None] | None = None

    @property
    def game(self) -> AnyGame:
        return self.table.game

    # --- what it shows

    def state(self) -> dict[str, Any]:
        """The state now, as the page gets it."""
        table = self.table
        return {
            **showing.state_data(table.state),
            "announced": self._announced(),
            "clock": showing.clock_data(table.clock, showing.monotonic()),
            "claims": showing.claims_data(self.game, table.position) if not table.state.outcome else [],
            "legal": self._legal_now() if not table.state.outcome else [],
            "moves": showing.moves_data(table.record),
            "thinking": table.thinking,
            "thought": self.thought,
            "delay_ms": self.delay_ms,
            "name": self.name,
        }

    def _announced(self) -> dict[str, Any] | None:
        written = self.table.state.announced
        if not written:
            return None
        move = self.game.read(self.table.position, written)
        return {"move": written, "path": list(self.game.path(self.table.position, move))}

    def _legal_now(self) -> list[dict[str, Any]]:
        position = self.table.position
        if self._legal is None or self._legal[0] is not position:
            self._legal = position, showing.legal_data(self.game, position)
        return self._legal[1]

    @property
    def delay_ms(self) -> int:
        """How long bots wait at least."""
        return next((bot.delay_ms for bot in self.bots.values()), self.asked.delay_ms)

    def state_text(self) -> str:
        """The message with the state, for everyone who looks on."""
        return json.dumps({"type": "state", "state": self.state()}, ensure_ascii=False, separators=(",", ":"))

    def think_aloud(self, seat: Seat, thought: Thought[Any]) -> None:
        """Keep a bot's thought to be shown with its move."""
        position, line = self.table.position, list[str]()
        with suppress(MoveError):  # a line read from a bot's hash table may end in a move that is none
            for move in thought.line[:LONGEST_LINE]:
                line.append(self.game.write(position, move))
                position = self.game.play(position, move)
        self.thought = {"seat": seat, "value": thought.value, "line": line, "note": thought.note}

    # --- its life

    def begin(self, *, paused: bool = False) -> None:
        """Start the game, or let it wait, and tell everyone of every change from now on."""
        self._pump = asyncio.get_running_loop().create_task(self._pumped())
        if paused and not self.table.state.outcome:
            self.table.pause()
        else:
            self.table.start()

    async def _pumped(self) -> None:
        told = -1
        async for _ in self.table.listen():
            self.used_at = time.monotonic()
            try:
                if self.table.state.seq != told:  # several changes at once are told as the last of them
                    told = self.table.state.seq
                    self.live.tell("state", self.state_text())
                    self.on_change()
            except Exception:
                log.exception("showing table %s", self.id)

    def tick(self) -> None:
        """Look at the clock; a fallen flag that cannot be kept stops it, and it is told."""
        try:
            self.table.tick()
        except KibitzError as error:
            self.table.halt(str(error))

    def idle_s(self) -> float:
        """How long nobody has looked on and nothing has happened."""
        return 0.0 if len(self.live) else time.monotonic() - self.used_at

    def changed(self) -> None:
        """Tell everyone of a change that the table itself does not know of."""
        self.table.shown_again()

    async def close(self) -> None:
        """End everything that runs; the record stays in the archive."""
        if self.camera:
            await self.camera.close()
        if self._pump:
            self._pump.cancel()
        await self.table.close()
        for bot in self.bots.values():
            self.close_bot(bot.player)
        self.live.close()

    # --- what players do

    def act(self, action: shapes.Action) -> None:
        """Carry out an action; raises Stale, IllegalMove and their like."""
        self.used_at = time.monotonic()
        table = self.table
        match action:
            case shapes.Pause():
                table.pause()
            case shapes.GoOn():
                table.go_on()
            case shapes.Save():
                self.name = self.keeper.save(action.name)
                self.changed()
            case shapes.Speed():
                for bot in self.bots.values():
                    bot.delay_ms = action.delay_ms
                self.changed()
            case shapes.Note():
                table.note(action.text)
            case _:
                self._decide(action)

    def _decide(self, action: shapes.Action) -> None:
        """Actions that mean the position they were made in."""
        table = self.table
        if action.ply != table.ply:
            raise Stale(
                f"The game has gone on: that was meant for move {action.ply}, and it stands at {table.ply}."
            )
        match action:
            case shapes.Play():
                self._must_be_a_persons_turn()
                table.play(action.move, ply=action.ply)
            case shapes.Undo():
                table.undo(ply=action.ply)
            case shapes.Resign():
                table.resign(Seat(action.seat) if action.seat else self._person())
            case shapes.Draw():
                self._must_agree()
                table.agree_draw()
            case shapes.Claim():
                table.claim()
            case shapes.Choose():
                table.choose(action.number)
            case shapes.SetPosition():
                table.this_is_the_position(action.setup)
            case shapes.Reset():
                table.reset_from_board(self._board_now(action.look), Seat(action.turn))

    def _board_now(self, look: list[int] | None) -> Look:
        """What stands on the real board: as somebody says, or as the camera reads it."""
        if look is None and self.camera is None:
            raise BadSetup("No camera watches this board; reset takes what it sees.")
        if look is None:
            assert self.camera
            return self.camera.look
        if len(look) != len(self.game.plan.cells) or max(look) >= len(self.game.faces):
            raise BadSetup("A look has one face for each cell of the board.")
        return look_of(look)

    def _must_be_a_persons_turn(self) -> None:
        if not self.table.referee and self.game.turn(self.table.position) in self.bots:
            raise IllegalMove("It is the bot's turn.")

    def _person(self) -> Seat | None:
        """The only person at the table; nobody when there are two, or none."""
        persons = [seat for seat in (Seat.FIRST, Seat.SECOND) if seat not in self.bots]
        return persons[0] if len(persons) == 1 else None

    def _must_agree(self) -> None:
        """A bot agrees to a draw when it does not think it stands better."""
        if len(self.bots) == 1 and (self.thought is None or (self.thought["value"] or 0.5) > AGREES_BELOW):
            raise IllegalMove("The bot does not agree to a draw.")
