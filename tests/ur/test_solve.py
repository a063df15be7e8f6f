"""Issue 5, point 4: the exact solution of Ur, its table, and what happens when either is disturbed."""

from __future__ import annotations

import json
import random
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from kibitz.cli.solve import solve as solve_command
from kibitz.core.errors import BadFile, BadSetting
from kibitz.games.ur import rules
from kibitz.games.ur.index import State, block_size, blocks, index_of, state_at
from kibitz.games.ur.judge import move_worths
from kibitz.games.ur.rules import Position
from kibitz.games.ur.solve import solve
from kibitz.games.ur.table import DATA_AT, Table, find_table, open_table, positions
from tests.ur.exactly import exactly, small
from tests.ur.test_rules import game

STEP = 1 / 65535
COUNTS = {1: 217, 2: 12_869, 3: 263_121, 4: 2_602_822, 7: 137_870_097}
PUBLISHED = {1: 0.5300498, 2: 0.5185729, 3: 0.5162011}
"""First player's chance: RoyalUr's tables for 1 and 2, Olieslagers' and ours for 3."""


@pytest.mark.parametrize(("pieces", "count"), COUNTS.items())
def test_there_are_as_many_positions_as_published(pieces: int, count: int) -> None:
    assert positions(pieces) == count


def test_every_number_is_a_position_and_every_position_has_its_number() -> None:
    for block in blocks(2):
        states = [state_at(*block, i) for i in range(block_size(*block))]
        assert [index_of(state) for state in states] == list(range(len(states)))
        assert len(set(states)) == len(states)


def test_numbers_in_the_large_blocks_lead_back_to_themselves() -> None:
    chance = random.Random(5)
    for block in ((7, 7), (7, 1), (3, 6)):
        last = block_size(*block) - 1
        for i in (0, last, *(chance.randrange(last) for _ in range(200))):
            state = state_at(*block, i)
            assert index_of(state) == i
            assert state.own.bit_count() <= block[0] and state.other.bit_count() <= block[1]


@pytest.mark.parametrize("pieces", [1, 2])
def test_every_value_is_that_of_an_independent_solver(pieces: int, solved: dict[int, Table]) -> None:
    truth = exactly(pieces)
    assert len(truth) == COUNTS[pieces]
    for state, value in truth.items():
        assert abs(solved[pieces].chance(state) - value) <= STEP / 2 + 1e-8


@pytest.mark.parametrize(("pieces", "chance"), PUBLISHED.items())
def test_the_first_player_wins_as_often_as_published(
    pieces: int, chance: float, solved: dict[int, Table]
) -> None:
    assert solved[pieces].head.start == pytest.approx(chance, abs=6e-8)
    assert solved[pieces].chance(State(0, 0, pieces, pieces)) == pytest.approx(chance, abs=STEP)


def test_with_three_stones_every_value_is_the_best_of_what_may_follow(solved: dict[int, Table]) -> None:
    track, chance = small(3).track, random.Random(3)
    for _ in range(400):
        block = chance.randint(1, 3), chance.randint(1, 3)
        state = state_at(*block, chance.randrange(block_size(*block)))
        position = Position((state.own, state.other), (3 - block[0], 3 - block[1]))
        thrown = [rules.after(track, position, roll) for roll in track.rolls]
        best = [max(v for _, v in move_worths(track, solved[3], p)[0]) for p in thrown]
        expected = sum(odds * value for odds, value in zip(track.odds, best, strict=True))
        assert abs(solved[3].chance(state) - expected) <= STEP + 1e-8


def test_a_table_for_more_stones_serves_the_games_with_fewer(solved: dict[int, Table]) -> None:
    for state, value in exactly(2).items():
        assert abs(solved[3].chance(state) - value) <= STEP / 2 + 1e-8


