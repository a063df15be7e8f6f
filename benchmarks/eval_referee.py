"""How well the referee follows: `make eval-referee` (ARGS="--games 50 --rendered 2" for a quick look).

For each game: many random games shown as noisy observations with errors that repeat from frame to frame,
with slips of the hand in every third game; and a few shown as rendered frames through the whole pipeline
(simulated table, eye, referee). Prints a table and writes it into docs/benchmarks.md.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT)]

GAMES = ("draughts/poznan", "draughts/kaaz", "draughts/international", "chess", "atoll/5", "ur")
BEGIN, END = "<!-- referee:begin -->", "<!-- referee:end -->"


@dataclass
class Score:
    """What came of the games of one kind."""

    game: str
    games: int = 0
    followed: int = 0
    moves: int = 0
    right: int = 0
    slips: int = 0
    caught: int = 0
    quiet: int = 0
    delays_s: tuple[float, ...] = ()

    def plus(self, other: Score) -> Score:
        """Both together."""
        sums = {k: getattr(self, k) + getattr(other, k) for k in self.__dataclass_fields__ if k != "game"}
        return Score(self.game, **sums)


def observed(name: str, seed: int, longest: int) -> Score:
    """One game shown as noisy observations."""
    from tests.laws.games_under_test import random_game

    from kibitz.games import find
    from kibitz.referee.rehearsal import Eye, Noise
    from kibitz.referee.trial import follow

    game = find(name)
    moves = tuple(move for _, move in random_game(game, seed, longest=longest))
    slips = random.Random(seed).sample(range(len(moves)), k=min(2, len(moves))) if seed % 3 == 0 else ()
    trial = follow(game, moves, Eye(game, Noise(), seed=seed), slips=slips, seed=seed)
    right = sum(a == b for a, b in zip(trial.played, trial.expected, strict=False))
    return Score(
        name, 1, trial.followed, len(trial.expected), right, trial.slips, trial.caught,
        trial.false_alarms == 0, tuple(trial.delays_s),
    )  # fmt: skip


def rendered(name: str, seed: int, plies: int) -> Score:
    """One game on the simulated table, through the whole pipeline."""
    from kibitz.cameras.source import open_source
    from kibitz.core.record import replay
    from kibitz.games import find
    from kibitz.messages import catalogue
    from kibitz.referee.trial import visible
    from kibitz.table import Table
    from kibitz.vision.watch import Eye
    from kibitz.watching.following import Following
    from kibitz.watching.sight import Sight

    game = find(name)
    source: Any = open_source(f"simulated:{name}?seed={seed}&plies={plies}&fps=10", find)
    sight = Sight(Eye(game))
    following = Following(Table(game, at_board=True), sight.eye.piece_set, catalogue("en"))
    events = [e for frame in source for e in following.see(sight.look(frame, following.expected))]
    seen = visible(
        game, game.start(), tuple(step.move for step in replay(game, following.table.record).steps[1:])
    )
    expected = visible(game, game.start(), source.line.moves)
    right = sum(a == b for a, b in zip(seen, expected, strict=False))
    alarms = sum(event.event in ("illegal", "taken-back", "turned") for event in events)
    return Score(name, 1, seen == expected, len(expected), right, 0, 0, alarms == 0)


def row(kind: str, score: Score) -> str:
    """A line of the table."""
    delays = sorted(score.delays_s)
    late = f"{delays[len(delays) // 2]:.1f} / {delays[int(len(delays) * 0.95)]:.1f}" if delays else "-"
    caught = f"{score.caught} of {score.slips}" if score.slips else "-"
    return (
        f"| {score.game} | {kind} | {score.games} | {score.followed / score.games:.1%} | "
        f"{score.right / max(score.moves, 1):.2%} | {caught} | {score.quiet / score.games:.1%} | {late} |"
    )


def measure(arguments: argparse.Namespace) -> list[str]:
    """All rows, the games spread over the cores."""
    rows = []
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for name in arguments.rules:
            for kind, work, count, length in (
                ("observed", observed, arguments.games, arguments.longest),
                ("rendered", rendered, arguments.rendered, arguments.plies),
            ):
                if count:
                    began = time.time()
                    scores = pool.map(work, [name] * count, range(count), [length] * count, chunksize=1)
                    total = Score(name)
                    for score in scores:
                        total = total.plus(score)
                    rows.append(row(kind, total))
                    print(rows[-1], f"   ({time.time() - began:.0f} s)", flush=True)
    return rows


def write(rows: list[str]) -> None:
    """Put the table into docs/benchmarks.md."""
    path = ROOT / "docs" / "benchmarks.md"
    head = (
        "| game | shown as | games | followed without a slip | moves right | illegal caught | "
        "no false alarm | s to ruling, median / 95 % |\n|---|---|---|---|---|---|---|---|"
    )
    table = "\n".join([BEGIN, head, *rows, END])
    text = path.read_text(encoding="utf-8") if path.exists() else "# Benchmarks\n"
    if BEGIN not in text:
        text += f"\n## Referee\n\n`make eval-referee`\n\n{BEGIN}\n{END}\n"
    path.write_text(re.sub(f"{BEGIN}.*{END}", lambda _: table, text, flags=re.DOTALL), encoding="utf-8")


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="observed games of each kind")
    parser.add_argument("--rendered", type=int, default=20, help="rendered games of each kind")
    parser.add_argument("--longest", type=int, default=60, help="plies of an observed game at most")
    parser.add_argument("--plies", type=int, default=24, help="plies of a rendered game")
    parser.add_argument("--rules", nargs="*", default=list(GAMES))
    parser.add_argument("--no-write", action="store_true", help="only print")
    arguments = parser.parse_args()
    rows = measure(arguments)
    if not arguments.no_write:
        write(rows)


if __name__ == "__main__":
    main()
