"""`kibitz look`: what lies on the board in a photograph."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.core.errors import BadFile, BadPicture, BadSetting, quoted

if TYPE_CHECKING:
    from kibitz.core.observation import Image
    from kibitz.vision.locate import NotFound
    from kibitz.vision.pictures import Picture
    from kibitz.vision.watch import Eye, Seen


def look(
    files: Annotated[list[Path], typer.Argument(help="Photographs of a board.")],
    game: Annotated[str, typer.Option(help="The game on the board; `kibitz games` lists them.")],
    piece_set: Annotated[str, typer.Option(help="Which pieces; the game's usual set when not given.")] = "",
    corners: Annotated[
        str, typer.Option(help="The field's corners, x,y,x,y,x,y,x,y in pixels, for a board without marks.")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON for each picture.")] = False,
    annotate: Annotated[
        Path | None, typer.Option(help="Write each board, seen from above with its pieces ringed, here.")
    ] = None,
) -> None:
    """Read the board in photographs."""
    from kibitz.cli.chosen import game_named
    from kibitz.vision.watch import Eye

    points = points_of(corners)
    eye = Eye(game_named(game), piece_set)
    eye.warm()
    unreadable = 0
    for number, file in enumerate(files):
        answer, picture = _answer(file, eye, points)
        unreadable += picture is None
        typer.echo(json.dumps(answer, ensure_ascii=False) if as_json else _told(answer))
        if annotate is not None and picture is not None:
            _write(annotate, file, number, files, picture)
    if unreadable:
        typer.echo(f"kibitz: {unreadable} of {len(files)} files could not be read as a picture.", err=True)
        raise typer.Exit(2)


def _answer(file: Path, eye: Eye, points: list[tuple[float, float]]) -> tuple[dict[str, Any], Image | None]:
    """What is said about one picture, and the picture that shows it."""
    from kibitz.core.observation import Frame
    from kibitz.vision.annotate import refused, ringed
    from kibitz.vision.pictures import read_picture
    from kibitz.vision.watch import Seen

    try:
        picture = read_picture(file)
    except BadPicture as error:
        return _failed(file, eye, "unreadable", str(error)), None
    eye.tap([(x * picture.scale, y * picture.scale) for x, y in points])
    seen = eye.look(Frame(picture.image))
    if isinstance(seen, Seen):
        shown = ringed(picture.image, seen.located, seen.reading, eye.game, eye.piece_set)
        return _found(file, eye, seen), shown
    return _not_found(file, eye, seen, picture), refused(picture.image, seen.sentence)


def _found(file: Path, eye: Eye, seen: Seen) -> dict[str, Any]:
    return {
        "file": str(file),
        "found": True,
        "game": eye.game.name,
        "rows": list(seen.rows),
        "hidden": list(seen.hidden),
        "confidence": round(seen.confidence, 4),
        "ms": round(seen.ms, 1),
    }


def _not_found(file: Path, eye: Eye, missed: NotFound, picture: Picture) -> dict[str, Any]:
    """The reason; for a board without marks also where its corners seem to be."""
    from kibitz.vision.grid import suggested

    answer = _failed(file, eye, missed.reason, missed.sentence)
    if missed.kind:
        answer["board"] = missed.kind
    if missed.reason in ("no_marks", "few_marks"):
        grid = suggested(picture.image, eye.game.plan)
        if grid is not None:
            corners = ",".join(f"{value / picture.scale:.0f}" for value in grid.corners_px.ravel())
            answer["reason"] += f" A board without marks can be read with --corners {corners}."
            answer["corners"] = corners
    return answer


def _failed(file: Path, eye: Eye, why: str, sentence: str) -> dict[str, Any]:
    return {"file": str(file), "found": False, "game": eye.game.name, "why": why, "reason": sentence}


def _told(answer: dict[str, Any]) -> str:
    """The same for people."""
    if not answer["found"]:
        reason = str(answer["reason"])
        return reason if answer["why"] == "unreadable" else f"{answer['file']}: {reason}"
    head = f"{answer['file']}: {answer['confidence']:.1%} sure, {answer['ms']:.1f} ms"
    hidden = [f"  hidden: {' '.join(answer['hidden'])}"] if answer["hidden"] else []
    return "\n".join([head, *(f"  {row}" for row in answer["rows"]), *hidden])


def _write(folder: Path, file: Path, number: int, files: list[Path], picture: Image) -> None:
    """The annotated picture, under the photograph's own name; numbered where two share one."""
    import cv2

    shared = sum(other.stem == file.stem for other in files) > 1
    path = folder / (f"{file.stem}-{number + 1}.png" if shared else f"{file.stem}.png")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_bytes(cv2.imencode(".png", picture)[1].tobytes())
    except OSError as error:
        raise BadFile(f"the annotated picture cannot be written ({error.strerror})", name=str(path)) from None


def points_of(text: str) -> list[tuple[float, float]]:
    """Four corners from eight numbers."""
    if not text:
        return []
    try:
        numbers = [float(part) for part in text.replace(";", ",").split(",")]
    except ValueError:
        numbers = []
    if len(numbers) != 8:
        raise BadSetting(f"--corners takes eight numbers, x,y,x,y,x,y,x,y; this is {quoted(text)}")
    return list(zip(numbers[::2], numbers[1::2], strict=True))
