"""An independent, slow reading of SPEC C2 and C3: sets of hexes, searches, arcs of the rim."""

from __future__ import annotations

from itertools import pairwise

Hex = tuple[int, int]
NEIGHBOURS = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]


def far(q: int, r: int) -> int:
    return max(abs(q), abs(r), abs(-q - r))


def playable(n: int) -> set[Hex]:
    return {(q, r) for q in range(-n, n + 1) for r in range(-n, n + 1) if far(q, r) <= n - 1}


def rim(n: int) -> set[Hex]:
    """The ring at distance n without its corners (where a coordinate is nought)."""
    ring = {(q, r) for q in range(-n, n + 1) for r in range(-n, n + 1) if far(q, r) == n}
    return {(q, r) for q, r in ring if 0 not in (q, r, -q - r)}


def name(n: int, hexagon: Hex) -> str:
    q, r = hexagon
    return chr(ord("A") + q + n - 1) + str(q + r + n)


def covering(islands: set[int], m: int = 12) -> int:
    """The shortest run of neighbouring islands round the circle that includes all of these."""
    runs = ((start, length) for length in range(1, m + 1) for start in range(m))
    fits = (length for start, length in runs if islands <= {(start + i) % m for i in range(length)})
    return next(fits) if islands else 0


def island_numbers(n: int) -> dict[Hex, int]:
    """Walk round the rim clockwise from the top, (n - 1) / 2 stones to an island."""
    from math import atan2, pi, sqrt

    def clockwise_from_top(hexagon: Hex) -> float:
        q, r = hexagon
        return atan2(1.5 * q, -sqrt(3) * (r + q / 2)) % (2 * pi)

    around = sorted(rim(n), key=clockwise_from_top)
    return {hexagon: i // ((n - 1) // 2) for i, hexagon in enumerate(around)}


def winners(n: int, stones: tuple[set[Hex], set[Hex]]) -> set[int]:
    """Who has a group that wins, by the rule as it is written."""
    numbers = island_numbers(n)
    found = set()
    for player in (0, 1):
        own = stones[player] | {h for h, k in numbers.items() if k % 2 == player}
        while own:
            group, queue = set[Hex](), [own.pop()]
            while queue:
                q, r = queue.pop()
                group.add((q, r))
                near = {(q + dq, r + dr) for dq, dr in NEIGHBOURS} & own
                own -= near
                queue.extend(near)
            islands = {numbers[h] for h in group if h in numbers}
            if len(islands) >= 2 and covering(islands) >= 7:
                found.add(player)
    return found


assert [covering(set(s)) for s in ([0, 6], [0, 4, 8], [0, 2, 4], [11, 1])] == [7, 9, 5, 3]
assert all(a < b for a, b in pairwise(sorted(island_numbers(5).values())) if a != b)
