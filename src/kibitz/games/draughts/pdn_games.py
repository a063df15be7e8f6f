"""A PDN file cut into games, before anybody asks whether their moves are legal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from kibitz.core.errors import BadFile
from kibitz.games.draughts.pdn_tokens import Token, fault, tokens

MOST_GAMES = 10_000  # each is played through, so a file of more would keep a person waiting for minutes
MOST_ITEMS = 20_000  # the longest games known have a few hundred moves
DEEPEST = 100  # nobody reads variations nested deeper than this


@dataclass(frozen=True, slots=True)
class Item:
    """One thing in the movetext: move, comment, mark, setup, or a variation with its whole text."""

    kind: str
    text: str
    at: int


@dataclass
class RawGame:
    """Tags and movetext of one game as the file has them."""

    at: int
    tags: dict[str, str] = field(default_factory=dict)
    tag_places: dict[str, int] = field(default_factory=dict)
    items: list[Item] = field(default_factory=list)
    result: str = ""

    @property
    def empty(self) -> bool:
        """Whether nothing has been said about this game yet."""
        return not (self.tags or self.items or self.result)


def games(text: str, name: str = "") -> Iterator[RawGame]:
    """Every game of the text in order; raises BadFile naming the line."""
    for number, game in enumerate(_cut(text, name), 1):
        if number > MOST_GAMES:
            raise fault(f"more than {MOST_GAMES} games in one file; split it", text, game.at, name)
        yield game


def _cut(text: str, name: str) -> Iterator[RawGame]:
    game, opened = RawGame(0), list[int]()
    for token in tokens(text, name):
        if opened or token.kind in ("open", "close"):
            _bracket(game, opened, token, text, name)
            continue
        if _begins_another(game, token):
            yield game
            game = RawGame(token.at)
        _add(game, token, text, name)
    if not game.empty:
        yield game


def _begins_another(game: RawGame, token: Token) -> bool:
    """A tag after moves, or anything but a comment after a result, belongs to the next game."""
    if token.kind == "tag":
        return bool(game.items or game.result)
    return bool(game.result) and token.kind not in ("comment", "end") and token.text != "*"


def _add(game: RawGame, token: Token, text: str, name: str) -> None:
    if game.empty:
        game.at = token.at
    if len(game.items) + len(game.tags) > MOST_ITEMS:
        raise fault(f"one game with more than {MOST_ITEMS} moves and notes", text, token.at, name)
    match token.kind:
        case "tag":
            if token.text in game.tags:
                raise fault(f"the tag {token.text} comes twice in one game", text, token.at, name)
            game.tags[token.text], game.tag_places[token.text] = token.value, token.at
        case "result":
            game.result = game.result or token.text
        case "move" | "comment" | "mark" | "setup":
            game.items.append(Item(token.kind, token.text, token.at))
            if token.value:
                game.items.append(Item("mark", token.value, token.at))


def _bracket(game: RawGame, opened: list[int], token: Token, text: str, name: str) -> None:
    """Follow brackets with a list of the open ones; a whole outer pair becomes one item."""
    match token.kind:
        case "open":
            opened.append(token.at)
            if len(opened) > DEEPEST:
                raise fault(f"variations nested more than {DEEPEST} deep", text, token.at, name)
        case "close":
            if not opened:
                raise fault("this ) closes no variation", text, token.at, name)
            begun = opened.pop()
            if not opened:
                game.items.append(Item("variation", text[begun : token.at + 1], begun))
        case "tag" | "end":
            raise _unclosed(opened, text, name)


def _unclosed(opened: list[int], text: str, name: str) -> BadFile:
    return fault("this variation is never closed; add a )", text, opened[-1], name)
