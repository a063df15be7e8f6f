"""Where the board lies in a picture, or why it cannot be told.

    find(frame, plan)                   search the whole picture for the plan's marks
    find(frame, plan, last)             look first where the board was a moment ago
    from_corners(plan, points, image)   four tapped corners instead of marks

`python -m kibitz.vision.locate photo.jpg` writes the picture with the plan drawn on it.
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from kibitz.core.board import BoardPlan
from kibitz.core.chequer import chequer
from kibitz.core.marks import kind_of
from kibitz.core.observation import Frame, Image, LocatedBoard
from kibitz.vision.anchor import anchored
from kibitz.vision.board import FoundBoard
from kibitz.vision.corners import from_corners as from_corners
from kibitz.vision.follow import followed
from kibitz.vision.grey import working_grey
from kibitz.vision.marks_search import PASSES, Sighting, distinct, sightings
from kibitz.vision.sheets import sheets_of

LEAST_PX = 64


@dataclass(frozen=True, slots=True)
class NotFound:
    """No board, and why: a key for the message catalogue and a sentence for people."""

    reason: str
    sentence: str
    kind: str = ""
    """Of the board that is there instead, where that is known."""


def find(frame: Frame, plan: BoardPlan, last: LocatedBoard | None = None) -> LocatedBoard | NotFound:
    """The board in the frame; a value that says why not where it cannot be told."""
    height, width = frame.image.shape[:2]
    if min(height, width) < LEAST_PX:
        return NotFound("too_small", f"The picture is only {width} x {height} pixels: too small for a board.")
    again = follow(frame, last) if last is not None and last.plan is plan else None
    if again is not None:
        return again
    grey, scale = working_grey(frame.image)
    found = _searched(grey, plan)
    return found.scaled(1 / scale) if isinstance(found, FoundBoard) else found


def follow(frame: Frame, last: LocatedBoard) -> LocatedBoard | None:
    """The board again where it was a moment ago, or nothing when it is not there any more."""
    if not isinstance(last, FoundBoard):
        return None
    grey, scale = working_grey(frame.image)
    again = followed(grey, last.scaled(scale))
    return None if again is None else again.scaled(1 / scale)


def _searched(grey: Image, plan: BoardPlan) -> FoundBoard | NotFound:
    """Passes of rising effort, until the board is found or it is plain why not."""
    seen: tuple[Sighting, ...] = ()
    for effort in range(PASSES):
        seen = distinct((*seen, *sightings(grey, effort)))
        answer = (
            _two_boards(plan, seen) or _best(grey, plan, seen, least=2) or _other_board(plan, seen, least=2)
        )
        if answer is not None:
            return answer
    return _best(grey, plan, seen, least=1) or _why_not(grey, plan, seen)


def _best(grey: Image, plan: BoardPlan, seen: tuple[Sighting, ...], *, least: int) -> FoundBoard | None:
    for sheet in sheets_of(plan):
        mine = [one for one in seen if one.id in sheet.ids]
        if len(mine) >= least:
            found = anchored(grey, sheet, mine)
            if found is not None:
                return found
    return None


def _two_boards(plan: BoardPlan, seen: tuple[Sighting, ...]) -> NotFound | None:
    """One mark in two places, or two marks each of two sheets."""
    own = {one.id for sheet in sheets_of(plan) for one in seen if one.id in sheet.ids}
    counts = Counter(one.id for one in seen)
    sheets = sum(len(own & set(sheet.ids)) >= 2 for sheet in sheets_of(plan))
    if any(counts[i] > 1 for i in own) or sheets > 1 or (len(own) >= 2 and _foreign(plan, seen) >= 2):
        return NotFound("two_boards", "Two boards are in view: leave only one of them in the picture.")
    return None


def _foreign(plan: BoardPlan, seen: tuple[Sighting, ...]) -> int:
    own = {i for sheet in sheets_of(plan) for i in sheet.ids}
    return len({one.id for one in seen} - own)


def _other_board(plan: BoardPlan, seen: tuple[Sighting, ...], *, least: int) -> NotFound | None:
    own = {i for sheet in sheets_of(plan) for i in sheet.ids}
    others = {one.id for one in seen} - own
    kind = kind_of(others) if len(others) >= least else None
    if kind is None:
        return None
    there, wanted = _in_words(kind), _in_words(plan.kind)
    return NotFound("wrong_board", f"This is another board: {there}, and the game needs {wanted}.", kind)


def _in_words(kind: str) -> str:
    """A kind of board as people would call it, and its name."""
    name, _, rest = kind.partition("-")
    size, _, tone = rest.partition("-")
    words = {
        "chequer": f"a chequered {size} x {size} board, {tone} at its upper left",
        "square": f"a plain {size} x {size} board",
        "hex": f"a board of hexagons, {size} to a side",
        "ur": "a board of the Royal Game of Ur",
        "aseb": "an Aseb board",
    }
    return f"{words[name]} ({kind})" if name in words else kind


def _why_not(grey: Image, plan: BoardPlan, seen: tuple[Sighting, ...]) -> NotFound:
    other = _other_board(plan, seen, least=1)
    if other is not None:
        return other
    if len({one.id for one in sightings(np.ascontiguousarray(grey[:, ::-1]), 1)}) >= 2:
        return NotFound("mirrored", "The picture is mirrored: switch off mirroring in the camera.")
    if seen:
        return NotFound(
            "few_marks", "Too few marks of the board can be read: show at least three of the four."
        )
    return _no_marks(grey)


def _no_marks(grey: Image) -> NotFound:
    light, sharp = float(np.percentile(grey, 95)), float(cv2.Laplacian(grey, cv2.CV_64F).var())
    if light < 40:
        return NotFound("dark", "The picture is too dark: no mark of a board can be read in it.")
    if sharp < 15:
        return NotFound("blurred", "The picture is too blurred: no mark of a board can be read in it.")
    return NotFound(
        "no_marks", "No mark of a board is in view: show the whole board, closer or in better light."
    )


def _show(path: Path) -> str:
    """Write the picture with the plan of its board drawn on it, beside it; say where, or why not."""
    from kibitz.vision.annotate import outlined
    from kibitz.vision.pictures import read_picture

    frame = Frame(read_picture(path).image)
    grey, _ = working_grey(frame.image)
    plan = _chequered(kind_of(one.id for one in sightings(grey, 1)) or "")
    if plan is None:
        return "No chequered board with marks is in view; `kibitz look --annotate` shows the other boards."
    located = find(frame, plan)
    if isinstance(located, NotFound):
        return located.sentence
    shown = path.with_name(f"{path.stem}-located.png")
    cv2.imwrite(str(shown), outlined(frame.image, located))
    return f"{shown}: {plan.kind}, {located.marks_seen} marks, {located.error_px:.2f} px off on average."


def _chequered(kind: str) -> BoardPlan | None:
    name, _, rest = kind.partition("-")
    size, _, tone = rest.partition("-")
    return chequer(kind, int(size), upper_left=tone) if name == "chequer" else None


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        print(_show(Path(argument)))
