"""A program that follows a game into an archive and says each move once it is shown; made to be killed."""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path
from typing import Any

from kibitz.archive.keeping import GameKeeper
from kibitz.archive.opening import open_archive
from kibitz.core.record import replay
from kibitz.games import find
from kibitz.referee.rehearsal import Eye, Noise
from kibitz.table import Table


def say(line: str) -> None:
    """Say a line whole or not at all, whenever the end comes."""
    os.write(1, f"{line}\n".encode())


def chosen(game: Any, position: Any, ply: int) -> Any:
    """The same move every time the game comes to this ply."""
    return random.Random(ply).choice(game.moves(position))


def main(folder: str) -> None:
    """Go on with the game that is there, or begin one."""
    game, store = find("draughts/english"), open_archive(Path(folder))
    kept = store.search(limit=1).games
    keeper = GameKeeper.resumed(store, game, kept[0].id) if kept else GameKeeper(store, game)
    table = Table(game, keeper.record, keeper=keeper, at_board=True)
    eye = Eye(game, Noise(misread=0.0, blink=0.0), seed=1)
    position, ply = replay(game, keeper.record).position, table.ply
    say(f"resumed {ply}")
    while game.moves(position) and ply < 60:
        move = chosen(game, position, ply)
        position, ply = game.play(position, move), ply + 1
        look = game.look(position)
        for frame in range(12):
            table.see(eye.glance(look, range(64) if frame < 3 else ()))
        say(f"shown {table.ply} {table.record.entries[-1].text}")


def serve() -> None:
    """Fork a follower for each folder that is named: loading the program once makes twenty starts quick."""
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            main(line.strip())
            os._exit(0)
        say(f"child {child}")
        os.waitpid(child, 0)
        say("ended")


if __name__ == "__main__":
    serve()
