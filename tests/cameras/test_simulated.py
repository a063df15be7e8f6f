"""The simulated table as pictures: what is drawn is what the truth says."""

from __future__ import annotations

from itertools import islice
from typing import Any

import cv2
import numpy as np
import pytest

from kibitz.cameras.reader import Reader, State
from kibitz.cameras.simulated import Options, SimulatedTable, Truth
from kibitz.cameras.source import open_source
from kibitz.core.errors import BadSetting, KibitzError
from kibitz.core.game import AnyGame
from kibitz.core.observation import Frame, Image
from kibitz.games import find
from tests.cameras.conftest import SOON
from tests.cameras.servers import until

SMALL = (640, 360)
BOARDS = ("draughts/poznan", "chess", "atoll/5", "ur", "ur/aseb", "draughts/canadian", "noughts")


def shots(game: AnyGame, count: int, **options: object) -> list[tuple[Frame, Truth]]:
    given: dict[str, object] = {"fps": 5.0, "size": SMALL, "plies": 4, "seed": 3, **options}
    table = SimulatedTable(game, Options(**given))  # type: ignore[arg-type]  # the tests' own keywords
    return list(islice(table.shots(), count))


def marks_in(image: Image) -> dict[int, Any]:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_7X7_50)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(image)
    found = [] if ids is None else [int(i) for i in ids.ravel()]
    return {i: c.reshape(4, 2) for i, c in zip(found, corners, strict=True)}


@pytest.mark.parametrize("name", BOARDS)
def test_a1_the_marks_are_seen_where_the_truth_says_the_board_lies(name: str) -> None:
    game = find(name)
    table = SimulatedTable(game, Options(size=(1280, 720), plies=1, fps=5))
    frame, truth = next(iter(table.shots()))
    marks = marks_in(frame.image)
    assert set(marks) == {mark.id for mark in table.plan.marks}
    width, height = table.plan.size_mm
    field = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    to_px = cv2.getPerspectiveTransform(field, np.array(truth.corners_px, np.float32))
    for mark in table.plan.marks:
        due = cv2.perspectiveTransform(np.array([mark.corners_mm], np.float64), to_px)[0]
        assert np.abs(due - marks[mark.id]).max() < 2.5


def test_the_same_seed_gives_the_same_frames() -> None:
    game = find("draughts/russian")
    one, two = shots(game, 25), shots(game, 25)
    assert all((a.image == b.image).all() for (a, _), (b, _) in zip(one, two, strict=True))
    other = shots(game, 1, seed=4)[0][0]
    assert (one[0][0].image != other.image).any()


def test_frames_come_at_the_frame_rate_and_in_the_size_asked_for() -> None:
    film = shots(find("chess"), 7, fps=8.0)
    assert [frame.at for frame, _ in film] == [i / 8 for i in range(7)]
    assert [(frame.id, truth.frame) for frame, truth in film] == [(i, i) for i in range(7)]
    assert film[0][0].image.shape == (360, 640, 3)


def test_a_piece_is_drawn_where_the_truth_has_it_and_nowhere_else() -> None:
    """Blue and red discs on the paper of a board whose light cells stay empty."""
    game = find("draughts/poznan")
    film = shots(game, 400, plies=3)
    checked = 0
    for frame, truth in film:
        if truth.hand or truth.moment.hands:
            continue
        colours = _colours(game, frame, truth)
        for cell, face in enumerate(truth.moment.look):
            owner = {"first": "blue", "second": "red"}.get(game.faces[face].owner, "")
            assert colours[cell] == owner, (frame.id, game.plan.cells[cell].name)
        checked += 1
    assert checked > 20 and film[-1][1].moment.ply == 3


def _colours(game: AnyGame, frame: Frame, truth: Truth) -> list[str]:
    """What stands in the middle of every cell, by plain colour."""
    width, height = game.plan.size_mm
    field = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) * 4
    back = cv2.getPerspectiveTransform(np.array(truth.corners_px, np.float32), field)
    flat = cv2.warpPerspective(frame.image, back, (round(width * 4), round(height * 4)))
    found = []
    for cell in game.plan.cells:
        x, y = (round(c * 4) for c in cell.centre_mm)
        blue, _, red = flat[y - 8 : y + 8, x - 8 : x + 8].reshape(-1, 3).mean(axis=0)
        found.append("blue" if blue > red + 50 else "red" if red > blue + 50 else "")
    return found


