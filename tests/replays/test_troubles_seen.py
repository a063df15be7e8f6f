"""Each trouble on the simulated table, seen by the camera: rendered, located, read, ruled."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from kibitz.cameras.mistakes import MISTAKES
from tests.replays.following import follow, simulated


@dataclass(frozen=True)
class Scene:
    """A short game in which one thing goes wrong, and what must be said of it."""

    mistake: str
    game: str = "draughts/poznan"
    options: dict[str, Any] = field(default_factory=dict)
    said: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.mistake}-{self.game.replace('/', '-')}"


TWO = {"plies": 2, "seed": 4}
CHAIN = {"setup": "B:W32,25:B18,8,3,24", "moves": "24-27,32x14,3-7"}
CROWN = {"setup": "W:W6,30:B21,9", "moves": "30-26,21-25,6-2,9-13"}
SCENES = (
    Scene("illegal-move", options=TWO, said=("illegal", "restored")),
    Scene("wrong-direction", options={"plies": 5, "seed": 4}, said=("illegal", "restored")),
    Scene("opponents-piece", options=TWO, said=("illegal", "restored")),
    Scene("added-piece", options=TWO, said=("illegal", "restored")),
    Scene("removed-piece", options=TWO, said=("illegal", "restored")),
    Scene(
        "skipped-capture",
        "draughts/kaaz",
        {"setup": "B:W19,28:B10,1", "moves": "1-5,19-15,10x19"},
        said=("illegal", "restored"),
    ),
    Scene("wrong-bot-move", options=TWO, said=("illegal", "restored")),
    Scene("late-lift", "draughts/kaaz", CHAIN, said=("underway",)),
    Scene("paused-chain", "draughts/kaaz", CHAIN, said=("underway",)),
    Scene("late-crown", options=CROWN),
    Scene("forgotten-crown", options=CROWN),
    Scene("take-back", options=TWO, said=("taken-back",)),
    Scene("two-moves", options={"plies": 3, "seed": 4}),
    Scene("bump", options=TWO),
    Scene("turned", options=TWO),
    Scene("resting-hand", options=TWO),
    Scene("lamp", options={"plies": 4, "seed": 4}),
)
TROUBLE = {"illegal", "restored", "taken-back", "turned", "ambiguous"}


def test_every_mistake_has_its_scene() -> None:
    assert {scene.mistake for scene in SCENES} == set(MISTAKES)


@pytest.mark.parametrize("scene", SCENES, ids=str)
def test_a_trouble_is_ruled_rightly_and_the_game_goes_on(scene: Scene) -> None:
    source = simulated(scene.game, mistakes=scene.mistake, **scene.options)
    moves = source.line.texts()
    announced = moves[1] if scene.mistake == "wrong-bot-move" else ""
    assert not source.line.missed, "the game gives this mistake no occasion"
    followed = follow(source, scene.game, str(scene.options.get("setup", "")), announced)
    assert followed.moves == moves
    names = followed.names()
    assert set(scene.said) <= set(names)
    assert set(names) & TROUBLE <= set(scene.said)
