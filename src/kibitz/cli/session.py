"""A game at one keyboard: what each typed line does, apart from how it is shown."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from kibitz.core.errors import KibitzError
from kibitz.core.game import AnyGame, Chancy, Claims, Outcome, Seat
from kibitz.core.record import Entry, GameRecord, Kind, Replay, replay

HELP = """\
  a move      as listed by 'moves', e.g. {example}
  moves       all legal moves            undo    take the last move back
  flip        turn the board round       setup   the position as text
  resign      give up                    draw    agree on a draw
  claim       claim a draw where the rules allow it
  save [FILE] keep the game; without a name, under date and time
  quit        leave; asks while a game is running"""


@dataclass
class Session:
    """One game between two people who share a keyboard."""

    game: AnyGame
    setup: str = ""
    rng: random.Random = field(default_factory=random.SystemRandom)
    flipped: bool = False
    saved: bool = True

    def __post_init__(self) -> None:
        self.record = GameRecord(self.game.name, self.game.version, self.setup)
        self._began = time.time()
        self.replay: Replay[Any, Any] = replay(self.game, self.record)
        self.roll()

    @property
    def position(self) -> Any:
        return self.replay.position

    @property
    def outcome(self) -> Outcome | None:
        return self.replay.outcome

    @property
    def turn(self) -> Seat:
        return self.game.turn(self.position)

    def do(self, line: str) -> str:
        """Carry out one typed line and say what happened; errors become their sentence."""
        word, _, rest = line.strip().partition(" ")
        command = _COMMANDS.get(word.lower())
        try:
            if command:
                return command(self, rest.strip())
            return self.move(line.strip()) if word else ""
        except KibitzError as error:
            return str(error)

    def move(self, text: str) -> str:
        """Play a move, then let the dice fall where it is their turn."""
        if self.outcome:
            return "The game is over; 'undo' takes the last move back, 'quit' leaves."
        position, seat = self.position, self.turn
        move = self.game.read(position, text)
        written = self.game.write(position, move)
        self._add(Entry(Kind.MOVE, written, seat, time.time(), took_s=self._thought()))
        return f"{seat} played {written}." + self.roll()

    def roll(self) -> str:
        """Throw the dice for as long as it is their turn."""
        said = ""
        while not self.outcome and self.turn is Seat.CHANCE and isinstance(self.game, Chancy):
            moves = self.game.moves(self.position)
            fallen = self.rng.choices(moves, self.game.odds(self.position))[0]
            written = self.game.write(self.position, fallen)
            self._add(Entry(Kind.MOVE, written, Seat.CHANCE, time.time(), source="dice"))
            said += f" The dice: {written}."
        return said

    def undo(self, _: str = "") -> str:
        """Take back the last move that a person made, and any roll after it."""
        if not any(step.move is not None for step in self.replay.steps[self._first_choice() :]):
            return "There is no move to take back."
        while True:
            self._add(Entry(Kind.UNDO, at=time.time()))
            if self.turn is not Seat.CHANCE:
                return "Taken back."

    def _first_choice(self) -> int:
        """Steps that nobody chose: the start, and a first roll."""
        seats = [self.game.turn(step.position) for step in self.replay.steps]
        return next((i + 1 for i, seat in enumerate(seats) if seat is not Seat.CHANCE), len(seats))

    def resign(self, _: str = "") -> str:
        """The side to move gives up."""
        return self._end(Entry(Kind.RESIGN, seat=self.turn, at=time.time()))

    def agree(self, _: str = "") -> str:
        """Both agree on a draw."""
        return self._end(Entry(Kind.DRAW, at=time.time()))

    def claim(self, _: str = "") -> str:
        """Claim the draw the rules offer."""
        reasons = self.game.claims(self.position) if isinstance(self.game, Claims) else ()
        if not reasons:
            return "There is no draw to claim in this position."
        return self._end(Entry(Kind.CLAIM, reasons[0], self.turn, time.time()))

    def _end(self, entry: Entry) -> str:
        if self.outcome:
            return "The game is over already."
        self._add(entry)
        return ""

    def moves(self, _: str = "") -> str:
        """All legal moves, as they are written."""
        return "  ".join(self.game.write(self.position, move) for move in self.game.moves(self.position))

    def flip(self, _: str = "") -> str:
        """Turn the board round."""
        self.flipped = not self.flipped
        return ""

    def written(self, _: str = "") -> str:
        """The position as text."""
        return self.game.setup(self.position)

    def help(self, _: str = "") -> str:
        """What can be typed."""
        moves = self.game.moves(self.position)
        return HELP.format(example=self.game.write(self.position, moves[0]) if moves else "…")

    def save(self, name: str = "") -> str:
        """Write the game to a file."""
        from kibitz.cli.saving import save

        path = save(self.game, self.record, name)
        self.saved = True
        return f"Saved as {path}."

    def _add(self, entry: Entry) -> None:
        self.record = self.record.plus(entry)
        self.replay = replay(self.game, self.record)
        self.saved = False
        self._began = time.time()

    def _thought(self) -> float:
        return round(time.time() - self._began, 3)


_COMMANDS: dict[str, Callable[[Session, str], str]] = {
    "moves": Session.moves,
    "undo": Session.undo,
    "flip": Session.flip,
    "save": Session.save,
    "resign": Session.resign,
    "draw": Session.agree,
    "claim": Session.claim,
    "setup": Session.written,
    "help": Session.help,
    "?": Session.help,
}
