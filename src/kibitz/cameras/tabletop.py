"""The simulated table as a picture: the still part is drawn once, what moves is laid over it.

plate     table, sheet, pieces at rest: redrawn only around a piece that came or went
sprites   hands, what they hold, their shadows
view      the whole pushed or turned, as when the board is
noise     another window into one large field of noise for every frame
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz.cameras.actors import HandAt, Moment, Standing, View
from kibitz.cameras.handiwork import Spot
from kibitz.cameras.lights import DARK, Mood
from kibitz.cameras.places import Box, Places
from kibitz.cameras.plate import Plate
from kibitz.cameras.sprites import Sprite, Workshop
from kibitz.core.board import BoardPlan, Cell
from kibitz.core.look import Face, PieceSet
from kibitz.core.observation import Image, Matrix
from kibitz.core.ornament import across_mm
from kibitz.scene import Camera, Hand, Sheet, Solid, Style
from kibitz.scene.camera import ground, project, projection
from kibitz.scene.pieces import piece_at
from kibitz.scene.sheet import box_mm

HELD_MM = 6.0  # a held piece hangs so far above the fingertips' height
SKINS = ((120.0, 150.0, 205.0), (70.0, 98.0, 150.0), (150.0, 180.0, 225.0), (45.0, 62.0, 100.0))
SLEEVES = ((96.0, 64.0, 44.0), (52.0, 60.0, 120.0), (70.0, 96.0, 70.0), (60.0, 60.0, 64.0))


class Tabletop:
    """Draws moments."""

    def __init__(
        self,
        plan: BoardPlan,
        faces: Sequence[Face],
        piece_set: PieceSet,
        places: Places,
        mood: Mood,
        size_px: tuple[int, int] = (1280, 720),
        seed: int = 0,
    ) -> None:
        self._plan, self._faces, self._set, self._places = plan, faces, piece_set, places
        self._size_px, self._seed = size_px, seed
        rng = np.random.default_rng((seed, 5))
        self.camera = _camera(places.box_mm, plan, size_px, rng)
        self._style = Style(form=str(rng.choice(["bevel", "grooved", "plain"])), off_centre=0.07)
        self._moods = {True: mood, False: DARK}
        self._lamp = True
        self._plate: Plate | None = None
        self._sprites: dict[tuple[object, ...], Sprite] = {}
        self._solids: dict[tuple[Spot, int, int], Solid] = {}
        self._noise = _Noise(np.random.default_rng((seed, 7)), size_px)
        self._flat = ground(projection(self.camera))
        self._field = _field_mask(plan, self._flat, size_px)
        self._centres = cv2.perspectiveTransform(
            np.array([[cell.centre_mm for cell in plan.cells]], float), self._flat
        )[0]

    def picture(self, moment: Moment) -> Image:
        """The frame of a moment."""
        image = self._lit(moment.lamp).shown(self._pieces(moment.standing)).copy()
        for hand in moment.hands:
            self._sprite("shadow", hand, moment.lamp).lay(image, self._shadow_px(hand, moment.lamp))
        for hand in moment.hands:
            if hand.holds is not None:
                self._held(hand.holds, moment.lamp).lay(image, self._tip_px(hand, HELD_MM))
            self._sprite("hand", hand, moment.lamp).lay(image, self._tip_px(hand))
        return self._noise.on(self._seen(image, moment.view), self._moods[moment.lamp].noise)

    def homography(self, view: View) -> Matrix:
        """From the plan's millimetres to pixels, under a view."""
        return np.asarray(_affine(view, self._size_px) @ self._flat)

    def covered(self, moment: Moment) -> tuple[bool, list[Cell]]:
        """Whether a hand is over the board, and the cells whose middle it hides."""
        self._lit(moment.lamp)
        over, cells = False, set[Cell]()
        for hand in moment.hands:
            sprite = self._sprite("hand", hand, moment.lamp)
            found = sprite.window(self._tip_px(hand), self._size_px)
            if found is None:
                continue
            (left, top, right, bottom), (a, b, c, d) = found
            hides = sprite.passes[b:d, a:c, 0] < 128
            over = over or bool((hides[::3, ::3] & self._field[top:bottom:3, left:right:3]).any())
            at = np.round(self._centres - [left, top]).astype(int)
            inside = (at >= 0).all(axis=1) & (at < [right - left, bottom - top]).all(axis=1)
            hidden = np.flatnonzero(inside)
            cells |= {int(i) for i in hidden if hides[at[i, 1], at[i, 0]] and not self._plan.cells[i].tray}
        return over, sorted(cells)

    def _lit(self, lamp: bool) -> Plate:
        """The plate under this light; what was made for the other is let go, for it is large."""
        if lamp != self._lamp:
            self._lamp, self._plate = lamp, None
            self._sprites.clear()
            self._noise.forget()
        if self._plate is None:
            self._plate = Plate(self._plan, self.camera, self._moods[lamp], self._seed)
        return self._plate

    def _pieces(self, standing: Standing) -> dict[tuple[Spot, int, int], Solid]:
        """The solid of every piece at rest; those that are gone are forgotten."""
        keys = [(spot, *what) for spot, what in standing.items()]
        if self._solids.keys() != set(keys):
            self._solids = {key: self._solids.get(key) or self._solid(*key) for key in keys}
        return self._solids

    def _solid(self, spot: Spot, face: int, serial: int) -> Solid:
        """A piece at its place; chessmen of a kind are all made alike."""
        rng = np.random.default_rng((self._seed, serial))
        x, y = self._places.at_mm(spot)
        off = rng.uniform(-1, 1, 2) * self._style.off_centre * self._cell_mm()
        return replace(self._made(face, serial), at_mm=(x + float(off[0]), y + float(off[1])))

    def _made(self, face: int, serial: int) -> Solid:
        piece = self._set.piece(self._faces[face])
        if piece is None:
            raise ValueError(f"the piece set {self._set.name} has nothing for {self._faces[face].name}")
        rng = np.random.default_rng((self._seed, face if piece.shape == "chessman" else serial))
        return piece_at(piece, (0.0, 0.0), self._cell_mm(), replace(self._style, off_centre=0.0), rng)

    def _cell_mm(self) -> float:
        return across_mm(self._plan.cells[0])

    def _hand(self, seat: str) -> Hand:
        rng = np.random.default_rng((self._seed, 31 if seat == "first" else 37))
        size = 0.55 * float(np.sqrt(self._plan.size_mm[0] * self._plan.size_mm[1])) / 160
        below = self._places.edge(seat) > 0
        return Hand(
            (0.0, 0.0),
            tip_height_mm=14.0,
            from_deg=(90.0 if below else -90.0) + float(rng.uniform(-9, 9)),
            pose="pinch",
            size=max(0.42, size),
            pitch_deg=9.0,
            skin=SKINS[int(rng.integers(len(SKINS)))],
            sleeve=SLEEVES[int(rng.integers(len(SLEEVES)))],
            seed=self._seed,
        )

    def _sprite(self, what: str, hand: HandAt, lamp: bool) -> Sprite:
        key = (what, hand.seat, lamp)
        if key not in self._sprites:
            shop = Workshop(self._plan, self.camera, self._moods[lamp])
            self._sprites[key] = (shop.hand if what == "hand" else shop.shadow)(self._hand(hand.seat))
        return self._sprites[key]

    def _held(self, face: int, lamp: bool) -> Sprite:
        key = ("piece", face, lamp)
        if key not in self._sprites:
            shop = Workshop(self._plan, self.camera, self._moods[lamp])
            self._sprites[key] = shop.piece(self._made(face, face), 14.0)
        return self._sprites[key]

    def _tip_px(self, hand: HandAt, lower_mm: float = 0.0) -> tuple[float, float]:
        at = project(projection(self.camera), np.array([*hand.at_mm, max(0.0, hand.height_mm - lower_mm)]))
        return float(at[0]), float(at[1])

    def _shadow_px(self, hand: HandAt, lamp: bool) -> tuple[float, float]:
        shop = Workshop(self._plan, self.camera, self._moods[lamp])
        at = shop.shadow_px(np.array([*hand.at_mm, hand.height_mm]))
        return float(at[0]), float(at[1])

    def _seen(self, image: Image, view: View) -> Image:
        if view == View():
            return image
        if view == View((0.0, 0.0), 180.0):
            return np.ascontiguousarray(image[::-1, ::-1])
        moved = cv2.warpAffine(
            image, _affine(view, self._size_px)[:2], self._size_px, borderMode=cv2.BORDER_REFLECT
        )
        return np.asarray(moved, np.uint8)


