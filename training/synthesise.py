"""Crops of cells from rendered photographs, cut exactly as the program cuts them.

python -m training.synthesise 200 /tmp/crops.npz --seed 1 --tier hard
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz.core.observation import LocatedBoard, Matrix
from kibitz.scene.camera import cut, project, projection
from kibitz.scene.photograph import Photograph, Scene, render
from kibitz.scene.tiers import random_scene
from kibitz.vision.network import BLOCKS, MARGIN, PX
from kibitz.vision.rectify import crops, inscribed_mm, readable
from training.boards import KIND_OF_SHAPE, Setting, random_setting

TRAINING_SEEDS = 1_000_000_000
VALIDATION_SEEDS = 2_000_000_000
"""Boards are numbered from these; evaluation starts at zero and never reaches them."""
TIER_SHARES = {"easy": 0.1, "medium": 0.22, "hard": 0.33, "occluded": 0.35}


@dataclass(frozen=True, eq=False)
class Examples:
    """One row per cell."""

    crops: NDArray[np.uint8]
    kind: NDArray[np.uint8]
    hidden: NDArray[np.float32]
    blocks: NDArray[np.float32]
    """Cover of the cell's nine parts."""
    colour: NDArray[np.float32]
    """The piece's own colour, blue, green, red, 0 to 1; zero where there is none."""
    board: NDArray[np.int64]
    """Which board the cell belongs to: its seed."""
    face: NDArray[np.uint8]
    family: NDArray[np.uint8]
    tier: NDArray[np.uint8]


FAMILIES = ("blue-red", "colours", "chess", "stones")
TIERS = tuple(TIER_SHARES)


def examples_of(seed: int, tier: str | None = None, family: str | None = None) -> Examples:
    """All cells of one random board."""
    rng = np.random.default_rng(seed)
    chosen = tier or str(rng.choice(TIERS, p=tuple(TIER_SHARES.values())))
    setting = random_setting(rng, family)
    scene = random_scene(chosen, setting.plan, rng, chessmen=setting.family == "chess")
    scene = replace(scene, style=replace(scene.style, colours=setting.colours))
    photo = photographed(setting, scene, seed)
    located = LocatedBoard(setting.plan, _jittered(photo.homography_mm_to_px, setting, rng), 0.5, 4)
    return _labelled(setting, photo, crops(photo.image, located, px=PX, margin=MARGIN), seed, chosen)


def photographed(setting: Setting, scene: Scene, seed: int) -> Photograph:
    """The part of the photograph around the board: the rest is never cut."""
    camera = scene.camera
    box = _around(setting, scene)
    ratio = camera.size_px[0] / (box[2] - box[0])
    lens = replace(
        scene.lens,
        blur_px=scene.lens.blur_px * ratio,
        motion_px=scene.lens.motion_px * ratio,
        curl_px=scene.lens.curl_px * ratio,
    )
    part = replace(scene, camera=cut(camera, box), lens=lens)
    fine = camera.size_px[0] < 1000
    return render(setting.plan, setting.look, setting.faces, setting.piece_set, part, seed=seed, fine=fine)


def _around(setting: Setting, scene: Scene) -> tuple[int, int, int, int]:
    width, height = setting.plan.size_mm
    edge = 0.12
    x, y = np.array([-edge, 1 + edge]) * width, np.array([-edge, 1 + edge]) * height
    corners = np.array([[x[0], y[0], 0], [x[1], y[0], 0], [x[1], y[1], 0], [x[0], y[1], 0]])
    at = project(projection(scene.camera), corners)
    low = np.maximum(np.floor(at.min(axis=0)), 0).astype(int)
    high = np.minimum(np.ceil(at.max(axis=0)), scene.camera.size_px).astype(int)
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def _jittered(homography: Matrix, setting: Setting, rng: np.random.Generator) -> Matrix:
    """A board found not quite where it is, as happens; one in six is found badly."""
    width, height = setting.plan.size_mm
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    cell = 20.0 * (0.07 if rng.random() < 1 / 6 else 0.025)
    moved = corners + rng.normal(0, cell, (4, 2)).astype(np.float32)
    return np.asarray(homography @ cv2.getPerspectiveTransform(corners, moved))


def _labelled(setting: Setting, photo: Photograph, cut_: NDArray[np.uint8], seed: int, tier: str) -> Examples:
    cells = readable(setting.plan)
    faces = np.array([setting.look[i] for i in cells], np.uint8)
    kinds = np.array([0] + [KIND_OF_SHAPE[p.shape] for p in setting.piece_set.pieces], np.uint8)
    shades = np.array([(0.0, 0.0, 0.0), *(c for _, c in setting.colours)], np.float32) / 255
    n = len(cells)
    return Examples(
        cut_,
        kinds[faces],
        photo.hidden[list(cells)],
        _blocks(setting, photo),
        shades[faces],
        np.full(n, seed, np.int64),
        faces,
        np.full(n, FAMILIES.index(setting.family), np.uint8),
        np.full(n, TIERS.index(tier), np.uint8),
    )


def _blocks(setting: Setting, photo: Photograph) -> NDArray[np.float32]:
    """Cover of three by three parts of the square inscribed in each cell."""
    parts = []
    for cell in readable(setting.plan):
        x, y = setting.plan.cells[cell].centre_mm
        half = inscribed_mm(setting.plan, cell) / 2
        inside = photo.covered[round(y - half) : round(y + half), round(x - half) : round(x + half)]
        parts.append(cv2.resize(inside, (3, 3), interpolation=cv2.INTER_AREA).reshape(BLOCKS))
    return np.array(parts, np.float32) / 255


def joined(parts: Iterable[Examples]) -> Examples:
    """All examples in one."""
    kept = list(parts)
    return Examples(
        *(np.concatenate([getattr(p, name) for p in kept]) for name in Examples.__dataclass_fields__)
    )


def synthesised(
    count: int, first: int, workers: int, tier: str | None = None, family: str | None = None
) -> Examples:
    """Examples of this many boards, numbered from the first seed."""
    seeds = range(first, first + count)
    if workers <= 1:
        return joined(examples_of(seed, tier, family) for seed in seeds)
    with ProcessPoolExecutor(workers, initializer=_one_thread) as pool:
        return joined(pool.map(examples_of, seeds, [tier] * count, [family] * count, chunksize=8))


def _one_thread() -> None:
    cv2.setNumThreads(1)


def main() -> None:
    """Write examples to a file, to look at them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("boards", type=int)
    parser.add_argument("output", type=Path)
    parser.add_argument("--seed", type=int, default=TRAINING_SEEDS)
    parser.add_argument("--tier", choices=TIERS)
    parser.add_argument("--family", choices=FAMILIES)
    parser.add_argument("--workers", type=int, default=1)
    asked = parser.parse_args()
    made = synthesised(asked.boards, asked.seed, asked.workers, asked.tier, asked.family)
    np.savez_compressed(asked.output, **{name: getattr(made, name) for name in Examples.__dataclass_fields__})


if __name__ == "__main__":
    main()