def test_a_hand_changes_the_picture_over_the_cells_the_truth_calls_covered() -> None:
    game = find("chess")
    film = shots(game, 60, plies=2)
    calm = film[0][0].image.astype(int)
    over = [(frame, truth) for frame, truth in film if truth.covered]
    assert over and all(truth.hand for _, truth in over)
    frame, truth = over[len(over) // 2]
    changed = np.abs(frame.image.astype(int) - calm).max(axis=2) > 25
    width, height = game.plan.size_mm
    field = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    to_px = cv2.getPerspectiveTransform(field, np.array(truth.corners_px, np.float32))
    middles = np.array([[game.plan.cells[c].centre_mm for c in truth.covered]], np.float64)
    at = np.round(cv2.perspectiveTransform(middles, to_px)[0]).astype(int)
    assert np.mean([changed[y, x] for x, y in at]) > 0.7


def test_the_lamp_goes_out_and_comes_back() -> None:
    film = shots(find("chess"), 2000, plies=7, mistakes=("lamp",))
    off = next(f.id for f, t in film for e in t.moment.events if e.event == "lamp-off")
    on = next(f.id for f, t in film for e in t.moment.events if e.event == "lamp-on")
    before, dark, after = (film[i][0].image.mean() for i in (off - 1, off + 1, on + 1))
    assert dark < 0.85 * before and after > 1.15 * dark


def test_a_pushed_and_a_turned_board_lie_where_the_truth_says() -> None:
    table = SimulatedTable(
        find("atoll/3"), Options(plies=6, fps=5, seed=3, mistakes=("bump", "turned"), size=(1280, 720))
    )
    film = list(table.shots())
    last, truth = film[-1]
    assert truth.moment.view.turn_deg > 180
    marks = marks_in(last.image)
    first = marks_in(film[0][0].image)
    assert len(marks) >= 3
    for number, corners in marks.items():
        assert np.linalg.norm(corners.mean(axis=0) - first[number].mean(axis=0)) > 100


@pytest.mark.parametrize("light", ["day", "lamp", "cool", "side", "window", "dim"])
def test_every_light_leaves_the_marks_readable(light: str) -> None:
    film = shots(find("chess"), 1, light=light, size=(1280, 720))
    assert len(marks_in(film[0][0].image)) == 4


def test_a_written_game_is_played_as_it_is_written() -> None:
    table = open_source("simulated:chess?moves=e4,e5,Nf3&fps=5&size=640x360", find)
    assert isinstance(table, SimulatedTable)
    assert table.line.texts() == ["e4", "e5", "Nf3"]
    told = [
        dict(event.details)["move"]
        for _, truth in table.shots()
        for event in truth.moment.events
        if event.event == "played"
    ]
    assert told == ["e4", "e5", "Nf3"]


def test_a_followed_table_gives_the_newest_frame_and_ends() -> None:
    table = SimulatedTable(find("noughts"), Options(plies=0, fps=30, size=(320, 320)))
    with Reader(table, SOON) as reader:
        assert until(lambda: reader.latest() is not None)
        assert until(lambda: reader.condition.state is State.ENDED)


@pytest.mark.parametrize(
    "text",
    [
        "simulated:",
        "simulated:nogame",
        "simulated:chess?seed=x",
        "simulated:chess?seed=-1",
        "simulated:chess?plies=100000",
        "simulated:chess?fps=0",
        "simulated:chess?fps=nan",
        "simulated:chess?size=9x9",
        "simulated:chess?size=1280",
        "simulated:chess?size=99999x99999",
        "simulated:chess?light=moon",
        "simulated:chess?mistakes=cheating",
        "simulated:chess?moves=e5",
        "simulated:chess?setup=nonsense",
        "simulated:chess?piece-set=gold",
        "simulated:chess?layout=2019",
        "simulated:chess?colour=red",
        "simulated:chess?&&&",
        "simulated:chess?" + "&".join(["seed=1"] * 100),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(KibitzError) as refused:
        open_source(text, find)
    assert "\n" not in str(refused.value)


def test_a_table_without_games_is_refused() -> None:
    with pytest.raises(BadSetting):
        open_source("simulated:chess")
