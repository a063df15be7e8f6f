"""`kibitz archive`: the games that are kept: list, show, export, import, delete."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.core.errors import BadSetting, quoted

if TYPE_CHECKING:
    from kibitz.archive.importing import Report
    from kibitz.archive.search import Page, Query
    from kibitz.archive.store import Store
    from kibitz.archive.summary import Summary

archive_app = typer.Typer(
    name="archive", help="The games that are kept.", no_args_is_help=True, rich_markup_mode=None
)
Ids = Annotated[list[int], typer.Argument(help="Numbers of games, as 'kibitz archive list' shows them.")]
AsJson = Annotated[bool, typer.Option("--json", help="JSON instead of text.")]
_DAY = typer.Option(formats=["%Y-%m-%d"], help="A day, as 2024-05-31.")


@contextmanager
def opened() -> Iterator[Store]:
    """The archive that the settings name."""
    from kibitz.archive.opening import open_archive
    from kibitz.settings import settings

    store = open_archive(settings().data_dir, settings().database_url)
    try:
        yield store
    finally:
        store.close()


@archive_app.command("list")
def list_kept(
    game: Annotated[str, typer.Option(help="Only this game, or this family of games.")] = "",
    player: Annotated[str, typer.Option(help="Part of a player's name.")] = "",
    since: Annotated[datetime | None, _DAY] = None,
    until: Annotated[datetime | None, _DAY] = None,
    result: Annotated[str, typer.Option(help="1-0, 0-1, 1/2-1/2 or * (not finished).")] = "",
    name: Annotated[str, typer.Option(help="Part of the game's name.")] = "",
    position: Annotated[str, typer.Option(help="A position the game went through; needs --game.")] = "",
    deleted: Annotated[bool, typer.Option("--deleted", help="The deleted games instead.")] = False,
    limit: Annotated[int, typer.Option(help="How many at most.")] = 50,
    after: Annotated[int | None, typer.Option(help="Go on after this game.")] = None,
    as_json: AsJson = False,
) -> None:
    """List games, the newest first."""
    from kibitz.archive.search import Query

    days = (since.date() if since else None, until.date() if until else None)
    query = Query(game, player, *days, result, name, _key(game, position), deleted)
    with opened() as store:
        page = store.search(query, limit=limit, after=after)
    if as_json:
        typer.echo(_page_as_json(page))
    else:
        _print_page(page, query)


def _key(game: str, position: str) -> str:
    """What the archive searches by when a person writes a position down."""
    if not position:
        return ""
    if not game:
        raise BadSetting("A position can be looked for only with --game, which says how to read it.")
    from kibitz.archive.standing import position_key
    from kibitz.cli.chosen import game_named

    rules = game_named(game)
    return position_key(rules, rules.start("" if position == "start" else position))


def _page_as_json(page: Page) -> str:
    return json.dumps(
        {"total": page.total, "after": page.after, "games": [_as_data(game) for game in page.games]},
        ensure_ascii=False,
    )


def _as_data(summary: Summary) -> dict[str, Any]:
    return asdict(summary) | {"players": dict(summary.players)}


def _print_page(page: Page, query: Query) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table("id", "name", "game", "players", "day", "result", "steps", box=None)
    for game in page.games:
        players = " – ".join(name for _, name in game.players)
        shown = (game.id, game.name, game.game, players, game.played_on, game.result, game.steps)
        table.add_row(*(Text(str(value)) for value in shown))
    Console(width=None if sys.stdout.isatty() else 200).print(table)
    kind = "deleted games" if query.deleted else "games"
    more = f"; --after {page.after} shows the next" if page.after is not None else ""
    typer.echo(f"{len(page.games)} of {page.total} {kind}{more}.")


@archive_app.command("show")
def show(
    game_id: Annotated[int, typer.Argument(metavar="ID", help="The game's number.")],
    step: Annotated[
        int | None, typer.Option(help="The position after so many steps; the last one when left out.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show one game: who, when, the moves, and a position."""
    with opened() as store:
        summary, record = store.summary(game_id), store.record(game_id)
    if as_json:
        from kibitz.archive.formats import to_json

        typer.echo(json.dumps(_as_data(summary) | {"file": json.loads(to_json(record))}, ensure_ascii=False))
        return
    from kibitz.cli.chosen import game_named
    from kibitz.cli.replay import Pages

    pages = Pages(game_named(record.game), record)
    typer.echo(f"{summary.id}  {summary.name}  ({summary.game}, {summary.played_on}, {summary.result})")
    for tag, value in record.tags:
        typer.echo(f"{quoted(tag)[1:-1]}: {quoted(value)[1:-1]}")
    typer.echo(pages.moves())
    pages.show(pages.last if step is None else step)


