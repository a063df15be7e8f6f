"""Whole PDN files: read, played through, written back; bad ones named by line and column."""

from __future__ import annotations

import random
import tracemalloc

import pytest

from kibitz.core.errors import BadFile
from kibitz.core.game import Outcome, Seat
from kibitz.core.record import Entry, GameRecord, Kind, record_of, replay
from kibitz.games.draughts.pdn_games import DEEPEST, MOST_GAMES, MOST_ITEMS
from kibitz.games.draughts.pdn_tokens import LONGEST_CHARS
from kibitz.games.draughts.pdn_type import read_tag, renumbering, write_tag
from kibitz.games.draughts.variants import PRESETS
from tests.draughts.boards import game

ENGLISH, RUSSIAN, INTERNATIONAL = game("english"), game("russian"), game("international")

FILE = r"""[Event "The \"Great\" Match"]
[White "Wyllie, J."]
[Black "Anderson, A."]
[Result "1-0"]
[GameType "21"]
% an escaped line that nobody reads
{The Old Fourteenth} 1. 11-15! {[%clk 0:01:00]} 23-19 (1... 22-18 {also good} (1... 24-19 15x24)
2. 15x22) $4 2. 8-11* 22-17 ; to the end of the line
3. 4-8 17-13 1-0

[Event "Second"]
[GameType "25"]
1. c3-d4 d6-c5 2. bc3 *
[Event "Third"][Result "2-0"]
1. 9-14 1/2-1/2
"""


def moves(record: GameRecord) -> list[str]:
    return [entry.text for entry in record.entries if entry.kind is Kind.MOVE]


def test_a_file_of_many_games_is_read() -> None:
    first, second, third = ENGLISH.read_file(FILE, "old.pdn")
    assert first.game == "draughts/english" and first.tag("Event") == 'The "Great" Match'
    assert moves(first) == ["11-15", "23-19", "8-11", "22-17", "4-8", "17-13"]
    assert replay(ENGLISH, first).outcome == Outcome(Seat.FIRST, "resigned")
    assert second.game == "draughts/russian" and moves(second) == ["22-18", "10-14", "25-22"]
    assert replay(ENGLISH, third).outcome == Outcome(None, "agreed")


def test_comments_marks_and_variations_survive() -> None:
    first = ENGLISH.read_file(FILE)[0]
    notes = [(entry.text, entry.source) for entry in first.entries if entry.kind is Kind.NOTE]
    assert notes == [
        ("The Old Fourteenth", "import"),
        ("!", "pdn"),
        ("[%clk 0:01:00]", "import"),
        ("(1... 22-18 {also good} (1... 24-19 15x24) 2. 15x22)", "pdn"),
        ("$4", "pdn"),
        ("$7", "pdn"),
        ("to the end of the line", "import"),
    ]


def test_what_is_written_reads_back_the_same_and_fits_its_lines() -> None:
    records = ENGLISH.read_file(FILE)
    text = ENGLISH.write_file(records)
    again = ENGLISH.read_file(text)
    assert [(r.game, r.setup, r.entries) for r in again] == [(r.game, r.setup, r.entries) for r in records]
    assert ENGLISH.write_file(again) == text
    assert all(len(line) <= 79 for line in text.splitlines())
    assert '[GameType "21,B,8,8,N1,0"]' in text and "11-15! {[%clk 0:01:00]} 1... 23-19 (1... 22-18" in text


@pytest.mark.parametrize("name", [*PRESETS, "russian-losing", "turkish-breakthrough"])
def test_random_games_of_every_variant_go_through_a_file(name: str) -> None:
    rules, rng = game(name), random.Random(name)
    position, texts = rules.start(), list[str]()
    while rules.moves(position) and len(texts) < 60:
        move = rng.choice(rules.moves(position))
        texts.append(rules.write(position, move))
        position = rules.play(position, move)
    record = record_of(rules, texts, White="A", Black="B")
    other = ENGLISH if name != "english" else RUSSIAN
    (again,) = other.read_file(rules.write_file([record]))
    assert (again.game, again.setup) == (rules.name, "") and moves(again) == texts
    assert replay(rules, again).position == position


def test_a_setup_and_a_position_set_during_the_game_are_kept() -> None:
    setup = "W:W25,K30:B9"
    record = GameRecord(
        "draughts/english",
        setup=setup,
        entries=(
            Entry(Kind.MOVE, "30-26", Seat.SECOND),
            Entry(Kind.POSITION, "B:W22:B1,2"),
            Entry(Kind.MOVE, "1-6", Seat.FIRST),
        ),
    )
    text = ENGLISH.write_file([record])
    assert f'[FEN "{setup}"]' in text and '/FEN "B:W22:B1,2"/ 2. 1-6 *' in text
    (again,) = ENGLISH.read_file(text)
    assert again.setup == setup and [e.kind for e in again.entries] == [e.kind for e in record.entries]


