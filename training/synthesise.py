"""Crops of cells from rendered photographs, cut exactly as the program cuts them.

    python -m training.synthesise 200 /tmp/crops.npz --seed 1 --tier hard

Rendering takes far longer than training, so `fit` keeps what is rendered in a folder, a file per hundred
boards, and renders only what is not there.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, fields, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz.core.observation import LocatedBoard, Matrix
from kibitz.scene.camera import cut, project, projection
from kibitz.scene.photograph import Photograph, Scene, render
from kibitz.scene.pieces import in_trays
from kibitz.scene.tiers import random_scene
from kibitz.vision.lean import NONE, Lean, lean_of
from kibitz.vision.looking import crop_leans
from kibitz.vision.network import BLOCKS, MARGIN, PX, white_of
from kibitz.vision.rectify import crops, inscribed_mm, readable
from training.boards import KIND_OF_SHAPE, Setting, random_setting

TRAINING_SEEDS = 1_000_000_000
VALIDATION_SEEDS = 2_000_000_000
"""Boards are numbered from these; evaluation starts at zero and never reaches them."""
TIER_SHARES = {"easy": 0.1, "medium": 0.22, "hard": 0.33, "occluded": 0.35}
PART = 100
"""Boards a file."""


@dataclass(frozen=True, eq=False)
class Examples:
    """One row per cell."""

    crops: NDArray[np.uint8]
    lean: NDArray[np.float32]
    """How tall pieces lean in the crop's middle, along x and y, and how much that changes across it."""
    white: NDArray[np.float32]
    """The board's white, blue, green, red."""
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


NAMES = tuple(field.name for field in fields(Examples))
FAMILIES = ("blue-red", "colours", "chess", "stones")
TIERS = tuple(TIER_SHARES)


def begun(seed: int, tier: str | None = None, family: str | None = None) -> tuple[str, Setting]:
    """The tier and the setting of a numbered board."""
    return _begun(np.random.default_rng(seed), tier, family)


def _begun(rng: np.random.Generator, tier: str | None, family: str | None) -> tuple[str, Setting]:
    chosen = tier or str(rng.choice(TIERS, p=tuple(TIER_SHARES.values())))
    return chosen, random_setting(rng, family)


def examples_of(seed: int, tier: str | None = None, family: str | None = None) -> Examples:
    """All cells of one random board."""
    rng = np.random.default_rng(seed)
    chosen, setting = _begun(rng, tier, family)
    scene = scene_of(setting, chosen, rng)
    box = around(setting, scene)
    photo = photographed(setting, scene, box, seed)
    found = _jittered(photo.homography_mm_to_px, setting, rng)
    taken = crops(photo.image, LocatedBoard(setting.plan, found, 0.5, 4), px=PX, margin=MARGIN)
    lean = _lean(found, box, scene.camera.size_px, rng)
    return _labelled(setting, photo, taken, lean, seed, chosen)


def scene_of(setting: Setting, tier: str, rng: np.random.Generator) -> Scene:
    """A scene of this tier with the setting's colours, and stones in its trays."""
    scene = random_scene(tier, setting.plan, rng, chessmen=setting.family == "chess")
    style = replace(scene.style, colours=setting.colours)
    waiting = in_trays(setting.plan, setting.piece_set, style, rng)
    return replace(scene, style=style, things=(*scene.things, *waiting))


def photographed(setting: Setting, scene: Scene, box: tuple[int, int, int, int], seed: int) -> Photograph:
    """The part of the photograph around the board: the rest is never cut."""
    camera = scene.camera
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


def around(setting: Setting, scene: Scene) -> tuple[int, int, int, int]:
    """The part of the picture that shows the board: left, top, right, bottom."""
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


def _lean(
    found: Matrix, box: tuple[int, int, int, int], size_px: tuple[int, int], rng: np.random.Generator
) -> Lean:
    """As the whole picture tells it; now and then the picture was cropped first, or nothing is known."""
    left, top, right, bottom = box
    chance = rng.random()
    if chance < 0.06:
        return NONE
    if chance < 0.16:
        return lean_of(found, (right - left, bottom - top))
    return lean_of(np.array([[1.0, 0, left], [0, 1, top], [0, 0, 1]]) @ found, size_px)


def _labelled(
    setting: Setting, photo: Photograph, taken: NDArray[np.uint8], lean: Lean, seed: int, tier: str
) -> Examples:
    cells = readable(setting.plan)
    faces = np.array([setting.look[i] for i in cells], np.uint8)
    kinds = np.array([0] + [KIND_OF_SHAPE[p.shape] for p in setting.piece_set.pieces], np.uint8)
    shades = np.array([(0.0, 0.0, 0.0), *(c for _, c in setting.colours)], np.float32) / 255
    leans = crop_leans(setting.plan, lean)
    middle = PX // 2
    n = len(cells)
    return Examples(
        taken,
        np.stack([leans.x[:, middle], leans.y[:, middle], leans.x[:, -1] - leans.x[:, 0]], axis=1),
        np.tile(white_of(taken), (n, 1)),
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
    return Examples(*(np.concatenate([getattr(p, name) for p in kept]) for name in NAMES))


def synthesised(count: int, first: int, workers: int, folder: Path) -> Examples:
    """Examples of this many boards, numbered from the first seed."""
    return joined(_read(path) for path in rendered(count, first, workers, folder))


def rendered(count: int, first: int, workers: int, folder: Path) -> list[Path]:
    """The files with these boards; what the folder has is not made again."""
    firsts = range(first, first + count, PART)
    counts = [min(PART, first + count - start) for start in firsts]
    paths = [folder / f"{start}-{number}.npz" for start, number in zip(firsts, counts, strict=True)]
    folder.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(workers, initializer=_one_thread) as pool:
        list(pool.map(_kept, firsts, counts, paths))
    return paths


def _kept(first: int, count: int, path: Path) -> None:
    """One part made and written whole, unless it is there."""
    if path.exists():
        return
    made = joined(examples_of(seed) for seed in range(first, first + count))
    unfinished = path.with_suffix(".part.npz")
    np.savez(unfinished, **{name: getattr(made, name) for name in NAMES})
    unfinished.rename(path)


def _read(path: Path) -> Examples:
    with np.load(path) as held:
        return Examples(*(held[name] for name in NAMES))


def _one_thread() -> None:
    cv2.setNumThreads(1)


def main() -> None:
    """Write examples to a file, to look at them."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("boards", type=int)
    parser.add_argument("output", type=Path)
    parser.add_argument("--seed", type=int, default=TRAINING_SEEDS)
    parser.add_argument("--tier", choices=TIERS)
    parser.add_argument("--family", choices=FAMILIES)
    asked = parser.parse_args()
    seeds = range(asked.seed, asked.seed + asked.boards)
    made = joined(examples_of(seed, asked.tier, asked.family) for seed in seeds)
    np.savez_compressed(asked.output, **{name: getattr(made, name) for name in NAMES})


if __name__ == "__main__":
    main()
