"""A game as a GIF: as many pictures as positions, each shown long enough, small enough to send."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from PIL import Image, ImageSequence

from kibitz.core.errors import BadSetting
from kibitz.core.record import record_of, replay
from kibitz.games import find
from kibitz.views.animation import MOST_FRAMES, Scene, gif

KAAZ = find("draughts/kaaz")


def scenes(*moves: str) -> list[Scene]:
    record = record_of(KAAZ, moves)
    return [
        Scene(KAAZ.look(step.position), (number,), step.text)
        for number, step in enumerate(replay(KAAZ, record).steps)
    ]


def test_an_animation_has_a_picture_for_every_position_and_waits_at_the_end() -> None:
    data = gif(KAAZ, scenes("9-13", "24-20", "11-15"), frame_s=0.5, last_s=2.0)
    with Image.open(BytesIO(data)) as image:
        times = [frame.info["duration"] for frame in ImageSequence.Iterator(image)]
        assert image.info["loop"] == 0
        assert times == [500, 500, 500, 2000]
        assert 340 < image.width < 400


def test_the_pictures_differ_where_the_pieces_moved() -> None:
    data = gif(KAAZ, scenes("9-13", "24-20"))
    with Image.open(BytesIO(data)) as image:
        seen = [frame.convert("RGB").tobytes() for frame in ImageSequence.Iterator(image)]
    assert len(set(seen)) == 3


def test_unchanged_parts_of_the_board_take_no_room() -> None:
    one, many = gif(KAAZ, scenes()), gif(KAAZ, scenes("9-13", "24-20", "11-15", "20-16", "12-19"))
    assert len(many) < 4 * len(one)


@pytest.mark.parametrize("name", ["chess", "atoll/5", "ur", "draughts/canadian"])
def test_every_kind_of_board_can_be_animated(name: str) -> None:
    game = find(name)
    look = game.look(game.start())
    with Image.open(BytesIO(gif(game, [Scene(look), Scene(look, (3,), "a move")]))) as image:
        assert getattr(image, "n_frames", 0) == 2


@pytest.mark.parametrize(
    ("count", "options"),
    [(0, {}), (MOST_FRAMES + 1, {}), (1, {"across_px": 5000}), (1, {"frame_s": 0.0})],
)
def test_what_cannot_be_animated_is_refused(count: int, options: dict[str, Any]) -> None:
    look = KAAZ.look(KAAZ.start())
    with pytest.raises(BadSetting):
        gif(KAAZ, [Scene(look)] * count, **options)
