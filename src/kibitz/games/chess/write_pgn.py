"""PGN written: tags, moves, comments, glyphs and variations of any record of chess.

What PGN has no place for is left out: times, sources, moves taken back. When the position was set up anew
during the game, the game is written from there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

import chess

from kibitz.core.errors import BadFile, quoted
from kibitz.core.game import Outcome, Seat
from kibitz.core.record import Entry, GameRecord, Kind
from kibitz.games.chess.fen import read_fen
from kibitz.games.chess.notation import read_move, write_san
from kibitz.games.chess.position import Position
from kibitz.games.chess.read_pgn import CLAIMED, is_variation

ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
UNKNOWN = {"Date": "????.??.??", "Result": "*"}
WIDEST = 79  # columns: PGN export format

_GLYPH = re.compile(r"\$[0-9]{1,3}")


def write_pgn(records: Sequence[GameRecord]) -> str:
    """The records one after the other, an empty line between tags and moves and after each game."""
    return "".join(_game(record) for record in records)


class _Score:
    """A game so far: for every move that counts, the position it was made in and its words."""

    def __init__(self, setup: str) -> None:
        self.setup, self.ended = setup, ""
        self.place = read_fen(setup) if setup else Position(chess.Board())
        self.steps: list[tuple[Position, list[str]]] = [(self.place, [])]

    def move(self, text: str) -> None:
        move = read_move(self.place.board, self.place.moves, text)
        self.steps.append((self.place, [write_san(self.place.board, move)]))
        self.place = self.place.after(move)

    def undo(self) -> None:
        if len(self.steps) < 2:
            raise BadFile("the record takes back a move where there is none")
        self.place, _ = self.steps.pop()

    def note(self, text: str) -> None:
        before, words = self.steps[-1]
        words.append(_note(before, text) if len(self.steps) > 1 else _comment(text))


def _game(record: GameRecord) -> str:
    if record.game != "chess":
        raise BadFile(f"a record of {quoted(record.game)} cannot be written as PGN")
    score, outcome, termination = _scored(record)
    tags = dict(record.tags)
    tags["Result"] = outcome.score if outcome else tags.get("Result", "*")
    if termination:
        tags["Termination"] = termination
    movetext = _wrapped([*_words(score), tags["Result"]])
    return "\n".join([*_tags(tags, score.setup), "", *movetext, "", ""])


def _scored(record: GameRecord) -> tuple[_Score, Outcome | None, str]:
    score, outcome, termination = _Score(record.setup), None, ""
    for entry in record.entries:
        match entry.kind:
            case Kind.MOVE:
                score.move(entry.text)
            case Kind.NOTE:
                score.note(entry.text)
            case Kind.UNDO:
                score.undo()
            case Kind.POSITION:
                score = _Score(entry.text)
            case _:
                outcome, termination = _ended(entry)
                continue
        if entry.kind is not Kind.NOTE:
            outcome, termination = None, ""
    return score, score.place.outcome or outcome, termination


def _ended(entry: Entry) -> tuple[Outcome, str]:
    if entry.kind in (Kind.RESIGN, Kind.FLAG) and entry.seat in (Seat.FIRST, Seat.SECOND):
        return Outcome(entry.seat.other, entry.kind), "time forfeit" if entry.kind is Kind.FLAG else ""
    if entry.kind in (Kind.DRAW, Kind.CLAIM):
        return Outcome(None, entry.kind), entry.text if entry.text in CLAIMED else ""
    raise BadFile(f"a '{entry.kind}' entry does not say whose it is")


def _words(score: _Score) -> Iterator[str]:
    """Moves with their numbers, and notes behind them."""
    plain = False
    for index, (before, words) in enumerate(score.steps):
        rest = words
        if index:
            yield _number(before.board, after_move=plain) + words[0]
            rest = words[1:]
        yield from rest
        plain = index > 0 and all(_GLYPH.fullmatch(word) for word in rest)


def _number(board: chess.Board, *, after_move: bool) -> str:
    if board.turn:
        return f"{board.fullmove_number}. "
    return "" if after_move else f"{board.fullmove_number}... "


def _note(before: Position, text: str) -> str:
    if _GLYPH.fullmatch(text):
        return text
    if text.startswith("(") and is_variation(before, text):
        return text
    return _comment(text)


def _comment(text: str) -> str:
    """A comment in braces, or behind a semicolon where it holds a closing brace itself."""
    inner = text[1:-1] if text.startswith("{") and text.endswith("}") else text
    plain = " ".join("".join(c if c.isprintable() else " " for c in inner).split())
    if "}" in plain:
        return f"; {plain}\n"
    return "{" + plain + "}" if plain else ""


def _wrapped(items: Iterable[str]) -> list[str]:
    lines, line = list[str](), ""
    for word in (word for item in items for word in _split(item)):
        if line and len(line) + len(word) >= WIDEST:
            lines.append(line)
            line = ""
        line = f"{line} {word}" if line else word
        if line.endswith("\n"):
            lines.append(line.rstrip("\n"))
            line = ""
    return [*lines, line] if line else lines


def _split(item: str) -> list[str]:
    """Where a line may break: never before % or [, which mean something else at a line's start."""
    return [item] if item.startswith(";") else re.split(r" +(?![%\[])", item) if item else []


def _tags(tags: dict[str, str], setup: str) -> Iterator[str]:
    for name in ROSTER:
        yield _tag(name, tags.get(name) or UNKNOWN.get(name, "?"))
    if setup:
        yield _tag("SetUp", "1")
        yield _tag("FEN", setup)
    for name in tags:
        if name not in ROSTER and name not in ("SetUp", "FEN"):
            yield _tag(name, tags[name])


def _tag(name: str, value: str) -> str:
    shown = "".join(c if c.isprintable() else " " for c in value)
    escaped = shown.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{re.sub(r"[^A-Za-z0-9_]", "_", name) or "_"} "{escaped}"]'
