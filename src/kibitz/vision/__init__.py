"""The eye: from a picture to what lies on every cell.

    from kibitz import games
    from kibitz.vision import look_at
    print(look_at("photo.jpg", games.find("draughts/poznan")))

`look_at` answers `Seen` (rows, hidden, confidence, ms) or `NotFound` (reason, sentence). `Eye` does the
same for a stream of frames and follows the board from one to the next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kibitz.vision.locate import NotFound as NotFound
    from kibitz.vision.watch import Eye as Eye
    from kibitz.vision.watch import Seen as Seen
    from kibitz.vision.watch import look_at as look_at

_HOME = {"NotFound": "locate", "Eye": "watch", "Seen": "watch", "look_at": "watch"}


def __getattr__(name: str) -> Any:
    """Names are fetched when they are used: whoever needs only crops does not load the network."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
