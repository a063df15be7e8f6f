"""`kibitz replay`: steps through the games of a file in the terminal, both ways."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from kibitz.core.errors import BadSetting
from kibitz.core.game import AnyGame
from kibitz.core.record import GameRecord
from kibitz.core.record import replay as play_through

KEYS = "→ or n: next   ← or p: back   Home or f: first   End or l: last   g: next game   q: leave"
_WORDS = {
    **dict.fromkeys(("n", " ", "\r", "\n", "\x1b[C", "\x1bOC", "\x1b[B", "\x1bOB", "next"), "next"),
    **dict.fromkeys(("p", "\x7f", "\b", "\x1b[D", "\x1bOD", "\x1b[A", "\x1bOA", "previous"), "previous"),
    **dict.fromkeys(("f", "0", "\x1b[H", "\x1bOH", "\x1b[1~", "first"), "first"),
    **dict.fromkeys(("l", "$", "\x1b[F", "\x1bOF", "\x1b[4~", "last"), "last"),
    **dict.fromkeys(("q", "\x1b", "\x03", "\x04", "", "quit"), "quit"),
    "g": "game",
}


def replay(
    file: Annotated[Path, typer.Argument(help="A file of games: json, pdn, pgn or 2019.")],
    game: Annotated[str, typer.Option(help="The rules, where the file does not say them.")] = "",
    number: Annotated[int, typer.Option(help="Which game of the file; 1 is the first.")] = 1,
) -> None:
    """Step through a game; without a terminal all steps are printed."""
    from kibitz.archive.reading import read_file
    from kibitz.cli.chosen import game_named

    records = [found.record for found in read_file(file, game_named, game).games]
    if not 1 <= number <= len(records):
        raise BadSetting(f"{file} has {len(records)} games, so none has the number {number}.")
    if sys.stdin.isatty() and sys.stdout.isatty():
        _step_through(records, number - 1)
        return
    pages = Pages(game_named(records[number - 1].game), records[number - 1])
    for step in range(pages.last + 1):
        pages.show(step)


class Pages:
    """The positions of one record, ready to be shown one by one."""

    def __init__(self, game: AnyGame, record: GameRecord) -> None:
        self.game, self.record = game, record
        self.played: Any = play_through(game, record)

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.played.steps) - 1

    def show(self, step: int) -> None:
        """Print the heading, the board and, at the end, the result."""
        if not 0 <= step <= self.last:
            raise BadSetting(f"The game has steps 0 to {self.last}, and {step} is none of them.")
        from rich.console import Console

        from kibitz.cli.play import changed, told
        from kibitz.views.text import draw

        look = self.game.look(self.played.steps[step].position)
        before = self.game.look(self.played.steps[max(step - 1, 0)].position)
        console = Console(highlight=False)
        console.print(self.heading(step), markup=False)
        console.print(draw(self.game, look, highlight=changed(before, look)), end="")
        if step == self.last and self.played.outcome:
            console.print(told(self.game, self.played.outcome), markup=False)

    def heading(self, step: int) -> str:
        """Which step it is, and the move that led to it."""
        shown = self.played.steps[step]
        move = shown.text if shown.move is not None else "start" if step == 0 else "position set"
        return f"{step}/{self.last}  {move}"

    def moves(self) -> str:
        """The moves that count, on one line."""
        return "  ".join(step.text or "(position set)" for step in self.played.steps[1:])


def _step_through(records: list[GameRecord], at: int) -> None:
    from kibitz.cli.chosen import game_named

    pages, step = Pages(game_named(records[at].game), records[at]), 0
    with _single_keys() as read_key:
        while True:
            typer.echo("\x1b[2J\x1b[H", nl=False)
            pages.show(step)
            typer.echo(KEYS)
            word = _WORDS.get(read_key(), "")
            if word == "quit":
                return
            if word == "game":
                at = (at + 1) % len(records)
                pages, step = Pages(game_named(records[at].game), records[at]), 0
            step = moved(step, word, pages.last)


def moved(step: int, word: str, last: int) -> int:
    """Where a key leads; the ends hold."""
    return {
        "next": min(step + 1, last),
        "previous": max(step - 1, 0),
        "first": 0,
        "last": last,
    }.get(word, step)


@contextmanager
def _single_keys() -> Iterator[Any]:
    """Keys as they are pressed; whole lines where the system has no such thing."""
    try:
        import termios
        import tty
    except ImportError:
        yield lambda: sys.stdin.readline().strip() or "n"
        return
    handle = sys.stdin.fileno()
    before = termios.tcgetattr(handle)
    tty.setcbreak(handle)
    try:
        yield lambda: _key(handle)
    finally:
        termios.tcsetattr(handle, termios.TCSADRAIN, before)


def _key(handle: int) -> str:
    """One key; an arrow is several bytes that come together."""
    import os
    import select

    key = os.read(handle, 1)
    if key == b"\x1b":
        while select.select([handle], [], [], 0.05)[0] and len(key) < 6:
            key += os.read(handle, 1)
            if (key[-1:].isalpha() and key != b"\x1bO") or key.endswith(b"~"):
                break
    return key.decode("utf-8", "replace")
