"""How far the network may be believed, measured on boards it did not learn from.

    python -m training.calibrate

calibrates the network in the package once more: it needs no PyTorch, only the boards to check with.

Sets of pieces differ, so each kind of set has its own numbers: draughts with kings of another shape, sets of
one shape, chessmen. Heats make probabilities honest per cell; a threshold says when a cell is covered; a
logistic curve turns the doubts of all cells of a board into the probability that the whole board is right.
"""

from __future__ import annotations

import argparse
import json
import os
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kibitz.scene.truth import COVERED
from kibitz.vision.calibration import CARD, GROUPS, Calibration, group_of, log_odds
from kibitz.vision.classify import Classifier
from kibitz.vision.network import MODEL, sight_of
from training.answers import asked
from training.boards import Setting
from training.synthesise import TIERS, VALIDATION_SEEDS, begun, synthesised

MODELS = Path(__file__).parent.parent / "src" / "kibitz" / "vision" / "models"
BOARDS = 2500

MISSED, TOUCHED, IMAGINED = 0.03, 0.008, 0.02
"""What weighs the same: this share of covered cells read as if they were not, of visible cells near a hand
called hidden, and of boards with nothing over them on which some cell is called hidden."""
SURE = (0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7)
MOST_WRONG = 0.003
"""Share of boards that may be wrong although their confidence says 0.9 or more."""
APART = 120.0
"""Levels of 255 between the colours of a set."""
Bools = NDArray[np.bool_]


class Checked:
    """Validation cells: one row per cell."""

    def __init__(self, held: dict[str, NDArray[np.generic]]) -> None:
        self.answers = np.asarray(held["answers"], np.float32)
        self.kind, self.face = np.asarray(held["kind"], int), np.asarray(held["face"], int)
        self.hidden = np.asarray(held["hidden"], np.float32)
        self.board, self.tier = np.asarray(held["board"], np.int64), np.asarray(held["tier"], int)


class Board:
    """One validation board: its reader, what the network said, and what is true."""

    def __init__(self, checked: Checked, rows: slice) -> None:
        _, setting = begun(int(checked.board[rows.start]))
        self.eye = Classifier(setting.plan, setting.faces, setting.piece_set, calibrated=Calibration())
        self.group = group_of(setting.piece_set)
        self.usual = _usual(setting)
        self.sight = sight_of(checked.answers[rows])
        self.kind, self.face = checked.kind[rows], checked.face[rows]
        self.visible = checked.hidden[rows] < COVERED
        self.tier = TIERS[checked.tier[rows.start]]

    def likely(self, settings: Calibration) -> NDArray[np.float32]:
        """Log of prior and likelihood of every face."""
        return self.eye.judged(self.sight, settings) + self.eye.log_prior

    def shown(self, settings: Calibration) -> Bools:
        """Which cells are not called hidden."""
        return np.asarray(self.eye.seen_in(self.sight, settings) >= 0.5)

    def read(self, settings: Calibration) -> tuple[bool, float]:
        """Whether every visible cell that is not called hidden is right, and the log odds the doubts give."""
        likely, shown = self.likely(settings), self.shown(settings)
        odds = np.exp(likely - likely.max(axis=1, keepdims=True))
        doubts = 1 - odds.max(axis=1) / odds.sum(axis=1)
        right = bool((likely.argmax(axis=1) == self.face)[shown & self.visible].all())
        return right, log_odds([float(d) for d in doubts[shown]])


def _usual(setting: Setting) -> bool:
    """Whether people would play with this set: two colours that nobody takes for each other."""
    shades = np.unique([colour for _, colour in setting.colours], axis=0)
    return len(shades) == 2 and bool(np.linalg.norm(shades[0] - shades[1]) > APART)


def boards_of(checked: Checked) -> list[Board]:
    """All validation boards."""
    starts = np.flatnonzero(np.diff(checked.board, prepend=-1))
    ends = [*starts[1:], len(checked.board)]
    return [Board(checked, slice(int(a), int(b))) for a, b in zip(starts, ends, strict=True)]


def fitted(checked: Checked) -> dict[str, object]:
    """The calibration of every group and its scores, as the card has them."""
    boards = boards_of(checked)
    counts = np.bincount(checked.kind, minlength=4) + 1.0
    a, b, c, d = (float(v) for v in counts / counts.sum())
    parts = {group: [board for board in boards if board.group == group and board.usual] for group in GROUPS}
    done = {group: _calibrated(parts[group], Calibration(prior=(a, b, c, d))) for group in GROUPS}
    return {
        "calibration": {group: asdict(settings) for group, settings in done.items()},
        "scores": {group: scores(parts[group], done[group]) for group in GROUPS},
    }


