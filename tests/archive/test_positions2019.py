"""SPEC A18: the positions of 2019 become moves where a legal move explains them, and are written back."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from kibitz.archive.positions2019 import read_positions, write_positions
from kibitz.core.errors import BadFile
from kibitz.core.game import Seat
from kibitz.core.record import Entry, GameRecord, Kind, record_of, replay
from kibitz.games import find

POZNAN = find("draughts/poznan")
RED_MAN, BLUE_MAN, RED_KING, BLUE_KING = 3, 4, 5, 6
NUMBERS = {".": 1, "r": RED_MAN, "b": BLUE_MAN, "R": RED_KING, "B": BLUE_KING}
START = [
    [3, 0, 3, 0, 3, 0, 3, 0],
    [0, 3, 0, 3, 0, 3, 0, 3],
    [3, 0, 3, 0, 3, 0, 3, 0],
    [0, 1, 0, 1, 0, 1, 0, 1],
    [1, 0, 1, 0, 1, 0, 1, 0],
    [0, 4, 0, 4, 0, 4, 0, 4],
    [4, 0, 4, 0, 4, 0, 4, 0],
    [0, 4, 0, 4, 0, 4, 0, 4],
]


def rows(**pieces: str) -> list[list[int]]:
    """A position from cells by name: `rows(b="f3", R="a8 h1")`."""
    shown = [[(row + column + 1) % 2 for column in range(8)] for row in range(8)]
    for letter, cells in pieces.items():
        for cell in cells.split():
            shown[8 - int(cell[1])]["abcdefgh".index(cell[0])] = NUMBERS[letter]
    return shown


def read(*positions: list[list[int]]) -> GameRecord:
    return read_positions(POZNAN, json.dumps(positions), "old.json")


def moves(record: GameRecord) -> list[str]:
    return [entry.text for entry in record.entries if entry.kind is Kind.MOVE]


def kinds(record: GameRecord) -> list[str]:
    return [entry.kind.value for entry in record.entries]


def last_rows(record: GameRecord) -> Any:
    return json.loads(write_positions(POZNAN, record))[-1]


def random_game(seed: int, plies: int = 80) -> GameRecord:
    dice, position, texts = random.Random(seed), POZNAN.start(), list[str]()
    while len(texts) < plies and (legal := POZNAN.moves(position)):
        longest = max(legal, key=lambda move: len(POZNAN.path(position, move)))
        move = longest if dice.random() < 0.5 else dice.choice(legal)
        texts.append(POZNAN.write(position, move))
        position = POZNAN.play(position, move)
    return record_of(POZNAN, texts)


def test_a18_the_start_is_written_with_0_for_light_and_1_for_dark() -> None:
    assert json.loads(write_positions(POZNAN, GameRecord(POZNAN.name))) == [START]


def test_a18_the_sample_and_the_legend_name_empty_cells_differently_and_both_are_read() -> None:
    legend = [[{0: 2}.get(number, number) for number in row] for row in START]
    swapped = [[{0: 1, 1: 0}.get(number, number) for number in row] for row in START]
    for shown in (START, legend, swapped):
        record = read(shown)
        assert (record.game, record.setup, record.entries) == ("draughts/poznan", "", ())


@pytest.mark.parametrize("seed", range(6))
def test_a18_a_written_game_is_read_back_move_by_move(seed: int) -> None:
    record = random_game(seed)
    back = read_positions(POZNAN, write_positions(POZNAN, record))
    assert back == record
    assert any("x" in text for text in moves(record))


@pytest.mark.parametrize("seed", range(4))
def test_a12_a_chain_seen_jump_by_jump_becomes_one_move(seed: int) -> None:
    record, position = random_game(seed), POZNAN.start()
    looks = [POZNAN.look(position)]
    for text in moves(record):
        move = POZNAN.read(position, text)
        looks += [*POZNAN.stages(position, move)[:1], POZNAN.look(after := POZNAN.play(position, move))]
        position = after
    shown = [[[_number(look[cell]) for cell in row] for row in POZNAN.plan.rows] for look in looks]
    assert read(*shown) == record


def _number(face: int) -> int:
    named = POZNAN.faces[face]
    return {"first": {"man": 4, "king": 6}, "second": {"man": 3, "king": 5}}.get(named.owner, {}).get(
        named.rank, 0
    )


def test_a12_a_chain_that_stops_early_is_the_shorter_move() -> None:
    before = rows(b="f3", r="e4 c6 h7")
    once = rows(b="d5", r="c6 h7")
    answered = rows(b="d5", r="c6 g6")
    record = read(before, once, answered)
    assert len(moves(record)) == 2 and kinds(record) == ["move", "move"]
    assert last_rows(record) == answered
    assert moves(read(before, once, rows(b="b7", r="h7"))) != moves(record)[:1]


def test_a13_a_disc_swapped_for_a_triangle_belongs_to_the_move_before() -> None:
    record = read(rows(b="e6 b1", r="a8 h7"), rows(b="e6 b1", r="a8 g6"))
    assert [entry.seat for entry in record.entries] == [Seat.SECOND]
    crowned = read(rows(b="f7 b1", r="a8"), rows(b="g8 b1", r="a8"), rows(B="g8", b="b1", r="a8"))
    assert kinds(crowned) == ["move"]
    assert last_rows(crowned) == rows(B="g8", b="b1", r="a8")


def test_a13_a_disc_may_be_swapped_after_the_opponents_move() -> None:
    shown = (
        rows(b="f7 b1", r="a8"),
        rows(b="g8 b1", r="a8"),
        rows(b="g8 b1", r="b7"),
        rows(B="g8", b="b1", r="b7"),
        rows(B="h7", b="b1", r="b7"),
    )
    record = read(*shown)
    assert kinds(record) == ["move", "move", "move"]
    assert last_rows(record) == shown[-1]


def test_a13_a_disc_that_the_file_never_swaps_is_a_king_all_the_same() -> None:
    record = read(rows(b="f7 b1", r="a8"), rows(b="g8 b1", r="a8"))
    assert kinds(record) == ["move"] and last_rows(record) == rows(B="g8", b="b1", r="a8")


def test_a18_what_no_move_explains_becomes_a_position_with_a_note_and_the_game_goes_on() -> None:
    shown = (
        rows(b="f3 d3", r="a8"),
        rows(b="e4 d3", r="a8"),
        rows(b="e4 d3", r="e8"),
        rows(b="e4 d3", r="d7"),
        rows(b="f5 d3", r="d7"),
    )
    record = read(*shown)
    assert kinds(record) == ["move", "position", "note", "move", "move"]
    assert record.entries[2].text == "No legal move leads from position 2 of the file to position 3."
    assert record.entries[3].seat is Seat.SECOND
    assert last_rows(record) == shown[-1]
    assert replay(POZNAN, record).ply == 3


def test_a16_red_may_have_started() -> None:
    moved = [row[:] for row in START]
    moved[2][0], moved[3][1] = 1, RED_MAN
    record = read(START, moved)
    assert kinds(record) == ["move"] and record.entries[0].seat is Seat.SECOND
    assert POZNAN.turn(POZNAN.start(record.setup)) is Seat.SECOND


def test_the_same_position_again_says_nothing() -> None:
    assert read(START, START, START).entries == ()


def test_a5_boards_that_cannot_stand_are_left_out_with_a_note() -> None:
    empty, on_light = rows(), rows(b="f3", r="a7")
    record = read(empty, rows(b="f3", r="a8"), on_light, rows(b="e4", r="a8"))
    assert kinds(record) == ["note", "note", "move"]
    assert record.entries[0].text.startswith("Position 1 of the file was left out:")
    assert record.entries[1].text.startswith("Position 3 of the file was left out:")


def test_entries_of_a_2019_file_say_that_they_were_imported() -> None:
    assert {entry.source for entry in read(START, START, rows(b="f3", r="a8")).entries} == {"import"}


FAULTS = [
    ("[]", "line 1, column 1: there is no position"),
    ("{}", "line 1, column 1: this should be a list, and is an object"),
    ("[[], 1]", r"line 1, column 2: \[0\]: a position is 8 rows, and this has 0"),
    ("[7]", r"line 1, column 2: \[0\]: this should be a list, and is the number 7"),
    (json.dumps([START, START[:7]]), r"\[1\]: a position is 8 rows, and this has 7"),
    (json.dumps([[*START[:7], [1] * 9]]), r"\[0\]\[7\]: a row is 8 numbers, and this has 9"),
    (json.dumps([START]).replace("4", "7", 1), r"\[0\]\[5\]\[1\]: numbers go from 0 to 6, and 7 does not"),
    (json.dumps([START]).replace("4", "-1", 1), r"\[0\]\[5\]\[1\]: numbers go from 0 to 6, and -1 does not"),
    (json.dumps([START]).replace("4", "4.0", 1), r"\[0\]\[5\]\[1\]: .*whole number, and is the number 4\.0"),
    (json.dumps([START]).replace("4", "true", 1), r"\[0\]\[5\]\[1\]: .*whole number, and is true or false"),
    (json.dumps([START]).replace("4", '"4"', 1), r"\[0\]\[5\]\[1\]: .*whole number, and is text"),
    (json.dumps([START]).replace("4", "1e9", 1), r"\[0\]\[5\]\[1\]: this should be a whole number"),
    (json.dumps([rows()] * 3), "no position of this file can be set up"),
    (json.dumps([START] * 5001), "this list may have 5000 members, and has 5001"),
    (json.dumps([START])[:-5], "this is not JSON"),
]


@pytest.mark.parametrize(("text", "reason"), FAULTS, ids=range(len(FAULTS)))
def test_a18_a_file_that_is_none_is_refused_with_the_place(text: str, reason: str) -> None:
    with pytest.raises(BadFile, match=reason) as told:
        read_positions(POZNAN, text, "old.json")
    assert str(told.value).startswith("old.json, line 1, column ")


@pytest.mark.parametrize("name", ["noughts", "chess", "draughts/international"])
def test_a18_other_boards_have_no_such_file(name: str) -> None:
    with pytest.raises(BadFile, match="men and kings on 8x8"):
        write_positions(find(name), GameRecord(name))
    with pytest.raises(BadFile, match="men and kings on 8x8"):
        read_positions(find(name), json.dumps([START]))


def test_moves_taken_back_are_not_written() -> None:
    record = record_of(POZNAN, ["22-18"]).plus(Entry(Kind.UNDO))
    assert json.loads(write_positions(POZNAN, record)) == [START]
