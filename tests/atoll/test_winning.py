"""SPEC C3: one group that joins far enough apart islands wins; a full board has exactly one winner."""

from __future__ import annotations

import random
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from kibitz.games.atoll.chain import chain
from kibitz.games.atoll.hexes import SIZES, hexes
from kibitz.games.atoll.winning import LEAST, WINS, stretch, waters
from tests.atoll import arcs

Masks = NDArray[np.uint64]


def mask(n: int, names: str) -> int:
    """The stones on these cells; `A5-D5` and `E1-E9` and `F6-I9` are straight lines of them."""
    cells = {hexes(n).name(h): bit for h, bit in zip(hexes(n).cells, waters(n).bits, strict=True)}
    return sum(cells[name] for name in names.split())


def line(start: str, end: str) -> str:
    """All names from one to the other: along a column, a rising line or a falling one."""
    columns = range(ord(start[0]), ord(end[0]) + 1)
    a, b = int(start[1:]), int(end[1:])
    if len(columns) == 1:
        return " ".join(f"{start[0]}{i}" for i in range(a, b + 1))
    step = (b - a) // (len(columns) - 1)
    return " ".join(f"{chr(c)}{a + step * i}" for i, c in enumerate(columns))


def triangle(n: int) -> str:
    """The three arms of notes section 3 for this size."""
    top, right = chr(ord("A") + n - 1), chr(ord("A") + 2 * n - 2)
    west = line("A" + str(n), chr(ord(top) - 1) + str(n))
    return " ".join(
        [west, line(f"{top}1", f"{top}{n}"), line(f"{chr(ord(top) + 1)}{n + 1}", f"{right}{2 * n - 1}")]
    )