def table_places(plan: BoardPlan, faces: Sequence[Face], start: bytes) -> Places:
    """The places around the sheet that a plan is printed on."""
    from kibitz.core.look import Look

    return Places(plan, box_mm(plan, Sheet()), faces, Look(start))


def _camera(box: Box, plan: BoardPlan, size_px: tuple[int, int], rng: np.random.Generator) -> Camera:
    """A camera above the players' heads that sees everything that matters."""
    side = float(rng.uniform(-6, 6))
    camera = Camera(
        size_px=size_px,
        target_mm=(plan.size_mm[0] / 2, plan.size_mm[1] / 2),
        tilt_deg=float(rng.uniform(8, 17)),
        side_deg=side,
        spin_deg=side + float(rng.uniform(-2, 2)),
        focal=1.1,
    )
    left, top, right, bottom = box
    corners = np.array([[left, top, 0], [right, top, 0], [right, bottom, 0], [left, bottom, 0]], float)
    for _ in range(8):
        at = project(projection(camera), corners) / np.array(size_px)
        camera = replace(camera, distance_mm=camera.distance_mm * float(np.ptp(at, axis=0).max()) / 0.95)
    at = project(projection(camera), corners) / np.array(size_px)
    move = 0.5 - (at.min(axis=0) + at.max(axis=0)) / 2
    return replace(camera, centre=(0.5 + float(move[0]), 0.5 + float(move[1])))


