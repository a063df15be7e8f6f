"""`kibitz watch`: follow a game on a real board until the source ends."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.core.errors import BadSetting, quoted

if TYPE_CHECKING:
    from kibitz.archive.keeping import GameKeeper
    from kibitz.archive.store import Store
    from kibitz.cameras.source import Source
    from kibitz.core.game import AnyGame
    from kibitz.core.observation import Frame
    from kibitz.table import Table
    from kibitz.watching.following import Event


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
    resume: Annotated[str, typer.Option(help="Go on with a kept game: its number, or 'last'.")] = "",
) -> None:
    """Follow a game on a real board, say what happens, and keep it."""
    from kibitz.cameras.source import open_source
    from kibitz.cli.archive import opened
    from kibitz.cli.chosen import game_named

    rules = game_named(game)
    frames = open_source(source, game_named)
    if not save:
        if resume:
            raise BadSetting("Only a game that is kept can be resumed; leave out --no-save.")
        _follow(_table(rules, None, start), frames, piece_set, corners, start == "current", as_json, language)
        return
    with opened() as store:
        keeper = _keeper(store, rules, source, start, resume)
        table = _table(rules, keeper, start)
        _follow(table, frames, piece_set, corners, start == "current" and not resume, as_json, language)


def _keeper(store: Store, rules: AnyGame, source: str, start: str, resume: str) -> GameKeeper:
    """A new game, or the one that is to be resumed."""
    from kibitz.archive.keeping import GameKeeper
    from kibitz.archive.search import Query
    from kibitz.core.record import GameRecord

    if not resume:
        record = GameRecord(rules.name, rules.version, "" if start == "current" else start)
        return GameKeeper(store, rules, record.tagged(source=source[:200]))
    if resume == "last":
        kept = store.search(Query(game=rules.name), limit=1).games
        if not kept:
            raise BadSetting(f"No game of {rules.name} is kept, so none can be resumed.")
        return GameKeeper.resumed(store, rules, kept[0].id)
    if not resume.isdecimal():
        raise BadSetting(f"--resume takes 'last' or the number of a game, not {quoted(resume)}.")
    keeper = GameKeeper.resumed(store, rules, int(resume))
    if keeper.record.game != rules.name:
        raise BadSetting(f"Game {resume} is a game of {keeper.record.game}, not of {rules.name}.")
    return keeper


def _follow(
    table: Table, source: Source, piece_set: str, corners: str, from_board: bool, as_json: bool, language: str
) -> None:
    from kibitz.cli.look import points_of
    from kibitz.messages import catalogue
    from kibitz.vision.watch import Eye
    from kibitz.watching.following import Following
    from kibitz.watching.sight import Sight

    sight = Sight(Eye(table.game, piece_set, points_of(corners)))
    following = Following(table, sight.eye.piece_set, catalogue(language), from_board=from_board)
    try:
        for came in frames_of(source):
            if isinstance(came, str):
                events = following.camera_lost(came)
            else:
                events = following.see(sight.look(came, following.expected))
            for event in events:
                typer.echo(json.dumps(event.data(), ensure_ascii=False) if as_json else told(event))
            if table.state.outcome:
                return
    except KeyboardInterrupt:
        typer.echo("Stopped.", err=True)


def frames_of(source: Source) -> Iterator[Frame | str]:
    """Every frame of a recording; of a camera the newest, and a sentence whenever it is lost."""
    from kibitz.cameras.reader import Reader, State

    if not source.live:
        yield from source
        return
    with Reader(source) as reader:
        last, told_lost = -1, False
        while (condition := reader.condition).state is not State.ENDED:
            frame = reader.wait(last, timeout_s=1.0)
            if frame is not None:
                last, told_lost = frame.id, False
                yield frame
            elif condition.state is not State.CONNECTED and not told_lost:
                told_lost = True
                yield condition.reason


def _table(rules: AnyGame, keeper: GameKeeper | None, start: str) -> Table:
    from kibitz.core.record import GameRecord, replay
    from kibitz.table import Table

    fresh = GameRecord(rules.name, rules.version, "" if start == "current" else start)
    record = keeper.record if keeper else fresh
    if replay(rules, record).outcome:
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
