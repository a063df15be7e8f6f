"""What a camera process is asked to watch, and which cameras may be asked for from a browser."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kibitz.cameras.pushed import Pushed
from kibitz.cameras.source import Source, open_source
from kibitz.core.board import Point
from kibitz.core.errors import BadSetting, quoted
from kibitz.core.game import AnyGame
from kibitz.core.look import PieceSet

PHONE = "phone"
FORMS = (
    "Choose the simulated table, a phone, a USB camera (usb:0) or an address that begins with "
    "http://, https:// or rtsp://."
)
_ADDRESSES = ("http://", "https://", "rtsp://")
Find = Callable[[str], AnyGame]


@dataclass(frozen=True, slots=True)
class Order:
    """One board to be watched; without a game only the picture is shown."""

    source: str
    find: Find
    """A function of a module: it is called in the camera's process."""
    game: str = ""
    piece_set: str = ""
    corners_px: tuple[Point, ...] = ()


def source_of(text: str, find: Find) -> Source:
    """The source that a browser asked for: never a file of this machine; raises BadSetting."""
    text = text.strip()
    if text == PHONE:
        return Pushed("The phone")
    if text.startswith("simulated:") or text.lower().startswith(_ADDRESSES):
        return open_source(text, find)
    number = text.removeprefix("usb:")
    if number != text and number.isascii() and number.isdecimal():
        return open_source(number)
    raise BadSetting(f"{quoted(text)} is no camera that can be chosen here. {FORMS}")


def piece_set_of(game: AnyGame, name: str) -> PieceSet:
    """The game's piece set of this name, or its usual one; raises BadSetting. Vision's loads OpenCV."""
    for piece_set in game.piece_sets:
        if name in ("", piece_set.name):
            return piece_set
    raise BadSetting(f"{game.title} has no piece set {quoted(name)}.")


def check(text: str) -> None:
    """Refuse what is no camera, before a process is started for it; raises BadSetting."""
    if not text.strip().startswith("simulated:"):
        source_of(text, _nothing)


def _nothing(name: str) -> AnyGame:
    raise BadSetting(f"No game is at hand for {quoted(name)}.")