def own_islands(sets: list[set[int]]) -> set[int]:
    return {sum(1 << (k // 2) for k in islands) for islands in sets}


def test_c3_the_table_of_64_is_the_rule_for_every_set_of_islands() -> None:
    for player in (0, 1):
        for number in range(64):
            islands = {2 * i + player for i in range(6) if number >> i & 1}
            assert WINS[number] == (len(islands) >= 2 and arcs.covering(islands) >= 7), islands
            assert stretch(number) == arcs.covering(islands)


def test_c3_the_least_winning_sets_are_three_pairs_and_two_triangles() -> None:
    assert set(LEAST) == own_islands([{0, 6}, {2, 8}, {4, 10}, {0, 4, 8}, {2, 6, 10}])


@pytest.mark.parametrize("n", SIZES)
def test_c3_a_line_through_the_middle_joins_opposite_islands(n: int) -> None:
    top = chr(ord("A") + n - 1)
    stones = mask(n, line(f"{top}1", f"{top}{2 * n - 1}"))
    group = waters(n).winning_group(stones, 0)
    assert waters(n).joined(group, 0) == 0b001001
    assert waters(n).winning_group(stones & ~mask(n, f"{top}{n}"), 0) == 0


@pytest.mark.parametrize("n", SIZES)
def test_c3_a_triangle_wins_though_no_pair_is_opposite(n: int) -> None:
    water, stones = waters(n), mask(n, triangle(n))
    assert water.joined(water.winning_group(stones, 0), 0) == 0b010101
    assert stretch(0b010101) == 9
    assert water.winning_group(water.board & ~stones, 1) == 0


SPEC_STONES = ("A3", "B3", "C1", "C2", "C3", "D4", "E5")


def test_c3_the_example_of_the_spec() -> None:
    assert sorted(triangle(3).split()) == sorted(SPEC_STONES)
    assert triangle(5) == "A5 B5 C5 D5 E1 E2 E3 E4 E5 F6 G7 H8 I9"
    whole = mask(3, " ".join(SPEC_STONES))
    assert waters(3).winning_group(whole, 0)
    for name in SPEC_STONES:
        assert waters(3).winning_group(whole & ~mask(3, name), 0) == 0, name


def test_c3_three_neighbouring_islands_do_not_win() -> None:
    water = waters(3)
    right = mask(3, "D2 E3 E4 E5")
    joined = water.joined(water.group(water.islands[0][1], right | water.rims[0]), 0)
    assert joined == 0b000111 and water.winning_group(right, 0) == 0


def test_c3_every_one_of_the_524288_full_boards_of_size_3_has_exactly_one_winner() -> None:
    water, red_wins = waters(3), 0
    for numbers in np.arange(1 << 19, dtype=np.uint64).reshape(64, -1):
        first = np.zeros_like(numbers)
        for cell, bit in enumerate(water.bits):
            first |= (numbers >> np.uint64(cell) & np.uint64(1)) * np.uint64(bit)
        red, green = _all_that_win(first, 0), _all_that_win(first ^ np.uint64(water.board), 1)
        assert (red ^ green).all()
        red_wins += int(red.sum())
    assert red_wins == 1 << 18


def _all_that_win(stones: Masks, player: int) -> NDArray[np.bool_]:
    """The same question about many boards at once: the layout of size 3 fits into 64 bits."""
    water, wins = waters(3), np.array(WINS)
    own = stones | np.uint64(water.rims[player])
    won = np.zeros(len(stones), dtype=np.bool_)
    for island in water.islands[player]:
        group = np.full_like(own, island)
        while True:
            grown = _around(group, water.width) & own
            if (grown == group).all():
                break
            group = grown
        joined = sum(((group & np.uint64(other)) != 0) << i for i, other in enumerate(water.islands[player]))
        won |= wins[joined]
    return won


def _around(group: Masks, width: int) -> Masks:
    steps = [np.uint64(step) for step in (1, width, width - 1)]
    near = group.copy()
    for step in steps:
        near |= group << step | group >> step
    return near


@pytest.mark.parametrize(("n", "boards"), [(3, 400), (5, 250), (7, 60), (9, 30)])
def test_c3_a_full_board_has_exactly_one_winner_and_it_is_the_right_one(n: int, boards: int) -> None:
    rng, water, cells = random.Random(n), waters(n), hexes(n).cells
    for number in range(boards):
        red = [rng.random() < 0.5 for _ in cells]
        first = sum(bit for bit, is_red in zip(water.bits, red, strict=True) if is_red)
        won = {p for p, s in enumerate((first, water.board & ~first)) if water.winning_group(s, p)}
        assert len(won) == 1
        if number < boards // 10:
            sets = (
                {c for c, r in zip(cells, red, strict=True) if r},
                {c for c, r in zip(cells, red, strict=True) if not r},
            )
            assert won == arcs.winners(n, sets)


@pytest.mark.parametrize("n", SIZES)
def test_turning_the_board_keeps_the_winner_and_mirroring_it_changes_sides(n: int) -> None:
    rng, water, board = random.Random(n), waters(n), hexes(n)
    turned = [board.index[-r, q + r] for q, r in board.cells]
    for _ in range(40):
        red = rng.sample(range(len(board.cells)), len(board.cells) // 2)
        stones = [
            sum(water.bits[to[c]] for c in red) for to in (range(len(board.cells)), turned, board.mirror)
        ]
        won = bool(water.winning_group(stones[0], 0))
        assert bool(water.winning_group(stones[1], 0)) == won == bool(water.winning_group(stones[2], 1))


def test_c3_boards_that_are_not_full_agree_with_the_slow_reading() -> None:
    rng, water, board = random.Random(5), waters(5), hexes(5)
    counts = {0: 0, 1: 0}
    for _ in range(150):
        order = rng.sample(range(61), rng.randrange(40, 61))
        halves = [{board.cells[c] for c in order[p::2]} for p in (0, 1)]
        stones = [sum(water.bits[board.index[h]] for h in half) for half in halves]
        won = {p for p in (0, 1) if water.winning_group(stones[p], p)}
        assert won == arcs.winners(5, (halves[0], halves[1]))
        counts[len(won)] += 1
    assert min(counts.values()) > 10


def test_c3_the_painted_chain_is_a_shortest_one() -> None:
    rng, water, sides = random.Random(3), waters(3), {2: 0, 3: 0}
    for _ in range(120):
        stones = sum(rng.sample(water.bits, 11))
        found = chain(water, stones, 0)
        if found is None:
            assert water.winning_group(stones, 0) == 0
            continue
        sides[len(found.islands)] += 1
        assert water.winning_group(sum(water.bits[c] for c in found.cells), 0)
        assert not _wins_with_fewer(stones, len(found.cells))
    assert sides[2]


def test_c3_the_chain_of_a_triangle_is_the_triangle() -> None:
    for n in SIZES:
        found = chain(waters(n), mask(n, triangle(n)), 0)
        assert found is not None and found.islands == (0, 4, 8)
        assert sum(waters(n).bits[cell] for cell in found.cells) == mask(n, triangle(n))


def test_c3_a_chain_goes_through_an_own_island_for_nothing() -> None:
    to_island_8, from_island_8 = line("A3", "G3"), "A5 B6 C7"
    found = chain(waters(5), mask(5, f"{to_island_8} {from_island_8}"), 0)
    assert found is not None and found.islands == (0, 6) and len(found.cells) == 10


def _wins_with_fewer(stones: int, cells: int) -> bool:
    water = waters(3)
    there = [bit for bit in water.bits if bit & stones]
    return any(water.winning_group(sum(few), 0) for few in combinations(there, cells - 1))
