"""A game shown to the referee without a camera: observations with the faults real recognisers have.

Errors come in spells: a cell that is misread stays misread for a while, surely and in one way.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.core.board import Cell
from kibitz.core.game import AnyGame
from kibitz.core.look import Look, PieceSet
from kibitz.core.observation import Observation


@dataclass(frozen=True, slots=True, kw_only=True)
class Noise:
    """How bad the eye is."""

    doubt: float = 1.0  # spread of the log-likelihoods, nats
    sureness: float = 5.0  # how far the right face leads on average, nats
    misread: float = 0.0001  # chance per cell and frame that a spell of misreading begins
    spell: float = 4.0  # frames such a spell lasts on average
    blink: float = 0.002  # chance per cell and frame to be unseen for one frame


class Eye:
    """Makes observations of looks, frame after frame."""

    def __init__(
        self,
        game: AnyGame,
        noise: Noise | None = None,
        *,
        seed: int = 0,
        fps: float = 10.0,
        piece_set: PieceSet | None = None,
    ) -> None:
        self._game, self._noise, self._rng, self._fps = (
            game,
            noise or Noise(),
            np.random.default_rng(seed),
            fps,
        )
        self._alike = _alike(game, piece_set or game.piece_sets[0])
        self._board = np.array([not cell.tray for cell in game.plan.cells])
        self._spell: NDArray[np.int64] = np.zeros(len(game.plan.cells), np.int64)
        self._wrong: NDArray[np.int64] = np.zeros(len(game.plan.cells), np.int64)
        self.frame = 0

    def glance(self, look: Look, covered: Iterable[Cell] = ()) -> Observation:
        """One frame of this look."""
        noise, cells = self._noise, len(look)
        shown = self._misread(np.frombuffer(look, np.uint8).astype(np.int64))
        logp = self._rng.normal(-noise.sureness, noise.doubt, (cells, len(self._game.faces)))
        logp[np.arange(cells), shown] = self._rng.normal(0.0, noise.doubt / 2, cells)
        logp = logp[:, self._alike]
        seen = np.where(self._board, 1.0, 0.0)
        seen[self._rng.random(cells) < noise.blink] = 0.0
        seen[list(covered)] = 0.0
        self.frame += 1
        return Observation(
            logp.astype(np.float32), seen.astype(np.float32), self.frame / self._fps, self.frame
        )

    def _misread(self, true: NDArray[np.int64]) -> NDArray[np.int64]:
        begins = (self._spell == 0) & (self._rng.random(len(true)) < self._noise.misread)
        lengths = 1 + self._rng.geometric(1 / self._noise.spell, len(true))
        self._spell = np.where(begins, lengths, np.maximum(self._spell - 1, 0))
        on_board = sum(not face.tray for face in self._game.faces)
        self._wrong = np.where(begins, self._rng.integers(0, on_board, len(true)), self._wrong)
        wrong: NDArray[np.int64] = np.where((self._spell > 0) & self._board, self._wrong, true)
        return self._alike[wrong]


def _alike(game: AnyGame, piece_set: PieceSet) -> NDArray[np.int64]:
    """For each face, the first face whose piece cannot be told from its own."""
    seen: dict[object, int] = {}
    first = []
    for index, face in enumerate(game.faces):
        piece = piece_set.piece(face)
        key = (piece.shape, piece.colour) if piece else face.name
        first.append(seen.setdefault(key, index))
    return np.array(first)
