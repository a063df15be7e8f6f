"""Hands, pieces in hands, and their shadows as cut-outs that are laid over the picture of the table.

A hand is drawn once and then pushed about: to a camera that looks down on the table it looks the same
wherever it is, and that is a hundred times faster than drawing it anew for every frame.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from kibitz.cameras.lights import Mood
from kibitz.core.board import BoardPlan, Point
from kibitz.core.observation import Image, Matrix
from kibitz.scene import Camera, Hand, Solid
from kibitz.scene import canvas as drawn
from kibitz.scene.camera import cut, ground, position_mm, project, projection
from kibitz.scene.canvas import Canvas
from kibitz.scene.hand import draw_hand
from kibitz.scene.lens import exposed
from kibitz.scene.light import fallen, lamp_mm
from kibitz.scene.shading import shaded, shadows

BoxPx = tuple[int, int, int, int]


@dataclass(frozen=True, eq=False)
class Sprite:
    """A cut-out: what it adds, what it lets through (both 8 bits), and where its anchor lies in it."""

    adds: Image
    passes: Image
    anchor_px: tuple[float, float]

    def window(self, at_px: Point, size_px: tuple[int, int]) -> tuple[BoxPx, BoxPx] | None:
        """The part of the picture it covers with its anchor here, and the part of it that shows."""
        x0, y0 = round(at_px[0] - self.anchor_px[0]), round(at_px[1] - self.anchor_px[1])
        high, wide = self.passes.shape[:2]
        left, top = max(x0, 0), max(y0, 0)
        right, bottom = min(x0 + wide, size_px[0]), min(y0 + high, size_px[1])
        if left >= right or top >= bottom:
            return None
        return (left, top, right, bottom), (left - x0, top - y0, right - x0, bottom - y0)

    def lay(self, image: Image, at_px: Point) -> None:
        """Lay it over a picture."""
        found = self.window(at_px, (image.shape[1], image.shape[0]))
        if found is None:
            return
        (left, top, right, bottom), (a, b, c, d) = found
        part = image[top:bottom, left:right]
        dimmed = cv2.multiply(part, self.passes[b:d, a:c], scale=1 / 255)
        part[:] = cv2.add(dimmed, self.adds[b:d, a:c]) if self.adds.size else dimmed


@dataclass(frozen=True, eq=False)
class Workshop:
    """Cuts sprites for one camera, board and light."""

    plan: BoardPlan
    camera: Camera
    mood: Mood

    @property
    def _middle_mm(self) -> Point:
        return self.plan.size_mm[0] / 2, self.plan.size_mm[1] / 2

    @property
    def lamp(self) -> Matrix:
        """Where the light hangs."""
        return lamp_mm(self.mood.light, self._middle_mm)

    def hand(self, hand: Hand) -> Sprite:
        """A hand, anchored at its fingertips; the arm reaches out of any picture."""
        hand = replace(hand, tip_mm=self._middle_mm)
        anchor = project(projection(self.camera), np.array([*hand.tip_mm, hand.tip_height_mm]))
        box = self._reach(anchor, hand.from_deg, 0.19)
        camera = cut(self.camera, box)
        canvas = drawn.blank(box[3] - box[1], box[2] - box[0])
        draw_hand(canvas, hand, projection(camera), self.lamp, position_mm(camera))
        return self._cut_out(canvas, camera, anchor - np.array(box[:2]), drawn.THING)

    def piece(self, solid: Solid, height_mm: float) -> Sprite:
        """A piece held at a height, anchored at its foot's middle."""
        raised = tuple((share, level + height_mm) for share, level in solid.profile)
        held = replace(solid, at_mm=self._middle_mm, profile=raised)
        anchor = project(projection(self.camera), np.array([*self._middle_mm, height_mm]))
        reach = round(0.1 * self.camera.size_px[1])
        x, y = round(float(anchor[0])), round(float(anchor[1]))
        box = (x - reach, y - 2 * reach, x + reach, y + reach)
        camera = cut(self.camera, box)
        canvas = drawn.blank(box[3] - box[1], box[2] - box[0])
        drawn.draw_solids(canvas, [held], projection(camera), self.lamp, position_mm(camera))
        return self._cut_out(canvas, camera, anchor - np.array(box[:2]), drawn.PIECE)

    def shadow(self, hand: Hand) -> Sprite:
        """The shadow of a hand on the table, anchored at the shadow of its fingertips."""
        hand = replace(hand, tip_mm=self._middle_mm)
        tip = np.array([*hand.tip_mm, hand.tip_height_mm])
        anchor = self.shadow_px(tip)
        box = self._reach(anchor, hand.from_deg, 0.3)
        cast = shadows(self.plan, [], [], [hand], replace(self.mood.light, bars=None), self.lamp)
        flat = ground(projection(cut(self.camera, box)))
        back = cast.ground.mm_to_px @ np.linalg.inv(flat)
        size = (box[2] - box[0], box[3] - box[1])
        seen = cv2.warpPerspective(
            cast.above,
            back,
            size,
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        light = self.mood.light
        main, room = light.strength, float(np.mean(light.room))
        share = ((main * np.asarray(seen) + room) / (main + room)) ** (1 / 2.2)
        passes = cv2.merge([np.asarray(np.round(share * 255), np.uint8)] * 3)
        return Sprite(np.zeros(0, np.uint8), np.asarray(passes, np.uint8), _pair(anchor - np.array(box[:2])))

    def shadow_px(self, point_mm: Matrix) -> Matrix:
        """Where the shadow of a point falls, in the picture."""
        foot = fallen(point_mm, self.lamp)
        return project(projection(self.camera), np.array([*foot, 0.0]))

    def _reach(self, anchor: Matrix, from_deg: float, half_width: float) -> BoxPx:
        """From a little beyond the fingertips to farther than the picture's edge on the arm's side."""
        width, height = self.camera.size_px
        x, y = round(float(anchor[0])), round(float(anchor[1]))
        across, beyond, along = round(half_width * width), round(0.16 * height), round(1.12 * height)
        below = np.sin(np.radians(from_deg)) > 0
        top, bottom = (y - beyond, y + along) if below else (y - along, y + beyond)
        return x - across, top, x + across, bottom

    def _cut_out(self, canvas: Canvas, camera: Camera, anchor: Matrix, kind: int) -> Sprite:
        unlit = shadows(self.plan, [], [], [], replace(self.mood.light, bars=None), self.lamp)
        eye, matrix = position_mm(camera), projection(camera)
        linear = shaded(canvas, unlit, self.mood.light, self.lamp, eye, matrix, self.plan)
        rng = np.random.default_rng(0)
        sharp = replace(self.mood.lens, blur_px=0.0)
        image = exposed(linear, sharp, rng)
        whole = np.where(canvas.terms[..., drawn.KIND] == kind, np.float32(1), np.float32(0))
        sigma = max(1.1, self.mood.lens.blur_px * self.camera.size_px[0] / 640)
        alpha = cv2.GaussianBlur(whole, (0, 0), sigma)[..., None]
        adds = cv2.GaussianBlur(image * whole[..., None], (0, 0), sigma)
        passes = cv2.merge([np.asarray(np.round((1 - alpha[..., 0]) * 255), np.uint8)] * 3)
        return Sprite(np.asarray(np.round(adds), np.uint8), np.asarray(passes, np.uint8), _pair(anchor))


def _pair(point: Matrix) -> tuple[float, float]:
    return float(point[0]), float(point[1])
