"""The words of a PDN file: tags, moves, comments, marks and brackets, each with its place.

One regular expression takes one word at a time, so nothing here recurses and a hostile file costs no
more than one pass over it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kibitz.core.errors import BadFile, quoted

LONGEST_CHARS = 16 * 1024 * 1024  # a collection of about ten thousand games


@dataclass(frozen=True, slots=True)
class Token:
    """One word: what it is, what it says and where it begins in the text."""

    kind: str
    """tag, comment, open, close, number, result, move, setup, mark or end."""
    text: str
    at: int
    value: str = ""
    """A tag's value."""


# Order matters: "1-0" is a result before it is a move, "12." a number before "12" begins a move.
_WORD = re.compile(
    r"""
      (?P<tag> \[ \s* (?P<name>[A-Za-z0-9_]{1,60}) [^\S\n]* "(?P<value>(?:\\.|[^\n\\]){0,2000}?)" \s* \] )
    | (?P<comment> \{ [^}]* \} )
    | (?P<line> ; [^\n]* )
    | (?P<mark> \([!?]{1,2}\) | [!?]{1,6} | \$\d{1,4} )
    | (?P<open> \( )
    | (?P<close> \) )
    | (?P<result> (?: 1/2-1/2 | ½-½ | (?: [012]-0 | 0-[12] | 1-1 )(?!\d) ) (?![-x:×]) | \* )
    | (?P<number> \d{1,4} \.{1,3} | \.{2,3} )
    | (?P<setup> / [^/\n]{1,2000} / )
    | (?P<move> (?: \d{1,3} (?: [ ]?[-x:×][ ]?\d{1,3} ){1,60}
                  | [a-z]\d{1,2} (?: [-x:×]?[a-z]\d{1,2} ){1,60}
                  | [a-z][-x:×]?[a-z]\d{1,2} )
        (?P<forced>\*?) )
    """,
    re.VERBOSE | re.IGNORECASE,
)
_BYTE_ORDER_MARK = "\ufeff"
_SPACE = re.compile(r"\s*")
_ESCAPED = re.compile(r"(?:%[^\n]*\s*)+")


def tokens(text: str, name: str = "") -> Iterator[Token]:
    """Every word of the text in order, then one `end`; raises BadFile at the first that is none."""
    _check_whole(text, name)
    at = _skip(text, 1 if text.startswith(_BYTE_ORDER_MARK) else 0)
    while at < len(text):
        found = _WORD.match(text, at)
        if found is None or not found.lastgroup:
            raise _unreadable(text, at, name)
        yield _token(found, at)
        at = _skip(text, found.end())
    yield Token("end", "", at)


def fault(reason: str, text: str, at: int, name: str = "") -> BadFile:
    """The error that names line and column of a place in the text."""
    line = text.count("\n", 0, at) + 1
    return BadFile(reason, name=name, line=line, column=at - (text.rfind("\n", 0, at) + 1) + 1)


def _skip(text: str, at: int) -> int:
    """Past white space, and past lines that begin with %."""
    at = _end(_SPACE, text, at)
    if text.startswith("%", at) and not text[text.rfind("\n", 0, at) + 1 : at].strip():
        at = _end(_ESCAPED, text, at)
    return at


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at


def _token(found: re.Match[str], at: int) -> Token:
    if found["tag"]:
        return Token("tag", found["name"], at, re.sub(r'\\(["\\])', r"\1", found["value"]))
    if found["comment"]:
        return Token("comment", found["comment"][1:-1].strip(), at)
    if found["line"]:
        return Token("comment", found["line"][1:].strip(), at)
    if found["move"]:
        return Token("move", found["move"].removesuffix("*").replace(" ", ""), at, found["forced"])
    kind = next(kind for kind in ("mark", "open", "close", "result", "number", "setup") if found[kind])
    return Token(kind, found[kind], at)


def _check_whole(text: str, name: str) -> None:
    if len(text) > LONGEST_CHARS:
        most = LONGEST_CHARS // 1024 // 1024
        raise BadFile(f"a PDN file may be {most} MB long and this one is longer; split it", name=name)
    if (nul := text.find("\0")) >= 0:
        raise fault("a NUL byte: this is not a text file", text, nul, name)


def _unreadable(text: str, at: int, name: str) -> BadFile:
    shown = quoted(text[at : at + 30].split("\n")[0], most=24)
    match text[at]:
        case "{":
            return fault("this comment is never closed; add a }", text, at, name)
        case "[":
            return fault(f'this is no tag: {shown}; a tag is written [Name "value"]', text, at, name)
        case "}":
            return fault("this } closes no comment", text, at, name)
    return fault(f"{shown} is neither a move, a result nor a comment", text, at, name)
