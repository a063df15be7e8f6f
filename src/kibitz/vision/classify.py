"""What stands on each cell: log-likelihoods for the referee, rows of text for people.

eye = Classifier(game.plan, game.faces, game.piece_sets[0])
seen = eye.observe(frame, located)
eye.read(seen).rows            # ("r.r.r.r.", ...)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.core.board import BoardPlan, Cell
from kibitz.core.look import Face, Look, PieceSet
from kibitz.core.observation import Frame, LocatedBoard, Observation
from kibitz.vision.calibration import Calibration, calibration, group_of
from kibitz.vision.looking import Memory, look_at
from kibitz.vision.network import KINDS, Sight
from kibitz.vision.palette import WITHIN, Palette, palette_of
from kibitz.vision.rectify import readable, to_px

_LEAST = -30.0
"""No face is ever ruled out more than this by one picture."""
_EMPTY, _EMPTY_OUTSIDE = 0.75, 0.985
"""How common empty cells are, and those that no piece may stand on: only for reading single pictures."""
_KING = 0.6
"""How common a king is beside a man, likewise."""
_SHAPES = {"disc": ("round", "chessman"), "stone": ("round", "chessman"), "triangle": ("triangle",)}
_ANY_PIECE = ("round", "triangle", "chessman")


@dataclass(frozen=True, slots=True)
class Reading:
    """A board read off one picture."""

    rows: tuple[str, ...]
    """One string per row of the plan; `?` where something is in the way."""
    hidden: tuple[str, ...]
    """Names of those cells."""
    confidence: float
    """Probability that every visible cell is right."""
    look: Look


class Classifier:
    """Reads the cells of one board with one set of pieces; remembers their colours once calibrated."""

    def __init__(
        self,
        plan: BoardPlan,
        faces: Sequence[Face],
        piece_set: PieceSet,
        *,
        calibrated: Calibration | None = None,
    ) -> None:
        self.plan, self.faces, self.piece_set = plan, tuple(faces), piece_set
        self._cells = readable(plan)
        self._settings = calibrated or calibration(group_of(piece_set))
        pieces = [piece_set.piece(face) for face in self.faces]
        self._colours = tuple(dict.fromkeys(piece.colour for piece in pieces if piece))
        self._shade = [self._colours.index(piece.colour) if piece else -1 for piece in pieces]
        self._kinds = _kinds_of([piece.shape if piece else "" for piece in pieces])
        self._palette = palette_of(self._colours)
        self._symbols = [piece_set.symbol(face) for face in self.faces]
        self._trays = [face.tray for face in self.faces]
        self._alike = np.array([[a == b for b in self._symbols] for a in self._symbols], np.float32)
        self.log_prior = self._priors()
        self._memory = Memory()

    def observe(self, frame: Frame, located: LocatedBoard) -> Observation:
        """What one frame says about every cell."""
        sight = look_at(frame.image, located, self._memory)
        logp = np.zeros((len(self.plan.cells), len(self.faces)), np.float32)
        seen = np.zeros(len(self.plan.cells), np.float32)
        chosen = list(self._cells)
        logp[chosen] = self.judged(sight)
        seen[chosen] = self.seen_in(sight) * self._in_picture(frame, located)
        return Observation(logp, seen, frame.at, frame.id)

    def calibrate(self, frames: Sequence[tuple[Frame, LocatedBoard]], look: Look) -> None:
        """Learn the colours of the pieces from frames that show a known look."""
        owner = np.array([self._shade[look[cell]] for cell in self._cells])
        found: list[tuple[NDArray[np.float32], NDArray[np.float32]]] = []
        for frame, located in frames:
            sight = look_at(frame.image, located)
            clear = self.seen_in(sight) > 0.8
            found += [
                (np.where((owner == i) & clear, 1.0, 0.0).astype(np.float32), _weighted(sight))
                for i in range(len(self._colours))
            ]
        self._palette = _learnt(self._palette, found, len(self._colours))

    def judged(self, sight: Sight, settings: Calibration | None = None) -> NDArray[np.float32]:
        """Log-likelihood of every face for every cell the camera reads, [n, faces]."""
        settings = settings or self._settings
        kinds = sight.kind / settings.kind_heat - settings.log_prior
        piece = 1 - np.exp(sight.kind[:, 0])
        weight = np.where(sight.covered < settings.covered_from, piece, 0.0).astype(np.float32)
        palette = self._palette.fitted(sight.colour, sight.spread, weight)
        shades = palette.shares(sight.colour, sight.spread) / settings.colour_heat
        columns = [
            _log_sum(kinds[:, kind]) + (shades[:, shade] if shade >= 0 else 0.0)
            for kind, shade in zip(self._kinds, self._shade, strict=True)
        ]
        score = np.stack(columns, axis=1)
        score[:, self._trays] = -np.inf
        score -= score.max(axis=1, keepdims=True)
        return np.asarray(np.maximum(score, _LEAST), np.float32)

    def read(self, observation: Observation) -> Reading:
        """The likeliest face of every cell, taken alone."""
        likely = observation.logp[list(self._cells)] + self.log_prior
        best = likely.argmax(axis=1)
        visible = observation.seen[list(self._cells)] >= 0.5
        look = bytearray(len(self.plan.cells))
        for cell, face in zip(self._cells, best.tolist(), strict=True):
            look[cell] = face
        hidden = {cell for cell, sees in zip(self._cells, visible.tolist(), strict=True) if not sees}
        return Reading(
            self._rows(look, hidden),
            tuple(self.plan.cells[cell].name for cell in self._cells if cell in hidden),
            self.confidence(likely[visible]),
            Look(bytes(look)),
        )

    def confidence(self, likely: NDArray[np.float32]) -> float:
        """Probability that the best face of each of these cells is the right one."""
        share = np.exp(likely - likely.max(axis=1, keepdims=True))
        share /= share.sum(axis=1, keepdims=True)
        shown = share @ self._alike
        right = shown[np.arange(len(likely)), likely.argmax(axis=1)]
        return self._settings.confidence(1 - right)

    def _priors(self) -> NDArray[np.float32]:
        """Log probability of each face on each cell before anything is seen."""
        empty = np.array([_EMPTY if self.plan.cells[i].playable else _EMPTY_OUTSIDE for i in self._cells])
        weight = [_KING if face.rank == "king" else 1.0 for face in self.faces]
        total = sum(w for w, shade in zip(weight, self._shade, strict=True) if shade >= 0) or 1.0
        share = [
            empty if shade < 0 else (1 - empty) * w / total
            for w, shade in zip(weight, self._shade, strict=True)
        ]
        return np.asarray(np.log(np.stack(share, axis=1)), np.float32)

    def _rows(self, look: bytearray, hidden: set[Cell]) -> tuple[str, ...]:
        def shown(cell: Cell) -> str:
            return "?" if cell in hidden else self._symbols[look[cell]]

        return tuple("".join(shown(cell) for cell in row) for row in self.plan.rows)

    def seen_in(self, sight: Sight, settings: Calibration | None = None) -> NDArray[np.float32]:
        """How surely each cell is in view: below a half it is hidden."""
        odds = _logit(sight.covered) - _logit(np.float32((settings or self._settings).covered_from))
        return np.asarray(1 / (1 + np.exp(odds)), np.float32)

    def _in_picture(self, frame: Frame, located: LocatedBoard) -> NDArray[np.float32]:
        """1 for cells whose centre and corners lie in the picture, 0 for others."""
        height, width = frame.image.shape[:2]
        centres = np.array([self.plan.cells[cell].centre_mm for cell in self._cells]).reshape(-1, 2)
        at = to_px(located.homography_mm_to_px, centres)
        inside = (at >= 0).all(axis=1) & (at[:, 0] < width) & (at[:, 1] < height)
        return np.asarray(inside, np.float32)


def _logit(share: NDArray[np.float32] | np.float32) -> NDArray[np.float32]:
    inside = np.clip(share, 1e-4, 1 - 1e-4)
    return np.asarray(np.log(inside / (1 - inside)), np.float32)


def _kinds_of(shapes: Sequence[str]) -> list[list[int]]:
    """Which of the network's kinds speak for each face: a set of one shape needs only a piece of any."""
    used = {shape for shape in shapes if shape}
    single = "triangle" not in used
    names = [
        ("empty",) if not shape else (_ANY_PIECE if single else _SHAPES.get(shape, _ANY_PIECE))
        for shape in shapes
    ]
    return [[KINDS.index(name) for name in group] for group in names]


def _log_sum(values: NDArray[np.float32]) -> NDArray[np.float32]:
    top = values.max(axis=1)
    return np.asarray(top + np.log(np.exp(values - top[:, None]).sum(axis=1)), np.float32)


def _weighted(sight: Sight) -> NDArray[np.float32]:
    return np.concatenate([sight.colour, sight.spread], axis=1)


def _learnt(
    palette: Palette, found: list[tuple[NDArray[np.float32], NDArray[np.float32]]], colours: int
) -> Palette:
    """Colours pulled all the way to the pieces that are known to have them."""
    mean, doubt = palette.mean.copy(), palette.doubt.copy()
    for number in range(colours):
        weight = np.concatenate([w for w, _ in found[number::colours]])
        values = np.concatenate([v for _, v in found[number::colours]])
        if weight.sum() < 1:
            continue
        trust = weight[:, None] / (values[:, 3:] + WITHIN)
        mean[number] = (trust * values[:, :3]).sum(axis=0) / trust.sum(axis=0)
        doubt[number] = WITHIN
    return Palette(mean, doubt)
