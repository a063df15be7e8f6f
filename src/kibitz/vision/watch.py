"""An eye over one board: it finds the board, follows it from frame to frame and reads it.

    eye = Eye(game)
    seen = eye.look(frame)      # Seen, or NotFound with the reason

Without marks the eye is told the corners; should the grid fit both ways round, it takes the way in which
each side's pieces stand nearer to where they start.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter

import numpy as np

from kibitz.core.board import Point
from kibitz.core.errors import BadSetting, quoted
from kibitz.core.game import AnyGame
from kibitz.core.look import Look, PieceSet
from kibitz.core.observation import Frame, Image, LocatedBoard, Observation
from kibitz.vision.board import FoundBoard
from kibitz.vision.classify import Classifier, Reading
from kibitz.vision.corners import from_corners, turned
from kibitz.vision.locate import NotFound, find, follow
from kibitz.vision.pictures import read_picture
from kibitz.vision.projection import Floats
from kibitz.vision.stir import Stir


@dataclass(frozen=True, eq=False)
class Seen:
    """A board that was found and read."""

    located: LocatedBoard
    observation: Observation
    reading: Reading
    ms: float
    """How long finding and reading took."""

    @property
    def rows(self) -> tuple[str, ...]:
        """One string per row of the board, `?` for a hidden cell."""
        return self.reading.rows

    @property
    def hidden(self) -> tuple[str, ...]:
        """The names of the cells that something covers."""
        return self.reading.hidden

    @property
    def confidence(self) -> float:
        """The probability that every visible cell is right."""
        return self.reading.confidence


class Eye:
    """Looks at one board with one set of pieces, and remembers where the board was."""

    def __init__(self, game: AnyGame, piece_set: str = "", corners_px: Sequence[Point] = ()) -> None:
        self.game, self.piece_set = game, piece_set_named(game, piece_set)
        self._corners_px = tuple(corners_px)
        self._classifier = Classifier(game.plan, game.faces, self.piece_set)
        self._sides, self._stir = _sides(game), Stir(game.plan)
        self._last: LocatedBoard | None = None

    def look(self, frame: Frame) -> Seen | NotFound:
        """Find and read the board in a frame; near its last place first."""
        began = perf_counter()
        located = self._located(frame)
        if isinstance(located, NotFound):
            return located
        observation = self._classifier.observe(frame, located)
        if isinstance(located, FoundBoard) and located.turns:
            located, observation = self._likelier(frame, located, observation)
        self._last = located
        reading = self._classifier.read(observation)
        observation = self._stir.lessened(observation, frame, located)
        return Seen(located, observation, reading, 1000 * (perf_counter() - began))

    def learn(self, frames: Sequence[tuple[Frame, LocatedBoard]], look: Look) -> None:
        """Learn the colours of these very pieces from frames that show a known look."""
        self._classifier.calibrate(frames, look)

    def forget(self) -> None:
        """Search the whole picture next time."""
        self._last = None

    def tap(self, corners_px: Sequence[Point]) -> None:
        """From now on the board has these corners; none: it has marks again."""
        self._last, self._corners_px = None, tuple(corners_px)

    def warm(self) -> None:
        """Load what the first look would load, so that it takes no longer than the others."""
        blank = Frame(np.zeros((64, 64, 3), np.uint8))
        scale = 64 / max(self.game.plan.size_mm)
        self._classifier.observe(blank, LocatedBoard(self.game.plan, np.diag([scale, scale, 1.0]), 0.0))

    def _located(self, frame: Frame) -> LocatedBoard | NotFound:
        if not self._corners_px:
            return find(frame, self.game.plan, self._last)
        if self._last is None:
            return from_corners(self.game.plan, self._corners_px, frame.image)
        return follow(frame, self._last) or self._last

    def _likelier(
        self, frame: Frame, located: FoundBoard, observation: Observation
    ) -> tuple[FoundBoard, Observation]:
        """The way round in which the sides stand nearer to where they start."""
        ways = [(located, observation)]
        for turn in located.turns:
            other = turned(located, turn, frame.image)
            ways.append((other, self._classifier.observe(frame, other)))
        board, seen = max(ways, key=lambda way: self._at_home(way[1]))
        return replace(board, turns=()), seen

    def _at_home(self, observation: Observation) -> float:
        likely = np.exp(observation.logp - observation.logp.max(axis=1, keepdims=True))
        likely /= likely.sum(axis=1, keepdims=True)
        owner = np.array([{"first": 1.0, "second": -1.0}.get(face.owner, 0.0) for face in self.game.faces])
        return float(((likely @ owner) * observation.seen * self._sides).sum())


def look_at(
    picture: Image | Path | str, game: AnyGame, *, piece_set: str = "", corners_px: Sequence[Point] = ()
) -> Seen | NotFound:
    """Find and read the board in one picture; raises BadPicture for a file that is none."""
    if isinstance(picture, str | Path):
        read = read_picture(Path(picture))
        picture, corners_px = read.image, [(x * read.scale, y * read.scale) for x, y in corners_px]
    return Eye(game, piece_set, corners_px).look(Frame(picture))


def piece_set_named(game: AnyGame, name: str) -> PieceSet:
    """The game's piece set of this name, or its usual one; raises BadSetting."""
    found = next((s for s in game.piece_sets if name in ("", s.name)), None)
    if found is None:
        known = ", ".join(s.name for s in game.piece_sets)
        raise BadSetting(f"{game.name} has no piece set {quoted(name)}; choose one of: {known}")
    return found


def _sides(game: AnyGame) -> Floats:
    """How far each cell lies on the first player's side of the board as the game starts, from -1 to 1."""
    at = np.array([cell.centre_mm for cell in game.plan.cells])
    start = np.array([game.faces[face].owner for face in game.look(game.start())])
    trays = np.array([cell.tray for cell in game.plan.cells])
    homes = [at[(start == owner) & ~trays] for owner in ("first", "second")]
    if not all(len(home) for home in homes):
        return np.zeros(len(at))
    axis = homes[0].mean(axis=0) - homes[1].mean(axis=0)
    along = (at - np.array(game.plan.size_mm) / 2) @ axis
    return np.asarray(along / (np.abs(along).max() or 1.0), np.float64)
