"""`kibitz watch`: follow a game on a real board until the source ends."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.core.errors import BadSetting

if TYPE_CHECKING:
    from kibitz.cli.following import Event, Following
    from kibitz.core.game import AnyGame
    from kibitz.core.observation import Frame
    from kibitz.table import Table
    from kibitz.table.keeper import Keeper


def watch(
    source: Annotated[
        str, typer.Argument(help="A URL, camera number, video file, folder, or simulated:GAME.")
    ],
    game: Annotated[str, typer.Option(help="The game on the board.")],
    piece_set: Annotated[str, typer.Option(help="Which pieces; the game's usual set when not given.")] = "",
    corners: Annotated[
        str, typer.Option(help="The field's corners, x,y,x,y,x,y,x,y in pixels, for a board without marks.")
    ] = "",
    start: Annotated[
        str, typer.Option(help="'current' (what stands there) or a position; else the usual start.")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON for each event.")] = False,
    language: Annotated[str, typer.Option(help="en, pl, sr or sr-Cyrl.")] = "en",
    save: Annotated[bool, typer.Option("--save/--no-save", help="Keep the game in the archive.")] = True,
) -> None:
    """Follow a game on a real board, say what happens, and keep it."""
    from kibitz.cameras.source import open_source
    from kibitz.cli.archive import opened
    from kibitz.cli.chosen import game_named

    rules = game_named(game)
    frames = open_source(source, game_named)
    if not save:
        _follow(rules, None, frames, piece_set, corners, start, as_json, language)
        return
    with opened() as store:
        from kibitz.archive.keeping import GameKeeper
        from kibitz.core.record import GameRecord

        record = GameRecord(rules.name, rules.version, "" if start == "current" else start)
        keeper = GameKeeper(store, rules, record.tagged(source=source))
        _follow(rules, keeper, frames, piece_set, corners, start, as_json, language)


def _follow(
    rules: AnyGame,
    keeper: Keeper | None,
    frames: Iterable[Frame],
    piece_set: str,
    corners: str,
    start: str,
    as_json: bool,
    language: str,
) -> None:
    following = _following(rules, keeper, piece_set, corners, start, language)
    try:
        for frame in frames:
            for event in following.look(frame):
                typer.echo(json.dumps(event.data(), ensure_ascii=False) if as_json else told(event))
    except KeyboardInterrupt:
        typer.echo("Stopped; the game is kept." if keeper else "Stopped.", err=True)


def _following(
    rules: AnyGame, keeper: Keeper | None, piece_set: str, corners: str, start: str, language: str
) -> Following:
    from kibitz.cli.following import Following
    from kibitz.cli.look import points_of
    from kibitz.messages import catalogue
    from kibitz.vision.watch import Eye

    texts = catalogue(language)
    table = _table(rules, keeper, "" if start == "current" else start)
    return Following(table, Eye(rules, piece_set, points_of(corners)), texts, from_board=start == "current")


def _table(rules: AnyGame, keeper: Keeper | None, setup: str) -> Table:
    from kibitz.core.record import GameRecord
    from kibitz.table import Table

    record = GameRecord(rules.name, rules.version, setup)
    if rules.outcome(rules.start(setup)):
        raise BadSetting("The game is over in that position; give one in which there is a move to make.")
    return Table(rules, record, keeper=keeper, at_board=True)


def told(event: Event) -> str:
    """An event as a line for people."""
    move = (
        f"{event.more['ply']:>4}. {event.more['move']:<10}"
        if event.event == "played"
        else f"{event.event:>10}"
    )
    return f"{event.at:8.1f} s  {move}  {event.message}".rstrip()
