"""What a square can show, and the real objects that show it."""

from __future__ import annotations

from kibitz.core.look import Face, Piece, PieceSet
from kibitz.games.draughts.switches import Variant

FACES = (
    Face("empty"),
    Face("first man", "first", "man", "x"),
    Face("first king", "first", "king", "X"),
    Face("second man", "second", "man", "o"),
    Face("second king", "second", "king", "O"),
)
EMPTY, FIRST_MAN, FIRST_KING, SECOND_MAN, SECOND_KING = range(5)

_USUAL_SETS = {"kaaz": "four-colour"}
"""The set a rule book plays with, where it is not blue and red."""
_RED, _BLUE, _YELLOW, _GREEN = "#c02828", "#2050b0", "#e8c020", "#1f8a48"
_LIGHT, _DARK = "#f2e8d0", "#2a2a2a"


def piece_sets(variant: Variant) -> tuple[PieceSet, ...]:
    """The sets a variant can be played with, the usual one first."""
    usual = _USUAL_SETS.get(variant.name.split("-")[0], "blue-red")
    return tuple(sorted(_sets(variant.first == "white"), key=lambda s: s.name != usual))


def _sets(white_first: bool) -> tuple[PieceSet, ...]:
    return (
        PieceSet("blue-red", "Blue and red; triangles are kings", _blue_red(white_first)),
        PieceSet("four-colour", "Red and yellow men, blue and green kings", _four_colour()),
        PieceSet("light-dark", "Light and dark draughtsmen, stacked for a king", _light_dark(white_first)),
    )


def _blue_red(white_first: bool) -> tuple[Piece, ...]:
    """SPEC A3: men are discs, kings triangles, and blue plays White."""
    white, black = _owners(white_first)
    return (
        Piece(f"{white} man", "disc", _BLUE, "b"),
        Piece(f"{white} king", "triangle", _BLUE, "B"),
        Piece(f"{black} man", "disc", _RED, "r"),
        Piece(f"{black} king", "triangle", _RED, "R"),
    )


def _four_colour() -> tuple[Piece, ...]:
    """SPEC D1: the colour tells men from kings."""
    return (
        Piece("first man", "disc", _RED, "r"),
        Piece("first king", "disc", _BLUE, "R"),
        Piece("second man", "disc", _YELLOW, "y"),
        Piece("second king", "disc", _GREEN, "Y"),
    )


def _light_dark(white_first: bool) -> tuple[Piece, ...]:
    """Seen from straight above, a stack of two looks like one: the rules have to tell them apart."""
    white, black = _owners(white_first)
    return (
        Piece(f"{white} man", "disc", _LIGHT, "w"),
        Piece(f"{white} king", "disc", _LIGHT, "W", height=0.4),
        Piece(f"{black} man", "disc", _DARK, "b"),
        Piece(f"{black} king", "disc", _DARK, "B", height=0.4),
    )


def _owners(white_first: bool) -> tuple[str, str]:
    return ("first", "second") if white_first else ("second", "first")
