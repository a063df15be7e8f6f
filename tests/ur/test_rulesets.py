"""The other rule sets: facts of their sources, counts others published, and what cannot be played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import comb
from typing import Any

import pytest

from kibitz.core.errors import BadRules, UnknownGame
from kibitz.games import families, find
from kibitz.games.ur.house import house_rules
from kibitz.games.ur.rulesets import ASEB, BLITZ, FINKEL, MASTERS, RULESETS, RuleSet
from tests.ur.test_rules import game, played, written


def positions(rules: RuleSet) -> int:
    """How many arrangements of all stones the paths allow, those in which the mover has won left out."""
    first, second = map(set, rules.paths)
    shared, own, n = len(first & second), len(first - second), rules.pieces

    def side(on_board: int) -> int:
        return n - on_board + 1

    def both(a: int, b: int, c: int, d: int) -> int:
        ways = comb(own, a) * comb(own, b) * comb(shared, c) * comb(shared - c, d)
        return ways * side(a + c) * side(b + d) if a + c <= n and b + d <= n else 0

    everything = sum(
        both(a, b, c, d)
        for a in range(own + 1)
        for b in range(own + 1)
        for c in range(shared + 1)
        for d in range(shared - c + 1)
    )
    return everything - sum(comb(own + shared, k) * side(k) for k in range(n + 1))


@pytest.mark.parametrize(
    ("rules", "published"),
    [(FINKEL, 137_892_016), (MASTERS, 500_981_472), (BLITZ, 41_254_034)],
    ids=["finkel", "masters", "blitz"],
)
def test_the_paths_allow_as_many_positions_as_others_solved(rules: RuleSet, published: int) -> None:
    """RoyalUr's stored Finkel table; Olieslagers, game_of_ur, for the other two."""
    assert positions(rules) == published


def test_masters_throws_three_dice_and_blanks_count_four() -> None:
    """royalur.net/blog/masters_2024: 1 and 2 three ways each, 3 and 4 one way each, and no zero."""
    ur = game("ur/masters")
    assert [move.value for move in ur.track.rolls] == [1, 2, 3, 4]
    assert [chance * 8 for chance in ur.odds(ur.start())] == [3, 3, 1, 1]


@pytest.mark.parametrize("name", ["ur/masters", "ur/blitz", "ur/aseb"])
def test_a_rosette_comes_every_four_squares_on_the_long_paths(name: str) -> None:
    rules = game(name).rules
    for path in rules.paths:
        assert len(path) == 16
        assert [n for n, cell in enumerate(path, 1) if cell in rules.rosettes] == [4, 8, 12, 16]


def test_masters_leads_round_the_small_block_from_the_other_side() -> None:
    assert written("11:g2+6:+0", "ur/masters") == ["g2-g3"]
    assert played("14:h3+6:+0", "h3-off", "ur/masters4") == "2?:+7:+0"
    assert played("11:h1+6:+0", "h1-g1", "ur/masters") == "1?:g1+6:+0"


def test_masters_stones_are_nowhere_safe_once_they_can_be_met() -> None:
    """g1 is the first player's last square and the second's twelfth."""
    assert played("21:g1+0:g2+0", "g2xg1", "ur/masters") == "2?:+0:g1+0"
    assert played("14:a1+0:d2+0", "a1xd2", "ur/masters") == "1?:d2+0:+0"


def test_blitz_gives_another_turn_for_a_capture() -> None:
    assert played("11:a2+0:b2+0", "a2xb2", "ur/blitz") == "1?:b2+0:+0"
    assert game("ur/blitz").rules.pieces == 5


def test_aseb_has_five_stones_twelve_shared_squares_and_safe_marked_squares() -> None:
    rules = game("ur/aseb").rules
    assert rules.pieces == 5 and rules.board == "aseb"
    assert len(set(rules.paths[0]) & set(rules.paths[1])) == 12
    assert written("14:d2+4:h2+0", "ur/aseb") == ["pass"]
    assert written("11:l2+4:+0", "ur/aseb") == ["l2-off"]


def test_finkel_is_another_name_for_ur_and_ours_by_default() -> None:
    assert find("ur/finkel") == find("ur")
    assert game("ur/finkel").rules == RuleSet()


def test_switches_in_the_name_set_stones_and_declining() -> None:
    ur = game("ur/blitz-3-decline")
    assert ur.name == "ur/blitz-3-decline"
    assert ur.rules == replace(BLITZ, name=ur.name, title=ur.title, pieces=3, may_decline=True)


@pytest.mark.parametrize(
    "rest", ["finkels", "finkel-8", "finkel-0", "finkel-", "-2", "masters-decline-2", "x" * 9999]
)
def test_a_rule_set_that_does_not_exist_is_named_with_those_that_do(rest: str) -> None:
    with pytest.raises(UnknownGame, match=r"masters4") as refused:
        find(f"ur/{rest}")
    assert len(str(refused.value)) < 400


def test_every_listed_game_can_be_made_under_its_own_name() -> None:
    for name in families()["ur"].standard:
        assert find(name).name == name
    for rules in RULESETS.values():
        assert find(rules.name).title == rules.title


@pytest.mark.parametrize(
    "wrong",
    [
        {"pieces": 0},
        {"pieces": 8},
        {"board": "chess"},
        {"paths": (FINKEL.paths[0], MASTERS.paths[1])},
        {"paths": (("a1", "a1"), ("a2", "a3"))},
        {"rosettes": frozenset({"z9"})},
        {"dice": ((0, 1),)},
        {"dice": ((2, 1), (1, 1))},
        {"dice": ((1, 0), (2, 1))},
        {"dice": ()},
    ],
)
def test_rules_that_contradict_themselves_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadRules):
        replace(FINKEL, **wrong)


def test_house_rules_begin_from_a_rule_set_and_change_what_they_name() -> None:
    rules = house_rules("ur/home", {"base": "aseb", "pieces": 6, "dice": "three", "safe_rosettes": False})
    assert rules == replace(
        ASEB, name="ur/home", title="ur/home", pieces=6, dice=MASTERS.dice, safe=frozenset()
    )


def test_house_rules_may_let_stones_leave_by_more_than_the_exact_roll() -> None:
    from kibitz.games.ur.game import Ur

    ur = Ur(house_rules("ur/home", {"exact_bear_off": False}))
    position = ur.start("14:g1+6:+0")
    assert [ur.write(position, move) for move in ur.moves(position)] == ["g1-off"]


@pytest.mark.parametrize(
    "given",
    [{"bases": 1}, {"base": "go"}, {"base": []}, {"pieces": True}, {"pieces": "7"}, {"pieces": 99},
     {"dice": 4},
     {"may_decline": "yes"}, {"title": ""}, {"title": "x" * 81}, {"safe_rosettes": 1}],
)  # fmt: skip
def test_house_rules_that_make_no_sense_are_refused(given: Mapping[str, Any]) -> None:
    with pytest.raises(BadRules):
        house_rules("ur/home", given)
