"""Any board in a terminal: cells by row and column, pieces as glyphs that need no colour to be told apart."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import groupby

from rich.style import Style
from rich.text import Text

from kibitz.core.board import BoardPlan, Cell, CellPlan
from kibitz.core.game import AnyGame
from kibitz.core.look import Face, Look

WIDTH = 4  # a glyph and a two-digit square number, with a space on the left
GLYPHS = {
    ("first", "man"): "●",
    ("second", "man"): "○",
    ("first", "stone"): "●",
    ("second", "stone"): "○",
    ("first", "king"): "▲",
    ("second", "king"): "△",
}
CHESSMEN = dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟", strict=True))
BACKGROUND = {"light": "#e8dcc4", "dark": "#7d6a58", "rosette": "#c9a24b"}
INK = {"first": "#0b3d91", "second": "#8b0000", "": "#4a4038"}
PAPER_INK = {"light": "#8f8474", "dark": "#b8a896", "rosette": "#5a4310"}


def draw(game: AnyGame, look: Look, *, highlight: Collection[Cell] = (), flip: bool = False) -> Text:
    """The board as styled text; printing it plain keeps every piece readable."""
    text = Text()
    for line in _lines(game, look, frozenset(highlight), flip):
        text.append_text(line)
        text.append("\n")
    return text


def _lines(game: AnyGame, look: Look, highlight: frozenset[Cell], flip: bool) -> Iterable[Text]:
    plan = game.plan
    columns = _column_places(plan, flip)
    shown = [row[::-1] for row in plan.rows[::-1]] if flip else list(plan.rows)
    named = _rows_share_a_number(plan)
    width = WIDTH * len(columns)
    for row in shown:
        line = Text(f"{plan.cells[row[0]].name[1:]:>3} " if named else " ")
        for cell in row:
            here = columns[plan.cells[cell].column]
            line.append(" " * (here - (len(line) - (4 if named else 1))))
            line.append_text(_cell(game, cell, look, named, cell in highlight))
        yield line
    if named:
        letters = {plan.cells[c].column: plan.cells[c].name[0] for row in shown for c in row}
        yield Text(
            "    " + "".join(f"{letters[c]:^{WIDTH}}" for c in sorted(columns, key=lambda c: columns[c]))
        )
    for tray in _trays(game, look):
        yield Text(tray[:width] if width > 40 else tray)


def _column_places(plan: BoardPlan, flip: bool) -> dict[int, int]:
    """Where each column begins, in characters."""
    used = sorted({cell.column for cell in plan.cells if not cell.tray})
    first, last = used[0], used[-1]
    return {c: WIDTH * (last - c if flip else c - first) for c in range(first, last + 1)}


def _rows_share_a_number(plan: BoardPlan) -> bool:
    return all(len({plan.cells[c].name[1:] for c in row}) == 1 for row in plan.rows)


def _cell(game: AnyGame, cell: Cell, look: Look, named: bool, lit: bool) -> Text:
    place, face = game.plan.cells[cell], game.faces[look[cell]]
    written = place.label if place.label != place.name else ("" if named else place.name)
    back = "#d8c24a" if lit else BACKGROUND.get(place.tone, "#b9b0a0")
    ink = INK[face.owner] if face.owner else PAPER_INK.get(place.tone, "#6a6258")
    if not face.owner:
        return Text(f"{written:>{WIDTH - 1}} ", Style(color=ink, bgcolor=back))
    return Text(f" {glyph(face)}{written:<{WIDTH - 2}}"[:WIDTH], Style(color=ink, bgcolor=back, bold=True))


def glyph(face: Face) -> str:
    """One character for a face: filled for the first player, hollow for the second."""
    if face.symbol in CHESSMEN and face.rank not in ("man", "stone"):
        return (
            CHESSMEN.get(face.symbol, face.symbol) if (face.owner, face.rank) not in GLYPHS else _king(face)
        )
    return GLYPHS.get((face.owner, face.rank), face.symbol)


def _king(face: Face) -> str:
    """Chess kings are written K and k; draughts kings are crowned men."""
    return CHESSMEN[face.symbol] if face.symbol in "Kk" else GLYPHS[(face.owner, face.rank)]


def _trays(game: AnyGame, look: Look) -> Iterable[str]:
    trays: list[tuple[CellPlan, Face]] = [
        (cell, game.faces[look[i]]) for i, cell in enumerate(game.plan.cells) if cell.tray
    ]
    for row, group in groupby(trays, key=lambda pair: pair[0].row):
        del row
        yield "    " + "   ".join(
            f"{cell.label or cell.name}: {face.count if face.owner else 0}" for cell, face in group
        )


def plain(game: AnyGame, look: Look) -> str:
    """The board without styles, for logs, golden files and pipes."""
    return "\n".join(line.rstrip() for line in draw(game, look).plain.splitlines())
