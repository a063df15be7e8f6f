"""Published counts of leaf positions, in every convention of counting; data files beside the game."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kibitz.core import kernels
from kibitz.games.draughts import compiled, house, rules
from kibitz.games.draughts.fen import read_fen
from kibitz.games.draughts.kernel import ENDLESS, FAULT, FULL
from kibitz.games.draughts.machine import Convention
from kibitz.games.draughts.switches import Variant
from kibitz.games.draughts.variants import PRESETS, preset

FOLDER = Path(rules.__file__).with_name("perft")
PLAIN_LEAVES = 40_000
NOT_PUBLISHED = {"poznan", "kaaz", "portuguese", "thai"}
"""House rules have no published counts (test_reference.py checks them), Portuguese shares the Spanish table,
and the Thai table is for twelve men a side."""


def tables() -> Iterator[Any]:
    """Every table: the rules, the position, the convention and the counts by depth."""
    for path in sorted(FOLDER.glob("*.json")):
        data = json.loads(path.read_text(encoding="utf-8"))
        variant = house.from_rules(path.stem, data["rules"])
        for position in data["positions"]:
            for convention, counts in position["counts"].items():
                name = f"{path.stem}, {position['name']}, {convention}"
                yield pytest.param(variant, position["fen"], convention, counts, id=name)


@pytest.mark.parametrize(("variant", "fen", "convention", "counts"), list(tables()))
def test_published_counts(variant: Variant, fen: str, convention: Convention, counts: list[int]) -> None:
    board = read_fen(variant, fen).board
    few = [count for count in counts if count <= PLAIN_LEAVES]
    assert few == [rules.count_plainly(variant, board, ply, convention) for ply in range(1, len(few) + 1)]


def test_every_preset_has_a_table_or_a_reason_not_to() -> None:
    tabled = {json.loads(path.read_text(encoding="utf-8"))["rules"]["base"] for path in FOLDER.glob("*.json")}
    assert set(PRESETS) - NOT_PUBLISHED <= tabled


def test_every_table_names_its_source_and_its_convention() -> None:
    for path in FOLDER.glob("*.json"):
        for position in json.loads(path.read_text(encoding="utf-8"))["positions"]:
            assert position["source"] and set(position["counts"]) <= {"drop", "keep", "path"}


@pytest.mark.parametrize("name", PRESETS)
def test_listing_playing_and_counting_agree(name: str) -> None:
    variant = PRESETS[name]
    start = rules.start(variant)
    leaves = [rules.play(variant, start, move) for move in rules.legal(variant, start)]
    for _ in range(2):
        leaves = [
            rules.play(variant, board, move) for board in leaves for move in rules.legal(variant, board)
        ]
    assert len(leaves) == rules.count_plainly(variant, start, 3)


def test_depth_0_is_the_position_itself() -> None:
    assert rules.perft(preset("russian"), rules.start(preset("russian")), 0) == 1


COUNT = """
from kibitz.games.draughts import compiled, rules
from kibitz.games.draughts.variants import preset
for name, depth in (("russian", 9), ("turkish", 7)):
    variant = preset(name)
    assert compiled.perft(variant) is not None
    print(name, rules.perft(variant, rules.start(variant), depth))
"""
COUNTED = "russian 4570586\nturkish 10782308\n"


def counted(cache: Path) -> str:
    """What a new process prints that counts with compiled kernels."""
    source = Path(compiled.__file__).parents[3]
    given = {**os.environ, "KIBITZ_CACHE_DIR": str(cache), "PYTHONPATH": str(source)}
    done = subprocess.run(
        [sys.executable, "-c", COUNT], env=given, capture_output=True, text=True, check=True
    )
    return done.stdout


def test_compiled_kernels_count_right_and_a_second_start_loads_them(tmp_path: Path) -> None:
    assert counted(tmp_path) == COUNTED
    files = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()}
    assert any(path.suffix == ".nbc" for path in files)
    assert counted(tmp_path) == COUNTED
    assert files == {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()}


def test_each_rule_set_has_a_source_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_CACHE_DIR", str(tmp_path))
    texts = [compiled.source(variant) for variant in (preset("russian"), preset("pool"), preset("english"))]
    names = {kernels.written(text, "kernel").name for text in texts}
    assert len(names) == 3
    assert kernels.written(texts[0], "kernel").read_text(encoding="utf-8") == texts[0]


def test_a_file_somebody_changed_is_written_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_CACHE_DIR", str(tmp_path))
    path = kernels.written("ours = 1\n", "kernel")
    path.write_text("theirs = 1\n", encoding="utf-8")
    assert kernels.written("ours = 1\n", "kernel").read_text(encoding="utf-8") == "ours = 1\n"


def test_without_a_folder_to_write_to_the_kernel_is_made_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("KIBITZ_CACHE_DIR", str(tmp_path / "file"))
    monkeypatch.setattr(compiled, "source", lambda *_, cached=True: f"enter = {cached}")
    assert compiled.loaded(preset("russian"), "drop").enter is False


def test_a_kernel_that_cannot_be_compiled_leaves_the_plain_one(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    variant = house.from_rules("broken", {"base": "russian"})
    monkeypatch.setattr(compiled, "loaded", lambda *_: 1 / 0)
    monkeypatch.setattr(rules, "_BRIEF_S", 0.0)
    assert rules.perft(variant, rules.start(variant), 5) == 7482
    assert "could not be compiled" in caplog.text


@pytest.mark.parametrize("fault", [FULL, ENDLESS])
def test_a_fault_in_compiled_code_is_counted_again_plainly(fault: int) -> None:
    def enter(address: int, *_: Any) -> int:
        import ctypes

        ctypes.cast(address, ctypes.POINTER(ctypes.c_int64))[FAULT] = fault
        return 3

    assert compiled.entry(enter)(0, 0, 0, False, 1) == -1


def test_a_board_too_wide_for_128_bits_is_counted_plainly() -> None:
    large = house.from_rules("large", {"base": "turkish", "size": 14})
    assert not compiled.fits(large)
    assert compiled.perft(large) is None
    assert rules.perft(large, rules.start(large), 2) == 14 * 14
