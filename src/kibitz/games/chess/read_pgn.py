"""PGN read: every game becomes a record, every move is checked, and whatever is wrong is named by its line.

Annotations become NOTE entries behind the move they belong to, and `write_pgn` turns them back:

    {a comment}     the text itself; in braces when it begins with one of ( $ {
    $4, ??          `$4`
    (2. Nc3 d5)     `(2. Nc3 d5)`: a variation in place of the move before, its own notes inside
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import chess

from kibitz.core.errors import BadFile, BadSetup, MoveError, quoted
from kibitz.core.game import Outcome, Seat
from kibitz.core.record import Entry, GameRecord, Kind
from kibitz.games.chess.fen import read_fen
from kibitz.games.chess.notation import read_move, write_san
from kibitz.games.chess.pgn_tokens import Source, Token
from kibitz.games.chess.position import Position

DEEPEST = 100  # variations inside variations; annotators use fewer than ten
MOST_GAMES = 100_000
MOST_TOKENS = 100_000  # in one game; the longest possible game has 17,697 moves
GLYPHS = {"!": "$1", "?": "$2", "!!": "$3", "??": "$4", "!?": "$5", "?!": "$6"}
STANDARD = ("", "standard", "chess", "from position", "normal")
SCORES = {"1-0": Seat.FIRST, "0-1": Seat.SECOND, "1/2-1/2": None}
CLAIMED = ("threefold-repetition", "fifty-moves")
_START = chess.STARTING_FEN


def read_pgn(text: str, name: str = "") -> tuple[GameRecord, ...]:
    """All games in the text; raises BadFile naming the line."""
    return _Reader(Source(text, name)).read()


def is_variation(position: Position, text: str) -> bool:
    """Whether a note's text is a variation that can be written as one here."""
    reader = _Reader(Source(text))
    reader.line.place, reader.line.before = position, position
    try:
        reader.read_movetext()
    except BadFile:
        return False
    return [entry.text for entry in reader.entries] == [text]


@dataclass
class _Line:
    """The main line or a variation, as far as it has been read."""

    place: Position
    before: Position | None = None
    """The position that the last move was made in."""
    words: list[str] = field(default_factory=list)
    at: int = 0


