"""`kibitz archive analyse`: kept games judged move by move, on all cores or on a cluster."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.cli.analyse import SECONDS, sums
from kibitz.cli.archive import AsJson, all_ids, opened
from kibitz.cli.spreading import Scheduler, Workers, spreading
from kibitz.core.errors import BadSetting

if TYPE_CHECKING:
    from kibitz.bots.analysis import Ply
    from kibitz.core.game import AnyGame
    from kibitz.core.record import GameRecord


@dataclass(frozen=True, slots=True)
class Order:
    """A kept game to be judged, with all that another process needs for it."""

    number: int
    game: AnyGame
    record: GameRecord
    bot: str
    seconds: float


def analyse_archive(
    ids: Annotated[list[int] | None, typer.Argument(help="Numbers of games; none with --all.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="All games that are not deleted.")] = False,
    level: Annotated[str, typer.Option(help="Who judges: a level, or any bot as for 'match'.")] = "max",
    seconds: Annotated[float, typer.Option(help="Seconds a position.")] = SECONDS,
    workers: Workers = None,
    scheduler: Scheduler = "",
    as_json: AsJson = False,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="A new file: the games with notes in them.")
    ] = None,
) -> None:
    """Judge every move of many kept games; each is told as soon as it is done."""
    if bool(ids) == everything:
        raise BadSetting("Say which games: their numbers, or --all.")
    if not 0.001 <= seconds <= 3600:
        raise BadSetting(f"A position takes 0.001 to 3600 seconds, and {seconds:g} is neither.")
    if output and output.exists():
        raise BadSetting(f"{output} is there already; choose another name.")
    bot = level if ":" in level else f"kibitz:{level}"
    noted = {}
    for order, plies in spreading(scheduler, workers)(judged, _orders(ids, bot, seconds)):
        typer.echo(_data(order, plies) if as_json else _told(order, plies))
        noted[order.number] = order, plies
    if output:
        _write(output, [noted[number] for number in sorted(noted)])


def _orders(ids: list[int] | None, bot: str, seconds: float) -> Iterator[Order]:
    from kibitz.cli.chosen import game_named

    with opened() as store:
        for number in ids or all_ids(store):
            record = store.record(number)
            yield Order(number, game_named(record.game), record, bot, seconds)


def judged(order: Order) -> tuple[Ply, ...]:
    """A game judged in whatever process this is."""
    from kibitz.bots.analysis import analysed
    from kibitz.bots.levels import close, prepare
    from kibitz.cli.opponents import find_bot
    from kibitz.core.player import Limit

    bot = find_bot(order.game, order.bot)
    try:
        prepare(bot)
        return tuple(analysed(order.game, order.record, bot, Limit(seconds=order.seconds)))
    finally:
        close(bot)


def _told(order: Order, plies: tuple[Ply, ...]) -> str:
    return "\n".join(
        [f"{order.number}  {order.game.name}", *(f"    {line}" for line in sums(order.game, plies))]
    )


def _data(order: Order, plies: tuple[Ply, ...]) -> str:
    told = {"id": order.number, "game": order.game.name, "plies": [ply.data() for ply in plies]}
    return json.dumps(told, ensure_ascii=False)


def _write(path: Path, noted: list[tuple[Order, tuple[Ply, ...]]]) -> None:
    from kibitz.archive.writing import written
    from kibitz.bots.annotation import annotated
    from kibitz.cli.writing import write_whole

    form = (path.suffix[1:] or "json").lower()
    records = [annotated(order.game, order.record, plies) for order, plies in noted]
    games = [] if form == "json" else [order.game for order, _ in noted]
    write_whole(path, written(form, games, records, [None] * len(records)).encode())
    typer.echo(f"{path}: {len(records)} game{'' if len(records) == 1 else 's'} with notes.", err=True)