def test_only_moves_that_count_are_written() -> None:
    record = record_of(ENGLISH, ["11-15", "23-19"]).plus(
        Entry(Kind.NOTE, "a slip"),
        Entry(Kind.UNDO),
        Entry(Kind.MOVE, "22-18"),
        Entry(Kind.RESIGN, seat=Seat.SECOND),
    )
    text = ENGLISH.write_file([record])
    assert text.endswith("\n1. 11-15 22-18 1-0\n") and "slip" not in text


@pytest.mark.parametrize(
    ("rules", "result", "outcome"),
    [
        (ENGLISH, "1-0", Outcome(Seat.FIRST, "resigned")),
        (ENGLISH, "0-1", Outcome(Seat.SECOND, "resigned")),
        (ENGLISH, "1/2-1/2", Outcome(None, "agreed")),
        (INTERNATIONAL, "2-0", Outcome(Seat.FIRST, "resigned")),
        (INTERNATIONAL, "1-1", Outcome(None, "agreed")),
        (INTERNATIONAL, "0-2", Outcome(Seat.SECOND, "resigned")),
        (ENGLISH, "*", None),
        (ENGLISH, "0-0", None),
    ],
)
def test_every_way_to_write_a_result(rules: object, result: str, outcome: Outcome | None) -> None:
    assert rules in (ENGLISH, INTERNATIONAL)
    chosen = ENGLISH if rules is ENGLISH else INTERNATIONAL
    move = "11-15" if chosen is ENGLISH else "32-28"
    (record,) = chosen.read_file(f'[Result "{result}"] 1. {move} {result}')
    assert replay(chosen, record).outcome == outcome
    assert f" {result}\n" in chosen.write_file([record])


def test_lost_on_time_survives() -> None:
    (record,) = ENGLISH.read_file('[Termination "time forfeit"] 1. 11-15 0-1')
    assert replay(ENGLISH, record).outcome == Outcome(Seat.SECOND, "time")
    assert '[Termination "time forfeit"]' in ENGLISH.write_file([record])


def test_play_beyond_a_draw_by_the_rules_is_kept_as_a_note() -> None:
    shuffle = "1. 32-27 1-6 2. 27-32 6-1 " * 3
    (record,) = ENGLISH.read_file(f'[FEN "W:WK32,21:BK1,12"] {shuffle} 1/2-1/2')
    assert replay(ENGLISH, record).outcome == Outcome(None, "repetition")
    assert record.entries[-1].text.startswith("After the draw: 32-27")


def test_the_variant_tag_names_rules_that_have_no_number() -> None:
    kaaz = game("kaaz")
    text = kaaz.write_file([record_of(kaaz, ["11-15"])])
    assert '[Variant "draughts/kaaz"]' in text and "GameType" not in text
    assert ENGLISH.read_file(text)[0].game == "draughts/kaaz"


def test_a_game_numbered_from_another_corner_is_renumbered() -> None:
    text = '[GameType "24"][FEN "W:W1-12:B21-32"] 1. 12-16 (1. 11-15) 21-17 *'
    (record,) = ENGLISH.read_file(text)
    assert record.game == "draughts/spanish" and record.setup == ""
    assert [e.text for e in record.entries] == ["21-17", "(1. 22-18)", "12-16"]


def test_white_may_start_where_the_file_says_so() -> None:
    (record,) = ENGLISH.read_file('[GameType "23,W,8,8,A0,0"] 1. c3-d4 b6-c5 1-0')
    assert record.game == "draughts/pool" and record.setup.startswith("W:")
    assert replay(game("pool"), record).outcome == Outcome(Seat.SECOND, "resigned")


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_our_own_game_type_needs_no_renumbering(name: str) -> None:
    variant = PRESETS[name]
    tag = write_tag(variant)
    assert bool(tag) == (variant.pdn_type is not None)
    if tag:
        read = read_tag(tag)
        assert read is not None and read.number == variant.pdn_type
        assert renumbering(variant, read) == {}


