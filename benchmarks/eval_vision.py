"""`make eval-vision`: how well boards are read, tier by tier, beside the 2019 pipeline on the same pictures.

Pictures are rendered with seeds that training never uses (training counts up from a number, these are
made from words). Practice photographs are read too where they lie beside the repository.

    python benchmarks/eval_vision.py [--boards 100] [--others 40] [--workers 2] [--no-write]
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from page import put
from pipeline2019 import detect

from kibitz import games
from kibitz.core.game import AnyGame
from kibitz.core.look import Look, look_of
from kibitz.core.marks import marked
from kibitz.core.observation import Frame, Image
from kibitz.scene import render
from kibitz.scene.photograph import with_size
from kibitz.scene.pieces import in_trays
from kibitz.scene.tiers import TIERS, random_scene
from kibitz.scene.truth import COVERED
from kibitz.vision.watch import Eye, Seen, piece_set_named

ROOT = Path(__file__).resolve().parents[1]
PHOTOS = ROOT.parent / "shared" / "photos"
REPORT = ROOT / "docs" / "vision.md"
ACCEPTED = 0.9
OTHERS = (
    ("draughts/poznan", "blue-red", "kibitz"),
    ("draughts/kaaz", "four-colour", "kibitz"),
    ("draughts/international", "blue-red", "kibitz"),
    ("chess", "light-dark", "kibitz"),
    ("atoll/5", "", "kibitz"),
    ("ur", "", "kibitz"),
)


@dataclass(frozen=True)
class Sample:
    """A picture, and what is true of it."""

    image: bytes
    game: str
    piece_set: str
    rows: tuple[str, ...]
    covered: frozenset[tuple[int, int]]
    corners: tuple[tuple[float, float], ...] = ()


@dataclass
class Score:
    """What was counted over a set of pictures."""

    boards: int = 0
    missing: int = 0
    """Boards that were not found."""
    right: int = 0
    refused: int = 0
    wrong_accepted: int = 0
    cells: int = 0
    cells_right: int = 0
    covered: int = 0
    covered_hidden: int = 0
    losses: list[float] = field(default_factory=list)
    cold_ms: list[float] = field(default_factory=list)
    follow_ms: list[float] = field(default_factory=list)

    def row(self) -> list[str]:
        """The columns of the report."""
        return [
            str(self.boards),
            _percent(self.right, self.boards),
            _percent(self.cells_right, self.cells),
            _percent(self.missing, self.boards),
            _percent(self.refused, self.boards),
            _percent(self.wrong_accepted, self.boards),
            _percent(self.covered_hidden, self.covered),
            f"{np.mean(self.losses):.4f}" if self.losses else "–",
            f"{median(self.cold_ms):.1f}" if self.cold_ms else "–",
            f"{median(self.follow_ms):.1f}" if self.follow_ms else "–",
        ]


HEAD = [
    "pictures",
    "reader",
    "boards",
    "whole board right",
    "visible cells right",
    "not found",
    "refused",
    "wrong but accepted",
    "covered cells hidden",
    "log-loss a cell",
    "ms cold",
    "ms following",
]


def made(task: tuple[str, str, str, str, int], size_px: tuple[int, int] | None = None) -> Sample:
    """One rendered picture."""
    name, set_name, layout, tier, number = task
    game = games.find(name)
    words = [*f"{name} {layout} {tier} eval".encode(), number]
    rng = np.random.default_rng(words)
    plan = marked(game.plan, layout, **_side(layout, rng))
    look, pieces = random_look(game, rng), piece_set_named(game, set_name)
    scene = random_scene(tier, plan, rng, chessmen=name == "chess")
    scene = replace(scene, things=(*scene.things, *in_trays(plan, pieces, scene.style, rng)))
    if size_px is not None:
        scene = with_size(scene, size_px)
    photo = render(plan, look, game.faces, pieces, scene, seed=int(rng.integers(1 << 30)))
    rows = tuple("".join(pieces.symbol(game.faces[look[cell]]) for cell in row) for row in game.plan.rows)
    covered = frozenset(
        (r, c)
        for r, row in enumerate(game.plan.rows)
        for c, cell in enumerate(row)
        if photo.hidden[cell] >= COVERED
    )
    return Sample(bytes(cv2.imencode(".png", photo.image)[1]), name, pieces.name, rows, covered)


def _side(layout: str, rng: np.random.Generator) -> dict[str, float]:
    return {"side_2019_cells": float(rng.uniform(1.2, 1.8))} if layout == "2019" else {}


def random_look(game: AnyGame, rng: np.random.Generator) -> Look:
    """The start now and then; else pieces anywhere they may stand, from a few to many."""
    if rng.random() < 0.2:
        return game.look(game.start())
    faces = [i for i, face in enumerate(game.faces) if face.owner and not face.tray and face.count == 1]
    share = float(rng.choice([0.1, 0.25, 0.45, 0.7]))
    return look_of(
        int(rng.choice(faces)) if cell.playable and not cell.tray and rng.random() < share else 0
        for cell in game.plan.cells
    )


def read_by_us(samples: list[Sample]) -> Score:
    """The pictures through Kibitz: once from cold, then once more where the board is known."""
    score = Score()
    for sample in samples:
        eye = Eye(games.find(sample.game), sample.piece_set, sample.corners)
        frame = Frame(_decoded(sample.image))
        began = process_time()
        seen = eye.look(frame)
        score.cold_ms.append(1000 * (process_time() - began))
        _count(score, sample, seen.rows if isinstance(seen, Seen) else None, _confidence(seen))
        if isinstance(seen, Seen):
            score.losses += _losses(eye, seen, sample)
            later = Frame(_a_moment_later(frame.image))
            began = process_time()
            eye.look(later)
            score.follow_ms.append(1000 * (process_time() - began))
    return score


def read_by_2019(samples: list[Sample]) -> Score:
    """The pictures through the 2019 pipeline, which has no confidence: what it says it means."""
    score = Score()
    for sample in samples:
        image = _decoded(sample.image)
        began = process_time()
        rows = detect(image)
        score.cold_ms.append(1000 * (process_time() - began))
        _count(score, sample, None if rows is None else tuple(rows), 1.0)
    return score


def _count(score: Score, sample: Sample, rows: tuple[str, ...] | None, confidence: float) -> None:
    truth = {(r, c): s for r, row in enumerate(sample.rows) for c, s in enumerate(row)}
    said = {(r, c): s for r, row in enumerate(rows or ()) for c, s in enumerate(row)}
    visible = [at for at in truth if at not in sample.covered]
    right = [at for at in visible if said.get(at) == truth[at]]
    wrong = [at for at in visible if said.get(at, "?") not in (truth[at], "?")]
    whole = len(right) == len(visible) and rows is not None
    score.boards += 1
    score.missing += rows is None
    score.right += whole
    score.refused += rows is None or confidence < ACCEPTED
    score.wrong_accepted += bool(wrong) and rows is not None and confidence >= ACCEPTED
    score.cells += len(visible)
    score.cells_right += len(right)
    if rows is not None:
        score.covered += len(sample.covered)
        score.covered_hidden += sum(said.get(at) == "?" for at in sample.covered)


def _losses(eye: Eye, seen: Seen, sample: Sample) -> Iterator[float]:
    """Minus the log of the probability given to what is true, cell by visible cell."""
    stands = np.array([not face.tray for face in eye.game.faces])
    symbols = np.array([eye.piece_set.symbol(face) for face in eye.game.faces])[stands]
    for r, row in enumerate(eye.game.plan.rows):
        for c, cell in enumerate(row):
            if (r, c) not in sample.covered and seen.rows[r][c] != "?":
                yield _loss(seen.observation.logp[cell][stands], symbols == sample.rows[r][c])


def _loss(logp: NDArray[np.float32], true: NDArray[np.bool_]) -> float:
    share = np.exp(logp.astype(np.float64) - logp.max())
    shown = share[true].max()
    return float(-np.log(max(shown / (share[~true].sum() + shown), 1e-9)))


def _confidence(seen: Any) -> float:
    return seen.confidence if isinstance(seen, Seen) else 0.0


def _decoded(data: bytes) -> Image:
    return np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def _a_moment_later(image: Image) -> Image:
    """The next frame of a camera that was touched: a pixel further, with other noise."""
    noise = np.random.default_rng(0).normal(0, 2, image.shape)
    return np.clip(np.roll(image, (1, 1), axis=(0, 1)) + noise, 0, 255).astype(np.uint8)


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "–"


def practice() -> Iterator[tuple[str, list[Sample]]]:
    """The practice pictures, by tier; nothing where they are not there."""
    labels = PHOTOS / "rendered" / "labels.json"
    if not labels.is_file():
        return
    images = json.loads(labels.read_text())["images"]
    for tier in TIERS:
        yield (
            f"practice, {tier}",
            [
                Sample(
                    (labels.parent / one["file"]).read_bytes(),
                    "draughts/poznan",
                    "blue-red",
                    tuple(one["grid"]),
                    frozenset((r, c) for r, c in one["occluded_squares"]),
                )
                for one in images
                if one["tier"] == tier
            ],
        )


def real() -> list[Sample]:
    """The labelled photographs of real chess sets, by their corners."""
    labels = PHOTOS / "real" / "labels.json"
    if not labels.is_file():
        return []
    start = ("b" * 8, "b" * 8, *("." * 8,) * 4, "w" * 8, "w" * 8)
    named = {name: one for name, one in json.loads(labels.read_text()).items() if name.endswith(".jpg")}
    return [
        Sample(
            (labels.parent / name).read_bytes(),
            "chess",
            "light-dark",
            start if one["position"] == "start" else ("." * 8,) * 8,
            frozenset(),
            tuple((x, y) for x, y in one["corners_px"]),
        )
        for name, one in named.items()
    ]


class Table:
    """Rows of Markdown, each printed as soon as it is known."""

    def __init__(self, head: list[str]) -> None:
        self.lines: list[str] = []
        self.add(head)
        self.add(["---"] * len(head))

    def add(self, cells: list[str]) -> None:
        """One more row."""
        self.lines.append("| " + " | ".join(cells) + " |")
        print(self.lines[-1], flush=True)


def report(boards: int, others: int, workers: int) -> str:
    """All tables."""
    return "\n".join([*readings(boards, others, workers), "", *speeds()])


def readings(boards: int, others: int, workers: int) -> list[str]:
    """How well boards are read."""
    table = Table(HEAD)
    add = table.add
    with ProcessPoolExecutor(workers) as pool:
        for tier in TIERS:
            tasks = [("draughts/poznan", "blue-red", "2019", tier, k) for k in range(boards)]
            samples = list(pool.map(made, tasks, chunksize=4))
            add([f"rendered, {tier}", "Kibitz", *read_by_us(samples).row()])
            add([f"rendered, {tier}", "2019", *read_by_2019(samples).row()])
        for name, pieces, layout in OTHERS:
            tasks = [(name, pieces, layout, TIERS[k % 4], k) for k in range(others)]
            samples = list(pool.map(made, tasks, chunksize=4))
            add([f"{name}, all tiers", "Kibitz", *read_by_us(samples).row()])
    for title, samples in practice():
        add([title, "Kibitz", *read_by_us(samples).row()])
        add([title, "2019", *read_by_2019(samples).row()])
    if real():
        add(["real chess sets, corners given", "Kibitz", *read_by_us(real()).row()])
    return table.lines


FRAMES = 10


def speeds() -> list[str]:
    """Every kind of board at two resolutions, read in a process that does nothing else."""
    table = Table(["frames", "size", "ms following", "ms cold", "2019 ms", "memory MB"])
    for name, pieces, layout in (("draughts/poznan", "blue-red", "2019"), *OTHERS[1:]):
        for size in ((640, 480), (1280, 960)):
            shots = [_shot(name, pieces, layout, size, k) for k in range(FRAMES)]
            with ProcessPoolExecutor(1, get_context("spawn"), _one_thread) as apart:
                following_ms, cold_ms, memory_mb = apart.submit(_timed, shots).result()
            old = f"{median(read_by_2019(shots).cold_ms):.1f}" if layout == "2019" else "–"
            ms = [f"{following_ms:.1f}", f"{cold_ms:.1f}", old]
            table.add([name, f"{size[0]} x {size[1]}", *ms, f"{memory_mb:.0f}"])
    return table.lines


def _one_thread() -> None:
    cv2.setNumThreads(1)


def _timed(shots: list[Sample]) -> tuple[float, float, float]:
    """Milliseconds following and cold, and the most memory in megabytes that this process has held."""
    read_by_us(shots[:2])
    score = read_by_us(shots)
    status = Path("/proc/self/status").read_text()
    held_kb = int(status.partition("VmHWM:")[2].split()[0])
    return median(score.follow_ms), median(score.cold_ms), held_kb / 1024


def _shot(name: str, piece_set: str, layout: str, size: tuple[int, int], number: int) -> Sample:
    """A board in good light, as large in the picture as people hold it."""
    return made((name, piece_set, layout, "easy", number), size)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--boards", type=int, default=100, help="rendered boards for each tier of draughts")
    parser.add_argument("--others", type=int, default=40, help="rendered boards for each other game")
    parser.add_argument("--workers", type=int, default=2, help="processes that render")
    parser.add_argument("--no-write", action="store_true", help="leave docs/vision.md as it is")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    table = report(asked.boards, asked.others, asked.workers)
    if not asked.no_write:
        put("eval-vision", f"\n{table}\n", page=REPORT)


if __name__ == "__main__":
    main()
