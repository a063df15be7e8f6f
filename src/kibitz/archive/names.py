"""Texts that are fit to be kept: names of games, tags and notes."""

from __future__ import annotations

import unicodedata
from datetime import datetime

from kibitz.core.errors import BadSetting, quoted

LONGEST_NAME = 120  # what a list can show on one or two lines
LONGEST_TEXT = 20_000  # a page or five of notes; a move or a position is far shorter


def clean_name(name: str) -> str:
    """A name as it is kept: any text, trimmed, on one line; raises BadSetting."""
    trimmed = clean_text(name, "a name").strip()
    if not trimmed:
        raise BadSetting("The name is empty; give the game a name, or leave it out for one with the date.")
    if len(trimmed) > LONGEST_NAME:
        raise BadSetting(
            f"A name may be {LONGEST_NAME} characters long, and {quoted(trimmed)} has {len(trimmed)}."
        )
    bad = next((c for c in trimmed if unicodedata.category(c) in _UNSEEN), None)
    if bad is not None:
        raise BadSetting(
            f"The name {quoted(trimmed)} holds the invisible character U+{ord(bad):04X}; leave it out."
        )
    return trimmed


_UNSEEN = ("Cc", "Zl", "Zp")


def default_name(at: float) -> str:
    """The name of a game that nobody named: SPEC A16's, from the local time it began."""
    return f"game_{datetime.fromtimestamp(at):%Y-%m-%d_%H-%M-%S}"


def begun_at(name: str) -> float | None:
    """The moment a default name tells of, seconds since 1970."""
    try:
        return datetime.strptime(name, "game_%Y-%m-%d_%H-%M-%S").timestamp()
    except (ValueError, OverflowError):
        return None


def clean_text(text: str, what: str, *, longest: int = LONGEST_TEXT) -> str:
    """The text unchanged when every database can hold it; raises BadSetting."""
    if len(text) > longest:
        raise BadSetting(f"{what.capitalize()} may be {longest} characters long, and this has {len(text)}.")
    if "\0" in text or any("\ud800" <= c <= "\udfff" for c in text):
        raise BadSetting(f"{what.capitalize()} holds characters that are not text: {quoted(text)}.")
    return text


def folded(text: str) -> str:
    """The text as searches compare it: without case."""
    return unicodedata.normalize("NFKC", text).casefold()
