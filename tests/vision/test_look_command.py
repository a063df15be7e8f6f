"""`kibitz look`: one answer for each picture, whatever the picture is (SPEC A4, A5)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner, Result

from kibitz import games
from kibitz.cli.app import app
from kibitz.core.look import look_of
from kibitz.core.marks import marked
from kibitz.core.observation import Image
from kibitz.scene import Camera, Scene, render
from kibitz.vision.annotate import ring_colour
from tests.vision.snapshots import snapshot

POZNAN = games.find("draughts/poznan")
ROWS = ["r...r.R.", ".r......", "........", ".....R..", "..b.....", ".B......", "b...b...", ".b.....b"]


@pytest.fixture(scope="module")
def photo() -> Image:
    """A photograph of ROWS, from a little to the side."""
    symbols = [POZNAN.piece_sets[0].symbol(face) for face in POZNAN.faces]
    look = look_of(symbols.index(symbol) for row in ROWS for symbol in row)
    plan = marked(POZNAN.plan, "2019")
    scene = Scene(camera=Camera(tilt_deg=15, target_mm=(80, 80)))
    return render(plan, look, POZNAN.faces, POZNAN.piece_sets[0], scene, seed=3).image


def saved(folder: Path, name: str, image: Image) -> str:
    path = folder / name
    cv2.imwrite(str(path), image)
    return str(path)


def looked(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["look", *arguments])


def answers(*arguments: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in looked(*arguments, "--json").stdout.splitlines()]


def test_a_photograph_becomes_one_line_of_json(tmp_path: Path, photo: Image) -> None:
    (answer,) = answers(saved(tmp_path, "a.png", photo), "--game", "draughts/poznan")
    assert answer["rows"] == ROWS
    assert (answer["found"], answer["game"], answer["hidden"]) == (True, "draughts/poznan", [])
    assert set(answer) == {"file", "found", "game", "rows", "hidden", "confidence", "ms"}
    assert answer["confidence"] > 0.9 and answer["ms"] > 0


def test_people_get_the_same_in_words(tmp_path: Path, photo: Image) -> None:
    result = looked(saved(tmp_path, "a.png", photo), "--game", "draughts/poznan")
    assert result.exit_code == 0
    assert "  r...r.R." in result.stdout.splitlines()


def test_corners_serve_a_board_without_marks(tmp_path: Path) -> None:
    shot = snapshot(games.find("chess").plan, "", fill=0.5, tilt_deg=10)
    corners = ",".join(f"{value:.0f}" for value in shot.corners_px[[1, 3, 0, 2]].ravel())
    path = saved(tmp_path, "a.png", shot.image)
    (answer,) = answers(path, "--game", "chess", "--corners", corners)
    assert answer["rows"] == ["." * 8] * 8


def test_a_board_without_marks_gets_its_corners_suggested(tmp_path: Path) -> None:
    shot = snapshot(games.find("chess").plan, "", fill=0.5, tilt_deg=10)
    path = saved(tmp_path, "a.png", shot.image)
    (refused,) = answers(path, "--game", "chess")
    assert refused["why"] == "no_marks" and f"--corners {refused['corners']}" in refused["reason"]
    (read,) = answers(path, "--game", "chess", "--corners", refused["corners"])
    assert read["rows"] == ["." * 8] * 8


def test_pictures_that_cannot_be_read_do_not_stop_the_others(tmp_path: Path, photo: Image) -> None:
    good = saved(tmp_path, "good.png", photo)
    text, cut = tmp_path / "text.jpg", tmp_path / "cut.jpg"
    text.write_text("no picture")
    cut.write_bytes(cv2.imencode(".jpg", photo)[1].tobytes()[:2000])
    result = looked(str(text), good, str(cut), "--game", "draughts/poznan", "--json")
    found = [json.loads(line)["found"] for line in result.stdout.splitlines()]
    assert found == [False, True, False]
    assert result.exit_code == 2
    assert "2 of 3 files" in result.stderr and "Traceback" not in result.output


@pytest.mark.parametrize(
    ("name", "why", "says"),
    [
        ("mirrored", "mirrored", "mirrored"),
        ("twice", "two_boards", "Two boards"),
        ("chess", "wrong_board", "chequer-8-light"),
        ("dot", "too_small", "1 x 1"),
        ("plain", "blurred", "blurred"),
    ],
)
def test_a_picture_without_the_board_says_why(tmp_path: Path, name: str, why: str, says: str) -> None:
    shot = snapshot(POZNAN.plan, "2019").image
    pictures = {
        "mirrored": np.ascontiguousarray(shot[:, ::-1]),
        "twice": np.hstack([shot, shot]),
        "chess": snapshot(games.find("chess").plan).image,
        "dot": shot[:1, :1],
        "plain": np.full((300, 400, 3), 120, np.uint8),
    }
    path = saved(tmp_path, f"{name}.png", pictures[name])
    (answer,) = answers(path, "--game", "draughts/poznan")
    assert (answer["found"], answer["why"]) == (False, why)
    assert says in answer["reason"]
    assert looked(path, "--game", "draughts/poznan").exit_code == 0


def test_a4_annotated_boards_have_rings_and_others_their_reason(tmp_path: Path, photo: Image) -> None:
    files = [saved(tmp_path, "a.png", photo), saved(tmp_path, "b.png", np.full((300, 400, 3), 120, np.uint8))]
    out = tmp_path / "out" / "deep"
    assert looked(*files, "--game", "draughts/poznan", "--annotate", str(out)).exit_code == 0
    board, reason = (cv2.imread(str(out / name)) for name in ("a.png", "b.png"))
    assert board is not None and reason is not None
    assert board.shape == (800, 800, 3)
    blue_man = board[750, 150 - 22 : 150 + 22].astype(int)
    assert (blue_man[:, 2] - blue_man[:, 0] > 150).any(), "a red ring on the blue man on b1"
    assert reason.shape[0] > reason.shape[1] * 300 / 400


def test_a4_ring_colours_are_those_of_the_document() -> None:
    rings = [ring_colour(face, POZNAN, POZNAN.piece_sets[0]) for face in POZNAN.faces[1:]]
    assert rings == [(0, 0, 255), (0, 0, 127), (255, 0, 0), (127, 0, 0)]
    kaaz = games.find("draughts/kaaz")
    first = [ring_colour(face, kaaz, kaaz.piece_sets[0]) for face in kaaz.faces[1:3]]
    assert first == [(255, 0, 0), (127, 0, 0)], "the red side's men and kings"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--game", "nonsense"], "no game"),
        (["--game", "chess", "--piece-set", "golden"], "no piece set"),
        (["--game", "chess", "--corners", "1,2,3"], "eight numbers"),
        (["--game", "chess", "--corners", "0,0,1,0,1,1,0,1"], "corners"),
    ],
)
def test_what_a_person_got_wrong_is_one_sentence(tmp_path: Path, arguments: list[str], says: str) -> None:
    path = saved(tmp_path, "a.png", snapshot(POZNAN.plan).image)
    result = looked(path, *arguments)
    assert says in str(result.exception)
    assert type(result.exception).__module__ == "kibitz.core.errors"


def test_the_trays_of_ur_take_no_confidence_from_its_cells(tmp_path: Path) -> None:
    path = saved(tmp_path, "a.png", snapshot(games.find("ur").plan, fill=0.7, size_px=(800, 600)).image)
    (answer,) = answers(path, "--game", "ur")
    assert answer["rows"] == ["." * 6, "." * 8, "." * 6]
    assert answer["confidence"] > 0.3
