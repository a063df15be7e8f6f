"""Cells in doubt are looked at again, mirrored; what comes of it is the mean of four looks."""

from __future__ import annotations

import numpy as np

from kibitz.vision import again, network
from kibitz.vision.looking import look_at
from kibitz.vision.network import COVERED_AT, KINDS_AT, OUTPUTS, Leans
from tests.vision.test_classify import ROOM, ROWS, board_in, look_like, taken

SURE = np.zeros((30, OUTPUTS), np.float32)
SURE[:, KINDS_AT.start] = 9.0
SURE[:, COVERED_AT] = -9.0


def test_only_doubtful_cells_are_chosen_the_worst_of_them_first() -> None:
    given = SURE.copy()
    assert len(again.in_doubt(given)) == 0
    given[3, COVERED_AT], given[5, COVERED_AT], given[7, 1] = 2.0, 0.1, 7.0
    assert again.in_doubt(given).tolist() == [5, 7, 3]
    given[:, COVERED_AT] = 0.0
    assert len(again.in_doubt(given)) == again.MOST


def test_what_stands_under_a_hand_is_not_asked_for() -> None:
    given = SURE.copy()
    given[4, 1], given[4, COVERED_AT] = 9.0, 8.0
    assert len(again.in_doubt(given)) == 0, "two kinds are as likely, but the cell is surely covered"


def test_the_second_look_is_the_mean_over_mirrored_crops() -> None:
    rng = np.random.default_rng(1)
    crops = rng.integers(0, 255, (2, network.PX, network.PX, 3), np.uint8)
    leans = Leans(*(rng.normal(0, 0.3, (2, network.PX)).astype(np.float32) for _ in range(2)))
    white = np.full(3, 255.0, np.float32)

    def asked(flip: tuple[int, ...]) -> network.Numbers:
        x = -leans.x[:, ::-1] if 2 in flip else leans.x
        y = -leans.y[:, ::-1] if 1 in flip else leans.y
        planes = network.inputs_of(np.flip(crops, flip).copy(), white, Leans(x, y))
        return network.answers(planes).reshape(2, OUTPUTS)

    planes = network.inputs_of(crops, white, leans)
    mended = again.looked_again(planes, asked(()))
    wanted = np.mean([asked(flip) for flip in ((), (2,), (1,), (1, 2))], axis=0)
    same = [i for i in range(OUTPUTS) if i not in range(*network.BLOCKS_AT.indices(OUTPUTS))]
    assert np.allclose(mended[:, same], wanted[:, same], atol=1e-4)
    middle = network.BLOCKS_AT.start + 4
    assert np.allclose(mended[:, middle], wanted[:, middle], atol=1e-4), "the middle part stays where it is"


def test_a_plain_board_is_seen_without_doubt() -> None:
    photo = taken(look_like(*ROWS), ROOM)
    sight = look_at(photo.image, board_in(photo))
    assert (np.abs(sight.covered) < 0.03).all()