@pytest.mark.parametrize(
    ("name", "tag"),
    [
        ("international", "20,W,10,10,N2,0"),
        ("english", "21,B,8,8,N1,0"),
        ("italian", "22,W,8,8,N2,1"),
        ("canadian", "27,W,12,12,N2,0"),
        ("turkish", "30,W,8,8,A0,0"),
        ("frisian", "40,W,10,10,N2,0"),
    ],
)
def test_game_types_are_those_of_the_standard(name: str, tag: str) -> None:
    assert write_tag(PRESETS[name]) == tag


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("1. 11-15 23-19\n2. 15-25", "line 2, column 4", "not legal here"),
        ("1. 11-15\n  99-3", "line 2, column 3", "no square 99"),
        ("[Event x]", "line 1, column 1", "is no tag"),
        ('[Event "a"]\n[Event "b"]', "line 2, column 1", "comes twice"),
        ("1. 11-15 {no end", "line 1, column 10", "never closed"),
        ("1. 11-15 (1... 22-18", "line 1, column 10", "never closed"),
        ('1. 11-15 (1... 22-18\n[Event "b"]', "line 1, column 10", "never closed"),
        ("1. 11-15 ) 22-18", "line 1, column 10", "closes no variation"),
        ("1. 11-15 } 22-18", "line 1, column 10", "closes no comment"),
        ("hello", "line 1, column 1", "neither a move"),
        ("1. 2-1", "line 1, column 4", "not legal here"),
        ('[Event "a"]\n[GameType "41"]', "line 2, column 1", "no draughts known here"),
        ('[GameType "x"]', "line 1, column 1", "is no GameType"),
        ('[GameType "20,W,8,8,N2,0"]', "line 1, column 1", "10x10"),
        ('[Variant "draughts/klingon"]', "line 1, column 1", "no draughts rule set"),
        ('\n[FEN "W:W1:B1"]', "line 2, column 1", "Both sides"),
        ("1. 11-15 /FEN nonsense/", "line 1, column 10", "side to move"),
        ("1. 11-15\n\0", "line 2, column 1", "NUL"),
    ],
)
def test_a_bad_file_is_named_by_line_and_column(text: str, place: str, reason: str) -> None:
    with pytest.raises(BadFile) as refused:
        ENGLISH.read_file(text, "bad.pdn")
    message = str(refused.value)
    assert message.startswith(f"bad.pdn, {place}: ") and reason in message and len(message) < 500


@pytest.mark.parametrize(
    "text",
    [
        "[" * 10_000_000,
        "(" * 10_000_000,
        "{" * 10_000_000,
        "1. 11-15 " + "(1. 11-15 " * 10_000 + ")" * 10_000,
        '[A "' + '" ' * 5_000_000,
        "{}" * 5_000_000,
        "1. 11-15 22-17 " * 700_000,
        '[Event "x"]\n1. 11-15 1-0\n\n' * 100_000,
        "\0" * 10_000_000,
        "9" * 10_000_000,
        "x" * (LONGEST_CHARS + 1),
        "1-" * 5_000_000,
        "/" * 10_000_000,
        "$" * 10_000_000,
        "a1" * 5_000_000,
    ],
    ids=lambda text: f"{text[:12]!r} x {len(text)}",
)
def test_hostile_files_are_refused_in_bounded_memory(text: str) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(BadFile) as refused:
            ENGLISH.read_file(text, "evil.pdn")
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(str(refused.value)) < 300
    assert most < 80 * 1024 * 1024


def test_the_limits_are_wide_enough_for_real_files() -> None:
    assert MOST_GAMES >= 10_000 and DEEPEST >= 100 and MOST_ITEMS >= 10_000
    deep = "(1. 11-15 " * DEEPEST + ")" * DEEPEST
    (record,) = ENGLISH.read_file(f"1. 9-14 {deep} *")
    assert ENGLISH.read_file(ENGLISH.write_file([record]))[0].entries == record.entries


@pytest.mark.parametrize(
    "note", ["a } brace", "two\nlines", "{x}", "%percent first", "\x00\x07", '"q" [%clk 1]', "(", "1-0"]
)
def test_any_note_can_be_written_and_does_not_break_the_file(note: str) -> None:
    record = record_of(ENGLISH, ["11-15"]).plus(Entry(Kind.NOTE, note), Entry(Kind.NOTE, note, source="pdn"))
    record = record.plus(Entry(Kind.MOVE, "23-19")).tagged(Event=f'x"] {note} \\')
    (again,) = ENGLISH.read_file(ENGLISH.write_file([record]))
    assert moves(again) == ["11-15", "23-19"] and again.tag("Event").startswith('x"] ')


def test_games_that_are_not_draughts_are_not_written() -> None:
    with pytest.raises(BadFile, match="chess"):
        ENGLISH.write_file([GameRecord("chess")])


def test_files_of_other_programs_are_read() -> None:
    text = (
        '\ufeff[Event "rated"]\r\n[GameType "20,W,10,10,N2,0"]\r\n[Result "2-0"]\r\n\r\n'
        "1.32-28 { [%clock w0:03:00 B0:03:00] } 18-23 2.38-32 ;x\r\n 2. ... 12-18 2-0\r\n"
    )
    (record,) = ENGLISH.read_file(text)
    assert record.game == "draughts/international" and moves(record) == ["32-28", "18-23", "38-32", "12-18"]
    assert record.tag("Event") == "rated" and record.entries[1].text == "[%clock w0:03:00 B0:03:00]"


def test_an_empty_text_holds_no_games() -> None:
    assert list(ENGLISH.read_file("\n % nothing \n\n")) == [] and ENGLISH.write_file([]) == ""