def _calibrated(boards: list[Board], start: Calibration) -> Calibration:
    if not boards:
        return start
    hot = replace(start, kind_heat=_heat(boards))
    heats = (0.5, 0.7, 1.0, 1.4, 2.0, 3.0, 4.0, 6.0)
    colour_heat = min(heats, key=lambda heat: _cell_loss(boards[:500], replace(hot, colour_heat=heat)))
    return _curved(boards, _covering(boards, replace(hot, colour_heat=colour_heat)))


def _heat(boards: list[Board]) -> float:
    kinds = np.concatenate([board.sight.kind[board.visible] for board in boards])
    true = np.concatenate([board.kind[board.visible] for board in boards])

    def loss(heat: float) -> float:
        scaled = kinds / heat
        scaled = scaled - np.log(np.exp(scaled).sum(axis=1, keepdims=True))
        return float(-scaled[np.arange(len(scaled)), true].mean())

    return round(float(min(np.linspace(0.6, 2.5, 39), key=loss)), 2)


def _cell_loss(boards: list[Board], settings: Calibration) -> float:
    total, cells = 0.0, 0
    for board in boards:
        share = board.likely(settings)
        share = share - np.log(np.exp(share).sum(axis=1, keepdims=True))
        total -= float(share[board.visible, board.face[board.visible]].sum())
        cells += int(board.visible.sum())
    return total / max(cells, 1)


def _covering(boards: list[Board], settings: Calibration) -> Calibration:
    """The threshold at which missed cover and imagined cover weigh the least together."""
    under = [board for board in boards if board.tier == "occluded"]
    clear = [board for board in boards if board.tier != "occluded"]

    def cost(tried: Calibration) -> float:
        missed, touched = _rates(under, tried)
        imagined = np.mean([(~board.shown(tried) & board.visible).any() for board in clear] or [0.0])
        return missed / MISSED + touched / TOUCHED + float(imagined) / IMAGINED

    tries = (replace(settings, covered_from=sure) for sure in SURE)
    return min(tries, key=cost)


def _rates(boards: list[Board], settings: Calibration) -> tuple[float, float]:
    """Shares of covered cells not called hidden, and of visible cells called hidden."""
    shown = _joined([board.shown(settings) for board in boards])
    visible = _joined([board.visible for board in boards])
    return _share(shown[~visible]), _share(~shown[visible])


def _share(values: Bools) -> float:
    return float(values.mean()) if len(values) else 0.0


def _curved(boards: list[Board], settings: Calibration) -> Calibration:
    """Logistic regression by a grid, then lowered until next to no wrong board is believed."""
    seen = [board.read(settings) for board in boards]
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
    return replace(settings, slope=round(slope, 2), offset=round(offset, 2))


def scores(boards: list[Board], settings: Calibration) -> dict[str, object]:
    """Per tier: boards right, cells right, wrong but accepted, cover found."""
    table: dict[str, object] = {
        tier: _tier([board for board in boards if board.tier == tier], settings) for tier in TIERS
    }
    return table | {"log_loss": round(_cell_loss(boards, settings), 6)}


def _tier(boards: list[Board], settings: Calibration) -> dict[str, object]:
    read = [board.read(settings) for board in boards]
    right = np.array([r for r, _ in read], bool)
    sure = np.array([settings.slope * o + settings.offset >= np.log(9) for _, o in read], bool)
    shown = _joined([board.shown(settings) for board in boards])
    best = _joined([board.likely(settings).argmax(axis=1) == board.face for board in boards])
    visible = _joined([board.visible for board in boards])
    return {
        "boards": len(boards),
        "right": _mean(right),
        "accepted": _mean(sure),
        "wrong_but_accepted": int((sure & ~right).sum()),
        "visible_cells_right": _mean((shown & best)[visible]),
        "visible_called_hidden": _mean(~shown[visible]),
        "covered_called_hidden": _mean(~shown[~visible]),
    }


def _joined(parts: list[Bools]) -> Bools:
    return np.concatenate(parts) if parts else np.zeros(0, bool)


def _mean(values: Bools) -> float | None:
    return round(float(values.mean()), 6) if len(values) else None


def renewed(models: Path, share: float, workers: int, examples: Path) -> None:
    """Calibrate the network in this folder on boards it did not learn from, and renew its card."""
    boards = max(8, round(BOARDS * share))
    check = synthesised(boards, VALIDATION_SEEDS, workers, examples)
    done = fitted(Checked(asked(check, models / MODEL)))
    path = models / CARD
    card = json.loads(path.read_text("utf-8"))
    card |= {"validation_boards": boards, "validation_seed": VALIDATION_SEEDS, **done}
    path.write_text(json.dumps(card, indent=1) + "\n", "utf-8")
    print(json.dumps(done["scores"], indent=1))


def main() -> None:
    """The same from the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--models", type=Path, default=MODELS)
    parser.add_argument("--share", type=float, default=1.0, help="share of all boards, for a try-out")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--examples", type=Path, default=Path("scratch/examples"))
    given = parser.parse_args()
    renewed(given.models, given.share, given.workers, given.examples)


if __name__ == "__main__":
    main()
