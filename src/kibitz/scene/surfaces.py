"""Random things that a board is made of and lies on: paper, card, wood, inks, tables."""

from __future__ import annotations

import colorsys
from dataclasses import replace

import numpy as np

from kibitz.core.board import BoardPlan
from kibitz.scene.photograph import Table
from kibitz.scene.pieces import bgr
from kibitz.scene.sheet import Sheet
from kibitz.scene.textures import KINDS, Colour


def vivid(rng: np.random.Generator, hue_deg: tuple[float, float]) -> Colour:
    """A strong colour of this range of hues."""
    hue = float(rng.uniform(*hue_deg)) / 360 % 1
    red, green, blue = colorsys.hsv_to_rgb(hue, float(rng.uniform(0.5, 1.0)), float(rng.uniform(0.35, 1.0)))
    return blue * 250, green * 250, red * 250


def _grey(rng: np.random.Generator, low: float, high: float, tint: float = 4.0) -> Colour:
    base = rng.uniform(low, high)
    blue, green, red = (float(np.clip(base + rng.normal(0, tint), 0, 255)) for _ in range(3))
    return blue, green, red


_WOODS: tuple[tuple[Colour, Colour], ...] = (
    ((190.0, 215.0, 235.0), (45.0, 70.0, 120.0)),
    ((150.0, 195.0, 225.0), (40.0, 55.0, 80.0)),
    ((200.0, 220.0, 235.0), (20.0, 25.0, 40.0)),
)


def _board(rng: np.random.Generator, marked: bool) -> Sheet:
    """Boards with marks are printed, mostly in grey; boards without are often wood or coloured card."""
    margin = float(rng.uniform(4, 30))
    wear, seed = float(rng.uniform(0.0, 0.08)), int(rng.integers(1 << 30))
    paper = _grey(rng, 225, 255, 2.0)
    edge: Colour | None = (80.0, 130.0, 180.0) if rng.random() < 0.15 else None
    kind = rng.random()
    if kind < (0.86 if marked else 0.25):
        dark = _grey(rng, 28, 75, 3.0) if rng.random() < 0.8 else _grey(rng, 75, 140, 3.0)
        return Sheet(margin, paper, (("dark", dark),), wear=wear, edge=edge, seed=seed)
    if kind < (0.95 if marked else 0.55):
        dark = vivid(rng, (0, 360)) if rng.random() < 0.5 else _grey(rng, 70, 150)
        light = _grey(rng, 200, 255) if rng.random() < 0.6 else (120.0, 200.0, 235.0)
        lines = float(rng.uniform(0, 0.04))
        tones = (("dark", dark), ("light", light))
        return Sheet(margin, paper, tones, None, lines, wear=wear, edge=edge, seed=seed)
    light, dark = (_near(tone, rng) for tone in _WOODS[int(rng.integers(len(_WOODS)))])
    tones = (("light", light), ("dark", dark))
    wood, frame = float(rng.uniform(0.2, 0.9)), None
    if not marked and rng.random() < 0.8:
        frame = (light, dark, _grey(rng, 20, 235), vivid(rng, (5, 40)))[int(rng.integers(4))]
    return Sheet(margin, paper, tones, frame, wood=wood, wear=wear, edge=edge, seed=seed)


def _near(tone: Colour, rng: np.random.Generator) -> Colour:
    """A colour about like this one."""
    gain = float(rng.uniform(0.8, 1.1))
    blue, green, red = (float(np.clip(c * gain * rng.uniform(0.9, 1.1), 0, 255)) for c in tone)
    return blue, green, red


def random_sheet(plan: BoardPlan, rng: np.random.Generator) -> Sheet:
    """A sheet for this plan."""
    return _lined(_board(rng, bool(plan.marks)), plan, rng)


def _lined(sheet: Sheet, plan: BoardPlan, rng: np.random.Generator) -> Sheet:
    """Our own print has a fine line around every cell; without dark cells it is all there is to see.

    Inks of other tones than dark and light come out a little differently on every printer.
    """
    chequered = any(cell.tone == "dark" for cell in plan.cells)
    known = dict(sheet.tones)
    shades = {name: _shade(text, rng) for name, text in plan.tones if name not in ("dark", "light", "tray")}
    sheet = replace(sheet, tones=tuple((shades | known).items()))
    wide_mm = float(rng.uniform(0.15, 0.5))
    if sheet.lines > 0 or rng.random() > (0.3 if chequered else 0.85):
        return sheet
    return replace(sheet, lines=wide_mm / (plan.size_mm[0] / 8))


def _shade(text: str, rng: np.random.Generator) -> Colour:
    blue, green, red = (float(np.clip(c * rng.uniform(0.85, 1.15), 0, 255)) for c in bgr(text))
    return blue, green, red


def random_table(rng: np.random.Generator) -> Table:
    """Any table top."""
    kind = str(rng.choice(KINDS))
    base = vivid(rng, (0, 360)) if rng.random() < 0.35 else _grey(rng, 30, 220)
    if kind in ("wood", "planks"):
        hue, value = float(rng.uniform(10, 35)) / 360, float(rng.uniform(0.25, 0.8))
        red, green, blue = colorsys.hsv_to_rgb(hue, float(rng.uniform(0.3, 0.75)), value)
        base = (blue * 250, green * 250, red * 250)
    darker = float(rng.uniform(0.3, 0.85)) if kind != "stripes" else float(rng.uniform(0.2, 1.3))
    second = (base[0] * darker, base[1] * darker, base[2] * darker)
    return Table(
        kind, base, second, float(rng.uniform(150, 500)), float(rng.uniform(0, 360)), int(rng.integers(24))
    )
