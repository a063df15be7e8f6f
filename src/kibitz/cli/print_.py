"""`kibitz print`: a game's board, and pieces to cut out, as a PDF in true size."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kibitz.core.errors import BadFile, quoted


def print_board(
    game: Annotated[str, typer.Argument(help="The game whose board is printed; `kibitz games` lists them.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The PDF to write.")],
    paper: Annotated[str, typer.Option(help="a4, a3 or letter.")] = "a4",
    pieces: Annotated[bool, typer.Option("--pieces", help="Add pages of pieces to cut out.")] = False,
    piece_set: Annotated[str, typer.Option(help="Whose pieces; the game's usual set when not given.")] = "",
    layout: Annotated[str, typer.Option(help="The marks: kibitz, or 2019 for the old sheet.")] = "kibitz",
) -> None:
    """Print a board with marks for the camera, as large as the paper takes."""
    from kibitz.cli.chosen import game_named
    from kibitz.cli.writing import write_whole
    from kibitz.views.pdf import pdf
    from kibitz.views.sheet import pages

    path = _checked(output)
    found = game_named(game)
    drawn = pages(found, paper=paper.lower(), layout=layout, with_pieces=pieces, piece_set=piece_set)
    write_whole(path, pdf(drawn, found.title))
    typer.echo(
        f"{path}: {len(drawn)} page{'s' if len(drawn) > 1 else ''}. Print at 100 %, not fitted to the page."
    )


def _checked(path: Path) -> Path:
    """The path to write, its ending added where there is none."""
    try:
        full = path.expanduser()
        if full.exists() and not full.is_file():
            raise BadFile("this is not a file that can be written; name a PDF file", name=_shown(path))
    except (OSError, RuntimeError) as error:
        raise BadFile(f"the file cannot be written ({error})", name=_shown(path)) from None
    if full.suffix.lower() not in ("", ".pdf"):
        raise BadFile("boards are printed as PDF; give the file a name that ends in .pdf", name=_shown(path))
    return full if full.suffix else _checked(full.with_name(f"{full.name}.pdf"))


def _shown(path: Path) -> str:
    return quoted(str(path), most=120)
