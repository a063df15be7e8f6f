"""Frames in, events out: an eye and a table joined, as `kibitz watch` and the application use them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kibitz.core.errors import KibitzError
from kibitz.core.game import AnyGame, Seat
from kibitz.core.look import Look
from kibitz.core.observation import Frame
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

if TYPE_CHECKING:
    from kibitz.vision.watch import Eye, Seen

LOST_AFTER_S = 1.0  # a hand hides a mark for a moment in every second move; that is no loss
LEARN_FRAMES = 3  # frames of the start position from which the colours of the pieces are learnt
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
    """Watches one board for one table. Give it every frame; it answers with what happened."""

    def __init__(self, table: Table, eye: Eye, texts: Catalogue, *, from_board: bool = False) -> None:
        """`from_board`: the game starts from whatever stands on the board (SPEC A16)."""
        self.table, self.eye, self._texts = table, eye, texts
        self._from_board, self._begun, self._told_waiting = from_board, False, False
        self._found_at: float | None = None
        self._lost = True
        self._same: list[Look] = []
        self._last = (0.0, 0)
        self._learnt: list[tuple[Frame, Seen]] = []
        self.seen: Seen | None = None

    @property
    def game(self) -> AnyGame:
        """The game that is watched."""
        return self.table.game

    def look(self, frame: Frame) -> Iterator[Event]:
        """Take one frame in."""
        from kibitz.vision.watch import Seen

        self._last = (frame.at, frame.id)
        found = self.eye.look(frame)
        if not isinstance(found, Seen):
            self.seen = None
            yield from self._not_found(frame, found.sentence)
            return
        self.seen = found
        if self._lost:
            self._lost = False
            yield Event("located", frame.at, frame.id)
        self._found_at = frame.at
        if self._from_board and not self._begun:
            yield from self._read_start(frame, found)
        else:
            self._learn(frame, found)
            yield from self._judge(frame, found)

    def camera_lost(self, reason: str) -> Iterator[Event]:
        """The camera does not answer: said once, and the game stands."""
        if not self._lost or not self._told_waiting:
            self._lost = self._told_waiting = True
            self.seen = None
            self.table.camera_lost(reason)
            yield Event("lost", self._last[0], self._last[1], reason)

    def _not_found(self, frame: Frame, why: str) -> Iterator[Event]:
        since = frame.at - self._found_at if self._found_at is not None else LOST_AFTER_S
        if since >= LOST_AFTER_S and not self._lost:
            self._lost = True
            yield Event("lost", frame.at, frame.id, why)
        elif self._found_at is None and not self._told_waiting:
            self._told_waiting = True
            yield Event("lost", frame.at, frame.id, why)

    def _read_start(self, frame: Frame, found: Seen) -> Iterator[Event]:
        """Take what stands on the board as the start once it has been read the same a few times."""
        look = found.reading.look
        self._same = [*self._same, look] if not found.hidden and self._same[-1:] in ([], [look]) else []
        if len(self._same) < START_FRAMES and not self._is_still(frame):
            return
        try:
            self.table.reset_from_board(look, Seat.FIRST)
        except KibitzError as error:
            yield from self._say_waiting(frame, str(error))
            return
        self._begun = True
        yield Event("waiting", frame.at, frame.id, self._texts.text("watch.started"), self._standing())

    def _is_still(self, frame: Frame) -> bool:
        return bool(self._same) and frame.at - (self._found_at or 0.0) >= 0.5

    def _learn(self, frame: Frame, found: Seen) -> None:
        """Learn this game's own colours from the known start, while it stands there uncovered."""
        if self._begun or found.hidden or len(self._learnt) >= LEARN_FRAMES or self.table.ply:
            return
        expected = self.game.look(self.table.position)
        trays = frozenset(i for i, cell in enumerate(self.game.plan.cells) if cell.tray)
        if _same_places(found.reading.look, expected, trays):
            self._learnt.append((frame, found))
            self.eye.learn([(f, s.located) for f, s in self._learnt], expected)

    def _judge(self, frame: Frame, found: Seen) -> Iterator[Event]:
        before = self.table.position
        ruling = self.table.see(found.observation)
        if isinstance(ruling, Unexplained) and not self._begun:
            assert self.table.referee
            self.table.referee.restart(before)
            yield from self._say_waiting(frame, self._texts.text("watch.set-up"), ruling)
            return
        if not isinstance(ruling, Waiting) or ruling.why == "unchanged":
            self._begun = True
        yield from self._told(frame, before, ruling)
        if self.table.state.outcome and isinstance(ruling, Played | Ambiguous):
            message = ended(self._texts, self.table.state.outcome)
            yield Event(
                "over",
                frame.at,
                frame.id,
                message,
                {"result": self.table.state.outcome.score, **self._standing()},
            )

    def _say_waiting(self, frame: Frame, message: str, wrong: Unexplained | None = None) -> Iterator[Event]:
        if not self._told_waiting:
            self._told_waiting = True
            more = {"cells": self._names(wrong.cells)} if wrong else {}
            yield Event("waiting", frame.at, frame.id, message, more)

    def _told(self, frame: Frame, before: Any, ruling: Ruling[Any]) -> Iterator[Event]:
        message = said(self._texts, self.game, before, ruling)

        def event(name: str, **more: Any) -> Event:
            return Event(name, frame.at, frame.id, message, {**more, **self._standing()})

        match ruling:
            case Played(line):
                yield from self._played(frame, before, line)
            case Ambiguous(lines):
                yield event("ambiguous", moves=[list(choice) for choice in self.table.state.choices])
                self.table.choose(0)
                yield from self._played(frame, before, lines[0], assumed=True)
            case Underway(look, _):
                yield Event(
                    "underway", frame.at, frame.id, message, {"ply": self.table.ply, "rows": self.rows(look)}
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

    def _played(self, frame: Frame, position: Any, line: tuple[Any, ...], **more: Any) -> Iterator[Event]:
        ply = self.table.ply - len(line)
        for number, move in enumerate(line, 1):
            seat = self.game.turn(position)
            message = said(self._texts, self.game, position, Played((move,)))
            told = {"ply": ply + number, "move": self.game.write(position, move), "seat": seat.value}
            position = self.game.play(position, move)
            yield Event(
                "played",
                frame.at,
                frame.id,
                message,
                {**told, **more, "rows": self.rows(self.game.look(position))},
            )

    def _standing(self) -> dict[str, Any]:
        return {"ply": self.table.ply, "rows": self.rows(self.table.state.look)}

    def _names(self, cells: tuple[int, ...]) -> list[str]:
        return [self.game.plan.cells[cell].name for cell in cells]

    def rows(self, look: Look) -> list[str]:
        """A look as rows of text, in the piece set's characters."""
        symbols = [self.eye.piece_set.symbol(face) for face in self.game.faces]
        return ["".join(symbols[look[cell]] for cell in row) for row in self.game.plan.rows]


def _same_places(a: Look, b: Look, trays: frozenset[int]) -> bool:
    """Whether nearly the same cells are occupied, whatever the colours; trays are not read."""
    pairs = (pair for cell, pair in enumerate(zip(a, b, strict=True)) if cell not in trays)
    return sum((x == 0) != (y == 0) for x, y in pairs) <= len(a) // 32
