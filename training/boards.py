"""Random boards to learn from: which plan, which pieces, which position."""

from __future__ import annotations

import colorsys
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from kibitz.core.board import BoardPlan
from kibitz.core.chequer import chequer
from kibitz.core.look import Face, Look, Piece, PieceSet, look_of
from kibitz.core.marks import marked
from kibitz.games.atoll.board import plan as atoll_plan
from kibitz.games.ur.board import plan as ur_plan
from kibitz.scene.surfaces import vivid
from kibitz.scene.textures import Colour

KINDS = ("empty", "round", "triangle", "chessman")
"""What the network tells apart; a stone counts as round."""
KIND_OF_SHAPE = {"disc": 1, "stone": 1, "triangle": 2, "chessman": 3}


@dataclass(frozen=True, slots=True)
class Setting:
    """A board with its pieces on it, before anything about the photograph is chosen."""

    family: str
    plan: BoardPlan
    faces: tuple[Face, ...]
    piece_set: PieceSet
    look: Look
    colours: tuple[tuple[str, Colour], ...]


def random_setting(rng: np.random.Generator, family: str | None = None) -> Setting:
    """Most often the blue and red pieces of 2019, and enough of everything else."""
    names = tuple(_FAMILIES)
    chosen = family or str(rng.choice(names, p=(0.42, 0.19, 0.21, 0.18)))
    return _FAMILIES[chosen](rng)


def _setting(
    family: str,
    plan: BoardPlan,
    shapes: list[tuple[str, Colour]],
    rng: np.random.Generator,
    size: tuple[float, float] | None = None,
) -> Setting:
    faces = (Face("empty"), *(Face(f"face {i}", rank=_RANKS[s]) for i, (s, _) in enumerate(shapes)))
    names = [(colour, _named(colour, rng)) for _, colour in shapes]
    name_of = dict(reversed(names))
    pieces = tuple(
        Piece(f"face {i}", shape, name_of[colour], str(i), *(size or _SIZES[shape]))
        for i, (shape, colour) in enumerate(shapes)
    )
    colours = tuple((f"face {i}", colour) for i, (_, colour) in enumerate(shapes))
    look = _random_look(plan, len(faces), rng)
    return Setting(family, plan, faces, PieceSet("x", "x", pieces), look, colours)


_RANKS = {"disc": "man", "triangle": "king", "stone": "stone", "chessman": "man"}
_SIZES = {"disc": (0.7, 0.2), "triangle": (0.7, 0.2), "stone": (0.65, 0.25), "chessman": (0.55, 1.1)}


def _named(colour: Colour, rng: np.random.Generator) -> str:
    """What a piece set would call this colour: about it, never quite."""
    return "#" + "".join(f"{round(float(np.clip(c + rng.normal(0, 20), 0, 255))):02x}" for c in colour[::-1])


def _random_look(plan: BoardPlan, faces: int, rng: np.random.Generator) -> Look:
    density = float(rng.choice([0.1, 0.3, 0.5, 0.75]))
    anywhere = rng.random() < 0.08 or all(cell.tone != "dark" for cell in plan.cells)
    weights = rng.dirichlet(np.full(faces - 1, 2.0))

    def face(tone: str) -> int:
        stands = (anywhere or tone == "dark") and rng.random() < density
        return 1 + int(rng.choice(faces - 1, p=weights)) if stands else 0

    return look_of(face(cell.tone) for cell in plan.cells)


def _dressed(plan: BoardPlan, layout: str, rng: np.random.Generator) -> BoardPlan:
    plain = replace(plan, captions=()) if rng.random() < 0.5 else plan
    if layout == "2019":
        return marked(plain, "2019", side_2019_cells=float(rng.uniform(1.15, 1.85)))
    return plain if layout == "" else marked(plain)


