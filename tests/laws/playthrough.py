"""Golden playthroughs: one random game of each, written down move by move with every list of moves.

`python -m tests.laws.playthrough` writes those that are missing; `--all` writes all anew (after a
change of rules, together with the game's version number).
"""

from __future__ import annotations

import sys
from pathlib import Path

from kibitz.core.game import AnyGame
from kibitz.games import find
from kibitz.views.text import plain
from tests.laws.games_under_test import ALL, random_game

FOLDER = Path(__file__).parent / "playthroughs"
SEED = 2026


def path_of(name: str) -> Path:
    """Where a game's golden playthrough lies."""
    return FOLDER / f"{name.replace('/', '-')}.txt"


def playthrough(game: AnyGame) -> str:
    """The whole game as text."""
    lines = [f"{game.name} version {game.version}: {game.title}", f"start {game.setup(game.start())}"]
    position = game.start()
    for number, (position, move) in enumerate(random_game(game, SEED, longest=80), 1):
        written = [game.write(position, m) for m in game.moves(position)]
        lines.append(f"{number}. {game.turn(position)} of {' '.join(written)}")
        lines.append(f"    plays {game.write(position, move)}, stages {len(game.stages(position, move))}")
        position = game.play(position, move)
        lines.append(f"    {game.setup(position)}")
    lines.append(f"outcome {game.outcome(position)}")
    lines.append(plain(game, game.look(position)))
    return "\n".join(lines) + "\n"


def write(names: tuple[str, ...] = ALL, *, anew: bool = False) -> None:
    """Write the playthroughs that are missing, or all."""
    FOLDER.mkdir(exist_ok=True)
    for name in names:
        if anew or not path_of(name).exists():
            path_of(name).write_text(playthrough(find(name)), encoding="utf-8")


if __name__ == "__main__":
    import tests.conftest  # noqa: F401  (drops the fifth game in)
    from kibitz.games import names

    write(names(), anew="--all" in sys.argv)
