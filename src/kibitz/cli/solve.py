"""`kibitz solve`: work a game out to its end once, so that its bot and its analysis are exact."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Protocol, runtime_checkable

import typer

from kibitz.cli.spreading import Scheduler, spreading
from kibitz.core.errors import BadSetting
from kibitz.core.work import Spread


@runtime_checkable
class Solvable(Protocol):
    """A game that can be solved, whole or in its endings; a game offers this by having the method."""

    def solve(
        self,
        *,
        pieces: int | None,
        out: Path | None,
        threads: int | None,
        progress: Callable[[float, str], None],
        spread: Spread | None,
    ) -> str:
        """Solve for so many pieces (none: the usual number) into a file (none: where bots look for it), here
        or spread over a cluster, going on with a solve that was broken off; what was found, in sentences."""


def solve(
    game: Annotated[str, typer.Argument(help="A game that can be solved, e.g. ur.")],
    pieces: Annotated[
        int | None, typer.Option(help="Solve with so many pieces; without it, the game's usual number.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="The table's file; without it, in the data folder, where bots look.")
    ] = None,
    threads: Annotated[
        int | None, typer.Option(help="How many cores to use; without it, all.", min=1, max=256)
    ] = None,
    scheduler: Scheduler = "",
) -> None:
    """Solve GAME; what is finished is kept, so a solve that was broken off goes on where it was."""
    from kibitz.cli.chosen import game_named

    rules = game_named(game)
    if not isinstance(rules, Solvable):
        raise BadSetting(f"{rules.title} cannot be solved here; 'ur' and the endings of draughts can.")
    spread = spreading(scheduler) if scheduler else None
    with _shown() as progress:
        told = rules.solve(pieces=pieces, out=out, threads=threads, progress=progress, spread=spread)
    typer.echo(told)


@contextmanager
def _shown() -> Iterator[Callable[[float, str], None]]:
    """A bar with percentage and time left on the terminal; a line per twentieth elsewhere."""
    if not sys.stderr.isatty():
        yield _Lines()
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn
    from rich.progress import TimeRemainingColumn as Remaining

    columns = (TextColumn("{task.description:24}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
    left = Remaining(compact=True)
    with Progress(
        *columns, TextColumn("left"), left, console=Console(stderr=True), speed_estimate_period=120
    ) as bar:
        task = bar.add_task("begins", total=1.0)
        yield lambda done, what: bar.update(task, completed=done, description=what)


class _Lines:
    """Progress for a log file."""

    def __init__(self) -> None:
        self._told = -1

    def __call__(self, done: float, what: str) -> None:
        if int(done * 20) > self._told:
            self._told = int(done * 20)
            typer.echo(f"{done:4.0%}  {what}", err=True)
