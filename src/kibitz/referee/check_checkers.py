"""The draughts referee of 2015 (SPEC D4-D8), word for word, over today's referee.

A board is 8 rows of 8 numbers, upper left first: 0 empty, 1 red man, 2 yellow man, 3 blue (red's king),
4 green (yellow's king).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kibitz.core.errors import BadSetup
from kibitz.core.game import AnyGame, Places, Seat
from kibitz.core.look import Look
from kibitz.core.observation import Observation
from kibitz.core.ruling import Played, Restored, Underway, Unexplained
from kibitz.referee.patience import Patience
from kibitz.referee.referee import Referee

Board = Sequence[Sequence[int]]

FACES = {0: "", 1: "first man", 2: "second man", 3: "first king", 4: "second king"}
SURE = 20.0  # nats: what is handed in is taken at its word


class CheckCheckers:
    """Given the board seen now, answers with the previous good board in mind."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self.log: list[str] = []
        self._good = self._seen = game.look(game.start())
        self._begin(game.start())

    @property
    def position(self) -> Any:
        """The last position that every rule allows."""
        return self._referee.position

    def init_board(self, board: Board, seat: Seat = Seat.FIRST) -> str:
        """Take any board as the start, red to move unless another is named."""
        look = self._look(board)
        if not isinstance(self._game, Places):
            raise BadSetup(f"{self._game.name} cannot start from a board.")
        self._begin(self._game.start(self._game.setup_from(look, seat)))
        self.log += ["Init new Board", f"Current player: {self._player()}"]
        return "Init Ready"

    def init_and_valid(self, board: Board) -> bool:
        """Take the board as the start only if it is the correct starting position."""
        if self._look(board) != self._game.look(self._game.start()):
            return False
        self.init_board(board)
        return True

    def update_and_valid_board(self, board: Board) -> str:
        """What to say to the board as it is now; nothing when it is as before."""
        look = self._look(board)
        if look == self._seen:
            return ""
        before, seat = self._good, self._game.turn(self._referee.position)
        self._seen = look
        answer = self._answer(look, before, seat)
        self.log.append(f"Current player: {self._player()}")
        return answer

    def _begin(self, position: Any) -> None:
        self._referee: Referee[Any, Any] = Referee(
            self._game, position, patience=Patience(forgive_s=None), one_by_one=True
        )
        self._good = self._seen = self._game.look(position)
        self._crowning = False
        self._last_error = ""
        self._at = 0.0
        self._referee.see(self._observation(self._good))

    def _answer(self, look: Look, before: Look, seat: Seat) -> str:
        captures = self._captures()
        ruling = self._referee.see(self._observation(look))
        match ruling:
            case Restored():
                self._good = look
                return "Now is OK"
            case Unexplained() as wrong:
                return self._error(wrong, seat, captures)
            case Played() | Underway():
                return self._success(look, before, seat, captures)
        return self._last_error if self._referee.wrong else ""

    def _success(self, look: Look, before: Look, seat: Seat, captures: bool) -> str:
        took = self._count(look, seat.other) < self._count(before, seat.other)
        if captures and not took and not self._crowning:
            return self._not_lifted(look, seat)
        crowned = self._crowning or self._kings(look, seat) > self._kings(before, seat)
        self._good = look
        self._crowning = self._awaits_crown(look)
        if crowned and not self._crowning:
            return f"OK: {_name(seat)}- Changed pawn to dame"
        return f"OK: {_name(seat)}- {'Capture success' if took else 'Move Success'}"

    def _not_lifted(self, look: Look, seat: Seat) -> str:
        """The mover has jumped, but the captured piece still stands there."""
        self._referee.object_to(look)
        return self._refused("Obligatory Capture", look, seat)

    def _error(self, wrong: Unexplained, seat: Seat, captures: bool) -> str:
        text = (
            "Failed Change pawn to dame"
            if self._crowning
            else "Obligatory Capture"
            if captures
            else "Invalid move"
        )
        return self._refused(text, wrong.look, seat)

    def _refused(self, text: str, look: Look, seat: Seat) -> str:
        changed = (i for i, (a, b) in enumerate(zip(look, self._good, strict=True)) if a != b)
        self.log += [text, *(f"[{i // 8}][{i % 8}]" for i in changed)]
        self._last_error = f"Error: {_name(seat)}- {text}"
        return self._last_error

    def _awaits_crown(self, look: Look) -> bool:
        """Whether all that is missing from a legal move is the crown."""
        return self._game.look(self._referee.position) != look and any(
            self._only_crown_differs(look, self._game.look(self._game.play(self._referee.position, move)))
            for move in self._game.moves(self._referee.position)
        )

    def _only_crown_differs(self, look: Look, after: Look) -> bool:
        faces = self._game.faces
        pairs = [(faces[a], faces[b]) for a, b in zip(look, after, strict=True) if a != b]
        return len(pairs) == 1 and pairs[0][0].owner == pairs[0][1].owner and pairs[0][1].rank == "king"

    def _captures(self) -> bool:
        """Whether the side to move has a capture."""
        position = self._referee.position
        other = self._game.turn(position).other
        here = self._count(self._game.look(position), other)
        after = (self._game.look(self._game.play(position, move)) for move in self._game.moves(position))
        return any(self._count(look, other) < here for look in after)

    def _count(self, look: Look, seat: Seat) -> int:
        return sum(self._game.faces[face].owner == seat.value for face in look)

    def _kings(self, look: Look, seat: Seat) -> int:
        faces = (self._game.faces[face] for face in look)
        return sum(face.owner == seat.value and face.rank == "king" for face in faces)

    def _player(self) -> int:
        return 1 if self._game.turn(self._referee.position) is Seat.FIRST else 2

    def _look(self, board: Board) -> Look:
        if len(board) != 8 or any(len(row) != 8 for row in board):
            raise BadSetup("A board is 8 rows of 8 numbers.")
        numbers = {number: self._face(name) for number, name in FACES.items()}
        try:
            return Look(bytes(numbers[int(value)] for row in board for value in row))
        except (KeyError, ValueError, TypeError):
            raise BadSetup("The numbers of a board lie between 0 (empty) and 4 (green).") from None

    def _face(self, name: str) -> int:
        found = (i for i, face in enumerate(self._game.faces) if f"{face.owner} {face.rank}".strip() == name)
        return next(found)

    def _observation(self, look: Look) -> Observation:
        self._at += 1.0
        return certain(self._game, look, self._at)


def certain(game: AnyGame, look: Look, at: float) -> Observation:
    """A board that is told instead of seen: nothing is in doubt, and trays are nobody's business."""
    logp = np.full((len(look), len(game.faces)), -SURE, np.float32)
    logp[np.arange(len(look)), np.frombuffer(look, np.uint8)] = 0.0
    seen = np.array([0.0 if cell.tray else 1.0 for cell in game.plan.cells], np.float32)
    return Observation(logp, seen, at)


def _name(seat: Seat) -> str:
    return "Player1" if seat is Seat.FIRST else "Player2"
