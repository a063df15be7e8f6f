"""Sightings in, events out: what a camera sees and a table joined, for `kibitz watch` and the application."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from kibitz.core.errors import KibitzError
from kibitz.core.game import AnyGame, Seat
from kibitz.core.look import Look, PieceSet
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
from kibitz.messages import Catalogue, said
from kibitz.messages.rulings import ended
from kibitz.table import Table
from kibitz.watching.sighting import Sighting

LOST_AFTER_S = 1.0  # a hand hides a mark for a moment in every second move; that is no loss
START_FRAMES = 3  # equal readings in a row before a position is taken as the start


@dataclass(frozen=True)
class Event:
    """One thing worth telling, with where and when."""

    event: str
    at: float
    frame: int
    message: str = ""
    more: dict[str, Any] = field(default_factory=dict)

    def data(self) -> dict[str, Any]:
        """As `kibitz watch --json` prints it."""
        head = {"at": round(self.at, 3), "frame": self.frame, "event": self.event}
        return {**head, **self.more, "message": self.message}


class Following:
    """Follows one board for one table. Give it every sighting; it answers with what happened."""

    def __init__(
        self,
        table: Table,
        piece_set: PieceSet,
        texts: Catalogue,
        *,
        from_board: bool = False,
        starts: Seat = Seat.FIRST,
        assume: bool = True,
    ) -> None:
        """`from_board`: the game starts from what stands there (SPEC A16); `assume`: nobody can be asked."""
        self.table, self._pieces, self._texts = table, piece_set, texts
        self._from_board, self._starts, self._assume = from_board, starts, assume
        self._begun = self._told_waiting = False
        self._found_at: float | None = None
        self._lost = True
        self._same: list[Look] = []
        self._last = (0.0, 0)

    @property
    def game(self) -> AnyGame:
        """The game that is watched."""
        return self.table.game

    @property
    def begun(self) -> bool:
        """Whether the board has shown the position once."""
        return self._begun

    @property
    def expected(self) -> Look | None:
        """The start position while it may be standing there: colours can be learnt from it."""
        if self._begun or self.table.ply or self._from_board:
            return None
        return self.game.look(self.table.position)

    def see(self, seen: Sighting) -> Iterator[Event]:
        """Take one sighting in."""
        self._last = (seen.at, seen.frame_id)
        if seen.observation is None:
            yield from self._not_found(seen)
            return
        if self._lost:
            self._lost = False
            yield Event("located", seen.at, seen.frame_id)
        self._found_at = seen.at
        if self._from_board and not self._begun:
            yield from self._read_start(seen)
        else:
            yield from self._judge(seen)

    def camera_lost(self, reason: str) -> Iterator[Event]:
        """The camera does not answer: said once, and the game stands."""
        if not self._lost or not self._told_waiting:
            self._lost = self._told_waiting = True
            self.table.camera_lost(reason)
            yield Event("lost", self._last[0], self._last[1], reason)

    def _not_found(self, seen: Sighting) -> Iterator[Event]:
        since = seen.at - self._found_at if self._found_at is not None else LOST_AFTER_S
        lost_now = since >= LOST_AFTER_S and not self._lost
        if lost_now or (self._found_at is None and not self._told_waiting):
            self._lost = True
            self._told_waiting = self._told_waiting or not lost_now
            if not self.table.state.outcome:
                self.table.camera_lost(seen.sentence)
            yield Event("lost", seen.at, seen.frame_id, seen.sentence)

    def _read_start(self, seen: Sighting) -> Iterator[Event]:
        """Take what stands on the board as the start once it has been read the same a few times."""
        assert seen.look is not None
        self._same = (
            [*self._same, seen.look] if not seen.hidden and self._same[-1:] in ([], [seen.look]) else []
        )
        if len(self._same) < START_FRAMES:
            return
        try:
            self.table.reset_from_board(seen.look, self._starts)
        except KibitzError as error:
            yield from self._say_waiting(seen, str(error))
            return
        self._begun = True
        yield Event("waiting", seen.at, seen.frame_id, self._texts.text("watch.started"), self._standing())

    def _judge(self, seen: Sighting) -> Iterator[Event]:
        assert seen.observation is not None
        before = self.table.position
        ruling = self.table.see(
            seen.observation, not_ready="" if self._begun else self._texts.text("watch.set-up")
        )
        if isinstance(ruling, Unexplained) and not self._begun:
            yield from self._say_waiting(seen, self._texts.text("watch.set-up"), ruling)
            return
        if not isinstance(ruling, Waiting) or ruling.why == "unchanged":
            self._begun = True
        yield from self._told(seen, before, ruling)
        if self.table.state.outcome and isinstance(ruling, Played | Ambiguous):
            message = ended(self._texts, self.table.state.outcome)
            more = {"result": self.table.state.outcome.score, **self._standing()}
            yield Event("over", seen.at, seen.frame_id, message, more)

    def _say_waiting(self, seen: Sighting, message: str, wrong: Unexplained | None = None) -> Iterator[Event]:
        if not self._told_waiting:
            self._told_waiting = True
            more = {"cells": self._names(wrong.cells)} if wrong else {}
            yield Event("waiting", seen.at, seen.frame_id, message, more)

    def _told(self, seen: Sighting, before: Any, ruling: Ruling[Any]) -> Iterator[Event]:
        message = said(self._texts, self.game, before, ruling)

        def event(name: str, **more: Any) -> Event:
            return Event(name, seen.at, seen.frame_id, message, {**more, **self._standing()})

        match ruling:
            case Played(line):
                yield from self._played(seen, before, line)
            case Ambiguous(lines):
                yield event("ambiguous", moves=[list(choice) for choice in self.table.state.choices])
                if self._assume:
                    self.table.choose(0)
                    yield from self._played(seen, before, lines[0], assumed=True)
            case Underway(look, _):
                yield Event(
                    "underway",
                    seen.at,
                    seen.frame_id,
                    message,
                    {"ply": self.table.ply, "rows": self.rows(look)},
                )
            case Unexplained(cells, reason, look):
                yield event("illegal", reason=reason.key, cells=self._names(cells), seen=self.rows(look))
            case Restored():
                yield event("restored")
            case TakenBack(plies):
                yield event("taken-back", plies=plies)
            case Turned():
                yield event("turned")
            case Waiting():
                pass

    def _played(self, seen: Sighting, position: Any, line: tuple[Any, ...], **more: Any) -> Iterator[Event]:
        ply = self.table.ply - len(line)
        for number, move in enumerate(line, 1):
            seat = self.game.turn(position)
            message = said(self._texts, self.game, position, Played((move,)))
            told = {"ply": ply + number, "move": self.game.write(position, move), "seat": seat.value}
            position = self.game.play(position, move)
            yield Event(
                "played",
                seen.at,
                seen.frame_id,
                message,
                {**told, **more, "rows": self.rows(self.game.look(position))},
            )

    def _standing(self) -> dict[str, Any]:
        return {"ply": self.table.ply, "rows": self.rows(self.table.state.look)}

    def _names(self, cells: tuple[int, ...]) -> list[str]:
        return [self.game.plan.cells[cell].name for cell in cells]

    def rows(self, look: Look) -> list[str]:
        """A look as rows of text, in the piece set's characters."""
        symbols = [self._pieces.symbol(face) for face in self.game.faces]
        return ["".join(symbols[look[cell]] for cell in row) for row in self.game.plan.rows]
