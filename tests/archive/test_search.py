"""Games are found by rules, player, day, result, name and position, a page at a time."""

from __future__ import annotations

from datetime import date
from itertools import pairwise

import pytest

from kibitz.archive.rows import Kept
from kibitz.archive.search import Page, Query
from kibitz.archive.standing import position_key, standing
from kibitz.archive.store import Store
from kibitz.core.errors import BadSetting
from kibitz.core.record import GameRecord
from kibitz.games import find
from tests.archive.samples import WON, keep, played


def names(page: Page) -> list[str]:
    return [game.name for game in page.games]


@pytest.fixture
def shelf(store: Store) -> Store:
    """Five games of three kinds, each a day later than the one before."""
    noon = 1_700_049_600.0
    games = [
        ("Zürich 100% final_1", played(*WON, White="Ana Żak", Black="Bo")),
        ("zurich rematch", played("b2", "a1", White="Bo", Black="Ana Żak", Result="0-1")),
        ("old", played("b2", White="Capablanca", Date="1921.??.??")),
        ("russian", GameRecord("draughts/russian", tags=(("first", "Ana"), ("Event", "Bo's cup")))),
        ("turkish", GameRecord("draughts/turkish", tags=(("Second", "ANA"),))),
    ]
    for day, (name, record) in enumerate(games):
        rules = standing(find("noughts"), record) if record.game == "noughts" else None
        store.begin_all([Kept(record, name, noon + 86_400 * day, rules)])
    return store


def test_a17_the_list_begins_with_the_newest(shelf: Store) -> None:
    assert names(shelf.search()) == ["turkish", "russian", "old", "zurich rematch", "Zürich 100% final_1"]


def test_games_are_found_by_their_rules_or_the_whole_family(shelf: Store) -> None:
    assert names(shelf.search(Query(game="draughts/russian"))) == ["russian"]
    assert names(shelf.search(Query(game="draughts"))) == ["turkish", "russian"]
    assert shelf.search(Query(game="draughts/russ")).total == 0
    assert shelf.search(Query(game="draught_")).total == 0


def test_games_are_found_by_any_part_of_a_players_name_in_any_case(shelf: Store) -> None:
    assert names(shelf.search(Query(player="ana"))) == [
        "turkish",
        "russian",
        "zurich rematch",
        "Zürich 100% final_1",
    ]
    assert names(shelf.search(Query(player="ŻAK"))) == ["zurich rematch", "Zürich 100% final_1"]
    assert names(shelf.search(Query(player="bo"))) == ["zurich rematch", "Zürich 100% final_1"]


def test_games_are_found_by_day_and_a_date_tag_counts_more_than_the_clock(shelf: Store) -> None:
    first = date.fromtimestamp(1_700_049_600.0)
    assert names(shelf.search(Query(until=date(1921, 1, 1)))) == ["old"]
    assert names(shelf.search(Query(since=first, until=first))) == ["Zürich 100% final_1"]
    assert shelf.search(Query(since=first)).total == 4
    assert shelf.search(Query(since=date(1921, 1, 2), until=date(1999, 1, 1))).total == 0


def test_games_are_found_by_result(shelf: Store) -> None:
    assert names(shelf.search(Query(result="1-0"))) == ["Zürich 100% final_1"]
    assert names(shelf.search(Query(result="0-1"))) == ["zurich rematch"]
    assert shelf.search(Query(result="*")).total == 3


def test_games_are_found_by_part_of_their_name_and_wildcards_mean_themselves(shelf: Store) -> None:
    assert names(shelf.search(Query(name="zürich"))) == ["Zürich 100% final_1"]
    assert names(shelf.search(Query(name="100%"))) == ["Zürich 100% final_1"]
    assert names(shelf.search(Query(name="l_1"))) == ["Zürich 100% final_1"]
    assert shelf.search(Query(name="%")).total == 1
    assert shelf.search(Query(name="'; DROP TABLE game; --")).total == 0


def test_one_word_finds_a_game_by_its_name_or_by_a_player(shelf: Store) -> None:
    assert names(shelf.search(Query(text="rematch"))) == ["zurich rematch"]
    assert names(shelf.search(Query(text="CAPA"))) == ["old"]


def test_games_are_found_by_a_position_they_went_through(shelf: Store) -> None:
    game = find("noughts")
    one = game.play(game.start(), game.read(game.start(), "b2"))
    two = game.play(one, game.read(one, "a1"))
    assert shelf.search(Query(position=position_key(game, game.start()))).total == 3
    assert shelf.search(Query(position=position_key(game, one))).total == 3
    assert names(shelf.search(Query(position=position_key(game, two)))) == ["zurich rematch"]
    assert shelf.search(Query(position="never seen")).total == 0


def test_every_condition_given_must_hold(shelf: Store) -> None:
    assert names(shelf.search(Query(game="noughts", player="ana", result="0-1", name="ZURICH"))) == [
        "zurich rematch"
    ]
    assert shelf.search(Query(game="draughts", player="ana", result="0-1")).total == 0


def test_pages_follow_each_other_even_when_a_new_game_comes_in_between(store: Store) -> None:
    for number in range(7):
        keep(store, played("b2"), f"game {number}")
    page, seen = store.search(limit=3), list[int]()
    assert page.total == 7
    seen += [game.id for game in page.games]
    keep(store, played("a1"), "a newcomer")
    while page.after is not None:
        page = store.search(limit=3, after=page.after)
        seen += [game.id for game in page.games]
    assert len(seen) == 7 and all(newer > older for newer, older in pairwise(seen))


def test_what_cannot_be_meant_is_refused(store: Store) -> None:
    with pytest.raises(BadSetting, match="no result"):
        Query(result="2:1")
    with pytest.raises(BadSetting, match="No day lies"):
        Query(since=date(2020, 1, 2), until=date(2020, 1, 1))
    with pytest.raises(BadSetting, match="not text"):
        Query(player="\0")
    for limit in (0, 501):
        with pytest.raises(BadSetting, match="A page holds"):
            store.search(limit=limit)
