"""A game as a GIF: one picture a position, the cells of the last move lit, the move written below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING

from kibitz.core.board import Cell
from kibitz.core.errors import BadSetting
from kibitz.core.game import AnyGame
from kibitz.core.look import Look
from kibitz.views.ink import Area, Ink, Words, box, extent
from kibitz.views.position import position_ink, wooden
from kibitz.views.sheet import set_of

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

MOST_FRAMES = 400
"""A long game has two hundred positions; a file of more is no longer sent to a friend."""
SMALLEST_PX, LARGEST_PX = 120, 800
COLOURS = 64
"""Boards have a dozen colours; the rest smooths their edges."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What one picture shows."""

    look: Look
    lit: tuple[Cell, ...] = ()
    words: str = ""


def gif(
    game: AnyGame,
    scenes: Sequence[Scene],
    *,
    frame_s: float = 1.0,
    last_s: float = 4.0,
    across_px: int = 360,
    piece_set: str = "",
) -> bytes:
    """The scenes one after the other, for ever; raises BadSetting when there are too many, or none."""
    if not 1 <= len(scenes) <= MOST_FRAMES:
        raise BadSetting(f"An animation has 1 to {MOST_FRAMES} positions, and this has {len(scenes)}.")
    if not SMALLEST_PX <= across_px <= LARGEST_PX:
        raise BadSetting(f"An animation is {SMALLEST_PX} to {LARGEST_PX} pixels wide, not {across_px}.")
    if not (0.05 <= frame_s <= 60 and 0.05 <= last_s <= 60):
        raise BadSetting("A picture of an animation stands for 0.05 to 60 seconds.")
    pictures = list(_pictures(game, scenes, across_px, piece_set))
    times = [round(1000 * frame_s)] * (len(pictures) - 1) + [round(1000 * last_s)]
    return _joined(pictures, times)


def _pictures(game: AnyGame, scenes: Sequence[Scene], across_px: int, piece_set: str) -> Iterator[Picture]:
    """Every scene in the colours of the busiest one, so that unchanged parts need no room in the file."""
    from PIL import Image

    from kibitz.views.png import picture

    busiest = max(scenes, key=lambda scene: (sum(map(bool, scene.look)), len(scene.lit), scene.words))
    ground = list(_ink(game, busiest, piece_set))
    px_per_mm = across_px / (extent(ground)[2] - extent(ground)[0])

    def drawn(scene: Scene) -> Picture:
        return Image.fromarray(picture(_ink(game, scene, piece_set), px_per_mm)[:, :, ::-1])

    palette = drawn(busiest).quantize(COLOURS, method=Image.Quantize.MEDIANCUT)
    for scene in scenes:
        yield drawn(scene).quantize(palette=palette, dither=Image.Dither.NONE)


def _ink(game: AnyGame, scene: Scene, piece_set: str) -> Iterator[Ink]:
    """The position over a strip for the words, which is there without words, too: all are equally large."""
    plan, pieces = wooden(game.plan), set_of(game, piece_set)
    drawn = list(position_ink(plan, scene.look, game.faces, pieces, lit=scene.lit))
    empty = list(position_ink(plan, Look(bytes(len(scene.look))), game.faces, pieces))
    left, _, right, bottom = extent(empty)
    high = (right - left) / 14
    yield Area(box(left, bottom, right, bottom + high), "#ffffff")
    yield from drawn
    if scene.words:
        middle = (left + right) / 2, bottom + high * 0.62
        yield Words(scene.words, middle, high * 0.42, "#303030", most_mm=right - left)


def _joined(pictures: Sequence[Picture], times_ms: Sequence[int]) -> bytes:
    file = BytesIO()
    pictures[0].save(
        file,
        "GIF",
        save_all=True,
        append_images=pictures[1:],
        duration=list(times_ms),
        loop=0,
        optimize=False,
        disposal=1,
    )
    return file.getvalue()