def test_bots_find_the_table_in_the_data_folder(
    solved: dict[int, Table], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIBITZ_DATA_DIR", str(tmp_path))
    assert find_table(2) is None
    (tmp_path / "ur").mkdir()
    shutil.copy(solved[3].path, tmp_path / "ur" / "finkel-3.table")
    found = find_table(2)
    assert found is not None and found.pieces == 3
    assert find_table(4) is None


KILLED = """
import sys, time
from pathlib import Path
from kibitz.games.ur.solve import solve
def progress(done, what):
    print(what, flush=True)
    if what == "3 stones against 2":
        time.sleep(600)
solve(3, Path(sys.argv[1]), threads=1, progress=progress)
"""


def test_a_killed_solve_goes_on_where_it_was(solved: dict[int, Table], tmp_path: Path) -> None:
    path = tmp_path / "finkel-3.table"
    with subprocess.Popen([sys.executable, "-c", KILLED, path], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert any(line.strip() == "3 stones against 2" for line in child.stdout)
        child.send_signal(signal.SIGKILL)
    assert child.returncode == -signal.SIGKILL and not path.exists()
    told: list[tuple[float, str]] = []
    solve(3, path, threads=1, progress=lambda done, what: told.append((done, what)))
    assert {what for _, what in told} == {"3 stones against 2", "3 stones against 3"}
    assert told[0][0] > 0 and told[-1][0] == pytest.approx(1.0)
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert path.read_bytes() == solved[3].path.read_bytes()
    assert [left.name for left in tmp_path.iterdir()] == [path.name]


def test_a_table_that_is_there_is_not_solved_again_unless_it_is_damaged(
    solved: dict[int, Table], tmp_path: Path
) -> None:
    path, told = tmp_path / "t.table", list[str]()
    shutil.copy(solved[2].path, path)
    for expected in (0, 3):
        assert solve(
            2, path, threads=1, progress=lambda done, what: told.append(what)
        ).start == pytest.approx(PUBLISHED[2], abs=6e-8)
        assert len(set(told)) == expected
        flipped(path, DATA_AT + 5)


def test_a_second_solve_of_the_same_table_is_refused(tmp_path: Path) -> None:
    path, refused = tmp_path / "finkel-1.table", list[str]()

    def again(done: float, what: str) -> None:
        if not refused:
            with pytest.raises(BadSetting) as error:
                solve(1, path)
            refused.append(str(error.value))

    solve(1, path, progress=again)
    assert refused == [f"Another solve is at work in {path}.work."]


def test_a_damaged_unfinished_solve_is_told(tmp_path: Path) -> None:
    work = tmp_path / "finkel-1.table.work"
    work.mkdir()
    for text in ("{", "[]", json.dumps({"pieces": 2, "start": 0.5, "pairs": {}}), '{"pairs": {"1-1": []}}'):
        (work / "done.json").write_text(text, encoding="utf-8")
        with pytest.raises(BadFile, match=r"done\.json: the unfinished solve is damaged"):
            solve(1, tmp_path / "finkel-1.table")


def flipped(path: Path, at: int) -> None:
    """One byte changed."""
    data = bytearray(path.read_bytes())
    data[at] ^= 0x55
    path.write_bytes(data)


@pytest.mark.parametrize(
    ("at", "reason"),
    [
        (0, "not a table of Ur"),
        (8, "version"),
        (12, "first bytes are damaged"),
        (24, "first bytes are damaged"),
        (40, "first bytes are damaged"),
        (DATA_AT + 2001, "values are damaged"),
    ],
)
def test_a_flipped_byte_is_one_clear_error(
    at: int, reason: str, solved: dict[int, Table], tmp_path: Path
) -> None:
    path = tmp_path / "t.table"
    shutil.copy(solved[2].path, path)
    flipped(path, at)
    with pytest.raises(BadFile, match=rf"t\.table: .*{reason}.*kibitz solve ur"):
        for block in blocks(2):
            open_table(path).block(*block)


@pytest.mark.parametrize("size", [0, 7, 30, DATA_AT, DATA_AT + 999, 29_833])
def test_a_cut_off_table_is_one_clear_error(size: int, solved: dict[int, Table], tmp_path: Path) -> None:
    path = tmp_path / "t.table"
    path.write_bytes(solved[2].path.read_bytes()[:size])
    with pytest.raises(BadFile, match=r"t\.table: .*kibitz solve ur"):
        open_table(path)


def test_a_missing_table_is_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="cannot be read: No such file"):
        open_table(tmp_path / "none.table")


@pytest.mark.parametrize("name", ["ur/masters", "ur/aseb", "ur/blitz", "ur/finkel-2-decline"])
def test_other_rules_are_refused(name: str) -> None:
    with pytest.raises(BadSetting, match="only Finkel's rules"):
        game(name).solve(pieces=None, out=None, threads=None, progress=lambda done, what: None)


@pytest.mark.parametrize("pieces", [0, -1, 8, 10**9])
def test_a_number_of_stones_that_nobody_has_is_refused(pieces: int, tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="1 to 7 stones"):
        solve(pieces, tmp_path / "t.table")


def test_the_command_prints_the_chance_of_the_first_player(tmp_path: Path) -> None:
    app = typer.Typer()
    app.command()(solve_command)
    told = CliRunner().invoke(app, ["ur", "--pieces", "2", "--out", str(tmp_path / "two"), "--threads", "1"])
    assert told.exit_code == 0
    assert "12,869 positions are solved. Who rolls first wins 0.51857290" in told.output
    assert open_table(tmp_path / "two").pieces == 2
