"""The draughts engine beside py-draughts' own: matches from varied openings, nodes per second, and endings.

    python benchmarks/bots_draughts.py                              100 games a rule set, a second a move
    python benchmarks/bots_draughts.py --games 20 --seconds 0.1     a glance, kept apart
    python benchmarks/bots_draughts.py --part 2/2                   the second half, on another core

py-draughts is installed into an environment of its own in the cache folder and asked through a pipe, at
its strongest: TurboEngine for 10x10, SimpleEngine without a limit of depth for 8x8. Both programs get
the same time on one core, one after the other. Every game is kept in the cache folder as soon as it is
over, so a run that is broken off goes on where it was; --fresh forgets them. Writes docs/benchmarks.md,
unless only a part was played.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
import venv
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from itertools import islice, product
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

from keep import folder
from page import put

PEER, VERSION = "py-draughts", "1.10.1"
NO_DEPTH = 60
OPENING_PLIES = 8
LEVEL, JUDGED_TO = 0.2, 13
"""Openings count whose winning chance is this near to even by a search to this depth: less than a man."""
LONGEST_GAME = 300


def serve(variant: str, seconds: float) -> None:
    """Inside the peer's environment: positions in, moves out."""
    from draughts.engines import simple, turbo  # type: ignore[import-not-found]  # as below

    import draughts  # type: ignore[import-not-found]  # only in the peer's environment

    kind = {"russian": draughts.RussianBoard, "international": draughts.StandardBoard}.get(variant)
    kind = kind or draughts.BrazilianBoard
    made = (
        turbo.TurboEngine(None, seconds)
        if variant == "international"
        else simple.SimpleEngine(NO_DEPTH, seconds)
    )
    board: Any = None
    for line in sys.stdin:
        asked = json.loads(line)
        if "fen" in asked:
            board = kind.from_fen(asked["fen"])
        for origin, target, captured in asked["played"]:
            board.push(_found(board, origin, target, captured))
        begun = time.perf_counter()
        move = made.get_best_move(board)
        spent = time.perf_counter() - begun
        board.push(move)
        squares = [move.square_list[0], move.square_list[-1], sorted(move.captured_list)]
        print(json.dumps({"move": squares, "nodes": made.nodes, "s": spent}), flush=True)


def _found(board: Any, origin: int, target: int, captured: list[int]) -> Any:
    for move in board.legal_moves:
        ends = move.square_list[0], move.square_list[-1]
        if ends == (origin, target) and sorted(move.captured_list) == captured:
            return move
    raise SystemExit(f"the peer does not know {origin}-{target} taking {captured}")


class Peer:
    """The peer's engine as a bot, through a pipe."""

    name = PEER

    def __init__(self, python: Path, variant: str, seconds: float) -> None:
        command = [str(python), __file__, "--serve", variant, "--seconds", str(seconds)]
        bare = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        self._pipe = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=bare,
        )
        self.nodes, self.seconds, self.moves = 0, 0.0, 0

    def choose(self, game: Any, position: Any, fen: str, played: list[Any]) -> Any:
        """The peer's move after these moves (or, with a FEN, from there)."""
        asked: dict[str, Any] = {"played": [_squares(move) for move in played]}
        assert self._pipe.stdin is not None and self._pipe.stdout is not None
        self._pipe.stdin.write(json.dumps({"fen": fen, **asked} if fen else asked) + "\n")
        self._pipe.stdin.flush()
        answer = json.loads(self._pipe.stdout.readline())
        self.nodes, self.seconds = self.nodes + answer["nodes"], self.seconds + answer["s"]
        self.moves += 1
        return next(move for move in game.moves(position) if _squares(move) == answer["move"])

    def close(self) -> None:
        """End the peer."""
        assert self._pipe.stdin is not None
        self._pipe.kill()
        self._pipe.wait()
        with suppress(OSError):
            self._pipe.stdin.close()


def _squares(move: Any) -> list[Any]:
    return [move.origin, move.target, sorted(move.captured)]


class Own:
    """Kibitz on one core."""

    def __init__(self, variant: str, seconds: float) -> None:
        from kibitz.games.draughts.engine import STRENGTHS, DraughtsBot
        from kibitz.games.draughts.variants import preset

        self._bot = DraughtsBot(preset(variant), STRENGTHS[-1], threads=1)
        self._bot.prepare()
        self._seconds = seconds
        self.nodes, self.seconds, self.moves, self.depth = 0, 0.0, 0, 0

    def chance(self, game: Any, position: Any) -> float:
        """The winning chance of the side to move, by a search to a fixed depth."""
        from kibitz.core.player import Limit

        return float(self._bot.think(game, position, Limit(depth=JUDGED_TO)).value or 0.0)

    def choose(self, game: Any, position: Any) -> Any:
        """The engine's move."""
        from kibitz.core.player import Limit

        begun = time.perf_counter()
        thought = self._bot.think(game, position, Limit(seconds=self._seconds))
        spent = time.perf_counter() - begun
        if len(game.moves(position)) > 1:
            self.nodes, self.seconds = self.nodes + thought.nodes, self.seconds + spent
            self.moves, self.depth = self.moves + 1, self.depth + thought.depth
        return thought.move