@archive_app.command("export")
def export(
    ids: Annotated[list[int] | None, typer.Argument(help="Numbers of games; none with --all.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="All games that are not deleted.")] = False,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="A new file; else standard output.")
    ] = None,
    form: Annotated[
        str, typer.Option("--format", help="json, pdn, pgn or 2019; else by the file's ending.")
    ] = "",
) -> None:
    """Write games to a file."""
    if bool(ids) == everything:
        raise BadSetting("Say which games: their numbers, or --all.")
    if output and output.exists():
        raise BadSetting(f"{output} is there already; choose another name.")
    asked = (form or (output.suffix[1:] if output else "") or "json").lower()
    with opened() as store:
        chosen = list(ids or all_ids(store))
        text = _written(store, chosen, asked)
    if output is None:
        typer.echo(text, nl=False)
        return
    from kibitz.cli.writing import write_whole

    write_whole(output, text.encode())
    typer.echo(f"{output}: {len(chosen)} game{'' if len(chosen) == 1 else 's'}.")


def all_ids(store: Store) -> Iterator[int]:
    """The numbers of all games that are not deleted."""
    page = store.search(limit=500)
    while True:
        yield from (game.id for game in page.games)
        if page.after is None:
            return
        page = store.search(limit=500, after=page.after)


def _written(store: Store, ids: list[int], form: str) -> str:
    from kibitz.archive.writing import written
    from kibitz.cli.chosen import game_named

    records, kept = [store.record(i) for i in ids], [store.summary(i) for i in ids]
    games = [] if form == "json" else [game_named(record.game) for record in records]
    return written(form, games, records, [game.name if game.saved else None for game in kept])


@archive_app.command("import")
def import_files(
    paths: Annotated[list[Path], typer.Argument(help="Files (json, pdn, pgn, 2019), or folders of them.")],
    game: Annotated[str, typer.Option(help="The rules, where a file does not say them.")] = "",
    as_json: AsJson = False,
) -> None:
    """Bring files into the archive; each whole or not at all."""
    from kibitz.archive.importing import import_path
    from kibitz.cli.chosen import game_named

    reports: list[Report] = []
    with opened() as store:
        for path in paths:
            for report in import_path(store, path, game_named, game):
                reports.append(report)
                if not as_json:
                    typer.echo(_told(report), err=not report.ok)
    if as_json:
        typer.echo(json.dumps([_report_data(report) for report in reports], ensure_ascii=False))
    if not all(report.ok for report in reports):
        raise typer.Exit(2)


def _told(report: Report) -> str:
    if not report.ok:
        return report.problem
    numbers = ", ".join(map(str, report.ids[:10])) + (", …" if len(report.ids) > 10 else "")
    return f"{report.file}: {'was here already as' if report.already else 'game'} {numbers}"


def _report_data(report: Report) -> dict[str, Any]:
    return {"ok": report.ok} | asdict(report) | {"file": str(report.file)}


@archive_app.command("delete")
def delete(
    ids: Ids,
    undo: Annotated[bool, typer.Option("--undo", help="Bring deleted games back.")] = False,
    purge: Annotated[bool, typer.Option("--purge", help="Remove deleted games for good.")] = False,
    as_json: AsJson = False,
) -> None:
    """Delete games; --undo brings them back."""
    if undo and purge:
        raise BadSetting("Either --undo or --purge; both cannot be done.")
    done = "restored" if undo else "purged" if purge else "deleted"
    with opened() as store:
        act = {"restored": store.restore, "purged": store.purge, "deleted": store.delete}[done]
        for game_id in ids:
            store.summary(game_id)
        for game_id in ids:
            act(game_id)
    if as_json:
        typer.echo(json.dumps({"done": done, "ids": ids}))
        return
    hint = "; 'kibitz archive delete --undo' brings them back" if done == "deleted" else ""
    typer.echo(f"{done}: {', '.join(map(str, ids))}{hint}.")
