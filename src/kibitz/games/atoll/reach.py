"""How many stones a player still needs: shortest connections of the five least winning sets of islands.

From each island the player's reach grows in layers: layer k holds what k more stones join to it, own stones
and whole islands for nothing. Two islands are as far apart as the layer in which one meets the other; three
are joined by three ways that meet in one place. All of it is done on bit masks, so no cell is looked at
alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from kibitz.games.atoll.position import Position
from kibitz.games.atoll.winning import LEAST, OWN, Waters, waters

Layers = tuple[int, ...]
FAR = 99
"""The distance of islands that can no longer be joined."""

_ENDS = tuple(tuple(i for i in range(OWN) if least >> i & 1) for least in LEAST)


@dataclass(frozen=True, slots=True)
class Connection:
    """The cheapest way to join a least winning set: the islands (0 to 11) and the cells still needed."""

    islands: tuple[int, ...]
    cells: tuple[int, ...]


@dataclass(frozen=True)
class Reach:
    """A player's layers from each of his six islands."""

    water: Waters
    own: int
    empty: int
    layers: tuple[Layers, ...]

    def pair(self, i: int, j: int) -> int:
        """Stones needed between two islands."""
        island = self.layers[j][0]
        return next((k for k, layer in enumerate(self.layers[i]) if layer & island), FAR)

    def meeting(self, ends: tuple[int, ...]) -> tuple[int, int]:
        """Stones needed to join three islands, and a place where the ways meet."""
        best, where = FAR, 0
        first, second, third = (self.layers[i] for i in ends)
        for (a, one), (b, two) in product(enumerate(first), enumerate(second)):
            if a + b - 2 >= best or not (both := one & two):
                continue
            for c, three in enumerate(third):
                if a + b + c - 2 >= best:
                    break
                if met := both & three:
                    price = a + b + c - (0 if met & self.own else 2)
                    best, where = min((best, where), (price, met & self.own or met))
        return best, where & -where

    def distances(self) -> tuple[int, ...]:
        """Stones needed for each least winning set."""
        return tuple(self.pair(*ends) if len(ends) == 2 else self.meeting(ends)[0] for ends in _ENDS)

    def nearest(self, player: int) -> Connection | None:
        """The cheapest connection; none when the opponent has cut every one."""
        distances = self.distances()
        if min(distances) >= FAR:
            return None
        ends = _ENDS[distances.index(min(distances))]
        place = self._meets(ends)
        bits = {bit for i in ends for bit in self._back(self.layers[i], place)}
        cells = sorted(self.water.cell_of_bit[bit] for bit in bits)
        return Connection(tuple(2 * i + player for i in ends), tuple(cells))

    def _meets(self, ends: tuple[int, ...]) -> int:
        if len(ends) == 3:
            return self.meeting(ends)[1]
        met = self.layers[ends[0]][self.pair(*ends)] & self.layers[ends[1]][0]
        return met & -met

    def _back(self, layers: Layers, place: int) -> list[int]:
        """The empty cells on a shortest way from a place to the island the layers grew from."""
        k, found = next(k for k, layer in enumerate(layers) if layer & place), []
        while k > 0:
            joined = self.water.group(place, self.own) if place & self.own else 0
            entry = self.water.around(joined) & layers[k] & self.empty if joined else place
            entry &= -entry
            found.append(entry)
            k -= 1
            place = self.water.around(entry) & layers[k]
            place &= -place
        return found


def reach(position: Position, player: int) -> Reach:
    """The layers of a player in a position."""
    water = waters(position.n)
    empty = water.board & ~(position.first | position.second)
    own = position.stones[player] | water.rims[player]
    return Reach(water, own, empty, _all_layers(water, own, empty, player))


def _all_layers(water: Waters, own: int, empty: int, player: int) -> tuple[Layers, ...]:
    """Islands that hang together already share their layers."""
    known: dict[int, Layers] = {}
    found = []
    for island in water.islands[player]:
        group = water.group(island, own)
        if group not in known:
            known[group] = _layers(water, group, own, empty)
        found.append(known[group])
    return tuple(found)


def _layers(water: Waters, group: int, own: int, empty: int) -> Layers:
    layers, seen = [group], group
    while fresh := water.around(layers[-1]) & empty & ~seen:
        touched = water.around(fresh) & own & ~seen
        layer = fresh | (water.group(touched, own) if touched else 0)
        layers.append(layer)
        seen |= layer
    return tuple(layers)


def promise(position: Position, player: int) -> float:
    """How near a player is to winning: every set counts, one stone nearer counts twice as much."""
    return sum(2.0**-distance for distance in reach(position, player).distances())
