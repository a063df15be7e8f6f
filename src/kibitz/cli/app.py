"""The `kibitz` program: registers the commands and turns every known error into one sentence."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from kibitz import __version__
from kibitz.cli import (
    analyse,
    analyse_archive,
    archive,
    games,
    look,
    match,
    perft,
    play,
    print_,
    replay,
    serve,
    simulate,
    solve,
    watch,
)
from kibitz.core.errors import KibitzError

app = typer.Typer(
    name="kibitz",
    help="Watches a board game, knows the rules, plays, and keeps every game.",
    no_args_is_help=False,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

app.command("serve")(serve.serve)
app.command("games")(games.list_games)
app.command("play")(play.play)
app.command("perft")(perft.perft)
app.command("print")(print_.print_board)
app.command("look")(look.look)
app.command("watch")(watch.watch)
app.command("simulate")(simulate.simulate)
app.command("match")(match.match)
app.command("analyse")(analyse.analyse)
app.command("solve")(solve.solve)
app.command("replay")(replay.replay)
archive.archive_app.command("analyse")(analyse_archive.analyse_archive)
app.add_typer(archive.archive_app, name="archive")


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"kibitz {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True)] = False,
) -> None:
    """Without a command, Kibitz opens in the browser."""
    if context.invoked_subcommand is None:
        serve.serve()


def main() -> None:
    """Run a command; what a person got wrong ends in one sentence and exit code 2."""
    try:
        app(prog_name="kibitz")
    except KibitzError as error:
        print(f"kibitz: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(141)
    except Exception as error:
        if os.environ.get("KIBITZ_DEBUG"):
            raise
        fault = f"{type(error).__name__}: {error}"
        print(f"kibitz: a fault of the program ({fault}); KIBITZ_DEBUG=1 shows where.", file=sys.stderr)
        sys.exit(70)