def play(game: Any, own: Own, peer: Peer, opening: Any, own_first: bool) -> float:
    """One game; Kibitz's points."""
    from kibitz.core.game import Seat

    position, fen, since, plies = opening, game.setup(opening), [], 0
    while (outcome := game.outcome(position)) is None and plies < LONGEST_GAME:
        if (game.turn(position) is Seat.FIRST) == own_first:
            move = own.choose(game, position)
            since.append(move)
        else:
            move = peer.choose(game, position, fen, since)
            fen, since = "", []
        position, plies = game.play(position, move), plies + 1
    if outcome is None or outcome.winner is None:
        return 0.5
    return float((outcome.winner is Seat.FIRST) == own_first)


def kept_in(seconds: float) -> Path:
    """The file of the games at this pace: one JSON line each."""
    return folder() / f"bots_draughts-{seconds:g}.jsonl"


def kept(variant: str, seconds: float) -> dict[tuple[str, bool], dict[str, Any]]:
    """The games of a rule set that are over, by opening and whether Kibitz began."""
    file = kept_in(seconds)
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    games = [json.loads(line) for line in lines]
    return {(one["fen"], one["first"]): one for one in games if one["variant"] == variant}


def level_openings(game: Any, variant: str) -> Iterator[Any]:
    """Openings in which neither side has lost a man: of random ones, every other is decided.

    Each is judged by an engine that remembers nothing, so that every run finds the same.
    """
    from kibitz.bots.openings import openings

    for opening in openings(game, OPENING_PLIES, seed=5):
        if abs(Own(variant, 1.0).chance(game, opening) - 0.5) <= LEVEL:
            yield opening


