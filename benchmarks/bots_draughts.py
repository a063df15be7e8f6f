"""The draughts engine beside py-draughts' own: matches from varied openings, and nodes per second.

    python benchmarks/bots_draughts.py                              100 games a rule set, a second a move
    python benchmarks/bots_draughts.py --games 20 --seconds 0.1     a glance

py-draughts is installed into an environment of its own in the cache folder and asked through a pipe, at
its strongest: TurboEngine for 10x10, SimpleEngine without a limit of depth for 8x8. Both programs get
the same time on one core, one after the other. Prints JSON, one line a rule set.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
import venv
from itertools import islice
from pathlib import Path
from typing import Any

PEER, VERSION = "py-draughts", "1.10.1"
NO_DEPTH = 60
OPENING_PLIES = 8
LONGEST_GAME = 300


def serve(variant: str, seconds: float) -> None:
    """Inside the peer's environment: positions in, moves out."""
    from draughts.engines import simple, turbo  # type: ignore[import-not-found]

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
        self._pipe.stdin.close()
        self._pipe.wait(10)


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


def match(variant: str, games: int, seconds: float, python: Path) -> dict[str, Any]:
    """A match in pairs with colours changed."""
    from kibitz.bots.openings import openings
    from kibitz.games.draughts.game import DraughtsGame
    from kibitz.games.draughts.variants import preset

    game, own = DraughtsGame(preset(variant)), Own(variant, seconds)
    points: list[float] = []
    totals = [0.0, 0.0]
    for opening in islice(openings(game, OPENING_PLIES, seed=5), (games + 1) // 2):
        for own_first in (True, False)[: games - len(points)]:
            peer = Peer(python, variant, seconds)
            points.append(play(game, own, peer, opening, own_first))
            totals = [totals[0] + peer.nodes, totals[1] + peer.seconds]
            peer.close()
            print(f"{variant} game {len(points)}: {points[-1]}", file=sys.stderr, flush=True)
    pace, other = own.nodes / own.seconds, totals[0] / totals[1]
    return {
        "game": f"draughts/{variant}",
        "games": games,
        "seconds_a_move": seconds,
        "won_drawn_lost": [points.count(1.0), points.count(0.5), points.count(0.0)],
        "score": round(sum(points) / games, 4),
        "depth": round(own.depth / own.moves, 1),
        "nodes_per_second": [round(pace), round(other)],
        "nodes_ratio": round(pace / other, 1),
    }


def peer_python() -> Path:
    """The interpreter of an environment in which the peer is installed."""
    import platformdirs

    root = os.environ.get("KIBITZ_CACHE_DIR") or platformdirs.user_cache_dir("kibitz")
    place = Path(root) / "bench" / f"{PEER}-{VERSION}"
    python = place / "bin" / "python"
    if not (place / "ready").exists():
        venv.create(place, with_pip=True, clear=True)
        install = [str(python), "-m", "pip", "install", "-q", f"{PEER}=={VERSION}"]
        subprocess.run(install, check=True, stderr=subprocess.DEVNULL)
        (place / "ready").touch()
    return python


def main() -> None:
    """Read the options and run."""
    options = argparse.ArgumentParser(description="Kibitz against py-draughts' own engine.")
    options.add_argument("--serve", metavar="VARIANT", help=argparse.SUPPRESS)
    options.add_argument("--games", type=int, default=100)
    options.add_argument("--seconds", type=float, default=1.0)
    options.add_argument("--variants", nargs="*", default=["russian", "brazilian", "international"])
    given = options.parse_args()
    if given.serve:
        serve(given.serve, given.seconds)
        return
    python = peer_python()
    for variant in given.variants:
        print(json.dumps(match(variant, given.games, given.seconds, python)), flush=True)


if __name__ == "__main__":
    main()
