"""`kibitz analyse`: every move of a game judged, with an evaluation bar, and the blunders marked."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.core.errors import BadSetting

if TYPE_CHECKING:
    from kibitz.bots.analysis import Ply
    from kibitz.core.game import AnyGame, Seat
    from kibitz.core.player import Bot
    from kibitz.core.record import GameRecord

SECONDS = 0.5
BAR = 20
PARTS = " ▏▎▍▌▋▊▉█"


def analyse(
    file: Annotated[
        str, typer.Argument(help="A file of games (json, pdn, pgn, 2019), or an archive number.")
    ],
    game: Annotated[str, typer.Option(help="The rules, where the file does not say them.")] = "",
    number: Annotated[int, typer.Option(help="Which game of the file; 1 is the first.")] = 1,
    level: Annotated[str, typer.Option(help="Who judges: a level, or any bot as for 'match'.")] = "max",
    seconds: Annotated[float, typer.Option(help="Seconds a position.")] = SECONDS,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON line a move instead of text.")] = False,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="A new file: the game with notes in it.")
    ] = None,
) -> None:
    """Judge every move of a game: who was winning, what was better, what luck did."""
    from kibitz.bots.levels import close, prepare
    from kibitz.cli.chosen import game_named
    from kibitz.cli.opponents import find_bot
    from kibitz.cli.saving import text_of

    if not 0.001 <= seconds <= 3600:
        raise BadSetting(f"A position takes 0.001 to 3600 seconds, and {seconds:g} is neither.")
    if output and output.exists():
        raise BadSetting(f"{output} is there already; choose another name.")
    record = _record(file, game, number)
    rules = game_named(record.game)
    if output:
        text_of(rules, record, output.suffix[1:].lower())  # a format that the game has not is refused at once
    bot = find_bot(rules, level if ":" in level else f"kibitz:{level}")
    try:
        prepare(bot)
        plies = list(_told(rules, _judged(rules, record, bot, seconds), as_json))
    finally:
        close(bot)
    if not as_json:
        typer.echo("\n".join(sums(rules, plies)))
    if output:
        _write(output, rules, record, plies)


def _record(file: str, game: str, number: int) -> GameRecord:
    from kibitz.archive.reading import read_file
    from kibitz.cli.archive import opened
    from kibitz.cli.chosen import game_named

    if file.isdecimal() and len(file) < 10 and not Path(file).exists():
        with opened() as store:
            return store.record(int(file))
    records = [found.record for found in read_file(Path(file), game_named, game).games]
    if not 1 <= number <= len(records):
        raise BadSetting(f"{file} has {len(records)} games, so none has the number {number}.")
    return records[number - 1]


def _judged(game: AnyGame, record: GameRecord, bot: Bot, seconds: float) -> Iterator[Ply]:
    from kibitz.bots.analysis import analysed
    from kibitz.core.player import Limit

    return analysed(game, record, bot, Limit(seconds=seconds))


def _told(game: AnyGame, plies: Iterator[Ply], as_json: bool) -> Iterator[Ply]:
    """The moves, each printed as soon as it is judged."""
    for ply in plies:
        typer.echo(json.dumps(ply.data(), ensure_ascii=False) if as_json else _line(game, ply))
        yield ply


def _line(game: AnyGame, ply: Ply) -> str:
    from kibitz.bots.annotation import GLYPHS, sentence
    from kibitz.cli.play import side

    text = ply.text + GLYPHS.get(ply.mark, "")
    said = sentence(ply) if ply.mark else _luck(ply.luck)
    return (
        f"{ply.step:4}  {side(game, ply.seat):9} {text:14} {bar(ply.after)} {ply.after:4.0%}  {said}".rstrip()
    )


def bar(value: float) -> str:
    """The first player's chance as a bar."""
    eighths = round(min(max(value, 0.0), 1.0) * BAR * 8)
    whole, part = divmod(eighths, 8)
    return ("█" * whole + (PARTS[part] if part else "")).ljust(BAR, "·")


def _luck(luck: float | None) -> str:
    return "" if luck is None else f"luck {100 * luck:+.1f}"


def sums(game: AnyGame, plies: Sequence[Ply]) -> Iterator[str]:
    """What each side gave away, a line each."""
    from kibitz.core.game import Seat

    if not plies:
        yield "There is no move to judge."
    for seat in (Seat.FIRST, Seat.SECOND) if plies else ():
        yield _sum(game, plies, seat)


def _sum(game: AnyGame, plies: Sequence[Ply], seat: Seat) -> str:
    from kibitz.bots.analysis import summed
    from kibitz.cli.play import side

    total = summed(plies, seat)
    marks = ", ".join(f"{count} {_plural(mark.value, count)}" for mark, count in total.marks)
    luck = "" if total.luck is None else f"; luck {100 * total.luck:+.1f}"
    return f"{side(game, seat)}: {marks}; {100 * total.loss:.1f} points of 100 given away a move{luck}"


def _plural(word: str, count: int) -> str:
    return word if count == 1 else f"{word[:-1]}ies" if word.endswith("y") else f"{word}s"


def _write(path: Path, game: AnyGame, record: GameRecord, plies: list[Ply]) -> None:
    from kibitz.bots.annotation import annotated
    from kibitz.cli.saving import text_of
    from kibitz.cli.writing import write_whole

    noted = annotated(game, record, plies)
    write_whole(path, text_of(game, noted, path.suffix[1:].lower()).encode())
    count = sum(bool(ply.mark) for ply in plies)
    typer.echo(f"{path}: the game with {count} {_plural('note', count)}.", err=True)
