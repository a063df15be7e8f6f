"""Whether a camera answers: it is opened in a process of its own, and its first picture is waited for."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import dataclass

from kibitz.watching.link import Link
from kibitz.watching.news import Condition, Failed, News
from kibitz.watching.order import Order
from kibitz.watching.picture import Picture

PATIENCE_S = 12.0
SILENT = "The camera is there but sends no picture."


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of it: the first picture, or why there is none."""

    picture: Picture | None
    reason: str = ""


async def tried(order: Order, *, patience_s: float = PATIENCE_S) -> Tried:
    """Open a camera and wait for its first picture; what fails once has failed."""
    return await asyncio.to_thread(_tried, order, patience_s)


def _tried(order: Order, patience_s: float) -> Tried:
    done = threading.Event()
    came: list[Tried] = []

    def heard(news: News) -> None:
        match news:
            case Picture():
                came.append(Tried(news))
            case Failed(sentence):
                came.append(Tried(None, sentence))
            case Condition("lost", reason) if reason and not reason.endswith("is being opened."):
                came.append(Tried(None, reason))
            case _:
                return
        done.set()

    link = Link(order, heard)
    link.show(True)
    link.start()
    try:
        done.wait(patience_s)
    finally:
        link.close()
    return came[0] if came else Tried(None, SILENT)
