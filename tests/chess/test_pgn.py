"""PGN in and out: tags, comments, glyphs, variations, set-up positions and results survive."""

from __future__ import annotations

import io
import random

import chess.pgn
import pytest

from kibitz.core.errors import BadFile
from kibitz.core.game import Outcome, Seat
from kibitz.core.record import Entry, GameRecord, Kind, record_of, replay
from tests.chess.played import CHESS

ANNOTATED = """\ufeff% a line for some program
[Event "F/S Return Match"]
[Site "Belgrade, \\"Serbia\\" \\\\ JUG"]
[Date "1992.11.04"]
[Round "29"]
[White "Fischer, Robert J."]
[Black "Spassky, Boris V."]
[Result "1/2-1/2"]
[Empty ""]

{Before the first move} 1.e4! e5 (1...c5 2.Nf3 {open} (2.c3 d5 {Alapin} $14) 2...d6) (1... e6)
2. Nf3 $1 $14 Nc6
3. Bb5 {a [%clk 0:10:00] and (brackets)} a6?! ; to the end } of the line
4. Ba4 {(a comment in brackets)} {$5} Nf6 5. 0-0 1/2-1/2
"""


def moves(record: GameRecord) -> list[str]:
    return [entry.text for entry in record.entries if entry.kind is Kind.MOVE]


def notes(record: GameRecord) -> list[str]:
    return [entry.text for entry in record.entries if entry.kind is Kind.NOTE]


def only(text: str) -> GameRecord:
    (record,) = CHESS.read_file(text)
    return record


def test_everything_in_an_annotated_game_is_read() -> None:
    record = only(ANNOTATED)
    assert moves(record) == ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O"]
    assert notes(record) == [
        "Before the first move",
        "$1",
        "(1... c5 2. Nf3 {open} (2. c3 d5 {Alapin} $14) 2... d6)",
        "(1... e6)",
        "$1",
        "$14",
        "a [%clk 0:10:00] and (brackets)",
        "$6",
        "to the end } of the line",
        "{(a comment in brackets)}",
        "{$5}",
    ]
    assert record.tag("Site") == 'Belgrade, "Serbia" \\ JUG' and ("Empty", "") in record.tags
    assert record.entries[-1].kind is Kind.DRAW
    assert replay(CHESS, record).outcome == Outcome(None, "agreed")


def test_what_is_read_is_written_and_read_again_alike() -> None:
    record = only(ANNOTATED)
    text = CHESS.write_file([record])
    assert only(text) == record
    assert CHESS.write_file([only(text)]) == text


def test_what_we_write_python_chess_reads_without_complaint() -> None:
    game = chess.pgn.read_game(io.StringIO(CHESS.write_file([only(ANNOTATED)])))
    assert game is not None and not game.errors
    assert [str(move) for move in game.mainline_moves()][-1] == "e1g1"
    e5 = game.variations[0].variations[0]
    assert [str(v.move) for v in e5.parent.variations] == ["e7e5", "c7c5", "e7e6"]
    assert e5.parent.nags == {1} and game.comment == "Before the first move"


def test_lines_are_at_most_eighty_columns_and_start_with_nothing_special() -> None:
    comment = " ".join(["%word", "[bracket", "plain"] * 40)
    record = record_of(CHESS, ["e4"]).plus(Entry(Kind.NOTE, comment))
    lines = CHESS.write_file([record]).split("\n")
    movetext = lines[lines.index("") :]
    assert all(len(line) <= 80 and line[:1] not in ("%", "[") for line in movetext)
    assert notes(only("\n".join(lines))) == [comment]


def test_many_games_in_one_file() -> None:
    text = (
        '[White "A"]\n\n1. e4 *\n\n[White "B"]\n[White "C"]\n1. d4 d5 1-0\n1. c4 1/2 1. f3 e5 2. g4 Qh4# 0-1'
    )
    records = CHESS.read_file(text)
    assert [moves(r)[0] for r in records] == ["e4", "d4", "c4", "f3"]
    assert [r.tag("White") for r in records] == ["A", "C", "", ""]
    assert CHESS.read_file(CHESS.write_file(records))[3].entries == records[3].entries


def test_a_file_without_a_game_holds_none() -> None:
    assert CHESS.read_file("") == () == CHESS.read_file("\n\n% nothing\n")
    assert CHESS.write_file([]) == ""


