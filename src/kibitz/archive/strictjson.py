"""JSON read strictly: one clear fault with its line and column, in bounded time, whatever the text is."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, NoReturn, TypeAlias

from kibitz.core.errors import BadFile, quoted

LARGEST_BYTES = 16 * 2**20  # a hundred thousand positions of the 2019 format
DEEPEST = 32  # our deepest format has five levels
MOST_OBJECTS = 400_000  # the largest file of entries we can write has fewer
LARGEST = 2**53  # whole numbers beyond this are not exact in other programs
Path: TypeAlias = tuple[str | int, ...]


class _Refused(ValueError):
    """A literal that is no JSON, or the object (the how-manieth to close) that repeats a key."""

    def __init__(self, reason: str, literal: str = "", closed: int = 0) -> None:
        super().__init__(reason)
        self.literal, self.closed = literal, closed


def decoded(data: bytes, name: str = "") -> str:
    """The bytes as UTF-8 text (a byte order mark is dropped); raises BadFile."""
    if len(data) > LARGEST_BYTES:
        raise BadFile(f"a file may have {LARGEST_BYTES // 2**20} MB, and this one is larger", name=name)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        raise BadFile("this is not UTF-8 text", name=name, line=line, column=column) from None


def parsed(text: str, name: str = "") -> Node:
    """The whole text as one JSON value; raises BadFile."""
    try:
        return Node(_decoder().decode(text), (), text, name)
    except json.JSONDecodeError as error:
        reason, at = f"this is not JSON: {error.msg}", error.pos
    except _Refused as error:
        reason, at = str(error), _culprit(text, error)
    except RecursionError:
        reason, at = f"nested more than {DEEPEST} deep", _too_deep(text)
    except ValueError:  # Python's own bound on the digits of a whole number
        reason, at = "this number is far too large", _next(text, r"[0-9]{4000,}")
    raise _fault(reason, text, at, name)


@dataclass(frozen=True, slots=True)
class Node:
    """A JSON value, where it stands, and the text it came from, for faults that name the place."""

    value: Any
    path: Path
    text: str
    name: str

    def refuse(self, reason: str) -> NoReturn:
        """Raise BadFile with the line, the column and the path of this value."""
        where = "".join(f"[{p}]" if isinstance(p, int) else f".{p}" for p in self.path).lstrip(".")
        told = f"{quoted(where, most=120)[1:-1]}: {reason}" if where else reason
        raise _fault(told, self.text, _offset(self.text, self.path), self.name)

    def items(self, most: int) -> Iterator[Node]:
        """The members of a list that is not too long."""
        if not isinstance(self.value, list):
            self.refuse(f"this should be a list, and is {_kind(self.value)}")
        if len(self.value) > most:
            self.refuse(f"this list may have {most} members, and has {len(self.value)}")
        return (Node(v, (*self.path, i), self.text, self.name) for i, v in enumerate(self.value))

    def members(self, needed: Sequence[str], allowed: Sequence[str] = ()) -> dict[str, Node]:
        """The members of an object, which has all of the needed and none but the allowed keys."""
        if not isinstance(self.value, dict):
            self.refuse(f"this should be an object, and is {_kind(self.value)}")
        for key in needed:
            if key not in self.value:
                self.refuse(f"the key '{key}' is missing")
        found = {k: Node(v, (*self.path, k), self.text, self.name) for k, v in self.value.items()}
        for key, node in found.items():
            if key not in needed and key not in allowed:
                node.refuse(f"there is no such key; the keys are {', '.join((*needed, *allowed))}")
        return found

    def string(self) -> str:
        """A text that can be kept."""
        if not isinstance(self.value, str):
            self.refuse(f"this should be text, and is {_kind(self.value)}")
        if "\0" in self.value or any("\ud800" <= c <= "\udfff" for c in self.value):
            self.refuse("this holds characters that are not text")
        return self.value

    def number(self) -> float:
        """A number."""
        if isinstance(self.value, bool) or not isinstance(self.value, int | float):
            self.refuse(f"this should be a number, and is {_kind(self.value)}")
        if not abs(self.value) < LARGEST:
            self.refuse("this number is far too large")
        return float(self.value)

    def whole(self) -> int:
        """A whole number."""
        if isinstance(self.value, bool) or not isinstance(self.value, int):
            self.refuse(f"this should be a whole number, and is {_kind(self.value)}")
        if not abs(self.value) < LARGEST:
            self.refuse("this number is far too large")
        return self.value


def _kind(value: object) -> str:
    names = {dict: "an object", list: "a list", str: "text", bool: "true or false", type(None): "null"}
    return names.get(type(value)) or f"the number {value!r:.40}"


def _decoder() -> json.JSONDecoder:
    closed = count(1)

    def pairs(found: list[tuple[str, Any]]) -> dict[str, Any]:
        number, whole = next(closed), dict(found)
        if len(whole) != len(found):
            raise _Refused("a key comes twice in one object", closed=number)
        if number > MOST_OBJECTS:
            raise _Refused(f"more than {MOST_OBJECTS} objects in one file; split it", closed=number)
        return whole

    def constant(literal: str) -> NoReturn:
        raise _Refused(f"{literal} is not a number of JSON", literal)

    return json.JSONDecoder(object_pairs_hook=pairs, parse_constant=constant)


_STRING = r'"(?:[^"\\]++|\\.)*+"'
_SKIPPER = json.JSONDecoder()
_SPACE = re.compile(r"[ \t\r\n]*")


def _start(text: str, at: int = 0) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _children(text: str, at: int) -> Iterator[tuple[str | int, int, int]]:
    """The members of the list or object at an offset: key or index, where it begins, where its value does.

    The text is known to be well formed; values are skipped with the decoder's own speed.
    """
    inside, index = _start(text, at + 1), 0
    while text[inside] not in "]}":
        begins, key = inside, index
        if text[at] == "{":
            key, inside = _SKIPPER.raw_decode(text, inside)
            inside = _start(text, _start(text, inside) + 1)
        yield key, begins, inside
        _, inside = _SKIPPER.raw_decode(text, inside)
        inside = _start(text, inside)
        inside = _start(text, inside + 1) if text[inside] == "," else inside
        index += 1


def _offset(text: str, path: Path) -> int:
    """Where the value with this path begins (an object's member begins with its key)."""
    at = _start(text)
    shown = at
    for step in path:
        _, shown, at = next(child for child in _children(text, at) if child[0] == step)
    return shown


def _next(text: str, pattern: str) -> int:
    """Where a pattern first stands outside strings."""
    found = re.finditer(rf"{_STRING}|{pattern}", text)
    return next((match.start() for match in found if match[0][0] != '"'), 0)


def _culprit(text: str, error: _Refused) -> int:
    """Where the refused literal stands, or the key that an object repeats."""
    if error.literal:
        return _next(text, re.escape(error.literal))
    opened: list[int] = []
    closed = 0
    for found in re.finditer(rf"{_STRING}|[{{}}]", text):
        if found[0] == "{":
            opened.append(found.start())
        elif found[0] == "}":
            closed, at = closed + 1, opened.pop()
            if closed == error.closed:
                return _repeated_key(text, at)
    return 0


def _repeated_key(text: str, at: int) -> int:
    keys = set[str | int]()
    for key, begins, _ in _children(text, at):
        if key in keys:
            return begins
        keys.add(key)
    return at


def _too_deep(text: str) -> int:
    depth = 0
    for found in re.finditer(rf"{_STRING}|[\[{{]|[\]}}]", text):
        depth += 1 if found[0] in "[{" else -1 if found[0] in "]}" else 0
        if depth > DEEPEST:
            return found.start()
    return 0


def _fault(reason: str, text: str, at: int, name: str) -> BadFile:
    line = text.count("\n", 0, at) + 1
    return BadFile(reason, name=name, line=line, column=at - text.rfind("\n", 0, at))
