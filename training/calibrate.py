"""How far the network may be believed, measured on boards it did not learn from.

Heats make its probabilities honest per cell; a logistic curve turns the doubts of all cells of a board
into the probability that the whole board is right.
"""

from __future__ import annotations

from dataclasses import asdict, replace

import numpy as np
from numpy.typing import NDArray

from kibitz.core.chequer import chequer
from kibitz.core.look import Face, Piece, PieceSet
from kibitz.vision.calibration import Calibration, log_odds
from kibitz.vision.classify import Classifier
from kibitz.vision.network import Sight
from training.synthesise import FAMILIES, TIERS, Examples

COVERED = 0.2
COVERED_FROM = 0.5
"""Cells are called hidden a little late: who looks past a fingertip still wants the cell read."""
MOST_WRONG = 0.002
"""Share of boards that may be wrong although their confidence says 0.9 or more."""
FACES = (
    Face("empty"),
    *(Face(name, rank="king" if name.endswith("k") else "man") for name in ("bm", "bk", "rm", "rk")),
)
BLUE_RED = PieceSet(
    "blue-red",
    "blue and red",
    (
        Piece("bm", "disc", "#2050b0", "b"),
        Piece("bk", "triangle", "#2050b0", "B"),
        Piece("rm", "disc", "#c02828", "r"),
        Piece("rk", "triangle", "#c02828", "R"),
    ),
)
PLAN = chequer("chequer-8-dark", 8, upper_left="dark", playable=lambda row, column: (row + column) % 2 == 0)


def fitted(sight: Sight, check: Examples) -> dict[str, object]:
    """The calibration and the scores, as the card has them."""
    start = Calibration(kind_heat=_heat(sight, check), prior=_prior(check), covered_from=COVERED_FROM)
    boards = [board for board in _boards(sight, check) if board.family == "blue-red"]
    colour_heat = min(
        (0.5, 0.7, 1.0, 1.4, 2.0, 3.0, 4.0, 6.0),
        key=lambda h: _cell_loss(boards, replace(start, colour_heat=h)),
    )
    warm = replace(start, colour_heat=colour_heat)
    done = _curved(boards, warm)
    return {"calibration": asdict(done), "scores": scores(boards, done, sight, check)}


class Board:
    """One validation board: what the network said and what is true."""

    def __init__(self, sight: Sight, check: Examples, rows: NDArray[np.int_]) -> None:
        self.sight = Sight(*(getattr(sight, name)[rows] for name in Sight.__dataclass_fields__))
        self.face, self.hidden = check.face[rows], check.hidden[rows]
        self.family, self.tier = FAMILIES[check.family[rows[0]]], TIERS[check.tier[rows[0]]]
        self.visible = self.hidden < COVERED


def _boards(sight: Sight, check: Examples) -> list[Board]:
    order = np.unique(check.board, return_index=True)[1]
    return [
        Board(sight, check, np.arange(low, high))
        for low, high in zip(order, [*order[1:], len(check.board)], strict=True)
    ]


def _prior(check: Examples) -> tuple[float, float, float, float]:
    counts = np.bincount(check.kind, minlength=4) + 1
    a, b, c, d = (float(v) for v in counts / counts.sum())
    return a, b, c, d


def _heat(sight: Sight, check: Examples) -> float:
    clear = check.hidden < COVERED

    def loss(heat: float) -> float:
        scaled = sight.kind[clear] / heat
        scaled = scaled - np.log(np.exp(scaled).sum(axis=1, keepdims=True))
        return float(-scaled[np.arange(len(scaled)), check.kind[clear]].mean())

    return float(min(np.linspace(0.6, 2.5, 39), key=loss))


