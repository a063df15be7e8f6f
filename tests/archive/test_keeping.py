"""A table's game is in the archive from its first move, and goes on from there after a restart."""

from __future__ import annotations

import pytest

from kibitz.archive.faults import StaleEntry
from kibitz.archive.keeping import GameKeeper
from kibitz.archive.search import Query
from kibitz.archive.standing import position_key
from kibitz.archive.store import Store
from kibitz.core.errors import KibitzError
from kibitz.core.game import Seat
from kibitz.core.record import Entry, Kind
from kibitz.games import find
from tests.archive.samples import WON, played

NOUGHTS = find("noughts")
ENTRIES = played(*WON).entries


def test_a_game_is_kept_from_its_first_move(store: Store) -> None:
    keeper = GameKeeper(store, NOUGHTS)
    assert keeper.game_id is None and store.search().total == 0
    for number, entry in enumerate(ENTRIES, 1):
        keeper.append(entry)
        assert keeper.game_id is not None
        assert store.record(keeper.game_id).entries == ENTRIES[:number]
    assert store.search(Query(result="1-0")).total == 1


def test_a_kept_game_is_found_by_each_position_it_went_through(store: Store) -> None:
    keeper, position = GameKeeper(store, NOUGHTS), NOUGHTS.start()
    for entry in ENTRIES:
        keeper.append(entry)
    for entry in ENTRIES:
        assert store.search(Query(position=position_key(NOUGHTS, position))).total == 1
        position = NOUGHTS.play(position, NOUGHTS.read(position, entry.text))
    assert store.search(Query(position=position_key(NOUGHTS, position))).total == 1


def test_a_game_goes_on_where_another_program_left_it(store: Store) -> None:
    keeper = GameKeeper(store, NOUGHTS)
    for entry in ENTRIES[:3]:
        keeper.append(entry)
    assert keeper.game_id is not None
    resumed = GameKeeper.resumed(store, NOUGHTS, keeper.game_id)
    for entry in ENTRIES[3:]:
        resumed.append(entry)
    assert store.record(keeper.game_id) == played(*WON) == resumed.record
    with pytest.raises(StaleEntry):
        keeper.append(ENTRIES[3])


def test_an_entry_that_does_not_fit_is_not_kept(store: Store) -> None:
    keeper = GameKeeper(store, NOUGHTS)
    keeper.append(ENTRIES[0])
    for wrong in (Entry(Kind.MOVE, "b2", Seat.SECOND), Entry(Kind.NOTE, "nul \0")):
        with pytest.raises(KibitzError):
            keeper.append(wrong)
    keeper.append(ENTRIES[1])
    assert keeper.game_id is not None and store.record(keeper.game_id).entries == ENTRIES[:2]


def test_a_win_taken_back_is_no_win(store: Store) -> None:
    keeper = GameKeeper(store, NOUGHTS)
    for entry in (*ENTRIES, Entry(Kind.UNDO)):
        keeper.append(entry)
    assert keeper.game_id is not None
    assert store.summary(keeper.game_id).result == "*"
    keeper.append(Entry(Kind.RESIGN, seat=Seat.SECOND))
    assert store.summary(keeper.game_id).result == "1-0"


def test_a16_a_game_can_be_named_before_its_first_move(store: Store) -> None:
    keeper = GameKeeper(store, NOUGHTS)
    assert keeper.save("Finał") == "Finał"
    keeper.append(ENTRIES[0])
    assert keeper.game_id is not None
    assert store.summary(keeper.game_id).name == "Finał" and store.record(keeper.game_id) == keeper.record
