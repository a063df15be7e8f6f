"""The simulated table: a camera over a board that nobody owns.

simulated:GAME?moves=22-18,9-14&seed=7&plies=20&fps=10&light=lamp&mistakes=late-lift,bump&size=1280x720

Every frame comes with its truth: which ply is complete, what stands on the board, whether a hand is over it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any
from urllib.parse import parse_qsl

from kibitz.cameras.actors import Actors, Moment
from kibitz.cameras.lights import mood
from kibitz.cameras.line import Line, line_of, random_line, with_mistakes
from kibitz.cameras.mistakes import mistakes_named
from kibitz.cameras.script import Script
from kibitz.cameras.source import Ended, Shot, Source
from kibitz.cameras.tabletop import Tabletop, table_places
from kibitz.core.errors import BadSetting, quoted
from kibitz.core.game import AnyGame
from kibitz.core.look import PieceSet
from kibitz.core.marks import marked
from kibitz.core.observation import Frame

MOST_PLIES = 2_000
SIZES_PX = (320, 3_840)


@dataclass(frozen=True, slots=True)
class Options:
    """What can be chosen about a simulated table."""

    seed: int = 0
    plies: int = 20
    """How many random moves are played when none are given."""
    moves: tuple[str, ...] = ()
    setup: str = ""
    fps: float = 15.0
    size: tuple[int, int] = (1280, 720)
    light: str = "day"
    mistakes: tuple[str, ...] = ()
    piece_set: str = ""
    layout: str = "kibitz"

    def __post_init__(self) -> None:
        _within("seed", self.seed, 0, 2**31)
        _within("plies", self.plies, 0, MOST_PLIES)
        _within("fps", self.fps, 1, 60)
        for side in self.size:
            _within("size", side, *SIZES_PX)
        mood(self.light)
        mistakes_named(",".join(self.mistakes))


@dataclass(frozen=True, eq=False)
class Truth:
    """What is true of one frame."""

    frame: int
    at: float
    moment: Moment
    hand: bool
    covered: tuple[int, ...]
    corners_px: tuple[tuple[float, float], ...]
    """The field's corners, clockwise from the plan's upper left."""


class SimulatedTable(Source):
    """Renders a game as a camera would see it."""

    live = False

    def __init__(self, game: AnyGame, options: Options | None = None, line: Line | None = None) -> None:
        super().__init__(f"The simulated table ({game.name})")
        self.game, self.options = game, options or Options()
        self.piece_set = _piece_set(game, self.options.piece_set)
        self.plan = marked(game.plan, self.options.layout)
        self.line = _line(game, self.piece_set, self.options) if line is None else line
        if self.options.mistakes:
            self.line = with_mistakes(self.line, self.piece_set, self.options.mistakes)
        self._film: Iterator[Moment] = iter(())
        self._tabletop: Tabletop | None = None
        self.truth: Truth | None = None
        """Of the frame that was read last."""

    def open(self) -> None:
        """Begin from the first frame."""
        game, options = self.game, self.options
        start = game.look(self.line.positions[0])
        places = table_places(self.plan, game.faces, start)
        actors = Actors(places, game.faces, start, options.fps)
        self._film = Script(self.line, actors, self.piece_set, options.seed).moments()
        self._tabletop = Tabletop(
            self.plan, game.faces, self.piece_set, places, mood(options.light), options.size, options.seed
        )
        self._count = 0

    def read(self) -> Shot:
        """The next frame."""
        moment = next(self._film, None)
        if moment is None or self._tabletop is None:
            raise Ended
        at = round(self._count / self.options.fps, 6)
        self.truth = self._true_of(moment, at)
        return self._shot(self._tabletop.picture(moment), at=at)

    def close(self) -> None:
        """Nothing stays open."""
        self._film, self._tabletop = iter(()), None

    def shots(self) -> Iterator[tuple[Frame, Truth]]:
        """Every frame with its truth."""
        for frame in self:
            assert self.truth is not None
            yield frame, self.truth

    def _true_of(self, moment: Moment, at: float) -> Truth:
        import cv2
        import numpy as np

        assert self._tabletop is not None
        hand, covered = self._tabletop.covered(moment)
        width, height = self.plan.size_mm
        corners = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], float)
        at_px = cv2.perspectiveTransform(corners, self._tabletop.homography(moment.view))[0]
        seen = tuple((round(float(x), 2), round(float(y), 2)) for x, y in at_px)
        return Truth(self._count, at, moment, hand, tuple(covered), seen)


def simulated(text: str, find: Callable[[str], AnyGame]) -> SimulatedTable:
    """The table that a text describes; raises BadSetting and what the game says of its moves."""
    name, _, query = text.removeprefix("simulated:").partition("?")
    try:
        given = parse_qsl(query, keep_blank_values=True, strict_parsing=bool(query), max_num_fields=50)
    except ValueError:
        raise BadSetting(
            f"{quoted(query)} does not describe a simulated table; write simulated:GAME?seed=7&plies=20."
        ) from None
    return SimulatedTable(find(name), options_of(dict(given)))


def options_of(given: Mapping[str, str]) -> Options:
    """Options from texts by name; raises BadSetting naming the wrong one."""
    known = {field.name.replace("_", "-"): field.name for field in fields(Options)}
    read: dict[str, Any] = {}
    for name, text in given.items():
        if name not in known:
            raise BadSetting(f"A simulated table has no option {quoted(name)}; it has: {', '.join(known)}.")
        read[known[name]] = _READERS.get(name, str)(text)
    return replace(Options(), **read)


def _whole(text: str) -> int:
    try:
        return int(text[:12])
    except ValueError:
        raise BadSetting(f"{quoted(text)} is not a whole number.") from None


def _number(text: str) -> float:
    try:
        return float(text[:24])
    except ValueError:
        raise BadSetting(f"{quoted(text)} is not a number.") from None


def size_of(text: str) -> tuple[int, int]:
    """A size written as 1280x720; raises BadSetting."""
    width, mark, height = text.lower().partition("x")
    if not (mark and width.isdecimal() and height.isdecimal() and len(text) < 12):
        raise BadSetting(f"{quoted(text)} is not a picture size; write it as 1280x720.")
    return int(width), int(height)


def moves_of(text: str) -> tuple[str, ...]:
    """Moves separated by commas."""
    return tuple(move.strip() for move in text.split(",") if move.strip())


_READERS: dict[str, Callable[[str], Any]] = {
    "seed": _whole,
    "plies": _whole,
    "fps": _number,
    "size": size_of,
    "moves": moves_of,
    "mistakes": mistakes_named,
}


def _within(name: str, value: float, low: float, high: float) -> None:
    if not low <= value <= high:
        raise BadSetting(
            f"The {name} of a simulated table lies between {low:g} and {high:g}, not at {value:g}."
        )


def _piece_set(game: AnyGame, name: str) -> PieceSet:
    sets: Sequence[PieceSet] = game.piece_sets
    for piece_set in sets:
        if name in ("", piece_set.name):
            return piece_set
    names = ", ".join(piece_set.name for piece_set in sets)
    raise BadSetting(f"{game.name} has no piece set {quoted(name)}; it has: {names}.")


def _line(game: AnyGame, piece_set: PieceSet, options: Options) -> Line:
    if options.moves:
        return line_of(game, options.moves, options.setup)
    return random_line(game, piece_set, options.plies, options.seed, options.mistakes, options.setup)
