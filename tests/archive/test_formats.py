"""Kibitz's own file: exact both ways, and strict about every key."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.archive.formats import from_json, to_json
from kibitz.core.errors import BadFile
from kibitz.core.game import Seat
from kibitz.core.record import Entry, GameRecord, Kind
from tests.archive.samples import EVERYTHING, played

texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=30)
seconds = st.floats(-1e10, 1e10)
entries = st.builds(
    Entry,
    st.sampled_from(Kind),
    texts,
    st.none() | st.sampled_from(Seat),
    seconds,
    texts,
    st.none() | seconds,
)
records = st.builds(
    GameRecord,
    texts,
    st.integers(0, 2**31 - 1),
    texts,
    st.lists(entries, max_size=5).map(tuple),
    st.lists(st.tuples(texts, texts), max_size=4).map(tuple),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(records, st.none() | texts), max_size=3))
def test_any_records_come_back_exactly(given: list[tuple[GameRecord, str | None]]) -> None:
    text = to_json(*(record for record, _ in given), names=[name for _, name in given])
    back = from_json(text)
    assert list(back) == given
    assert to_json(*(r for r, _ in back), names=[n for _, n in back]) == text


def test_a_file_has_one_entry_a_line_and_reads_as_it_looks() -> None:
    record = GameRecord("noughts", 1, "", (Entry(Kind.MOVE, "b2", Seat.FIRST, 1.5),), (("White", "Ana"),))
    assert to_json(record, names=["Niedziela"]) == (
        '{"format": "kibitz", "format_version": 1, "records": [\n'
        '  {"name": "Niedziela", "game": "noughts", "game_version": 1, "setup": "", '
        '"tags": [["White", "Ana"]], "entries": [\n'
        '    {"kind": "move", "text": "b2", "seat": "first", "at": 1.5}]}\n'
        "]}\n"
    )


WHOLE = to_json(EVERYTHING, played("b2"), names=["a", None])
FAULTS = [
    ('"kibitz"', '"chess"', r"line 1, column 2: format: this is not a Kibitz file"),
    ('"format_version": 1', '"format_version": 2', r"line 1, column 22: format_version: .*version 1"),
    ('"format_version": 1', '"format_version": true', r"whole number, and is true or false"),
    ('"format": "kibitz", ', "", r"line 1, column 1: the key 'format' is missing"),
    (
        '"kind": "draw"',
        '"kind": "loss"',
        r"line 9, column 6: records\[0\]\.entries\[6\]\.kind: .*one of move",
    ),
    (
        '"seat": "second", "at"',
        '"seat": 2, "at"',
        r"line 3, column \d+: records\[0\]\.entries\[0\]\.seat: .*text",
    ),
    ('"took_s": 0.1', '"took_s": "soon"', r"entries\[0\]\.took_s: this should be a number, and is text"),
    ('"took_s": 0.1', '"took_s": 1e400', r"entries\[0\]\.took_s: this number is far too large"),
    ('"took_s": 0.1', '"took": 0.1', r"entries\[0\]\.took: there is no such key; the keys are kind, text"),
    ('["Black", "Bo"]', '["Black"]', r"records\[0\]\.tags\[1\]: a tag is a list of two texts"),
    ('["Black", "Bo"]', '["Black", null]', r"records\[0\]\.tags\[1\]\[1\]: this should be text, and is null"),
    ('"threefold"', '"three\\u0000fold"', r"entries\[5\]\.text: this holds characters that are not text"),
    ('"threefold"', '"\\ud800"', r"entries\[5\]\.text: this holds characters that are not text"),
    ('"game_version": 3', '"game_version": 3.5', r"whole number, and is the number 3\.5"),
    (
        '"name": "a"',
        '"name": ["a"]',
        r"line 2, column 4: records\[0\]\.name: this should be text, and is a list",
    ),
    ('"setup": "....x...."', '"setup": {}', r"records\[0\]\.setup: this should be text, and is an object"),
]


@pytest.mark.parametrize(("old", "new", "reason"), FAULTS)
def test_a_fault_is_named_with_its_place(old: str, new: str, reason: str) -> None:
    assert old in WHOLE
    with pytest.raises(BadFile, match=rf"^f\.json, {reason}" if reason.startswith("line") else reason):
        from_json(WHOLE.replace(old, new, 1), "f.json")


def test_every_truncation_of_a_file_is_refused() -> None:
    for end in range(0, len(WHOLE.rstrip()), 7):
        with pytest.raises(BadFile, match=r"^line \d+, column \d+: this is not JSON"):
            from_json(WHOLE[:end])


def test_numbers_that_are_none_are_not_written() -> None:
    with pytest.raises(ValueError, match="JSON compliant"):
        to_json(GameRecord("noughts", entries=(Entry(Kind.DRAW, at=math.nan),)))
