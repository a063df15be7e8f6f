"""Draughts as a game: outcomes, what it offers, who is who. For the rules of the SPEC: test_spec_rules.py."""

from __future__ import annotations

import random
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from kibitz.core.errors import BadSetup, IllegalMove, UnknownGame
from kibitz.core.game import Archives, Counts, Explains, Outcome, Remarks, Seat
from kibitz.games import draughts, find, names
from kibitz.games.draughts.forbidden import RULES
from kibitz.games.draughts.variants import PRESETS, Variant
from tests.draughts.boards import drawn, game, played, written

POZNAN, KAAZ = game("poznan"), game("kaaz")


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_the_first_seat_belongs_to_whoever_starts(name: str) -> None:
    rules = game(name)
    assert rules.turn(rules.start()) is Seat.FIRST
    own = {rules.faces[face].owner for face in rules.look(rules.start()) if face}
    assert own == {"first", "second"}


def test_all_presets_are_offered_and_their_losing_and_breakthrough_games_can_be_asked_for() -> None:
    assert {f"draughts/{name}" for name in PRESETS} <= set(names())
    assert find("draughts/russian-losing").name == "draughts/russian-losing"
    assert "breakthrough" in find("draughts/english-breakthrough").title
    for wrong in ("draughts/klingon", "draughts", "draughts/russian-", "draughts/russian-losing-losing"):
        with pytest.raises(UnknownGame):
            find(wrong)


def test_in_the_losing_game_whoever_has_nothing_left_wins() -> None:
    losing = game("poznan-losing")
    over = played(losing, losing.start("W:W18:B14"), "18x11")
    assert losing.outcome(over) == Outcome(Seat.SECOND, "no-pieces")
    assert losing.outcome(losing.start("B:W20,23:B16")) == Outcome(Seat.SECOND, "blocked")


def test_in_the_breakthrough_game_the_first_king_wins() -> None:
    breakthrough = game("russian-breakthrough")
    over = played(breakthrough, breakthrough.start("W:W5,32:B12,10"), "5-1")
    assert breakthrough.outcome(over) == Outcome(Seat.FIRST, "breakthrough")
    assert not breakthrough.moves(over)


def test_russian_men_go_on_as_kings_when_they_pass_the_far_row() -> None:
    russian = game("russian")
    position = drawn(
        russian,
        """
        . . . . . . . .
        . . . . r . . .
        . r . . . b . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        """,
    )
    assert written(russian, position) == ["11x13"]
    assert russian.setup(played(russian, position, "11x13")) == "B:WK13:B"


def test_a_move_of_another_position_is_refused() -> None:
    move = POZNAN.read(POZNAN.start(), "22-18")
    with pytest.raises(IllegalMove):
        POZNAN.play(POZNAN.start("W:W25:B1"), move)


def test_a_game_offers_every_extra() -> None:
    for extra in (Explains, Remarks, Counts, Archives):
        assert isinstance(POZNAN, extra)


def test_perft_counts_whole_turns_and_knows_no_draws() -> None:
    english = game("english")
    assert [english.perft(english.start(), depth) for depth in (1, 2, 3, 4)] == [7, 49, 302, 1469]
    standing = english.start("B:W30,K32:B1,K4:H200")
    assert english.outcome(standing) == Outcome(None, "no-progress") and english.perft(standing, 1) > 0


def test_remarks_name_the_pieces_that_must_capture_and_count_the_forces() -> None:
    position = KAAZ.start("B:W14,K15:B9,10")
    remarks = KAAZ.remarks(position)
    assert [KAAZ.plan.cells[cell].label for cell in remarks["must_capture"]] == ["9", "10"]
    assert remarks["first"] == "2 men" and remarks["second"] == "1 man and 1 king"
    assert "may_capture" in POZNAN.remarks(POZNAN.start("W:W18:B14"))
    assert POZNAN.remarks(POZNAN.start("W:WK18:BK1:H7"))["quiet_moves"] == 7


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", ["poznan-losing", "thai-losing", "turkish-breakthrough", "frisian-losing"])
def test_games_with_another_aim_keep_the_laws(name: str, seed: int) -> None:
    rules, rng = game(name), random.Random(seed)
    position = rules.start()
    for _ in range(150):
        moves = rules.moves(position)
        assert bool(moves) == (rules.outcome(position) is None)
        if not moves:
            break
        assert rules.start(rules.setup(position)).board == position.board
        position = rules.play(position, rng.choice(moves))


def test_listing_games_loads_neither_numba_nor_the_generator() -> None:
    code = (
        "import sys; from kibitz.games import names; assert 'draughts/poznan' in names();"
        "loaded = [m for m in ('numba', 'cv2', 'chess', 'kibitz.games.draughts.rules') if m in sys.modules];"
        "assert not loaded, loaded"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_setup_that_is_no_position_is_refused() -> None:
    with pytest.raises(BadSetup):
        POZNAN.start("W:W22:B22")


def test_house_rules_are_a_game_of_their_own() -> None:
    assert draughts.FAMILY.from_rules
    sunday = draughts.FAMILY.from_rules("draughts/sunday", {"base": "russian", "capture_obligatory": False})
    assert sunday.name == "draughts/sunday" and sunday.piece_sets[0].name == "blue-red"
    texts = [sunday.write(p, move) for p in [sunday.start("W:W22:B18,1")] for move in sunday.moves(p)]
    assert sorted(texts) == ["22-17", "22x15"]
    assert isinstance(sunday, Archives)
    (record,) = sunday.read_file("1. 22-18 *")
    assert sunday.read_file(sunday.write_file([record]))[0].game == "draughts/sunday"


def test_a_capture_with_countless_routes_can_still_be_written_and_shown() -> None:
    turkish = game("turkish")
    men = [f"{column}{row}" for row in range(2, 8) for column in ("aceg" if row % 2 else "bdfh")]
    position = turkish.start(f"W:WKa1:B{','.join(men)}")
    texts = written(turkish, position)
    assert len(set(texts)) == len(texts) and turkish.read(position, texts[0])
    assert turkish.stages(position, turkish.moves(position)[0])


def test_the_readme_names_every_preset_switch_and_reason() -> None:
    text = (Path(draughts.__file__).parent / "README.md").read_text(encoding="utf-8")
    switches = [f.name for f in fields(Variant) if f.name not in ("name", "title", "pdn_type", "draws")]
    for word in (*PRESETS, *switches, *RULES, *(s.name for s in KAAZ.piece_sets)):
        assert f"`{word}`" in text, word
