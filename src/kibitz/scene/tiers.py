"""Random scenes by difficulty: the same ones train the classifier and measure it, with other seeds.

easy      good light, near overhead, little tilt
medium    ordinary rooms: lamps, window bars, clutter, tilt to 30 degrees
hard      tilt to 50 degrees, hard shadows, dim, glare, blur
occluded  medium to hard, with a hand or a thing over the board
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from kibitz.core.board import BoardPlan
from kibitz.scene import clutter
from kibitz.scene.camera import Camera, framed, project, projection
from kibitz.scene.lens import Lens
from kibitz.scene.light import Bars, Light
from kibitz.scene.photograph import Scene
from kibitz.scene.pieces import FORMS, Style
from kibitz.scene.sheet import box_mm
from kibitz.scene.surfaces import random_sheet, random_table, vivid
from kibitz.scene.textures import Colour

TIERS = ("easy", "medium", "hard", "occluded")
SIZES = ((640, 480), (640, 480), (800, 600), (1280, 720), (1280, 960))


@dataclass(frozen=True, slots=True)
class _Range:
    tilt_deg: float
    spin: bool
    share: tuple[float, float]
    lights: tuple[str, ...]
    blur_px: tuple[float, float]
    noise: tuple[float, float]
    motion: float
    thick: float
    off_centre: float
    curl_px: float


_RANGES = {
    "easy": _Range(
        12, False, (0.4, 0.75), ("day", "day", "warm", "cool"), (0.2, 0.7), (0.0, 0.01), 0, 0.3, 0.09, 0.3
    ),
    "medium": _Range(
        30,
        True,
        (0.33, 0.75),
        ("day", "warm", "cool", "side", "bars"),
        (0.2, 0.9),
        (0.0, 0.02),
        0.1,
        0.4,
        0.15,
        0.8,
    ),
    "hard": _Range(
        50,
        True,
        (0.3, 0.85),
        ("warm", "side", "side", "bars", "dim", "dim", "coloured", "glare"),
        (0.3, 1.2),
        (0.0, 0.04),
        0.15,
        0.5,
        0.22,
        1.2,
    ),
}
_RANGES["occluded"] = replace(
    _RANGES["hard"], tilt_deg=42, lights=(*_RANGES["medium"].lights, "dim", "dim", "glare")
)


def random_scene(tier: str, plan: BoardPlan, rng: np.random.Generator, *, chessmen: bool = False) -> Scene:
    """A scene of this tier for a board; `chessmen` keeps the pieces' own sizes."""
    span = _RANGES[tier]
    camera = _camera(plan, span, rng)
    sheet, light = random_sheet(plan, rng), str(rng.choice(span.lights))
    scene = Scene(
        camera=camera,
        light=_LIGHTS[light](rng),
        lens=_dimmed(_lens(span, rng), rng) if light == "dim" else _lens(span, rng),
        sheet=sheet,
        table=random_table(rng),
        style=_style(span, rng, chessmen),
    )
    box = box_mm(plan, sheet)
    scene = replace(scene, things=clutter.beside(box, plan, rng, 0 if tier == "easy" else 4))
    if tier == "occluded":
        hands, over = clutter.covering(plan, rng)
        return replace(scene, hands=hands, over=over)
    return scene if tier == "easy" or rng.random() > 0.25 else replace(scene, hands=clutter.waiting(box, rng))


def _camera(plan: BoardPlan, span: _Range, rng: np.random.Generator) -> Camera:
    width, height = plan.size_mm
    size = SIZES[int(rng.integers(len(SIZES)))]
    tilt = float(span.tilt_deg * np.sqrt(rng.random()))
    spin = float(rng.uniform(-180, 180) if span.spin else rng.normal(0, 12))
    camera = Camera(
        size_px=size,
        target_mm=(width / 2, height / 2),
        tilt_deg=tilt,
        side_deg=float(rng.uniform(0, 360)),
        focal=float(rng.uniform(0.75, 1.5)),
    )
    camera = replace(camera, spin_deg=camera.side_deg + spin)
    return _inside(framed(camera, plan, float(rng.uniform(*span.share))), plan, rng)


def _inside(camera: Camera, plan: BoardPlan, rng: np.random.Generator) -> Camera:
    """The camera drawn back until the marks are in the picture, then moved sideways as far as they allow."""
    corners = [p for mark in plan.marks for p in mark.corners_mm] or [
        (0.0, 0.0),
        plan.size_mm,
        (0.0, plan.size_mm[1]),
        (plan.size_mm[0], 0.0),
    ]
    points = np.column_stack([np.array(corners), np.zeros(len(corners))])
    size = np.array(camera.size_px)
    for _ in range(12):
        at = project(projection(camera), points) / size
        if (np.ptp(at, axis=0) < 0.96).all():
            break
        camera = replace(camera, distance_mm=camera.distance_mm * 1.08)
    low, high = 0.02 - at.min(axis=0), 0.98 - at.max(axis=0)
    low, high = np.minimum(low, high), np.maximum(low, high)
    move = low + (high - low) * rng.beta(2, 2, 2)
    return replace(camera, centre=(0.5 + float(move[0]), 0.5 + float(move[1])))