def blue_red(rng: np.random.Generator) -> Setting:
    """SPEC A3 on the sheet of 2019 or our own."""
    plan = chequer("chequer-8-dark", 8, upper_left="dark")
    blue, red = vivid(rng, (190, 252)), vivid(rng, (-24, 16))
    shapes = [("disc", blue), ("triangle", blue), ("disc", red), ("triangle", red)]
    layout = "2019" if rng.random() < 0.75 else "kibitz"
    return _setting("blue-red", _dressed(plan, layout, rng), shapes, rng)


def any_colours(rng: np.random.Generator) -> Setting:
    """Two to four colours that a person can tell apart, on boards of several sizes."""
    size = int(rng.choice([8, 8, 10, 12]))
    upper_left = str(rng.choice(["light", "dark"]))
    plan = chequer(f"chequer-{size}-{upper_left}", size, upper_left=upper_left)
    colours = _apart(rng, int(rng.integers(2, 5)))
    shapes = [(shape, colour) for colour in colours for shape in ("disc", "triangle")]
    if rng.random() < 0.6:
        shapes = [("disc", colour) for colour in colours]
    return _setting("colours", _dressed(plan, str(rng.choice(["", "kibitz"])), rng), shapes, rng)


def chess(rng: np.random.Generator) -> Setting:
    """Light and dark men on a chess board."""
    plan = chequer("chequer-8-light", 8)
    bright = float(rng.uniform(0.62, 1.0))
    light, dark = _wooden(rng, bright, bright), _wooden(rng, 0.06, min(0.4, 0.48 * bright))
    setting = _setting(
        "chess",
        _dressed(plan, str(rng.choice(["", "kibitz"])), rng),
        [("chessman", light), ("chessman", dark)],
        rng,
        (float(rng.uniform(0.44, 0.72)), float(rng.uniform(0.8, 1.35))),
    )
    if rng.random() < 0.2:
        return replace(setting, look=_armies(rng))
    density = float(rng.choice([0.15, 0.3, 0.5]))
    look = look_of(int(rng.integers(1, 3)) if rng.random() < density else 0 for _ in plan.cells)
    return replace(setting, look=look)


def _armies(rng: np.random.Generator) -> Look:
    """Both sides still at home, with a few men gone, on any two opposite sides of the board."""
    rows = np.repeat([1, 1, 0, 0, 0, 0, 2, 2], 8).reshape(8, 8) * (rng.random((8, 8)) < 0.95)
    return look_of(int(face) for face in np.rot90(rows, int(rng.integers(4))).ravel())


def stones(rng: np.random.Generator) -> Setting:
    """Stones on the hexagons of Atoll or the squares of Ur."""
    ancient = ur_plan("ur" if rng.random() < 0.75 else "aseb")
    plan = atoll_plan(int(rng.choice([3, 5, 5, 7]))) if rng.random() < 0.5 else ancient
    shapes = [("stone" if rng.random() < 0.6 else "disc", colour) for colour in _apart(rng, 2)]
    return _setting("stones", _dressed(plan, "kibitz", rng), shapes, rng)


_FAMILIES: dict[str, Callable[[np.random.Generator], Setting]] = {
    "blue-red": blue_red,
    "colours": any_colours,
    "chess": chess,
    "stones": stones,
}


def _wooden(rng: np.random.Generator, low: float, high: float) -> Colour:
    hue, saturation = float(rng.uniform(2, 45)) / 360, float(rng.uniform(0, 0.65))
    red, green, blue = colorsys.hsv_to_rgb(hue, saturation, float(rng.uniform(low, high)))
    return blue * 250, green * 250, red * 250


def _any_colour(rng: np.random.Generator) -> Colour:
    if rng.random() < 0.35:
        return _wooden(rng, 0.05, 0.3) if rng.random() < 0.5 else _wooden(rng, 0.7, 1.0)
    return vivid(rng, (0, 360))


def _apart(rng: np.random.Generator, count: int) -> list[Colour]:
    """Colours at least a quarter of the way across the colour cube from each other."""
    chosen: list[Colour] = []
    for _ in range(200):
        colour = _any_colour(rng)
        if all(np.linalg.norm(np.subtract(colour, other)) > 90 for other in chosen):
            chosen.append(colour)
        if len(chosen) == count:
            break
    return chosen
