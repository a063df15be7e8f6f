"""The moves a simulated table plays, and at which of them something goes wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.cameras.mistakes import Occasion, fits
from kibitz.core.game import AnyGame, Chancy, Seat
from kibitz.core.look import PieceSet
from kibitz.core.record import GameRecord, replay

FIRST_PLY = 2  # the first move is always made properly: a referee needs a board that is right once


@dataclass(frozen=True, eq=False)
class Line:
    """Positions and the moves between them, and the mistakes by ply."""

    game: AnyGame
    setup: str
    positions: tuple[Any, ...]
    moves: tuple[Any, ...]
    mistakes: tuple[tuple[int, str], ...] = ()
    missed: tuple[str, ...] = ()
    """Mistakes for which the game gave no occasion."""

    def texts(self) -> list[str]:
        """The moves in writing."""
        return [self.game.write(p, m) for p, m in zip(self.positions, self.moves, strict=False)]

    def mistake(self, ply: int) -> str | None:
        """What goes wrong at this ply (the first is 1)."""
        return dict(self.mistakes).get(ply)


def line_of(game: AnyGame, moves: Sequence[str], setup: str = "") -> Line:
    """The line of these written moves; raises MoveError and BadSetup."""
    positions, made = [game.start(setup)], []
    for text in moves:
        made.append(game.read(positions[-1], text))
        positions.append(game.play(positions[-1], made[-1]))
    return Line(game, setup, tuple(positions), tuple(made))


def line_of_record(game: AnyGame, record: GameRecord) -> Line:
    """The line a record leads through, take-backs left out; it begins at the last position that was set."""
    steps = replay(game, record).steps
    begin = max(i for i, step in enumerate(steps) if step.move is None)
    kept = steps[begin:]
    setup = record.setup if begin == 0 else game.setup(kept[0].position)
    return Line(game, setup, tuple(s.position for s in kept), tuple(s.move for s in kept[1:]))


def random_line(
    game: AnyGame, piece_set: PieceSet, plies: int, seed: int, mistakes: Sequence[str] = (), setup: str = ""
) -> Line:
    """Random moves; where mistakes want an occasion, moves that give one are preferred."""
    rng = np.random.default_rng((seed, 11))
    positions, moves = [game.start(setup)], list[Any]()
    wanted = [name for name in mistakes if name in _RARE]
    while len(moves) < plies and (legal := game.moves(positions[-1])):
        move = legal[_choice(game, positions[-1], legal, rng)]
        if wanted and len(moves) + 1 >= FIRST_PLY and game.turn(positions[-1]) is not Seat.CHANCE:
            move = _preferred(game, piece_set, positions, legal, wanted) or move
        moves.append(move)
        positions.append(game.play(positions[-1], move))
    return Line(game, setup, tuple(positions), tuple(moves))


_RARE = ("paused-chain", "late-lift", "late-crown", "forgotten-crown")


def _choice(game: AnyGame, position: Any, legal: Sequence[Any], rng: np.random.Generator) -> int:
    if isinstance(game, Chancy) and game.turn(position) is Seat.CHANCE:
        odds = np.array(game.odds(position), float)
        return int(rng.choice(len(legal), p=odds / odds.sum()))
    return int(rng.integers(len(legal)))


def _preferred(
    game: AnyGame, piece_set: PieceSet, positions: Sequence[Any], legal: Sequence[Any], wanted: list[str]
) -> Any | None:
    """A move that is an occasion for something still wanted, which is then wanted no more."""
    for move in legal:
        at = Occasion(game, piece_set, positions[-1], move, tuple(positions[:-1]))
        for name in wanted:
            if fits(name, at):
                wanted.remove(name)
                return move
    return None


def with_mistakes(line: Line, piece_set: PieceSet, names: Sequence[str]) -> Line:
    """The line with each mistake at the first ply that suits it, at most one a ply."""
    placed: dict[int, str] = {}
    at = {ply: occasion(line, piece_set, ply) for ply in range(1, len(line.moves) + 1)}
    missed: list[str] = []
    rare_first = sorted(names, key=lambda name: name not in _RARE)
    for name in rare_first:
        free = (p for p in _plies(line, placed) if name not in _SPANS or p + 1 not in placed)
        ply = next((p for p in free if fits(name, at[p])), None)
        if ply is None:
            missed.append(name)
        else:
            placed[ply] = name
    return Line(
        line.game, line.setup, line.positions, line.moves, tuple(sorted(placed.items())), tuple(missed)
    )


def _plies(line: Line, taken: dict[int, str]) -> list[int]:
    """Free plies; those beside an ordinary ply first, and none right after two moves made at once."""
    free = [
        p for p in range(FIRST_PLY, len(line.moves) + 1) if p not in taken and taken.get(p - 1) not in _SPANS
    ]
    return sorted(free, key=lambda p: (p - 1 in taken) + (p + 1 in taken))


_SPANS = ("two-moves", "forgotten-crown")


def occasion(line: Line, piece_set: PieceSet, ply: int) -> Occasion:
    """A ply of the line as an occasion for a mistake."""
    return Occasion(
        line.game,
        piece_set,
        line.positions[ply - 1],
        line.moves[ply - 1],
        line.positions[: ply - 1],
        is_last=ply == len(line.moves),
    )
