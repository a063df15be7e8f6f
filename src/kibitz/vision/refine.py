"""The fit moved onto what is printed: measure every edge, move the fit, measure again.

Doubtful edges count little. A fit known only near two marks grows outwards: an edge is used once the fit
is sure enough of its place to tell it from the next one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from kibitz.core.observation import Image
from kibitz.vision.edges import Edges
from kibitz.vision.fit import Fit, Pulls, doubts_px, step, sway
from kibitz.vision.measure import Bools, Measured, measured
from kibitz.vision.projection import Floats, Points, terms

FAINT, FAINT_LINE = 0.25, 0.15
"""Less contrast than this (in doublings of brightness) is grain of the paper, not print."""
BENDS = 0.25
"""A sheet may bend once so much of its grid is seen: marks alone say little about what is between them."""
SURE = 0.65
"""The share of an edge's reach within which it cannot be taken for another."""


class Pace(NamedTuple):
    """One step: the share of the reach to search, and whether the sheet may bend yet."""

    share: float
    bending: bool


MOST_GROWTH = 14
"""Steps from marks outwards: more than a board has rows."""
AT_REST_PX = 0.7
RESTING = (Pace(0.5, True), Pace(0.3, True))
"""Onto all edges."""
FLAT = (Pace(0.5, False), Pace(0.3, False))
"""The same for a sheet that does not bend."""
STILL = (Pace(0.3, True),)
"""When nothing moved."""
NUDGED = (Pace(SURE, False), Pace(0.4, True), Pace(0.3, True))
"""When the board moved a little."""


@dataclass(frozen=True, eq=False)
class Corners:
    """Corners of marks that were seen: where they lie on the plan and in the picture."""

    unit: Points
    grows: Points
    at_px: Points


@dataclass(frozen=True, eq=False)
class Settled:
    """A fit that came to rest."""

    fit: Fit
    share: float
    """How many of the field's edges lie where the fit says."""
    error_px: float
    """Root mean square distance of those that do."""


def grown(grey: Image, fit: Fit, edges: Edges, corners: Corners, *, growing: bool) -> Fit:
    """A fit that holds near the corners, moved outwards over the edges as far as it can be sure."""
    fit, _, held = step(fit, _corner_pulls(fit, corners), bending=False, growing=growing)
    for _ in range(MOST_GROWTH):
        seen = measured(grey, fit, edges, share=SURE)
        pulls = _edge_pulls(edges, seen, SURE)
        trusted = 2.5 * doubts_px(pulls.slopes, held, bending=False, growing=growing) < SURE * seen.reach_px
        pulls = Pulls(pulls.slopes, pulls.off_px, pulls.weight * trusted) + _corner_pulls(fit, corners)
        fit, change, held = step(fit, pulls, bending=False, growing=growing)
        if trusted.all() and np.abs(pulls.slopes @ change).max() < AT_REST_PX:
            break
    return fit


def settled(grey: Image, fit: Fit, edges: Edges, *, growing: bool, paces: tuple[Pace, ...]) -> Settled:
    """Move a fit that is about right onto the printed edges."""
    for pace in paces:
        seen = measured(grey, fit, edges, share=pace.share)
        pulls = _edge_pulls(edges, seen, pace.share)
        bending = pace.bending and _share(pulls.weight > 0, edges) >= BENDS
        fit, change, _ = step(fit, pulls, bending=bending, growing=growing)
    return _judged(fit, edges, seen, pulls, change)


def _edge_pulls(edges: Edges, seen: Measured, share: float) -> Pulls:
    slopes = seen.lean[:, :1] * edges.sway[:, 0] + seen.lean[:, 1:] * edges.sway[:, 1]
    search_px = np.maximum(seen.reach_px * share, 2.0)
    clear = _clear(seen, edges)
    if not _lines_hold(seen, edges, clear, search_px):
        clear &= ~edges.line
    return Pulls(slopes, seen.off_px, clear * _near(seen.off_px, search_px))


def _corner_pulls(fit: Fit, corners: Corners) -> Pulls:
    at_px, slope = fit.placed(corners.unit, terms(corners.unit), corners.grows)
    off = corners.at_px - at_px
    slopes = (slope @ sway(corners.unit, corners.grows)).reshape(2 * len(off), -1)
    return Pulls(slopes, off.ravel(), np.repeat(_near(np.hypot(off[:, 0], off[:, 1]), 8.0), 2))


def _near(off_px: Floats, limit_px: float | Floats) -> Floats:
    """Tukey's weight: one at the fit, none beyond the limit."""
    return np.asarray(np.maximum(1 - (off_px / limit_px) ** 2, 0) ** 2, np.float64)


def _clear(seen: Measured, edges: Edges) -> Bools:
    """Which edges show about as much contrast as such edges do here."""
    clear = seen.contrast > np.where(edges.line, FAINT_LINE, FAINT)
    for kind in edges.kinds:
        there = seen.contrast[kind & clear]
        if len(there):
            clear[kind] &= seen.contrast[kind] > 0.35 * np.partition(there, len(there) // 2)[len(there) // 2]
    return clear


def _lines_hold(seen: Measured, edges: Edges, clear: Bools, search_px: Floats) -> bool:
    """Whether lines are printed at all: then most are seen, and about where they should be.

    A board that has nothing but lines must trust them.
    """
    if not edges.has_both:
        return True
    lines = edges.line & (seen.contrast > 0)
    found = lines & clear
    if found.sum() < 0.4 * lines.sum():
        return False
    return bool(np.median(np.abs(seen.off_px[found]) / search_px[found]) < 0.35)


def _judged(fit: Fit, edges: Edges, seen: Measured, pulls: Pulls, change: Floats) -> Settled:
    """What the last measurement says of the fit that it led to."""
    off = np.abs(pulls.off_px - pulls.slopes @ change)
    near = (pulls.weight > 0) & (off < np.maximum(0.2 * seen.reach_px, 1.5))
    error_px = float(np.sqrt((off[near] ** 2).mean())) if near.any() else float("inf")
    return Settled(fit, _share(near, edges), error_px)


def _share(chosen: Bools, edges: Edges) -> float:
    """How many of the field's edges are among the chosen."""
    return float(chosen[edges.witness].mean())