def test_a_game_that_lacks_its_result_ends_where_the_next_begins() -> None:
    records = CHESS.read_file('[Result "0-1"]\n1. e4 e5\n\n[White "B"]\n1. d4')
    assert [len(moves(record)) for record in records] == [2, 1]
    assert replay(CHESS, records[0]).outcome == Outcome(Seat.SECOND, "resigned")


def test_a_set_up_position_survives() -> None:
    setup = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 20"
    record = record_of(CHESS, ["O-O", "O-O-O"], setup)
    text = CHESS.write_file([record])
    assert f'[SetUp "1"]\n[FEN "{setup}"]' in text and "\n20... O-O 21. O-O-O *" in text
    again = only(text)
    assert (again.setup, moves(again)) == (setup, moves(record))


@pytest.mark.parametrize(
    ("entry", "score"),
    [
        (Entry(Kind.RESIGN, seat=Seat.FIRST), "0-1"),
        (Entry(Kind.FLAG, seat=Seat.SECOND), "1-0"),
        (Entry(Kind.DRAW), "1/2-1/2"),
        (Entry(Kind.CLAIM, "threefold-repetition"), "1/2-1/2"),
    ],
)
def test_games_that_end_away_from_the_board_keep_their_ending(entry: Entry, score: str) -> None:
    record = record_of(CHESS, ["e4"]).plus(entry)
    text = CHESS.write_file([record])
    assert f'[Result "{score}"]' in text
    assert replay(CHESS, only(text)).outcome == replay(CHESS, record).outcome


def test_moves_taken_back_are_not_written() -> None:
    record = record_of(CHESS, ["e4", "e5"]).plus(
        Entry(Kind.NOTE, "hm"), Entry(Kind.UNDO), Entry(Kind.MOVE, "c5"), Entry(Kind.NOTE, "better")
    )
    text = CHESS.write_file([record])
    assert moves(only(text)) == ["e4", "c5"] and notes(only(text)) == ["better"]


def test_a_position_set_up_during_the_game_starts_the_written_one() -> None:
    setup = "k7/8/8/8/8/8/8/KR6 w - - 0 1"
    record = record_of(CHESS, ["e4"]).plus(Entry(Kind.POSITION, setup), Entry(Kind.MOVE, "Rb2"))
    assert (only(CHESS.write_file([record])).setup, moves(only(CHESS.write_file([record])))) == (
        setup,
        ["Rb2"],
    )


@pytest.mark.parametrize(
    "text", ["(not a line", "(1. d4 Ke5)", "($1)", "{open", "a } b", "$9999", "  ", "a\nb\0c", "("]
)
def test_any_note_can_be_written_and_read_again(text: str) -> None:
    record = record_of(CHESS, ["e4"]).plus(Entry(Kind.NOTE, text))
    again = only(CHESS.write_file([record]))
    assert moves(again) == ["e4"] and len(notes(again)) == (1 if text.strip() else 0)
    assert CHESS.write_file([again]) == CHESS.write_file([only(CHESS.write_file([again]))])


def test_any_tag_can_be_written_and_read_again() -> None:
    record = record_of(CHESS, ["e4"]).tagged(White='a"b\\c]', Black="x\ny\0", **{"odd name!": "ü"})
    again = only(CHESS.write_file([record]))
    assert again.tag("White") == 'a"b\\c]' and again.tag("Black") == "x y " and again.tag("odd_name_") == "ü"


def test_a_record_of_another_game_is_refused() -> None:
    with pytest.raises(BadFile, match="draughts"):
        CHESS.write_file([GameRecord("draughts/english")])


def test_random_games_survive_and_agree_with_python_chess() -> None:
    for seed in range(3):
        rng, position, texts = random.Random(seed), CHESS.start(), list[str]()
        while CHESS.moves(position) and len(texts) < 80:
            move = rng.choice(CHESS.moves(position))
            texts.append(CHESS.write(position, move))
            position = CHESS.play(position, move)
        text = CHESS.write_file([record_of(CHESS, texts)])
        assert moves(only(text)) == texts
        game = chess.pgn.read_game(io.StringIO(text))
        assert game is not None and game.end().board().fen() == position.fen
