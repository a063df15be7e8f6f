"""An eye that learns: it reads frames, and takes the pieces' colours from a position it is told."""

from __future__ import annotations

from kibitz.core.board import Point
from kibitz.core.game import AnyGame
from kibitz.core.look import Look
from kibitz.core.observation import Frame, LocatedBoard
from kibitz.vision.board import field_px
from kibitz.vision.locate import NotFound
from kibitz.vision.watch import Eye, Seen
from kibitz.watching.sighting import Sighting

LEARN_FRAMES = 3  # frames of the start position from which the colours of the pieces are learnt


class Sight:
    """Looks at one board, frame by frame."""

    def __init__(self, eye: Eye) -> None:
        self.eye = eye
        self._trays = frozenset(i for i, cell in enumerate(eye.game.plan.cells) if cell.tray)
        self._learnt: list[tuple[Frame, LocatedBoard]] = []
        self.seen: Seen | None = None
        """The board as it was read last, while it is in view."""

    @property
    def game(self) -> AnyGame:
        """The game on the board."""
        return self.eye.game

    def look(self, frame: Frame, expected: Look | None = None) -> Sighting:
        """Read a frame; `expected` is what stands there if all is well, and colours are learnt from it."""
        found = self.eye.look(frame)
        height, width = frame.image.shape[:2]
        if isinstance(found, NotFound):
            self.seen = None
            return Sighting(frame.at, frame.id, (width, height), reason=found.reason, sentence=found.sentence)
        self.seen = found
        if expected is not None:
            self._learn(frame, found, expected)
        return Sighting(
            frame.at,
            frame.id,
            (width, height),
            found.observation,
            found.reading.look,
            tuple(self.game.plan.cell(name) for name in found.hidden),
            found.confidence,
            _corners(found.located),
            learnt=bool(self._learnt),
        )

    def _learn(self, frame: Frame, found: Seen, expected: Look) -> None:
        """Learn this game's own colours while the position stands there uncovered."""
        if found.hidden or len(self._learnt) >= LEARN_FRAMES:
            return
        if _same_places(found.reading.look, expected, self._trays):
            self._learnt.append((frame, found.located))
            self.eye.learn(self._learnt, expected)


def _corners(located: LocatedBoard) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in field_px(located))


def _same_places(a: Look, b: Look, trays: frozenset[int]) -> bool:
    """Whether nearly the same cells are occupied, whatever the colours; trays are not read."""
    pairs = (pair for cell, pair in enumerate(zip(a, b, strict=True)) if cell not in trays)
    return sum((x == 0) != (y == 0) for x, y in pairs) <= len(a) // 32
