"""Records: entries are only added, undo appends, and what does not fit is named."""

from __future__ import annotations

import pytest

from kibitz.core.errors import BadFile, IllegalMove
from kibitz.core.game import Outcome, Seat
from kibitz.core.record import Entry, GameRecord, Kind, extended, record_of, replay
from kibitz.games import find

GAME = find("noughts")


def record(*entries: Entry) -> GameRecord:
    return GameRecord("noughts", 1, "", entries)


def move(text: str) -> Entry:
    return Entry(Kind.MOVE, text)


def test_a_record_replays_its_moves() -> None:
    played = replay(GAME, record(move("b2"), move("a1")))
    assert GAME.setup(played.position) == "....x.o.."
    assert played.ply == 2 and played.outcome is None
    assert [step.text for step in played.steps] == ["", "b2", "a1"]


def test_an_undo_is_an_entry_like_any_other() -> None:
    played = replay(GAME, record(move("b2"), Entry(Kind.UNDO), move("a1")))
    assert GAME.setup(played.position) == "......x.."
    assert played.ply == 1


def test_taking_back_more_than_there_is_names_the_entry() -> None:
    with pytest.raises(BadFile, match="entry 1 takes back"):
        replay(GAME, record(Entry(Kind.UNDO)))


def test_a_position_can_be_set_and_taken_back() -> None:
    set_up = record(move("b2"), Entry(Kind.POSITION, "x.o......"))
    assert GAME.setup(replay(GAME, set_up).position) == "x.o......"
    assert GAME.setup(replay(GAME, set_up.plus(Entry(Kind.UNDO))).position) == "....x...."


def test_an_illegal_move_in_a_record_is_refused() -> None:
    with pytest.raises(IllegalMove):
        replay(GAME, record(move("b2"), move("b2")))


@pytest.mark.parametrize(
    ("entry", "outcome"),
    [
        (Entry(Kind.RESIGN, seat=Seat.FIRST), Outcome(Seat.SECOND, "resigned")),
        (Entry(Kind.FLAG, seat=Seat.SECOND), Outcome(Seat.FIRST, "time")),
        (Entry(Kind.DRAW), Outcome(None, "agreed")),
        (Entry(Kind.CLAIM, "threefold-repetition"), Outcome(None, "threefold-repetition")),
    ],
)
def test_a_game_can_end_away_from_the_board(entry: Entry, outcome: Outcome) -> None:
    assert replay(GAME, record(move("b2"), entry)).outcome == outcome


def test_a_note_does_not_undo_the_end_but_an_undo_does() -> None:
    ended = record(move("b2"), Entry(Kind.DRAW), Entry(Kind.NOTE, "good game"))
    assert replay(GAME, ended).outcome == Outcome(None, "agreed")
    assert replay(GAME, ended.plus(Entry(Kind.UNDO))).outcome is None


def test_a_resignation_must_say_whose_it_is() -> None:
    with pytest.raises(BadFile, match="does not say whose"):
        replay(GAME, record(Entry(Kind.RESIGN)))


def test_tags_are_kept_in_order_and_an_empty_one_goes() -> None:
    tagged = record().tagged(first="Ann", second="Bob").tagged(first="")
    assert tagged.tags == (("second", "Bob"),) and tagged.tag("second") == "Bob"


def test_a_record_is_made_from_written_moves() -> None:
    assert [entry.seat for entry in record_of(GAME, ["b2", "a1"]).entries] == [Seat.FIRST, Seat.SECOND]


def test_a_replay_is_extended_as_if_it_were_played_again() -> None:
    entries = [move("b2"), move("a1"), Entry(Kind.UNDO), move("c3"), Entry(Kind.POSITION, "x.o......")]
    entries += [move("b2"), Entry(Kind.RESIGN, seat=Seat.SECOND), Entry(Kind.NOTE, "well"), Entry(Kind.UNDO)]
    grown, played = record(), replay(GAME, record())
    for entry in entries:
        grown, played = grown.plus(entry), extended(GAME, played, entry)
        assert played == replay(GAME, grown)
