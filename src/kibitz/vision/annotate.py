"""Pictures for people: the board from straight above with a ring on every piece, or why there is none.

SPEC A4: a red ring on the blue side's pieces, a blue ring on the red side's, darker for kings.
"""

from __future__ import annotations

import cv2
import numpy as np

from kibitz.core.game import AnyGame
from kibitz.core.look import Face, PieceSet
from kibitz.core.observation import Image, LocatedBoard
from kibitz.vision.classify import Reading
from kibitz.vision.projection import located_px
from kibitz.vision.rectify import inscribed_mm, rectified

LONGEST_PX = 800
RED, BLUE, GREY = (0, 0, 255), (255, 0, 0), (128, 128, 128)
DARK = 0.5


def ringed(
    image: Image, located: LocatedBoard, reading: Reading, game: AnyGame, piece_set: PieceSet
) -> Image:
    """The rectified board with its pieces circled; cells that cannot be seen are crossed out."""
    scale = LONGEST_PX / max(located.plan.size_mm)
    board = np.ascontiguousarray(rectified(image, located, px_per_mm=scale))
    hidden = {located.plan.cell(name) for name in reading.hidden}
    for cell, plan in enumerate(located.plan.cells):
        face = game.faces[reading.look[cell]]
        if plan.tray:
            continue
        at = (round(plan.centre_mm[0] * scale), round(plan.centre_mm[1] * scale))
        size = inscribed_mm(located.plan, cell) * scale
        if cell in hidden:
            cv2.drawMarker(board, at, GREY, cv2.MARKER_TILTED_CROSS, round(size / 2), 2, cv2.LINE_AA)
        elif face.owner:
            cv2.circle(board, at, round(size * 0.22), ring_colour(face, game, piece_set), 3, cv2.LINE_AA)
    return board


def ring_colour(face: Face, game: AnyGame, piece_set: PieceSet) -> tuple[int, int, int]:
    """Blue for the side whose men are red, and red for the other; where neither is, red for the first."""
    owner = next((o for o in ("first", "second") if _has_red_men(o, game, piece_set)), "second")
    blue, green, red = BLUE if face.owner == owner else RED
    shade = DARK if _is_crowned(face, game, piece_set) else 1.0
    return int(blue * shade), int(green * shade), int(red * shade)


def _has_red_men(owner: str, game: AnyGame, piece_set: PieceSet) -> bool:
    man = next(face for face in game.faces if face.owner == owner)
    piece = piece_set.piece(man)
    return piece is not None and _is_red(piece.colour)


def _is_red(colour: str) -> bool:
    if not colour.startswith("#"):
        return colour == "red"
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return red > 1.5 * max(green, blue)


def _is_crowned(face: Face, game: AnyGame, piece_set: PieceSet) -> bool:
    """A king that does not look like a man of its side."""
    man = next(f for f in game.faces if f.owner == face.owner)
    return face.rank == "king" and piece_set.symbol(face) != piece_set.symbol(man)


def refused(image: Image, sentence: str) -> Image:
    """The raw picture with the reason written over it."""
    scale = LONGEST_PX / max(image.shape[:2])
    shown = np.ascontiguousarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))
    lines = _wrapped(sentence, max(12, shown.shape[1] // 11))
    shown = cv2.copyMakeBorder(shown, 26 * len(lines) + 10, 0, 0, 0, cv2.BORDER_CONSTANT, value=(0, 0, 0))
    for k, line in enumerate(lines):
        at = (8, 26 * (k + 1))
        cv2.putText(shown, line, at, cv2.FONT_HERSHEY_SIMPLEX, 0.6, (255, 255, 255), 1, cv2.LINE_AA)
    return np.asarray(shown, np.uint8)


def outlined(image: Image, located: LocatedBoard) -> Image:
    """The picture with every cell of the plan drawn on it."""
    shown = image.copy()
    wide = max(1, round(max(image.shape[:2]) / 640))
    for cell in located.plan.cells:
        points = located_px(located, np.array(cell.outline_mm))
        cv2.polylines(
            shown, [np.round(points * 16).astype(np.int32)], True, (0, 200, 0), wide, cv2.LINE_AA, 4
        )
    return shown


def _wrapped(text: str, width: int) -> list[str]:
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
