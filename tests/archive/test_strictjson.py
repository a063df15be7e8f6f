"""Hostile JSON gives one clear fault with its place."""

from __future__ import annotations

import pytest

from kibitz.archive.strictjson import LARGEST_BYTES, MOST_OBJECTS, decoded, parsed
from kibitz.core.errors import BadFile

HOSTILE = [
    ("", "line 1, column 1: this is not JSON"),
    ("[1,\n2", "line 2, column 2: this is not JSON"),
    ("{} {}", "line 1, column 4: this is not JSON: Extra data"),
    ("[" * 100_000, "line 1, column 33: nested more than 32 deep"),
    ('{"a":' * 100_000, "line 1, column 161: nested more than 32 deep"),
    ('["[[[[",\n' + "[" * 100_000, "line 2, column 32: nested more than 32 deep"),
    ("[1, NaN]", "line 1, column 5: NaN is not a number of JSON"),
    ('["NaN",\n -Infinity]', "line 2, column 2: -Infinity is not a number"),
    ("[\n" + "9" * 5_000 + "]", "line 2, column 1: this number is far too large"),
    ('{"a": 1, "b": {"c": 1,\n "d": "}{", "c": 2}}', "line 2, column 13: a key comes twice"),
    ('[{"a": 1}, {"a": 1, "a": [{"a": 1, "\\u0061": 2}]}]', r"line 1, column 36: a key comes twice"),
    ('["\0"]', "line 1, column 3: this is not JSON: Invalid control character"),
    ("\0", "line 1, column 1: this is not JSON"),
    ("[" + "{}," * MOST_OBJECTS + "{}]", f"more than {MOST_OBJECTS} objects"),
    ("'single'", "line 1, column 1: this is not JSON"),
    ("[1,]", "line 1, column 4: this is not JSON|column 3: this is not JSON: Illegal trailing"),
]


@pytest.mark.parametrize(("text", "reason"), HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text_gives_one_clear_fault(text: str, reason: str) -> None:
    with pytest.raises(BadFile, match=reason):
        parsed(text)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\xff\xfe[\0]\0", "f, line 1, column 1: this is not UTF-8"),
        (b'{\n "a": "\xe9"}', "f, line 2, column 8: this is not UTF-8"),
        (b"\xed\xa0\x80", "not UTF-8"),
        (b" " * (LARGEST_BYTES + 1), "f: a file may have 16 MB"),
    ],
    ids=range(4),
)
def test_what_is_no_text_is_refused_with_its_place(data: bytes, reason: str) -> None:
    with pytest.raises(BadFile, match=reason):
        decoded(data, "f")


def test_a_byte_order_mark_is_dropped() -> None:
    assert parsed(decoded(b"\xef\xbb\xbf[1]")).value == [1]


def test_the_place_of_a_value_is_found_among_strings_that_look_like_structure() -> None:
    text = '{"]": "}",\n "\\"": [ {"k" : 1} ,\n [ "[" , 2 ] ] }'
    second = list(parsed(text).members(("]", '"'))['"'].items(9))[1]
    with pytest.raises(BadFile, match=r"line 3, column 10: .*\[1\]\[1\]: this should be text"):
        list(second.items(2))[1].string()
