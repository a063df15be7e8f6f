"""A rendered photograph shows what it was asked to show, and its truth is true."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from kibitz.core.board import BoardPlan
from kibitz.core.chequer import chequer
from kibitz.core.look import Face, Look, Piece, PieceSet, look_of
from kibitz.core.marks import marked
from kibitz.core.observation import Matrix
from kibitz.games.atoll.board import plan as atoll_plan
from kibitz.games.ur.board import plan as ur_plan
from kibitz.scene import Camera, Hand, Lens, Light, Photograph, Scene, Style, framed, render
from kibitz.scene.camera import cut, project, projection
from kibitz.scene.pieces import in_trays
from kibitz.scene.solids import Material, Solid
from kibitz.scene.tiers import TIERS, random_scene

PLAN = marked(chequer("chequer-8-dark", 8, upper_left="dark"), "2019")
FACES = (Face("empty"), Face("blue man"), Face("red king"))
PIECES = PieceSet(
    "test",
    "test",
    (Piece("blue man", "disc", "#2050b0", "b"), Piece("red king", "triangle", "#c02828", "R")),
)
EMPTY = look_of([0] * 64)
OVERHEAD = framed(Camera((640, 480), (80.0, 80.0), tilt_deg=0.0, focal=1.2), PLAN, 0.5)
PLAIN = Scene(camera=OVERHEAD, lens=Lens(noise=0.0, dark_noise=0.0, quality=0, blur_px=0.3))


def photo(scene: Scene, look: Look = EMPTY, plan: BoardPlan = PLAN, seed: int = 1) -> Photograph:
    return render(plan, look, FACES, PIECES, scene, seed=seed)


def with_piece(face: int, cell: str) -> Look:
    shown = bytearray(64)
    shown[PLAN.cell(cell)] = face
    return Look(bytes(shown))


def at(taken: Photograph, cell: str) -> tuple[int, int]:
    centre = np.array([[PLAN.cells[PLAN.cell(cell)].centre_mm]])
    x, y = cv2.perspectiveTransform(centre, taken.homography_mm_to_px)[0, 0]
    return round(x), round(y)


def colour(taken: Photograph, cell: str) -> list[float]:
    x, y = at(taken, cell)
    return [float(c) for c in taken.image[y - 3 : y + 4, x - 3 : x + 4].mean(axis=(0, 1))]


def test_the_same_seed_gives_the_same_picture_and_another_seed_another() -> None:
    scene, look = replace(PLAIN, lens=Lens()), with_piece(1, "d4")
    assert np.array_equal(photo(scene, look).image, photo(scene, look).image)
    assert not np.array_equal(photo(scene, look).image, photo(scene, look, seed=2).image)


def test_a3_pieces_lie_on_their_cells_in_their_colours() -> None:
    blue, green, red = colour(photo(PLAIN, with_piece(1, "d4")), "d4")
    assert blue > 1.5 * red and blue > green
    blue, green, red = colour(photo(PLAIN, with_piece(2, "e5")), "e5")
    assert red > 1.5 * blue and red > 1.5 * green
    dark = colour(photo(PLAIN), "d4")
    assert max(dark) - min(dark) < 12


@pytest.mark.parametrize("lens", [Lens(), Lens(bend=0.1), Lens(curl_px=0.5)])
def test_a1_marks_are_found_where_the_truth_says(lens: Lens) -> None:
    camera = framed(replace(OVERHEAD, size_px=(1280, 960), tilt_deg=25.0, side_deg=40.0), PLAN, 0.45)
    plan = marked(chequer("chequer-8-dark", 8, upper_left="dark"))
    taken = photo(replace(PLAIN, camera=camera, lens=replace(lens, blur_px=0.4)), plan=plan)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_7X7_50))
    corners, ids, _ = detector.detectMarkers(taken.image)
    assert ids is not None and sorted(int(i) for i in ids.ravel()) == [mark.id for mark in plan.marks]
    want = {mark.id: np.array(mark.corners_mm) for mark in plan.marks}
    for found, number in zip(corners, ids.ravel(), strict=True):
        truth = cv2.perspectiveTransform(want[int(number)][None], taken.homography_mm_to_px)[0]
        assert np.abs(found[0] - truth).max() < (4 if lens.curl_px else 3 if lens.bend else 2)


def test_a_hand_hides_the_cells_under_it_and_no_others() -> None:
    assert photo(PLAIN).hidden.max() == 0
    pointing = photo(replace(PLAIN, hands=(Hand((90.0, 90.0), from_deg=90.0),)))
    hidden = pointing.hidden.reshape(8, 8)
    assert hidden[6:, 4].min() > 0.5, "the arm comes in from below"
    assert hidden[:3].max() == 0, "nothing lies beyond the finger"


def test_cells_outside_the_picture_count_as_hidden() -> None:
    beyond = replace(OVERHEAD, centre=(0.5, 1.0))
    hidden = photo(replace(PLAIN, camera=beyond)).hidden.reshape(8, 8)
    assert hidden[7].min() == 1
    assert hidden[0].max() == 0


def test_tall_pieces_lean_away_from_the_camera() -> None:
    camera = framed(replace(OVERHEAD, tilt_deg=45.0), PLAN, 0.5)
    scene = replace(PLAIN, camera=camera, style=Style("plain", height=0.5, off_centre=0.0))
    flat = replace(scene, style=replace(scene.style, height=0.01))
    look = with_piece(1, "d4")
    tall_px, flat_px = (_blue_middle(photo(each, look)) for each in (scene, flat))
    foot = np.array([[*PLAN.cells[PLAN.cell("d4")].centre_mm, 0.0]])
    top = foot + np.array([0.0, 0.0, 10.0])
    lean = (project(projection(camera), top) - project(projection(camera), foot))[0]
    assert (tall_px - flat_px) @ lean > 0.2 * lean @ lean


def _blue_middle(taken: Photograph) -> Matrix:
    blue, _, red = (taken.image[..., i].astype(int) for i in range(3))
    ys, xs = np.nonzero(blue > red + 40)
    return np.array([xs.mean(), ys.mean()])


def test_hard_light_casts_shadows_and_soft_light_hardly_any() -> None:
    hard = Light(up_deg=25.0, size=0.01, room=(0.1, 0.1, 0.1))
    soft = Light(up_deg=85.0, size=1.0, room=(0.9, 0.9, 0.9), strength=0.1)
    look, style = with_piece(1, "e5"), Style("plain", height=0.5)
    shaded = photo(replace(PLAIN, light=hard, style=style), look).image.astype(int)
    bare = photo(replace(PLAIN, light=hard, style=style)).image.astype(int)
    even = photo(replace(PLAIN, light=soft, style=style), look).image.astype(int)
    plain = photo(replace(PLAIN, light=soft, style=style)).image.astype(int)
    darker, hardly = ((a - b).min(axis=2) > 50 for a, b in ((bare, shaded), (plain, even)))
    assert darker.sum() > 2 * hardly.sum(), "the piece itself covers as much in both"


def test_a_part_of_a_picture_is_the_same_picture() -> None:
    x, y = 100, 60
    part = cut(OVERHEAD, (x, y, 500, 420))
    points = np.array([[10.0, 20.0, 0.0], [150.0, 90.0, 8.0]])
    whole = project(projection(OVERHEAD), points)
    assert np.allclose(project(projection(part), points), whole - [x, y])


@pytest.mark.parametrize("share", [0.3, 0.7])
def test_a2_the_board_fills_the_share_of_the_picture_that_was_asked_for(share: float) -> None:
    camera = framed(replace(OVERHEAD, tilt_deg=40.0, side_deg=70.0), PLAN, share)
    corners = np.array([[0, 0, 0], [160, 0, 0], [160, 160, 0], [0, 160, 0]], float)
    assert np.ptp(project(projection(camera), corners)[:, 0]) == pytest.approx(share * 640, rel=0.02)


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize(
    "plan", [PLAN, marked(ur_plan("ur")), marked(atoll_plan(3))], ids=lambda p: str(p.kind)
)
def test_every_tier_photographs_every_board(tier: str, plan: BoardPlan) -> None:
    rng = np.random.default_rng(5)
    scene = random_scene(tier, plan, rng)
    small = replace(scene, camera=scene.camera.scaled(320 / scene.camera.size_px[0]))
    taken = render(plan, look_of([0] * len(plan.cells)), FACES, PIECES, small, seed=5, fine=False)
    assert taken.image.shape[:2] == small.camera.size_px[::-1]
    assert taken.image.std() > 3
    visible = [cell.tray for cell in plan.cells]
    assert (taken.hidden[np.array(visible)] == 1).all(), "no camera reads trays"
    if tier == "easy":
        assert taken.hidden[~np.array(visible)].max() == 0


def test_an_arm_reaches_past_the_camera_and_is_drawn_as_far_as_it_is_in_front() -> None:
    steep = Hand((80.0, 80.0), from_deg=90.0, pitch_deg=55.0, sleeve=(30.0, 160.0, 30.0))
    taken = photo(replace(PLAIN, hands=(steep,)))
    assert taken.hidden.reshape(8, 8)[7].max() > 0.5, "the sleeve covers the edge of the board"


def test_a_thing_on_top_hides_pieces_and_a_piece_beside_the_board_hides_nothing() -> None:
    square = ((-30.0, -30.0), (30.0, -30.0), (30.0, 30.0), (-30.0, 30.0))
    phone = Solid((80.0, 80.0), square, ((1.0, 0.0), (1.0, 7.0)), Material((20.0, 20.0, 20.0)), 3)
    look = with_piece(1, "d4")
    under = photo(replace(PLAIN, over=(phone,), style=Style("plain", height=0.5)), look)
    shown = colour(under, "d4")
    assert max(shown) - min(shown) < 12 and under.hidden[PLAN.cell("d4")] > 0.9, "no blue is left"
    loose = Solid((80.0, 80.0), square, ((1.0, 0.0), (1.0, 7.0)), Material((20.0, 20.0, 200.0)), 2)
    assert photo(replace(PLAIN, things=(loose,))).hidden.max() == 0


def test_ur_stones_wait_in_the_trays_and_cover_no_cell() -> None:
    plan = marked(ur_plan("ur"))
    pieces = PieceSet("x", "x", (Piece("blue man", "stone", "#2050b0", "b"),))
    stones = in_trays(plan, pieces, Style(), np.random.default_rng(3))
    assert stones and all(stone.kind == 2 for stone in stones)
    trays = np.array([cell.centre_mm for cell in plan.cells if cell.tray])
    away = [np.linalg.norm(trays - stone.at_mm, axis=1).min() for stone in stones]
    assert max(away) < 10
