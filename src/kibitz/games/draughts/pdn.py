"""Games read from PDN, each move played through the rules.

A comment becomes a NOTE entry. What PDN writes without braces (`!`, `$6`, a variation in brackets)
becomes a NOTE whose source is `pdn` and whose text is the markup itself; writing puts it back.
The Variant tag (ours, for rule sets without a number) or the GameType tag chooses the rules; without
either, the game that reads the file does.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from kibitz.core.errors import BadFile, BadSetup, MoveError, UnknownGame, quoted
from kibitz.core.game import Seat
from kibitz.core.record import Entry, GameRecord, Kind
from kibitz.games.draughts.game import DraughtsGame
from kibitz.games.draughts.pdn_games import Item, RawGame, games
from kibitz.games.draughts.pdn_tokens import fault, tokens
from kibitz.games.draughts.pdn_type import GameType, read_tag, renumbering
from kibitz.games.draughts.variants import PRESETS, preset

MARKUP = "pdn"
"""The source of a NOTE whose text is PDN markup and not a comment."""
OWN_TAGS = ("GameType", "Variant", "FEN", "SetUp", "Termination")
"""Tags that are made anew from the record whenever it is written."""


def read_pdn(game: DraughtsGame, text: str, name: str = "") -> Sequence[GameRecord]:
    """All records of a PDN text; raises BadFile naming line and column."""
    deque(games(text, name), maxlen=0)  # a file that cannot be read is refused before any move is played
    return tuple(_Reading(game, raw, text, name).record() for raw in games(text, name))


@dataclass
class _Reading:
    """One game while it is being read."""

    asked: DraughtsGame
    raw: RawGame
    text: str
    name: str
    entries: list[Entry] = field(default_factory=list)

    def record(self) -> GameRecord:
        """The whole game."""
        kind = self._type()
        self.game = self._game(kind)
        self.numbers = renumbering(self.game.variant, kind) if kind else {}
        items = list(self.raw.items)
        setup = self._setup(items, kind)
        self.position: Any = self.game.start(setup)
        for number, item in enumerate(items):
            if item.kind == "move" and self._is_drawn():
                self._note(f"After the draw: {' '.join(i.text for i in items[number:])}")
                break
            self._add(item)
        self._end(kind)
        tags = tuple((key, value) for key, value in self.raw.tags.items() if key not in OWN_TAGS)
        return GameRecord(self.game.name, self.game.version, setup, tuple(self.entries), tags)

    def _fault(self, reason: str, at: int) -> BadFile:
        return fault(reason, self.text, at, self.name)

    def _type(self) -> GameType | None:
        if "GameType" not in self.raw.tags:
            return None
        kind = read_tag(self.raw.tags["GameType"])
        if kind is None:
            shown = quoted(self.raw.tags["GameType"])
            raise self._fault(f"{shown} is no GameType; write it like 21,B,8,8,N1,0", self._place("GameType"))
        return kind

    def _game(self, kind: GameType | None) -> DraughtsGame:
        named = self.raw.tags.get("Variant", "").removeprefix("draughts/")
        try:
            if named and named != self.asked.variant.name:
                return DraughtsGame(preset(named))
        except UnknownGame as error:
            raise self._fault(str(error), self._place("Variant")) from None
        if named or kind is None or kind.number == self.asked.variant.pdn_type:
            return self._of_that_size(self.asked, kind)
        found = next((v for v in PRESETS.values() if v.pdn_type == kind.number), None)
        if found is None:
            raise self._fault(f"GameType {kind.number} is no draughts known here", self._place("GameType"))
        return self._of_that_size(DraughtsGame(found), kind)

    def _of_that_size(self, game: DraughtsGame, kind: GameType | None) -> DraughtsGame:
        size = game.variant.size
        if kind and kind.size and kind.size != (size, size):
            width, height = kind.size
            reason = f"the board is {width}x{height}, but {game.title} is played on {size}x{size}"
            raise self._fault(reason, self._place("GameType"))
        return game

    def _place(self, tag: str) -> int:
        return self.raw.tag_places.get(tag, self.raw.at)

    def _setup(self, items: list[Item], kind: GameType | None) -> str:
        """How the game starts: a FEN tag, a setup before any move, or the usual way."""
        usual = self.game.setup(self.game.start())
        written, at = self.raw.tags.get("FEN", ""), self._place("FEN")
        first = next((item for item in items if item.kind in ("move", "setup")), None)
        if not written and first and first.kind == "setup":
            written, at = first.text, first.at
            items.remove(first)
        turned = (kind.starts if kind else usual[0]) + usual[1:]
        found = self._canonical(written, at) if written else turned
        return "" if found == usual else found

    def _canonical(self, fen: str, at: int) -> str:
        try:
            return self.game.setup(self.game.start(_renumbered_fen(fen.strip("/ "), self.numbers)))
        except BadSetup as error:
            raise self._fault(str(error), at) from None

    def _is_drawn(self) -> bool:
        """Players may have played on where the rules now see a draw: what follows is kept as a note."""
        over = self.game.outcome(self.position)
        return over is not None and over.winner is None

    def _add(self, item: Item) -> None:
        match item.kind:
            case "move":
                self._move(item)
            case "comment":
                if item.text:
                    self._note(" ".join(item.text.split()))
            case "setup":
                fen = self._canonical(item.text, item.at)
                self.position = self.game.start(fen)
                self.entries.append(Entry(Kind.POSITION, fen, source="import"))
            case "mark":
                self._note("$7" if item.text == "*" else item.text, MARKUP)
            case _:
                self._note(" ".join(markup_words(item.text, self.numbers)), MARKUP)

    def _move(self, item: Item) -> None:
        try:
            move = self.game.read(self.position, _renumbered(item.text, self.numbers))
        except MoveError as error:
            raise self._fault(str(error), item.at) from None
        text, seat = self.game.write(self.position, move), self.game.turn(self.position)
        self.entries.append(Entry(Kind.MOVE, text, seat, source="import"))
        self.position = self.game.play(self.position, move)

    def _note(self, text: str, source: str = "import") -> None:
        self.entries.append(Entry(Kind.NOTE, text, source=source))

    def _end(self, kind: GameType | None) -> None:
        """A result that the board does not show was reached away from it: resigned, on time, agreed."""
        points = _POINTS.get(
            self.raw.result if self.raw.result not in ("", "*") else self.raw.tags.get("Result", "")
        )
        if points is None or self.game.outcome(self.position):
            return
        if points == 0:
            self.entries.append(Entry(Kind.DRAW, source="import"))
            return
        starts = (kind.starts if kind else self.game.variant.first[0].upper()) == "W"
        loser_is_white = starts == (points < 0)
        seat = Seat.FIRST if loser_is_white == (self.game.variant.first == "white") else Seat.SECOND
        on_time = "time" in self.raw.tags.get("Termination", "").lower()
        self.entries.append(Entry(Kind.FLAG if on_time else Kind.RESIGN, seat=seat, source="import"))


_POINTS = {"1-0": 1, "2-0": 1, "0-1": -1, "0-2": -1, "1-1": 0, "1/2-1/2": 0, "½-½": 0}
"""The result of the player who starts. 0-0, lost by both, is kept as a tag only."""


def markup_words(text: str, numbers: dict[str, str] | None = None) -> list[str]:
    """A variation as words that may stand on lines of their own, with its squares renumbered."""
    words, opening = list[str](), ""
    for token in tokens(text):
        match token.kind:
            case "open":
                opening += "("
                continue
            case "close":
                words[-1:] = [words[-1] + ")"] if words and not opening else [*words[-1:], opening + ")"]
                opening = ""
                continue
            case "comment":
                shown = f"{opening}{{{token.text}}}".split()
            case "move":
                shown = [opening + _renumbered(token.text, numbers or {}) + token.value]
            case "end":
                shown = []
            case _:
                shown = [opening + token.text]
        words, opening = words + shown, ""
    return words


def _renumbered(move: str, numbers: dict[str, str]) -> str:
    return re.sub(r"[0-9]+", lambda n: numbers.get(str(int(n[0])), n[0]), move) if numbers else move


def _renumbered_fen(fen: str, numbers: dict[str, str]) -> str:
    """A FEN with its squares renumbered; ranges are spelled out first."""
    if not numbers:
        return fen
    return re.sub(
        r"(?<=[:\s,\"])([WB]?)((?:K?[0-9]{1,3}(?:-K?[0-9]{1,3})?,?)+)",
        lambda found: found[1] + ",".join(_spelled(found[2], numbers)),
        fen,
    )


def _spelled(squares: str, numbers: dict[str, str]) -> list[str]:
    words = list[str]()
    for item in filter(None, squares.split(",")):
        king = "K" if item.startswith("K") else ""
        first, _, last = item.replace("K", "").partition("-")
        span = range(int(first), min(int(last or first), 999) + 1)
        words += [king + numbers.get(str(number), str(number)) for number in span]
    return words