class _Reader:
    """Reads one source from its first token to its last."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.records: list[GameRecord] = []
        self._shared: dict[Entry, Entry] = {}
        self._on: dict[str, Callable[[Token], None]] = {
            "tag": self._tag,
            "move": self._move,
            "comment": self._comment,
            "nag": lambda token: self._note(token.text, token),
            "glyph": lambda token: self._note(GLYPHS[token.text], token),
            "open": self._open,
            "close": self._close,
            "result": self._result,
        }
        self._new_game()

    def _new_game(self) -> None:
        self.tags: dict[str, str] = {}
        self.places: dict[str, int] = {}
        self.entries: list[Entry] = []
        self.count = 0
        self.setup, self.begun, self.line = "", False, _Line(Position(chess.Board()))
        self.outer: list[_Line] = []

    def read(self) -> tuple[GameRecord, ...]:
        self.read_movetext()
        if self.begun or self.tags:
            self._finish("", len(self.source.text))
        return tuple(self.records)

    def read_movetext(self) -> None:
        for token in self.source.tokens():
            if token.kind != "tag" and not self.begun:
                self._begin()
            self.count += 1
            if self.count > MOST_TOKENS:
                raise self.source.fault(f"this game has more than {MOST_TOKENS:,} moves and notes", token.at)
            self._on[token.kind](token)
        self._all_closed()

    def _tag(self, token: Token) -> None:
        if self.begun:
            self._all_closed()
            self._finish("", token.at)
        self.tags[token.text], self.places[token.text] = token.value, token.at

    def _begin(self) -> None:
        """The tags are all there: set the board up."""
        self.begun = True
        variant = self.tags.get("Variant", "")
        if variant.lower() not in STANDARD:
            raise self.source.fault(
                f"this is a game of {quoted(variant)}, not of chess", self.places["Variant"]
            )
        fen = self.tags.pop("FEN", "")
        self.tags.pop("SetUp", None)
        if not fen or fen == _START:
            return
        try:
            self.line.place = read_fen(fen)
        except BadSetup as error:
            raise self.source.fault(str(error), self.places["FEN"]) from None
        self.setup = self.line.place.fen

    def _move(self, token: Token) -> None:
        line, place = self.line, self.line.place
        board = place.board
        try:
            move = self._found(place, token.text)
        except MoveError as error:
            where = f"move {board.fullmove_number}{'.' if board.turn else '...'}"
            raise self.source.fault(f"{where} {error}", token.at) from None
        text = "--" if not move else write_san(board, move)
        if self.outer:
            line.words.append(_numbered(board, text, line.words))
        else:
            self._add(Entry(Kind.MOVE, text, place.seat, source="import"))
        line.before, line.place = place, place.after(move)

    def _found(self, place: Position, text: str) -> chess.Move:
        if not self.outer:
            return read_move(place.board, place.moves, text)
        if text in ("--", "Z0") and not place.board.is_check():
            return chess.Move.null()
        return read_move(place.board, tuple(place.board.legal_moves), text)

    def _comment(self, token: Token) -> None:
        if not token.text:
            return
        if self.outer:
            self.line.words.append("{" + token.text.replace("}", ")") + "}")
        else:
            self._add(_annotation("{" + token.text + "}" if token.text[0] in "({$" else token.text))

    def _note(self, text: str, token: Token) -> None:
        if self.line.before is None:
            raise self.source.fault(f"{quoted(text)} stands before the first move of its line", token.at)
        if self.outer:
            self.line.words.append(text)
        else:
            self._add(_annotation(text))

    def _open(self, token: Token) -> None:
        if self.line.before is None:
            raise self.source.fault("a variation needs a move before it that it replaces", token.at)
        if len(self.outer) >= DEEPEST:
            raise self.source.fault(f"variations are nested more than {DEEPEST} deep", token.at)
        self.outer.append(self.line)
        self.line = _Line(self.line.before, at=token.at)

    def _close(self, token: Token) -> None:
        if not self.outer:
            raise self.source.fault("this ) closes no variation", token.at)
        text = "(" + " ".join(self.line.words) + ")"
        self.line = self.outer.pop()
        if text != "()":
            self._note(text, token)

    def _result(self, token: Token) -> None:
        self._all_closed()
        score = "1/2-1/2" if token.text.startswith("1/2") else token.text
        self._finish(score, token.at)

    def _all_closed(self) -> None:
        if self.outer:
            raise self.source.fault("this variation is never closed; add a )", self.line.at)

    def _add(self, entry: Entry) -> None:
        """Equal entries are kept once: in a large file most moves are like some other."""
        self.entries.append(self._shared.setdefault(entry, entry))

    def _finish(self, score: str, at: int) -> None:
        if not self.begun:
            self._begin()
        if len(self.records) >= MOST_GAMES:
            raise self.source.fault(f"there are more than {MOST_GAMES:,} games in this file; split it", at)
        told = self._told(score, at)
        ended = self._ending(told, at)
        entries = (*self.entries, ended) if ended else tuple(self.entries)
        tags = tuple(self.tags.items())
        self.records.append(GameRecord("chess", 1, self.setup, entries, tags))
        self._new_game()

    def _told(self, score: str, at: int) -> str:
        """The result by the movetext, or by the tag where that says nothing."""
        tag = self.tags.get("Result", "*")
        if score in SCORES and tag in SCORES and score != tag:
            raise self.source.fault(f"the game ends {score} here, but its Result tag says {tag}", at)
        return score if score in SCORES else tag

    def _ending(self, score: str, at: int) -> Entry | None:
        """The entry for a game that ended away from the board."""
        if score not in SCORES:
            return None
        outcome = self.line.place.outcome
        if outcome is None:
            return _ending(score, self.tags.get("Termination", "").lower())
        if outcome.score != score:
            raise self.source.fault(f"the result is given as {score}, but {_in_words(outcome)}", at)
        return None


def _annotation(text: str) -> Entry:
    return Entry(Kind.NOTE, text, source="import")


def _ending(score: str, termination: str) -> Entry:
    winner = SCORES[score]
    if winner is None:
        claimed = termination in CLAIMED
        return Entry(Kind.CLAIM if claimed else Kind.DRAW, termination if claimed else "", source="import")
    kind = Kind.FLAG if termination == "time forfeit" else Kind.RESIGN
    return Entry(kind, seat=winner.other, source="import")


def _in_words(outcome: Outcome) -> str:
    return f"the board shows {outcome.reason.replace('-', ' ')} ({outcome.score})"


def _numbered(board: chess.Board, text: str, before: list[str]) -> str:
    """A move with its number where a reader needs one."""
    if board.turn:
        return f"{board.fullmove_number}. {text}"
    plain = before and before[-1][0] not in "({$"
    return text if plain else f"{board.fullmove_number}... {text}"
