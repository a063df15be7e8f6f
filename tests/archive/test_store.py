"""The archive keeps what it is told, in order, and says so when it cannot."""

from __future__ import annotations

import re
import time
from dataclasses import replace

import pytest

from kibitz.archive.faults import ArchiveFault, NoSuchGame, StaleEntry
from kibitz.archive.names import LONGEST_NAME
from kibitz.archive.rows import Kept
from kibitz.archive.search import Query
from kibitz.archive.standing import position_key, standing
from kibitz.archive.store import Store
from kibitz.core.errors import BadSetting, KibitzError
from kibitz.core.game import Outcome, Seat
from kibitz.core.record import Entry, GameRecord, Kind
from kibitz.games import find
from tests.archive.samples import EVERYTHING, WON, keep, played

MOVE = Entry(Kind.MOVE, "b2", Seat.FIRST, 1_700_000_000.0, "camera", 1.25)


def test_a_record_comes_back_exactly_as_it_was_given(store: Store) -> None:
    assert store.record(store.begin(EVERYTHING)) == EVERYTHING


def test_a_record_appended_entry_by_entry_is_the_same_record(store: Store) -> None:
    game_id = store.begin(replace(EVERYTHING, entries=EVERYTHING.entries[:1]))
    for seq, entry in enumerate(EVERYTHING.entries[1:], 1):
        assert store.append(game_id, entry, seq) == seq + 1
    assert store.record(game_id) == EVERYTHING
    assert store.entries(game_id, after_seq=8) == EVERYTHING.entries[8:]


def test_a_stale_entry_is_refused_and_changes_nothing(store: Store) -> None:
    game_id = store.begin(played("b2", "a1"))
    for stale in (0, 1, 3):
        with pytest.raises(StaleEntry, match="has 2 entries by now"):
            store.append(game_id, MOVE, stale)
    assert store.record(game_id) == played("b2", "a1")


def test_an_unknown_game_is_named(store: Store) -> None:
    for attempt in (
        lambda: store.record(99),
        lambda: store.summary(99),
        lambda: store.append(99, MOVE, 0),
        lambda: store.save(99, "x"),
        lambda: store.rename(99, "x"),
        lambda: store.delete(99),
        lambda: store.purge(99),
        lambda: store.tag(99, White="Ana"),
        lambda: store.keep_frame(99, 1, b""),
    ):
        with pytest.raises(NoSuchGame, match="no game 99"):
            attempt()


def test_a_number_beyond_all_databases_is_told(store: Store) -> None:
    for number in (2**63, -(2**70), 10**30):
        for attempt in (store.record, store.summary, store.delete, store.restore):
            with pytest.raises(ArchiveFault, match="too large"):
                attempt(number)
        with pytest.raises(ArchiveFault, match="too large"):
            store.append(number, MOVE, 0)
        with pytest.raises(ArchiveFault, match="too large"):
            store.search(after=number)


def test_a16_a_game_is_autosaved_and_named_by_its_date_until_somebody_names_it(store: Store) -> None:
    game_id = store.begin(GameRecord("noughts").plus(MOVE))
    before = store.summary(game_id)
    assert re.fullmatch(r"game_2023-11-1[45]_\d\d-\d\d-\d\d", before.name) and not before.saved
    assert store.save(game_id) == before.name
    assert store.summary(game_id).saved
    assert store.save(game_id, "  Niedziela u babci ♟  ") == "Niedziela u babci ♟"
    assert store.rename(game_id, "../../etc/passwd") == "../../etc/passwd"
    assert store.summary(game_id).name == "../../etc/passwd"


UNSAFE = [
    ("x" * (LONGEST_NAME + 1), "characters long"),
    ("two\nlines", "U\\+000A"),
    ("bell\a", "U\\+0007"),
    ("nul\0", "not text"),
    ("half \ud800 a pair", "not text"),
    ("line\u2028separator", "U\\+2028"),
]


def test_a16_an_unsafe_name_is_refused_with_a_sentence(store: Store) -> None:
    game_id = store.begin(played("b2"))
    for name, reason in UNSAFE:
        with pytest.raises(BadSetting, match=reason):
            store.save(game_id, name)
        assert not store.summary(game_id).saved


def test_an_empty_new_name_is_refused(store: Store) -> None:
    game_id = store.begin(played("b2"), name="first")
    with pytest.raises(BadSetting, match="empty"):
        store.rename(game_id, " \t ")
    assert store.summary(game_id).name == "first"


def test_several_games_are_kept_together_or_not_at_all(store: Store) -> None:
    bad = GameRecord("noughts", entries=(Entry(Kind.NOTE, "nul \0"),))
    with pytest.raises(BadSetting):
        store.begin_all([Kept(played("b2")), Kept(bad)])
    assert store.search().total == 0
    assert len(store.begin_all([Kept(played("b2")), Kept(played("a1"))])) == 2


NOT_KEPT = [
    Entry(Kind.NOTE, "nul \0"),
    Entry(Kind.NOTE, "half \udfff a pair"),
    Entry(Kind.NOTE, "x" * 20_001),
    Entry(Kind.MOVE, "b2", at=float("nan")),
    Entry(Kind.MOVE, "b2", at=float("inf")),
    Entry(Kind.MOVE, "b2", took_s=1e300),
    Entry(Kind.MOVE, "b2", source="s" * 65),
]


def test_what_no_database_can_keep_is_refused_before_it_is_tried(store: Store) -> None:
    game_id = store.begin(played("b2"))
    for entry in NOT_KEPT:
        with pytest.raises(BadSetting):
            store.append(game_id, entry, 1)
    assert store.record(game_id) == played("b2")


