"""Who answers to a board set by hand: the referee of 2015, word for word, or today's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from kibitz.core.game import AnyGame, Seat
from kibitz.core.look import Look
from kibitz.core.observation import Observation
from kibitz.core.ruling import Played, Restored, Ruling, Underway, Waiting
from kibitz.referee import Referee
from kibitz.referee.check_checkers import FACES, CheckCheckers, certain
from kibitz.referee.patience import Patience

LONGEST_WAIT = 5
"""So often a still board is looked at again before "not clear" is the answer."""

Say: TypeAlias = Callable[[Any, Ruling[Any]], str]
"""A ruling in words; the position is the one it was made in."""
Words: TypeAlias = Callable[[str, Seat], str]
"""The text of a key (`ready`, `valid`, `not-valid`) with whose turn it is."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a judge says to a board."""

    text: str
    good: bool = True
    accepted: bool = False
    """Whether the board is the last good one now."""


class Judge(Protocol):
    """Knows the last good position and answers to boards."""

    @property
    def console(self) -> list[str]:
        """What the program of 2015 wrote beside its log."""

    @property
    def position(self) -> Any: ...

    def begin(self, setup: str, look: Look) -> str:
        """Stand at a position."""

    def started(self, *, valid: bool) -> str:
        """What is said when the board was compared with the start."""

    def see(self, look: Look) -> Answer | None:
        """The answer to a board; none when it is the one seen before."""


class Of2015:
    """The referee of 2015."""

    def __init__(self, game: AnyGame) -> None:
        self._game, self._referee = game, CheckCheckers(game)
        named = {f"{face.owner} {face.rank}".strip(): i for i, face in enumerate(game.faces)}
        self._numbers = {named[name]: number for number, name in FACES.items()}

    @property
    def console(self) -> list[str]:
        return self._referee.log

    @property
    def position(self) -> Any:
        return self._referee.position

    def begin(self, setup: str, look: Look) -> str:
        return self._referee.init_board(self._rows(look), self._game.turn(self._game.start(setup)))

    def started(self, *, valid: bool) -> str:
        return f"InitAndValid {'Success' if valid else 'Failed'}"

    def see(self, look: Look) -> Answer | None:
        text = self._referee.update_and_valid_board(self._rows(look))
        good = not text.startswith("Error")
        return Answer(text, good, accepted=good) if text else None

    def _rows(self, look: Look) -> list[list[int]]:
        numbers = [self._numbers[face] for face in look]
        return [numbers[row : row + 8] for row in range(0, 64, 8)]


class Today:
    """Today's referee, shown stills: it takes nothing but the next move."""

    def __init__(self, game: AnyGame, say: Say, words: Words) -> None:
        self._game, self._say, self._words = game, say, words
        self._console: list[str] = []
        self.begin("", game.look(game.start()))

    @property
    def console(self) -> list[str]:
        return self._console

    @property
    def position(self) -> Any:
        return self._referee.position

    def begin(self, setup: str, look: Look) -> str:
        self._referee: Referee[Any, Any] = Referee(
            self._game, self._game.start(setup), patience=Patience(forgive_s=None), one_by_one=True
        )
        self._at_s, self._seen = 0.0, look
        self._look_at(look)
        return self._words("ready", self._game.turn(self.position))

    def started(self, *, valid: bool) -> str:
        return self._words("valid" if valid else "not-valid", self._game.turn(self.position))

    def see(self, look: Look) -> Answer | None:
        if look == self._seen:
            return None
        self._seen, position = look, self.position
        ruling = self._look_at(look)
        accepted = isinstance(ruling, Played | Underway | Restored)
        return Answer(self._say(position, ruling), not self._referee.wrong, accepted)

    def _look_at(self, look: Look) -> Ruling[Any]:
        """What the referee says once it has looked for long enough."""
        ruling: Ruling[Any] = Waiting()
        for _ in range(LONGEST_WAIT):
            ruling = self._referee.see(self._observation(look))
            if not isinstance(ruling, Waiting) or ruling.why in ("unchanged", "wrong"):
                return ruling
        return ruling

    def _observation(self, look: Look) -> Observation:
        self._at_s += 1.0
        return certain(self._game, look, self._at_s)
