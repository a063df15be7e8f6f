"""How well the referee follows: `make eval-referee` (ARGS="--games 50 --rendered 2" for a quick look).

For each game: many random games shown as noisy observations with errors that repeat from frame to frame,
with slips of the hand in every third game; and a few shown as rendered frames through the whole pipeline
(simulated table, eye, referee). Prints a table and puts its rows into docs/benchmarks.md.

Every game's result is kept in build/eval-referee, so that a run that was broken off goes on where it was,
and a large one can be put together from parts (--rules, --games, --rendered). Results of another referee,
or of another vision model, are not used again; --fresh uses none.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from page import PAGE, put
from referee_games import Score, observed, rendered

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT)]

GAMES = ("draughts/poznan", "draughts/kaaz", "draughts/international", "chess", "atoll/5", "ur")
KINDS: dict[str, Callable[[str, int, int], Score]] = {"observed": observed, "rendered": rendered}
MADE_OF = {"observed": ("referee/*.py",), "rendered": ("referee/*.py", "vision/models/*")}
KEPT = ROOT / "build" / "eval-referee"
HEAD = (
    "| game | shown as | games | followed without a slip | moves right | illegal caught | "
    "no false alarm | s to ruling, median / 95 % |\n|---|---|---|---|---|---|---|---|"
)


def version(kind: str) -> str:
    """A short name for the code and the weights that the results of this kind depend on."""
    paths = (path for pattern in MADE_OF[kind] for path in (ROOT / "src" / "kibitz").glob(pattern))
    contents = (path.read_bytes() for path in sorted(paths) if path.is_file())
    return hashlib.sha256(b"\0".join(contents)).hexdigest()[:12]


class Kept:
    """Results of one game in one manner, one line of JSON for each seed."""

    def __init__(self, kind: str, name: str, length: int) -> None:
        self._path = KEPT / f"{kind}-{name.replace('/', '-')}.jsonl"
        self._key = {"version": version(kind), "length": length}

    def scores(self) -> dict[int, Score]:
        """By seed, those made by what is here now."""
        lines = self._path.read_text(encoding="utf-8").splitlines() if self._path.exists() else []
        found = (json.loads(line) for line in lines)
        return {data["seed"]: Score.read(data["score"]) for data in found if data["key"] == self._key}

    def add(self, seed: int, score: Score) -> None:
        """Keep one more."""
        KEPT.mkdir(parents=True, exist_ok=True)
        with self._path.open("a", encoding="utf-8") as file:
            print(json.dumps({"key": self._key, "seed": seed, "score": score.data()}), file=file)

    def clear(self) -> None:
        """Forget them."""
        self._path.unlink(missing_ok=True)


def row(name: str, kind: str, score: Score) -> str:
    """A line of the table."""
    delays = sorted(score.delays_s)
    late = f"{delays[len(delays) // 2]:.1f} / {delays[int(len(delays) * 0.95)]:.1f}" if delays else "-"
    caught = f"{score.caught} of {score.slips}" if score.slips else "-"
    return (
        f"| {name} | {kind} | {score.games} | {score.followed / score.games:.1%} | "
        f"{score.right / max(score.moves, 1):.2%} | {caught} | {score.quiet / score.games:.1%} | {late} |"
    )


def measure(arguments: argparse.Namespace, pool: ProcessPoolExecutor) -> Iterator[str]:
    """A row for each game and manner, the games spread over the processes."""
    wanted = (
        ("observed", arguments.games, arguments.longest),
        ("rendered", arguments.rendered, arguments.plies),
    )
    for name in arguments.rules:
        for kind, count, length in wanted:
            if count:
                began = time.time()
                scores = played(kind, name, count, length, pool, fresh=arguments.fresh)
                total = Score()
                for score in scores.values():
                    total = total.plus(score)
                troubled = [seed for seed, score in scores.items() if not score.flawless]
                told = row(name, kind, total)
                print(told, f"   ({time.time() - began:.0f} s; seeds with trouble: {troubled})", flush=True)
                yield told


def played(
    kind: str, name: str, count: int, length: int, pool: ProcessPoolExecutor, *, fresh: bool
) -> dict[int, Score]:
    """The results of the first seeds, those that are missing worked out."""
    kept = Kept(kind, name, length)
    if fresh:
        kept.clear()
    scores = kept.scores()
    missing = [seed for seed in range(count) if seed not in scores]
    found = pool.map(KINDS[kind], [name] * len(missing), missing, [length] * len(missing), chunksize=1)
    for seed, score in zip(missing, found, strict=True):
        kept.add(seed, score)
        scores[seed] = score
    return {seed: scores[seed] for seed in range(count)}


def write(rows: list[str]) -> None:
    """Put the rows into the table in docs/benchmarks.md; rows of other games and manners stay."""
    text = PAGE.read_text(encoding="utf-8")
    known = re.findall(r"^\| [^|]+ \| (?:observed|rendered) \|.*$", text, flags=re.MULTILINE)
    table = {_key(line): line for line in (*known, *rows)}
    lines = [table[key] for key in sorted(table, key=_place)]
    put("referee", "\n".join([HEAD, *lines]), "## Referee\n\n`make eval-referee`")


def _key(line: str) -> tuple[str, str]:
    name, kind = line.split(" | ")[:2]
    return name.removeprefix("| "), kind


def _place(key: tuple[str, str]) -> tuple[int, str, str]:
    return GAMES.index(key[0]) if key[0] in GAMES else len(GAMES), *key


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="observed games of each kind")
    parser.add_argument("--rendered", type=int, default=20, help="rendered games of each kind")
    parser.add_argument("--longest", type=int, default=60, help="plies of an observed game at most")
    parser.add_argument("--plies", type=int, default=24, help="plies of a rendered game")
    parser.add_argument("--rules", nargs="*", default=list(GAMES))
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes at a time")
    parser.add_argument("--fresh", action="store_true", help="use no result of an earlier run")
    parser.add_argument("--no-write", action="store_true", help="only print")
    arguments = parser.parse_args()
    with ProcessPoolExecutor(arguments.jobs) as pool:
        rows = list(measure(arguments, pool))
    if not arguments.no_write:
        write(rows)


if __name__ == "__main__":
    main()
