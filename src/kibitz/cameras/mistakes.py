"""What goes wrong at a table, by name; each needs an occasion, and some need a look that no rule allows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, pairwise
from typing import Any

import numpy as np

from kibitz.cameras.handiwork import AWAY, Carry, Spot, Work, handiwork
from kibitz.core.board import Cell
from kibitz.core.errors import BadSetting, quoted
from kibitz.core.game import AnyGame, Tolerates
from kibitz.core.look import Look, PieceSet

MISTAKES = {
    "illegal-move": "a piece is moved to a cell where it may not go, and put back",
    "wrong-direction": "a piece is moved the wrong way, and put back",
    "opponents-piece": "the opponent's piece is moved, and put back",
    "skipped-capture": "a capture is due, another move is made and put back",
    "added-piece": "a piece too many is put on the board, and taken off again",
    "removed-piece": "a piece is taken off the board, and put back",
    "wrong-bot-move": "another legal move than the announced one is made, and put back",
    "late-lift": "a captured piece is left standing for a while",
    "paused-chain": "the hand leaves in the middle of a chain",
    "late-crown": "the crown comes after a while",
    "forgotten-crown": "the crown comes after the opponent's next move",
    "take-back": "a move is taken back, and made again",
    "two-moves": "two moves are made with a hand over the board all the time",
    "bump": "the board is pushed and turned a little",
    "turned": "the board is turned half round",
    "resting-hand": "a hand rests over the board",
    "lamp": "the lamp is switched off, and on again a few moves later",
}
MOST_LINES = 1_500  # of two moves, compared with an illegal look; more would take seconds
TRIES = 400


def mistakes_named(text: str) -> tuple[str, ...]:
    """The mistakes in a list with commas; `all` is every one; raises BadSetting."""
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    if names == ("all",):
        return tuple(MISTAKES)
    for name in names:
        if name not in MISTAKES:
            raise BadSetting(f"There is no mistake {quoted(name)}; choose of: {', '.join(MISTAKES)}.")
    return names


@dataclass(frozen=True, eq=False)
class Occasion:
    """A ply at which something could go wrong."""

    game: AnyGame
    piece_set: PieceSet
    position: Any
    move: Any
    earlier: tuple[Any, ...]
    """The positions before this one, the oldest first."""
    is_last: bool = False

    @cached_property
    def work(self) -> Work:
        """What the hand does."""
        return handiwork(self.game, self.position, self.move)

    @cached_property
    def allowed(self) -> set[bytes]:
        """Every look, as the pieces show it, that could mean something."""
        return _allowed(self)

    @property
    def mover(self) -> str:
        """Whose piece moves."""
        return self.game.turn(self.position).value


def fits(mistake: str, at: Occasion) -> bool:
    """Whether this ply is an occasion for the mistake."""
    work = at.work
    if not work.groups:
        return False
    match mistake:
        case "late-lift":
            first = next((c for c in work.carries if c.role == "lift"), None)
            return first is not None and all(c.goal != first.origin for c in work.carries)
        case "paused-chain":
            return work.hops > 1 and all(c.role != "set" for c in work.carries) and _one_piece(work)
        case "late-crown":
            return work.has("crown")
        case "forgotten-crown":
            return work.has("crown") and not at.is_last
        case "two-moves":
            return not at.is_last
        case "wrong-bot-move":
            return len(at.game.moves(at.position)) > 1
    return mistake not in WRONG or wrong(mistake, at, np.random.default_rng(0)) is not None


def _one_piece(work: Work) -> bool:
    hops = [c for c in work.carries if c.role == "hop"]
    return all(a.goal == b.origin for a, b in pairwise(hops))


def wrong(mistake: str, at: Occasion, rng: np.random.Generator) -> tuple[Carry, ...] | None:
    """Carries that end in a look no rule allows, or nothing where there is none."""
    shown = at.game.look(at.position)
    choices: list[tuple[Carry, ...]] = list(islice(WRONG[mistake](at, shown), TRIES * 10))
    if not choices:
        return None
    alike = _alike(at)
    for number in map(int, rng.permutation(len(choices))[:TRIES]):
        if _seen(alike, _after(shown, choices[number])) not in at.allowed:
            return choices[number]
    return None


def _after(look: Look, carries: Sequence[Carry]) -> Look:
    changed = bytearray(look)
    for carry in carries:
        if carry.origin.kind == "cell":
            changed[carry.origin.number] = 0
        if carry.goal.kind == "cell":
            changed[carry.goal.number] = carry.face
    return Look(bytes(changed))


def _allowed(at: Occasion) -> set[bytes]:
    """Every look that could mean something: moves, stages, lines of two moves, what was before."""
    game, alike = at.game, _alike(at)
    looks = [game.look(position) for position in (*at.earlier[-4:], at.position)]
    moves = game.moves(at.position)
    left = MOST_LINES
    for move in moves:
        after = game.play(at.position, move)
        looks += [game.look(after), *game.stages(at.position, move)]
        if isinstance(game, Tolerates):
            looks += game.tolerated(at.position, move)
        for reply in game.moves(after) if left > 0 else ():
            looks.append(game.look(game.play(after, reply)))
            left -= 1
    return {_seen(alike, look) for look in looks}


def _alike(at: Occasion) -> bytes:
    """For each face the first one whose piece looks the same; faces of trays are never seen."""
    first: dict[object, int] = {}
    table = bytearray(range(256))
    for index, face in enumerate(at.game.faces):
        piece = at.piece_set.piece(face)
        key = (piece.shape, piece.colour) if piece else face.name
        table[index] = 0 if face.tray else first.setdefault(key, index)
    return bytes(table)


def _seen(alike: bytes, look: Look) -> bytes:
    return look.translate(alike)


def _cells_of(at: Occasion, look: Look, owner: str) -> list[Cell]:
    cells, faces = at.game.plan.cells, at.game.faces
    return [c for c, face in enumerate(look) if faces[face].owner == owner and not cells[c].tray]


def _empty(at: Occasion, look: Look) -> list[Cell]:
    cells = at.game.plan.cells
    return [c for c, face in enumerate(look) if face == 0 and cells[c].playable and not cells[c].tray]


def _moved(look: Look, origin: Cell, goal: Cell) -> tuple[Carry, ...]:
    return (Carry(Spot("cell", origin), Spot("cell", goal), look[origin], "set"),)


def _anywhere(at: Occasion, look: Look) -> Iterator[tuple[Carry, ...]]:
    empty = _empty(at, look)
    for origin in _cells_of(at, look, at.mover):
        yield from (_moved(look, origin, goal) for goal in empty)


def _theirs(at: Occasion, look: Look) -> Iterator[tuple[Carry, ...]]:
    other = {"first": "second", "second": "first"}.get(at.mover, "")
    empty = _empty(at, look)
    for origin in _cells_of(at, look, other):
        yield from (_moved(look, origin, goal) for goal in empty)


def _backwards(at: Occasion, look: Look) -> Iterator[tuple[Carry, ...]]:
    yield from _stepped(at, look, -1)


def _not_capturing(at: Occasion, look: Look) -> Iterator[tuple[Carry, ...]]:
    """Ordinary steps while every legal move takes something."""
    moves = at.game.moves(at.position)
    if all(handiwork(at.game, at.position, move).has("lift") for move in moves):
        yield from _stepped(at, look, 1)


def _stepped(at: Occasion, look: Look, sign: int) -> Iterator[tuple[Carry, ...]]:
    """Own pieces stepping as their kind has been seen to step, or the opposite way."""
    empty = {at.game.plan.cells[c].centre_mm: c for c in _empty(at, look)}
    steps = _steps(at)
    for origin in _cells_of(at, look, at.mover):
        x, y = at.game.plan.cells[origin].centre_mm
        for dx, dy in steps.get(look[origin], ()):
            goal = next((c for (a, b), c in empty.items() if _near(a - x, b - y, sign * dx, sign * dy)), None)
            if goal is not None:
                yield _moved(look, origin, goal)


def _near(dx: float, dy: float, ex: float, ey: float) -> bool:
    return abs(dx - ex) + abs(dy - ey) < 1.0


def _steps(at: Occasion) -> dict[int, set[tuple[float, float]]]:
    """By face: the steps of its moves that take nothing, here and in the positions before."""
    found: dict[int, set[tuple[float, float]]] = {}
    cells = at.game.plan.cells
    for position in (*at.earlier[:2], *at.earlier[-6:], at.position):
        look = at.game.look(position)
        for move in at.game.moves(position):
            path = at.game.path(position, move)
            if len(path) == 2 and not any(cells[c].tray for c in path) and not look[path[1]]:
                carries = handiwork(at.game, position, move).carries
                if [carry.role for carry in carries] != ["hop"]:
                    continue
                (ax, ay), (bx, by) = (cells[c].centre_mm for c in path)
                found.setdefault(look[path[0]], set()).add((round(bx - ax, 3), round(by - ay, 3)))
    return found


def _added(at: Occasion, look: Look) -> Iterator[tuple[Carry, ...]]:
    kinds = {
        face.owner: i for i, face in reversed(list(enumerate(at.game.faces))) if face.owner and not face.tray
    }
    for face in kinds.values():
        yield from ((Carry(AWAY, Spot("cell", cell), face, "set"),) for cell in _empty(at, look))


def _removed(at: Occasion, look: Look) -> Iterator[tuple[Carry, ...]]:
    for owner in ("first", "second"):
        beside = Spot("side", int(owner == "second"))
        for cell in _cells_of(at, look, owner):
            yield (Carry(Spot("cell", cell), beside, look[cell], "set"),)


WRONG: dict[str, Callable[[Occasion, Look], Iterator[tuple[Carry, ...]]]] = {
    "illegal-move": _anywhere,
    "wrong-direction": _backwards,
    "opponents-piece": _theirs,
    "skipped-capture": _not_capturing,
    "added-piece": _added,
    "removed-piece": _removed,
}
"""How each mistake that breaks a rule could be made."""