def match(variant: str, games: int, seconds: float, python: Path, part: tuple[int, int]) -> None:
    """Play what is still to be played of a part of a match, in pairs with colours changed."""
    from kibitz.games.draughts.game import DraughtsGame
    from kibitz.games.draughts.variants import preset

    game, over = DraughtsGame(preset(variant)), kept(variant, seconds)
    starts = islice(level_openings(game, variant), part[0] - 1, (games + 1) // 2, part[1])
    for number, (opening, first) in enumerate(product(starts, (True, False))):
        if (game.setup(opening), first) in over:
            continue
        own, peer = Own(variant, seconds), Peer(python, variant, seconds)
        try:
            points = play(game, own, peer, opening, first)
        except (OSError, ValueError):
            print(f"{variant} game {number + 1}: the peer died; the next run plays it", file=sys.stderr)
            continue
        finally:
            peer.close()
        row = {"variant": variant, "fen": game.setup(opening), "first": first, "points": points}
        row |= {"depth": [own.depth, own.moves]}
        row |= {"own": [own.nodes, own.seconds], "peer": [peer.nodes, peer.seconds]}
        with kept_in(seconds).open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
        print(f"{variant} game {number + 1} of this part: {points}", file=sys.stderr, flush=True)


def result(variant: str, seconds: float) -> str:
    """The row of a rule set."""
    from kibitz.bots.score import estimate

    games = sorted(kept(variant, seconds).values(), key=lambda one: (one["fen"], one["first"]))
    points = [one["points"] for one in games]
    counts = [points.count(value) for value in (1.0, 0.5, 0.0)]
    pace = [sum(one[who][0] for one in games) / sum(one[who][1] for one in games) for who in ("own", "peer")]
    depth = sum(one["depth"][0] for one in games) / sum(one["depth"][1] for one in games)
    pairs = [sum(points[i : i + 2]) / len(points[i : i + 2]) for i in range(0, len(points), 2)]
    low = estimate(pairs).low
    score = sum(points) / len(points)
    return (
        f"| {variant} | {len(games)} | +{counts[0]} ={counts[1]} -{counts[2]} | {score:.1%} "
        f"| {low:.1%} | {depth:.1f} | {pace[0]:,.0f} | {pace[1]:,.0f} | {pace[0] / pace[1]:.0f} × |"
    )


def endings(count: int = 100) -> str:
    """Three kings against one with tables of four pieces, solved here; all games are played out."""
    from kibitz.games.draughts import solver
    from kibitz.games.draughts.variants import preset

    os.environ["KIBITZ_DATA_DIR"] = str(folder() / "draughts-data")
    begun = time.process_time()
    fresh = not (folder() / "draughts-data" / "endings").exists()
    solver.solve(preset("russian"), 4)
    took = f" (solved in {time.process_time() - begun:.0f} s of CPU time)" if fresh else ""
    won, drawn = (played_out(count, on_road) for on_road in (False, True))
    return (
        f"Three kings against one in Russian draughts with the tables of four pieces{took}, {count}\n"
        "positions each in which nothing can be taken, the three to move: with the lone king off the main\n"
        f"road {won[0]} were won, in at most {won[1]} moves of the fifteen that the rules give; on it\n"
        f"{drawn[2]} were kept drawn and {drawn[0]} won."
    )


def played_out(count: int, on_road: bool) -> tuple[int, int, int]:
    """Games won by the three, the most moves they took, and games drawn."""
    from kibitz.core.player import Limit
    from kibitz.games.draughts.draws import main_road
    from kibitz.games.draughts.engine import STRENGTHS, DraughtsBot
    from kibitz.games.draughts.game import DraughtsGame
    from kibitz.games.draughts.layout import layout
    from kibitz.games.draughts.variants import preset

    variant, rng = preset("russian"), Random(3)
    game, bot = DraughtsGame(variant), DraughtsBot(variant, STRENGTHS[-1], threads=1)
    bot.prepare()
    road = set(layout(variant).squares(main_road(variant)))
    lone = sorted(road) if on_road else sorted(set(range(32)) - road)
    won, longest, drawn = 0, 0, 0
    for _ in range(count):
        position, plies = quiet_start(variant, lone, rng), 0
        while (outcome := game.outcome(position)) is None:
            position, plies = game.play(position, bot.think(game, position, Limit(depth=2)).move), plies + 1
        won, drawn = won + (outcome.winner is not None), drawn + (outcome.winner is None)
        longest = max(longest, (plies + 1) // 2) if outcome.winner is not None else longest
    return won, longest, drawn


def quiet_start(variant: Any, lone: list[int], rng: Random) -> Any:
    """Three white kings to move against a black one on one of these squares, nothing to take for either."""
    from kibitz.games.draughts import rules
    from kibitz.games.draughts.position import begun

    while True:
        here = rng.choice(lone)
        three = rng.sample([square for square in range(32) if square != here], 3)
        both = [rules.board(variant, three, [here], (here, *three), black) for black in (False, True)]
        if not any(move.captured for board in both for move in rules.legal(variant, board)):
            return begun(variant, both[0])


def report(variants: list[str], seconds: float) -> str:
    """The text of our part of the page."""
    rows = "\n".join(result(variant, seconds) for variant in variants if kept(variant, seconds))
    with ProcessPoolExecutor(1, get_context("spawn")) as apart:  # this process has loaded its tables already
        played = apart.submit(endings).result()
    return f"""Draughts against {PEER} {VERSION} at its strongest, {seconds:g} s a move on one core each,
{OPENING_PLIES} random plies first, colours changed, on a machine shared with other work. Openings in
which a side has lost a man already are left out (a search of {JUDGED_TO} plies says so of every other
one): whoever has the better side wins them. The true score is at least the bound 39 times of 40.

| rules | games | result | score | at least | our depth | our nodes/s | its nodes/s | ratio |
|---|---:|---|---:|---:|---:|---:|---:|---:|
{rows}

{played}"""


def peer_python() -> Path:
    """The interpreter of an environment in which the peer is installed."""
    place = folder() / f"{PEER}-{VERSION}"
    python = place / "bin" / "python"
    if not (place / "ready").exists():
        venv.create(place, with_pip=True, clear=True)
        install = [str(python), "-m", "pip", "install", "-q", f"{PEER}=={VERSION}"]
        subprocess.run(install, check=True, stderr=subprocess.DEVNULL)
        (place / "ready").touch()
    return python


def parted(text: str) -> tuple[int, int]:
    """Which part of a match, of how many."""
    share, _, of = text.partition("/")
    if not (share.isdigit() and of.isdigit() and 1 <= int(share) <= int(of)):
        raise argparse.ArgumentTypeError(f"{text!r} is no part of a match; write K/N, as 1/2 and 2/2")
    return int(share), int(of)


def main() -> None:
    """Read the options and run."""
    options = argparse.ArgumentParser(description="Kibitz against py-draughts' own engine.")
    options.add_argument("--serve", metavar="VARIANT", help=argparse.SUPPRESS)
    options.add_argument("--games", type=int, default=100)
    options.add_argument("--seconds", type=float, default=1.0)
    options.add_argument("--variants", nargs="*", default=["russian", "brazilian", "international"])
    options.add_argument("--part", type=parted, default=(1, 1), help="K/N: every N-th opening from the K-th")
    options.add_argument("--fresh", action="store_true", help="forget the games of earlier runs")
    given = options.parse_args()
    if given.serve:
        serve(given.serve, given.seconds)
        return
    if given.fresh:
        kept_in(given.seconds).unlink(missing_ok=True)
    for variant in given.variants:
        match(variant, given.games, given.seconds, peer_python(), given.part)
    if given.part != (1, 1):
        return
    text = report(given.variants, given.seconds)
    print(text)
    if given.seconds >= 1.0:
        put("bots-draughts", text)


if __name__ == "__main__":
    main()