def _style(span: _Range, rng: np.random.Generator, own_sizes: bool) -> Style:
    form = str(rng.choice(FORMS, p=(0.16, 0.18, 0.24, 0.07, 0.29, 0.06)))
    flat = form in ("flat", "rim")
    gloss = float(
        rng.choice([0.0, 0.05, rng.uniform(0.05, 0.3), rng.uniform(0.2, 0.7), rng.uniform(0.4, 1.6)])
    )
    return Style(
        form=form,
        width=None if own_sizes else float(rng.uniform(0.58, 0.82)),
        height=None
        if own_sizes
        else (0.012 if flat else 0.05 + (span.thick - 0.05) * float(rng.beta(1.2, 2.2))),
        gloss=gloss * (0.3 if flat else 1.0),
        sharpness=float(rng.uniform(8, 120) if gloss < 0.3 else rng.uniform(40, 200)),
        off_centre=float(rng.uniform(0.02, span.off_centre)),
        rounding=float(rng.uniform(0.0, 0.16)),
        rings=tuple(sorted(float(r) for r in rng.uniform(0.2, 0.9, int(rng.integers(1, 4))))),
        unevenness=float(rng.uniform(0, 0.05)),
        carelessness=1.0 if rng.random() < 0.85 else 0.02,
    )


def _lens(span: _Range, rng: np.random.Generator) -> Lens:
    noise = float(rng.uniform(*span.noise) * rng.random())
    return Lens(
        bend=float(rng.uniform(-0.12, 0.12)) if rng.random() < 0.4 else 0.0,
        curl_px=float(rng.uniform(0, span.curl_px)) if rng.random() < 0.5 else 0.0,
        blur_px=float(rng.uniform(*span.blur_px)),
        motion_px=float(rng.uniform(1.5, 3.5)) if rng.random() < span.motion else 0.0,
        motion_deg=float(rng.uniform(0, 180)),
        corners=float(rng.uniform(0, 0.4)),
        exposure=float(rng.uniform(0.55, 1.1)),
        balance=_balance(rng, 0.06),
        contrast=float(rng.uniform(-0.2, 0.8)),
        colour=float(rng.uniform(0.75, 1.25)),
        noise=noise,
        dark_noise=noise * float(rng.uniform(0.1, 0.6)),
        sharpen=float(rng.uniform(0, 1.0)) if rng.random() < 0.3 else 0.0,
        quality=int(rng.integers(55, 97)),
    )


def _dimmed(lens: Lens, rng: np.random.Generator) -> Lens:
    """Too little light: dark, grainy, and what a camera makes of that."""
    noise = float(rng.uniform(0.008, 0.04))
    return replace(lens, exposure=float(rng.uniform(0.27, 0.55)), noise=noise, dark_noise=noise * 0.25)


def _balance(rng: np.random.Generator, spread: float) -> Colour:
    blue, red = (float(np.exp(rng.normal(0, spread))) for _ in range(2))
    return blue, 1.0, red


def _day(rng: np.random.Generator) -> Light:
    room = float(rng.uniform(0.3, 0.9))
    return Light(
        side_deg=float(rng.uniform(0, 360)),
        up_deg=float(rng.uniform(40, 85)),
        away_mm=float(rng.uniform(900, 5000)),
        strength=float(rng.uniform(0.3, 0.9)),
        room=(room, room, room * 0.97),
        size=float(rng.uniform(0.05, 1.2)),
        glare=float(rng.choice([0.0, rng.uniform(0, 0.2)])),
    )


def _warm(rng: np.random.Generator) -> Light:
    warmth = float(rng.uniform(0.35, 0.8))
    tint = (warmth, (1 + warmth) / 2 * 1.0, 1.0)
    room = float(rng.uniform(0.08, 0.35))
    return replace(
        _day(rng),
        away_mm=float(rng.uniform(350, 1200)),
        colour=tint,
        room=(room * tint[0], room * tint[1], room),
        glare=float(rng.choice([0.0, rng.uniform(0.1, 0.9)])),
    )


def _cool(rng: np.random.Generator) -> Light:
    day = _day(rng)
    return replace(day, colour=(1.0, 0.96, float(rng.uniform(0.75, 0.95))), size=float(rng.uniform(0.2, 1.0)))


def _side(rng: np.random.Generator) -> Light:
    room = float(rng.uniform(0.08, 0.35))
    base = _warm(rng) if rng.random() < 0.5 else _day(rng)
    return replace(
        base,
        up_deg=float(rng.uniform(16, 42)),
        strength=1.0,
        room=(room, room * 0.98, room * 0.95),
        size=float(rng.uniform(0.01, 0.15)),
    )


def _bars(rng: np.random.Generator) -> Light:
    pitch = float(rng.uniform(25, 140))
    bars = Bars(
        float(rng.uniform(0, 180)),
        pitch,
        pitch * float(rng.uniform(0.12, 0.6)),
        bool(rng.random() < 0.6),
        float(rng.uniform(0, 200)),
    )
    room = float(rng.uniform(0.15, 0.5))
    return replace(
        _day(rng),
        up_deg=float(rng.uniform(28, 65)),
        strength=float(rng.uniform(0.7, 1.2)),
        room=(room * float(rng.uniform(1, 1.25)), room, room),
        size=float(rng.uniform(0.005, 0.12)),
        bars=bars,
    )


def _coloured(rng: np.random.Generator) -> Light:
    tint = vivid(rng, (0, 360))
    strong = float(rng.uniform(0.2, 0.55))
    blue, green, red = (1 - strong + strong * c / 250 for c in tint)
    room = float(rng.uniform(0.1, 0.4))
    return replace(_day(rng), colour=(blue, green, red), room=(room * blue, room * green, room * red))


def _glare(rng: np.random.Generator) -> Light:
    return replace(_warm(rng) if rng.random() < 0.5 else _day(rng), glare=float(rng.uniform(0.5, 2.0)))


_LIGHTS: dict[str, Callable[[np.random.Generator], Light]] = {
    "day": _day,
    "warm": _warm,
    "cool": _cool,
    "side": _side,
    "bars": _bars,
    "dim": _warm,
    "coloured": _coloured,
    "glare": _glare,
}
