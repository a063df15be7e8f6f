"""The numbers that the evaluation adds up: read once, as the kernels want them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.games.chess.features import COUNT, packed

FILE = Path(__file__).with_name("weights.npy")
"""COUNT rows in hundredths of a pawn, middle game and endgame; docs/bots.md says how they were found."""


@cache
def weights() -> Any:
    """All weights, both numbers of each in one."""
    both = np.load(FILE)
    assert both.shape == (COUNT, 2), "the weights are those of another evaluation"
    return np.array([packed(int(middle), int(end)) for middle, end in both], dtype=np.int64)