def _cell_loss(boards: list[Board], settings: Calibration) -> float:
    total, cells = 0.0, 0
    eye = Classifier(PLAN, FACES, BLUE_RED, calibrated=settings)
    for board in boards[:600]:
        share = eye.judged(board.sight) + eye.log_prior
        share = share - np.log(np.exp(share).sum(axis=1, keepdims=True))
        total -= float(share[board.visible, board.face[board.visible]].sum())
        cells += int(board.visible.sum())
    return total / max(cells, 1)


def _read(board: Board, eye: Classifier) -> tuple[bool, float]:
    """Whether every cell that is not called hidden is right, and the log odds the doubts give."""
    share = eye.judged(board.sight) + eye.log_prior
    shown = eye.seen_in(board.sight) >= 0.5
    odds = np.exp(share - share.max(axis=1, keepdims=True))
    doubts = 1 - odds.max(axis=1) / odds.sum(axis=1)
    right = bool((share.argmax(axis=1) == board.face)[shown].all())
    return right, log_odds([float(d) for d in doubts[shown]])


def _curved(boards: list[Board], settings: Calibration) -> Calibration:
    """Logistic regression by a grid, then lowered until next to no wrong board is believed."""
    eye = Classifier(PLAN, FACES, BLUE_RED, calibrated=settings)
    seen = [_read(board, eye) for board in boards]
    right, odds = np.array([r for r, _ in seen]), np.array([o for _, o in seen])

    def sure(slope: float, offset: float) -> NDArray[np.float64]:
        return np.asarray(1 / (1 + np.exp(-(slope * odds + offset))))

    def loss(pair: tuple[float, float]) -> float:
        p = sure(*pair)
        return float(-np.log(np.clip(np.where(right, p, 1 - p), 1e-9, 1)).mean())

    grid = [(float(s), float(o)) for s in np.linspace(0.2, 2, 37) for o in np.linspace(-3, 3, 61)]
    slope, offset = min(grid, key=loss)
    while offset > -6 and (~right & (sure(slope, offset) >= 0.9)).mean() > MOST_WRONG:
        offset -= 0.1
    return replace(settings, slope=slope, offset=round(offset, 2))


def scores(boards: list[Board], settings: Calibration, sight: Sight, check: Examples) -> dict[str, object]:
    """Per tier: boards right, cells right, wrong but accepted, cover found; and kinds by family."""
    eye = Classifier(PLAN, FACES, BLUE_RED, calibrated=settings)
    table: dict[str, object] = {
        tier: _tier([b for b in boards if b.tier == tier], eye, settings) for tier in TIERS
    }
    table["log_loss"] = round(_cell_loss(boards, settings), 6)
    clear = check.hidden < COVERED
    table["kinds_right_by_family"] = {
        family: _mean((sight.kind.argmax(axis=1) == check.kind)[(check.family == i) & clear])
        for i, family in enumerate(FAMILIES)
    }
    return table


def _tier(boards: list[Board], eye: Classifier, settings: Calibration) -> dict[str, object]:
    read = [_read(board, eye) for board in boards]
    right = np.array([r for r, _ in read], bool)
    sure = np.array([settings.slope * o + settings.offset >= np.log(9) for _, o in read], bool)
    shown = _joined([eye.seen_in(b.sight) >= 0.5 for b in boards])
    best = _joined([(eye.judged(b.sight) + eye.log_prior).argmax(axis=1) == b.face for b in boards])
    visible = _joined([b.visible for b in boards])
    return {
        "boards": len(boards),
        "right": _mean(right),
        "accepted": _mean(sure),
        "wrong_but_accepted": int((sure & ~right).sum()),
        "visible_cells_right": _mean((shown & best)[visible]),
        "visible_called_hidden": _mean(~shown[visible]),
        "covered_called_hidden": _mean(~shown[~visible]),
    }


def _joined(parts: list[NDArray[np.bool_]]) -> NDArray[np.bool_]:
    return np.concatenate(parts) if parts else np.zeros(0, bool)


def _mean(values: NDArray[np.bool_]) -> float | None:
    return round(float(values.mean()), 6) if len(values) else None
