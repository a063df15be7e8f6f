"""PGN text cut into tokens, each with its place; nothing here knows a rule of chess."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from kibitz.core.errors import BadFile, quoted

LONGEST = 16 * 1024 * 1024  # characters; a few ten thousand games

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_TOKEN = re.compile(
    r"(?P<space>(?:\s++|\{\s*+\})++)"
    r"|(?P<escape>^%[^\n]*)"
    r"|(?P<comment>\{[^}]*\}?)"
    r"|(?P<line>;[^\n]*)"
    r'|(?P<tag>\[\s*(?P<name>\w+)\s+"(?P<value>(?:[^"\\\n]++|\\.)*+)"\s*\])'
    r"|(?P<open>\()"
    r"|(?P<close>\))"
    r"|(?P<nag>\$[0-9]{1,3}(?![0-9]))"
    r"|(?P<glyph>[!?]{1,2})"
    r"|(?P<result>1-0|0-1|1/2-1/2|1/2|\*)(?![\w/-])"
    r"|(?P<castling>[0O]-[0O](?:-[0O])?[+#]{0,2})"
    r"|(?P<number>[0-9]{1,5}\s*\.*|\.+)"
    r"|(?P<passing>e\.p\.)"
    r"|(?P<move>--|[A-Za-z♔-♟][A-Za-z0-9=+#:-]*)",
    re.MULTILINE | re.ASCII,
)
_IDLE = ("space", "escape", "number", "passing")


class Token(NamedTuple):
    """One piece of the text: a tag with its value, a comment without its braces, a move, a bracket, ..."""

    kind: str
    text: str
    at: int
    value: str = ""


class Source:
    """A PGN text that knows its name, so that a fault can be placed."""

    def __init__(self, text: str, name: str = "") -> None:
        self.text, self.name = text.removeprefix("\ufeff").replace("\r\n", "\n"), name
        if len(text) > LONGEST:
            raise BadFile(
                f"a PGN file may have {LONGEST:,} characters, and this one has {len(text):,}", name=name
            )
        if control := _CONTROL.search(self.text):
            code = ord(control[0])
            raise self.fault(
                f"there is a control character (code {code}) here; this is no text file", control.start()
            )

    def fault(self, reason: str, at: int) -> BadFile:
        """An error that names the line and column of a place."""
        line_start = self.text.rfind("\n", 0, at) + 1
        line = self.text.count("\n", 0, at) + 1
        return BadFile(reason, name=self.name, line=line, column=at - line_start + 1)

    def tokens(self) -> Iterator[Token]:
        """Every token that says something, in order; raises BadFile at the first that is none."""
        at, end, match = 0, len(self.text), _TOKEN.match
        while at < end:
            found = match(self.text, at)
            if found is None:
                raise self._stray(at)
            if found.lastgroup not in _IDLE:
                yield self._token(found, at)
            at = found.end()

    def _token(self, found: re.Match[str], at: int) -> Token:
        text = found[0]
        match found.lastgroup:
            case "tag":
                return Token("tag", found["name"], at, re.sub(r"\\(.)", r"\1", found["value"]))
            case "comment":
                if not text.endswith("}"):
                    raise self.fault("this comment is never closed; add a }", at)
                return Token("comment", " ".join(text[1:-1].split()), at)
            case "line":
                return Token("comment", " ".join(text[1:].split()), at)
            case "castling":
                return Token("move", text.replace("0", "O"), at)
            case kind:
                return Token(str(kind), text, at)

    def _stray(self, at: int) -> BadFile:
        if self.text[at] == "[":
            return self.fault('a tag is written [Name "value"], and this is not one', at)
        if self.text[at] == "}":
            return self.fault("this } closes no comment", at)
        return self.fault(f"{quoted(self.text[at : at + 12].split()[0])} does not belong in a PGN file", at)
