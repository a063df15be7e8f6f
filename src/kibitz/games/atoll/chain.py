"""The chain that is painted when a game is won: fewest stones that join a least winning set of islands.

Three ends joined by fewest stones are three paths that meet in one place, so it is enough to know, for every
place of the group, how many stones it lies away from each end. A place is one stone, or a whole island for
nothing; it is named by its bit mask.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from kibitz.games.atoll.winning import LEAST, OWN, Waters

Ways: TypeAlias = Mapping[int, tuple[int, int]]
"""For every place: the stones from the end to it, itself included, and the place before it."""


@dataclass(frozen=True, slots=True)
class Chain:
    """The cells of a shortest winning chain in reading order, and the islands it joins (0 to 11)."""

    cells: tuple[int, ...]
    islands: tuple[int, ...]


def chain(waters: Waters, stones: int, player: int) -> Chain | None:
    """The chain of a player who has won; none while he has not."""
    group = waters.winning_group(stones, player)
    joined = waters.joined(group, player)
    tried = (_joining(waters, group, player, least) for least in LEAST if least & joined == least)
    return min(tried, key=lambda found: len(found.cells), default=None)


def _joining(waters: Waters, group: int, player: int, ends: int) -> Chain:
    own = [i for i in range(OWN) if ends >> i & 1]
    ways = [_ways(waters, group, player, waters.islands[player][i]) for i in own]
    meeting = min(ways[0], key=lambda place: _price(waters, ways, place))
    path = {place for way in ways for place in _back(way, meeting)}
    cells = sorted(waters.cell_of_bit[place] for place in path if place & waters.board)
    return Chain(tuple(cells), tuple(2 * i + player for i in own))


def _ways(waters: Waters, group: int, player: int, end: int) -> Ways:
    """Shortest ways from an end through the group: a search in which islands are free."""
    ways, queue = {end: (0, 0)}, deque([end])
    while queue:
        place = queue.popleft()
        for near in _next_to(waters, group, player, place):
            stones = ways[place][0] + bool(near & waters.board)
            if near not in ways or stones < ways[near][0]:
                ways[near] = stones, place
                (queue.append if near & waters.board else queue.appendleft)(near)
    return ways


def _next_to(waters: Waters, group: int, player: int, place: int) -> Iterator[int]:
    near = waters.around(place) & group & ~place
    yield from waters.each(near & waters.board)
    yield from (island for island in waters.islands[player] if island & near)


def _price(waters: Waters, ways: list[Ways], place: int) -> int:
    """Stones needed when the ways from all ends meet here; a stone in the middle is paid once."""
    return sum(way[place][0] for way in ways) - (len(ways) - 1) * bool(place & waters.board)


def _back(way: Ways, place: int) -> Iterator[int]:
    while place:
        yield place
        place = way[place][1]
