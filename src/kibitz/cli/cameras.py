"""The cameras' room as the web application is handed it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kibitz.table import Table
    from kibitz.watching.trying import Tried
    from kibitz.watching.watch import Watch
    from kibitz.web.cameras import Cameras, Request


def all_cameras() -> Cameras:
    """Everything that can be done with cameras; heavy parts are loaded when a board is watched."""
    from kibitz.web.cameras import Cameras

    return Cameras(_check, _watch, _test, _devices, _film)


def _check(source: str) -> None:
    from kibitz.watching.order import check

    check(source)


def _watch(table: Table, asked: Request, pictured: Callable[[], None], told: Callable[[], None]) -> Watch:
    from kibitz.cli.chosen import game_named
    from kibitz.watching.order import Order
    from kibitz.watching.watch import Watch

    order = Order(asked.source, game_named, table.game.name, asked.piece_set, asked.corners_px)
    return Watch(
        table,
        order,
        language=asked.language,
        from_board=asked.from_board,
        starts=asked.starts,
        pictured=pictured,
        told=told,
    )


async def _test(source: str) -> Tried:
    from kibitz.cli.chosen import game_named
    from kibitz.watching.order import Order
    from kibitz.watching.trying import tried

    return await tried(Order(source, game_named))


def _devices() -> Sequence[tuple[int, str]]:
    from kibitz.cameras.devices import devices

    return [(one.number, one.name) for one in devices()]


def _film(game: str, piece_set: str) -> tuple[str, str]:
    from kibitz.watching.films import film

    found = film(game, piece_set=piece_set)
    return found.source, found.setup
