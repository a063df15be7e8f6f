"""`kibitz simulate`: a recording of a game that nobody played, with the truth about every frame."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.core.errors import BadFile, BadSetting, quoted

if TYPE_CHECKING:
    from kibitz.cameras.line import Line
    from kibitz.cameras.simulated import SimulatedTable
    from kibitz.core.game import AnyGame


def simulate(
    game: Annotated[str, typer.Argument(help="The game that is played; `kibitz games` lists them.")],
    output: Annotated[
        Path, typer.Option("--output", "-o", help="A new folder for pictures, or a video file (.mp4).")
    ],
    seed: Annotated[int, typer.Option(help="Another number: other moves, another table.")] = 0,
    plies: Annotated[int, typer.Option(help="How many random moves, when none are given.")] = 20,
    moves: Annotated[str, typer.Option(help="The moves to play, separated by commas.")] = "",
    record: Annotated[Path | None, typer.Option(help="A file of games whose first game is played.")] = None,
    setup: Annotated[str, typer.Option(help="The position to start from.")] = "",
    fps: Annotated[float, typer.Option(help="Frames a second.")] = 10.0,
    size: Annotated[str, typer.Option(help="The picture's size.")] = "1280x720",
    light: Annotated[str, typer.Option(help="day, lamp, cool, side, window or dim.")] = "day",
    mistakes: Annotated[str, typer.Option(help="What goes wrong, by name, with commas; 'all'.")] = "",
    piece_set: Annotated[str, typer.Option(help="Which pieces; the game's usual set when not given.")] = "",
    layout: Annotated[str, typer.Option(help="The marks: kibitz or 2019.")] = "kibitz",
) -> None:
    """Write a simulated recording: a folder of pictures or a video, and its truth."""
    from kibitz.cameras.mistakes import mistakes_named
    from kibitz.cameras.recording import write_folder, write_video
    from kibitz.cameras.simulated import Options, SimulatedTable, moves_of, size_of
    from kibitz.cli.chosen import game_named

    path = _checked(output)
    rules = game_named(game)
    given = Options(
        seed,
        plies,
        moves_of(moves),
        setup,
        fps,
        size_of(size),
        light,
        mistakes_named(mistakes),
        piece_set,
        layout,
    )
    table = SimulatedTable(rules, given, _line(rules, record))
    write = write_video if path.suffix.lower() == ".mp4" else write_folder
    typer.echo(_summary(table, write(table, path), path))


def _line(rules: AnyGame, record: Path | None) -> Line | None:
    """The first game of a file, if one is given."""
    if record is None:
        return None
    from kibitz.archive.reading import read_file
    from kibitz.cameras.line import line_of_record
    from kibitz.cli.chosen import game_named

    found = read_file(record, game_named, rules.name).games[0].record
    if found.game != rules.name:
        raise BadSetting(f"{quoted(str(record))} holds a game of {found.game}, not of {rules.name}.")
    return line_of_record(rules, found)


def _checked(path: Path) -> Path:
    """A path that can be written without losing anything."""
    shown = quoted(str(path), most=120)
    try:
        full = path.expanduser()
        if full.suffix.lower() == ".mp4":
            if full.exists() or full.with_suffix(".json").exists():
                raise BadFile("there is a recording of that name already; choose another", name=shown)
        elif full.is_dir():
            if any(full.iterdir()):
                raise BadFile("the folder is not empty; choose a new one", name=shown)
        elif full.exists() or full.suffix:
            raise BadFile("recordings are a new folder, or a video whose name ends in .mp4", name=shown)
    except (OSError, RuntimeError, ValueError) as error:
        raise BadFile(f"it cannot be written ({error})", name=shown) from None
    return full


def _summary(table: SimulatedTable, frames: int, path: Path) -> str:
    plies = len(table.line.moves)
    text = f"{path}: {frames} frames, {plies} plies of {table.game.name}."
    if table.line.missed:
        text += f" The game gave no occasion for: {', '.join(table.line.missed)}."
    return text
