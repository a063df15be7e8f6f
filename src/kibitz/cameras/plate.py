"""The still part of the simulated table, kept as a picture and redrawn only around what changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import cv2
import numpy as np

from kibitz.cameras.handiwork import Spot
from kibitz.cameras.lights import Mood
from kibitz.core.board import BoardPlan
from kibitz.core.observation import Image
from kibitz.scene import Camera, Scene, Sheet, Solid, Table
from kibitz.scene import canvas as drawn
from kibitz.scene.camera import cut, position_mm, project, projection
from kibitz.scene.canvas import Canvas
from kibitz.scene.lens import exposed
from kibitz.scene.light import fallen, lamp_mm
from kibitz.scene.photograph import backdrop
from kibitz.scene.shading import shaded, shadows
from kibitz.scene.solids import rings_mm

Key = tuple[Spot, int, int]
"""Where a piece stands, its face, and the number of the time it was put down."""
LINES = 0.0125  # a quarter of a millimetre around cells of 20, as `kibitz print` draws them
SOFT_PX = 14  # how far a shadow's edge and the lens carry a change
TABLES = (
    Table("wood", (70.0, 108.0, 165.0), (42.0, 68.0, 112.0)),
    Table("planks", (96.0, 118.0, 140.0), (60.0, 76.0, 96.0)),
    Table("cloth", (110.0, 96.0, 60.0), (84.0, 72.0, 44.0)),
    Table("marble", (205.0, 208.0, 210.0), (150.0, 152.0, 158.0)),
)


class Plate:
    """A picture of table, sheet and pieces under one light."""

    def __init__(self, plan: BoardPlan, camera: Camera, mood: Mood, seed: int) -> None:
        self._plan, self._camera, self._mood = plan, camera, mood
        rng = np.random.default_rng((seed, 3))
        top = replace(TABLES[seed % len(TABLES)], turn_deg=float(rng.uniform(-20, 20)), seed=seed % 24)
        self._scene = Scene(
            camera=camera, light=mood.light, lens=mood.lens, sheet=Sheet(lines=LINES, seed=seed), table=top
        )
        self._matrix = projection(camera)
        self._lamp = lamp_mm(mood.light, (plan.size_mm[0] / 2, plan.size_mm[1] / 2))
        self._empty = backdrop(plan, self._scene, camera, self._matrix)
        self._darkened = _corners(camera.size_px)
        self._pieces: dict[Key, Solid] = {}
        self._image: Image | None = None

    def shown(self, pieces: Mapping[Key, Solid]) -> Image:
        """The picture with these pieces; it belongs to the plate and must not be changed."""
        if self._image is not None and pieces.keys() == self._pieces.keys():
            return self._image
        changed = [
            solid
            for key, solid in (*self._pieces.items(), *pieces.items())
            if (key in self._pieces) != (key in pieces)
        ]
        self._pieces = dict(pieces)
        width, height = self._camera.size_px
        whole = (0, 0, width, height)
        if self._image is None:
            self._image = np.zeros((height, width, 3), np.uint8)
            self._redraw(whole)
        else:
            for box in _joined([self._box(solid) for solid in changed]):
                self._redraw(box)
        return self._image

    def _box(self, solid: Solid) -> tuple[int, int, int, int]:
        """The pixels that a piece or its shadow may touch."""
        body = rings_mm(solid).reshape(-1, 3)
        foot = np.column_stack([fallen(body, self._lamp), np.zeros(len(body))])
        at = np.concatenate([project(self._matrix, body), project(self._matrix, foot)])
        (left, top), (right, bottom) = np.floor(at.min(axis=0)), np.ceil(at.max(axis=0))
        width, height = self._camera.size_px
        clip = np.clip(
            [left - SOFT_PX, top - SOFT_PX, right + SOFT_PX, bottom + SOFT_PX],
            0,
            [width, height, width, height],
        )
        x0, y0, x1, y1 = (int(v) for v in clip)
        return x0, y0, x1, y1

    def _redraw(self, box: tuple[int, int, int, int]) -> None:
        assert self._image is not None
        left, top, right, bottom = box
        if right - left < 2 or bottom - top < 2:
            return
        width, height = self._camera.size_px
        pad = SOFT_PX
        wide = (max(left - pad, 0), max(top - pad, 0), min(right + pad, width), min(bottom + pad, height))
        part = self._drawn(wide)
        x, y = left - wide[0], top - wide[1]
        inner = part[y : y + bottom - top, x : x + right - left]
        shade = self._darkened[top:bottom, left:right]
        self._image[top:bottom, left:right] = cv2.multiply(inner, shade, scale=1 / 255)

    def _drawn(self, box: tuple[int, int, int, int]) -> Image:
        """A part of the picture, drawn from scratch."""
        left, top, right, bottom = box
        camera = cut(self._camera, box)
        matrix, eye = projection(camera), position_mm(camera)
        empty = self._empty
        canvas = Canvas(
            empty.albedo[top:bottom, left:right].copy(), empty.terms[top:bottom, left:right].copy()
        )
        solids = list(self._pieces.values())
        drawn.draw_solids(canvas, solids, matrix, self._lamp, eye)
        cast = shadows(self._plan, solids, [], [], self._mood.light, self._lamp)
        linear = shaded(canvas, cast, self._mood.light, self._lamp, eye, matrix, self._plan)
        lens = replace(
            self._mood.lens, blur_px=self._mood.lens.blur_px * self._camera.size_px[0] / (right - left)
        )
        return exposed(linear, lens, np.random.default_rng(0))


def _joined(boxes: list[tuple[int, int, int, int]]) -> list[tuple[int, int, int, int]]:
    """Boxes that touch made into one."""
    left = list(boxes)
    done: list[tuple[int, int, int, int]] = []
    while left:
        a = left.pop()
        near = [b for b in left if a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]]
        if near:
            left = [b for b in left if b not in near]
            group = [a, *near]
            left.append(
                (
                    min(b[0] for b in group),
                    min(b[1] for b in group),
                    max(b[2] for b in group),
                    max(b[3] for b in group),
                )
            )
        else:
            done.append(a)
    return done


def _corners(size_px: tuple[int, int]) -> Image:
    """A lens darkens the corners a little."""
    width, height = size_px
    y, x = np.mgrid[-1:1:24j, -1:1:24j]
    small = (255 * (1 - 0.07 * (x * x + y * y))).astype(np.float32)
    large = np.asarray(cv2.resize(small, (width, height)))
    return np.asarray(cv2.merge([np.round(large).astype(np.uint8)] * 3), np.uint8)