def _field_mask(plan: BoardPlan, flat: Matrix, size_px: tuple[int, int]) -> NDArray[np.bool_]:
    width, height = plan.size_mm
    corners = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], float)
    mask = np.zeros((size_px[1], size_px[0]), np.uint8)
    at = np.round(cv2.perspectiveTransform(corners, flat)).astype(np.int32)
    cv2.fillPoly(mask, [at], (1,))
    return mask > 0


def _affine(view: View, size_px: tuple[int, int]) -> Matrix:
    width, height = size_px
    turn = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), -view.turn_deg, 1.0)
    turn[:, 2] += np.array(view.shift) * height
    return np.vstack([turn, [0.0, 0.0, 1.0]])


class _Noise:
    """Adds noise that is drawn once and looked at through another window each time."""

    def __init__(self, rng: np.random.Generator, size_px: tuple[int, int]) -> None:
        self._rng = rng
        width, height = size_px
        shape = (height + 61, width + 97, 3)
        white = rng.standard_normal(shape, np.float32)
        coarse = cv2.GaussianBlur(white, (0, 0), 0.9)
        self._field = 0.75 * white + 1.3 * np.asarray(coarse)
        self._known: dict[float, tuple[Image, Image]] = {}

    def on(self, image: Image, strength: float) -> Image:
        """The picture with noise of this many of 255 levels."""
        brighter, darker = self._parts(strength)
        rows, columns = image.shape[:2]
        y, x = int(self._rng.integers(61)), int(self._rng.integers(97))
        window = (slice(y, y + rows), slice(x, x + columns))
        cv2.add(image, brighter[window], image)
        cv2.subtract(image, darker[window], image)
        return image

    def forget(self) -> None:
        """Let go of what can be made again."""
        self._known.clear()

    def _parts(self, strength: float) -> tuple[Image, Image]:
        if strength not in self._known:
            levels = np.round(self._field * strength)
            up, down = np.clip(levels, 0, 255), np.clip(-levels, 0, 255)
            self._known[strength] = up.astype(np.uint8), down.astype(np.uint8)
        return self._known[strength]
