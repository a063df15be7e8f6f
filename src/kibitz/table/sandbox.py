"""The test board (SPEC D9): positions are set by hand, and the referee says what it thinks of each."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.board import Cell
from kibitz.core.errors import BadSetup
from kibitz.core.game import AnyGame, Places, Seat
from kibitz.core.look import Look
from kibitz.table.judges import Judge, Of2015, Say, Today, Words

GAME_OF_2015 = "draughts/kaaz"
MOST_LINES = 500
"""What the log keeps: an afternoon at the board."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log."""

    number: int
    text: str
    good: bool = True


class Sandbox:
    """A board that anything may be put on."""

    def __init__(self, game: AnyGame, say: Say, words: Words) -> None:
        self.game = game
        self._judge: Judge = Of2015(game) if game.name == GAME_OF_2015 else Today(game, say, words)
        self.log: list[Line] = []
        self.wrong = False
        self.init()

    @property
    def turn(self) -> Seat:
        """Whose turn it is in the last good position."""
        return self.game.turn(self._judge.position)

    @property
    def setup(self) -> str:
        """The last good position, written down."""
        return self.game.setup(self._judge.position)

    @property
    def console(self) -> list[str]:
        """What the program of 2015 wrote to its console (SPEC D8)."""
        return self._judge.console

    @property
    def differing(self) -> tuple[Cell, ...]:
        """The cells at which the board shown is not the last good one."""
        return tuple(i for i, (a, b) in enumerate(zip(self.look, self.good, strict=True)) if a != b)

    def init(self) -> None:
        """The right starting position."""
        self._stand(self.game.setup(self.game.start()))

    def set_init(self, look: Look, turn: Seat = Seat.FIRST) -> None:
        """Whatever stands there is the start from now on."""
        self._stand(self.written(look, turn))

    def set_up(self, setup: str) -> None:
        """The position that is written down; raises BadSetup."""
        self._stand(self.game.setup(self.game.start(setup)))

    def init_and_valid(self, look: Look) -> bool:
        """The start only if it is the right one."""
        valid = self.fitting(look) == self.game.look(self.game.start())
        if valid:
            self.init()
        self.look = look
        self._write(self._judge.started(valid=valid), good=valid)
        return valid

    def clear(self) -> None:
        """An empty board; the referee does not look until it is asked."""
        start = self.game.look(self.game.start())
        cells = zip(self.game.plan.cells, start, strict=True)
        self.look = Look(bytes(face if cell.tray else 0 for cell, face in cells))

    def back(self) -> None:
        """Put the pieces back as they stood when all was well."""
        self.look = self.good
        if self.wrong:
            self.move(self.look)

    def move(self, look: Look) -> None:
        """Ask what the referee says to this board."""
        self.look = self.fitting(look)
        answer = self._judge.see(self.look)
        if answer is None:
            return
        self._write(answer.text, good=answer.good)
        self.wrong = not answer.good
        if answer.accepted:
            self.good = self.look = self._with_trays(self.look)

    def written(self, look: Look, turn: Seat) -> str:
        """A board as a setup; raises BadSetup."""
        if not isinstance(self.game, Places):
            raise BadSetup(f"{self.game.title} cannot start from what stands on a board.")
        return self.game.setup_from(self.fitting(look), turn)

    def fitting(self, look: Look) -> Look:
        """The look if it is one of this game's boards; raises BadSetup."""
        if len(look) != len(self.game.plan.cells) or any(face >= len(self.game.faces) for face in look):
            raise BadSetup(
                f"A board of {self.game.title} has {len(self.game.plan.cells)} cells; this is none."
            )
        for cell, face in zip(self.game.plan.cells, look, strict=True):
            if self.game.faces[face].tray and not cell.tray:
                raise BadSetup(f"What stands in a tray cannot stand on {cell.name}.")
        return look

    def _stand(self, setup: str) -> None:
        position = self.game.start(setup)
        self.look = self.good = self.game.look(position)
        said = self._judge.begin(setup, self.look)
        self.log.clear()
        self.wrong = False
        self._write(said)

    def _with_trays(self, look: Look) -> Look:
        """The board with the trays as the rules have them, since nobody moves those by hand."""
        ruled = self.game.look(self._judge.position)
        cells = zip(self.game.plan.cells, look, ruled, strict=True)
        return Look(bytes(rule if cell.tray else shown for cell, shown, rule in cells))

    def _write(self, text: str, *, good: bool = True) -> None:
        number = self.log[-1].number + 1 if self.log else 1
        self.log.append(Line(number, text, good))
        del self.log[:-MOST_LINES], self.console[:-MOST_LINES]