def test_more_moves_cannot_be_taken_back_than_there_are(store: Store) -> None:
    game_id = store.begin(played("b2"))
    store.append(game_id, Entry(Kind.UNDO), 1)
    with pytest.raises(ArchiveFault, match="no move to take back"):
        store.append(game_id, Entry(Kind.UNDO), 2)
    with pytest.raises(BadSetting, match="takes back more"):
        store.begin(GameRecord("noughts", entries=(Entry(Kind.UNDO),)))


def test_a_deleted_game_is_restored_whole_or_purged_for_good(store: Store) -> None:
    kept, gone = store.begin(played(*WON), name="kept"), store.begin(played("b2"), name="gone")
    store.delete(kept)
    store.delete(gone)
    assert store.search().total == 0
    assert {game.name for game in store.search(Query(deleted=True)).games} == {"kept", "gone"}
    with pytest.raises(ArchiveFault, match="restore it"):
        store.append(gone, MOVE, 1)
    store.restore(kept)
    store.purge(gone)
    assert store.record(kept) == played(*WON)
    with pytest.raises(NoSuchGame):
        store.record(gone)
    assert store.search(Query(deleted=True)).total == 0
    store.check()


def test_a_game_that_is_not_deleted_cannot_be_purged(store: Store) -> None:
    game_id = store.begin(played("b2"))
    with pytest.raises(ArchiveFault, match="not deleted"):
        store.purge(game_id)
    assert store.record(game_id) == played("b2")


def test_a_purged_number_is_never_given_out_again(store: Store) -> None:
    first = store.begin(played("b2"))
    store.delete(first)
    store.purge(first)
    assert store.begin(played("b2")) > first


def test_the_result_follows_the_entries(store: Store) -> None:
    game_id = store.begin(played("b2"))
    entries = [
        (Entry(Kind.NOTE, "hm"), None, "*"),
        (Entry(Kind.RESIGN, seat=Seat.FIRST), None, "0-1"),
        (Entry(Kind.NOTE, "hm"), None, "0-1"),
        (Entry(Kind.UNDO), None, "*"),
        (Entry(Kind.DRAW), None, "1/2-1/2"),
        (Entry(Kind.POSITION, "x........"), None, "*"),
        (Entry(Kind.FLAG, seat=Seat.SECOND), None, "1-0"),
        (Entry(Kind.POSITION, "x........"), None, "*"),
        (Entry(Kind.MOVE, "b2"), Outcome(Seat.SECOND, "three-in-a-row"), "0-1"),
    ]
    for seq, (entry, outcome, result) in enumerate(entries, 1):
        store.append(game_id, entry, seq, outcome=outcome)
        assert store.summary(game_id).result == result, (seq, entry)


def test_a_whole_record_has_the_result_the_rules_give_it(store: Store) -> None:
    assert store.summary(keep(store, played(*WON))).result == "1-0"
    assert store.summary(keep(store, played("b2"))).result == "*"
    assert store.summary(keep(store, played("b2", Result="0-1"))).result == "0-1"
    assert store.summary(keep(store, played("b2", Result="1-1"))).result == "1/2-1/2"
    assert store.summary(keep(store, played("b2", Result="nonsense"))).result == "*"


def test_a_position_that_was_taken_back_is_no_longer_found(store: Store) -> None:
    game = find("noughts")
    one = game.play(game.start(), game.read(game.start(), "b2"))
    first, two = position_key(game, one), position_key(game, game.play(one, game.read(one, "a1")))
    game_id = keep(store, played("b2"))
    store.append(game_id, Entry(Kind.MOVE, "a1", Seat.SECOND), 1, key=two)
    assert store.search(Query(position=two)).total == 1
    store.append(game_id, Entry(Kind.UNDO), 2)
    assert store.search(Query(position=two)).total == 0
    assert store.search(Query(position=first)).total == 1
    store.append(game_id, Entry(Kind.MOVE, "a1", Seat.SECOND), 3, key=two)
    assert store.search(Query(position=two)).total == 1
    assert store.summary(game_id).steps == 2


def test_tags_can_be_changed_and_are_searched(store: Store) -> None:
    game_id = store.begin(played("b2", White="Ana"))
    store.tag(game_id, White="", Black="Łucja", Date="1997.05.11")
    assert store.record(game_id).tags == (("Black", "Łucja"), ("Date", "1997.05.11"))
    assert store.summary(game_id).players == (("Black", "Łucja"),)
    assert store.summary(game_id).played_on == "1997-05-11"
    assert store.search(Query(player="ŁUCJA")).total == 1
    assert store.search(Query(player="Ana")).total == 0


def test_a_record_that_does_not_fit_its_rules_names_the_entry() -> None:
    game = find("noughts")
    with pytest.raises(KibitzError, match=r"f\.json: entry 3 \(move\) does not fit noughts: .*a1"):
        standing(game, played("b2", "a1").plus(Entry(Kind.MOVE, "a1")), "f.json")
    with pytest.raises(KibitzError, match="the start of the game is wrong"):
        standing(game, GameRecord("noughts", 1, "xxx"))


def test_what_was_deleted_long_ago_goes_for_good_and_the_rest_stays(store: Store) -> None:
    kept, gone = store.begin(played("b2")), store.begin(played("b2"))
    store.delete(gone)
    assert store.purge_deleted(time.time() - 60) == 0
    assert store.purge_deleted(time.time() + 60) == 1
    assert store.summary(kept).id == kept
    with pytest.raises(NoSuchGame):
        store.summary(gone)
