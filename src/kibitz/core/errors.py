"""The one error tree: every message is a sentence that says what is wrong and what to do.

KibitzError                 anything a person or a file got wrong
├── UnknownGame             no game of that name
├── BadRules                a set of rule switches that cannot be played
├── BadSetup                a written position that cannot be set up
├── MoveError               a move that cannot be made
│   ├── UnreadableMove      the text is not a move at all
│   ├── IllegalMove         a move, but not a legal one here
│   └── AmbiguousMove       the text fits several legal moves
├── BadFile                 a file (or a text meant to be one) that cannot be read; names the place
├── BadPicture              an image or frame that cannot be used
├── CameraFault             a camera that does not answer
├── BadSetting              a setting or argument out of range
├── EngineFault             an engine process that failed
└── WorkFault               work that no process or machine could finish
"""

from __future__ import annotations


class KibitzError(Exception):
    """Something outside the program is wrong, and the message says what to do about it."""


class UnknownGame(KibitzError):
    """There is no game of that name."""


class BadRules(KibitzError):
    """The rule switches contradict each other or name no rule."""


class BadSetup(KibitzError):
    """The written position cannot be set up."""


class MoveError(KibitzError):
    """The move cannot be made."""


class UnreadableMove(MoveError):
    """The text is not a move."""


class IllegalMove(MoveError):
    """The move is not legal in this position."""


class AmbiguousMove(MoveError):
    """The text fits several legal moves."""


class BadFile(KibitzError):
    """A file cannot be read; the message begins with the place."""

    def __init__(
        self, reason: str, *, name: str = "", line: int | None = None, column: int | None = None
    ) -> None:
        self.reason, self.name, self.line, self.column = reason, name, line, column
        super().__init__(_placed(reason, name, line, column))


class BadPicture(KibitzError):
    """An image cannot be used."""


class CameraFault(KibitzError):
    """A camera does not answer."""


class BadSetting(KibitzError):
    """A setting or an argument is out of range."""


class EngineFault(KibitzError):
    """An engine process failed."""


class WorkFault(KibitzError):
    """Work handed to other processes or machines could not be finished."""


def quoted(text: str, *, most: int = 60) -> str:
    """Foreign text made safe and short enough to show inside a message."""
    shown = text if len(text) <= most else text[: most - 1] + "…"
    return "'" + "".join(c if c.isprintable() else "�" for c in shown) + "'"


def _placed(reason: str, name: str, line: int | None, column: int | None) -> str:
    parts = [name] if name else []
    if line is not None:
        parts.append(f"line {line}" + (f", column {column}" if column is not None else ""))
    return ": ".join([", ".join(parts), reason] if parts else [reason])
