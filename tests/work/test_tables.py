"""Tables built on a cluster are those built here, byte for byte, whoever dies (issue 5, line 8)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kibitz.cli.app import app
from kibitz.cli.spreading import spreading
from kibitz.games.draughts import endings, solver
from kibitz.games.draughts.slices import leads_to
from kibitz.games.draughts.variants import preset
from kibitz.games.ur.solve import solve
from tests.work.cluster import kill_one
from tests.work.killing import killing

pytestmark = pytest.mark.xdist_group("cluster")  # one cluster for all of them

RUSSIAN = preset("russian")


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Makes a data folder the one in use."""

    def use(name: str) -> Path:
        monkeypatch.setenv("KIBITZ_DATA_DIR", str(tmp_path / name))
        return tmp_path / name

    return use


def test_ur_is_solved_the_same_on_a_cluster_with_a_worker_killed(address: str, tmp_path: Path) -> None:
    here = solve(2, tmp_path / "here.table", threads=1)
    shares: list[float] = []
    there = solve(
        2,
        tmp_path / "there.table",
        threads=1,
        progress=lambda share, what: shares.append(share),
        spread=killing(spreading(address), lambda: kill_one(address), after=1),
    )
    assert there.start == here.start and there.path.read_bytes() == here.path.read_bytes()
    assert shares == sorted(shares) and shares[-1] == pytest.approx(1.0)


def test_endings_are_solved_the_same_on_a_cluster_with_a_worker_killed(
    address: str, data: Callable[[str], Path]
) -> None:
    data("here")
    solver.solve(RUSSIAN, 3, threads=2)
    here = [endings.path(RUSSIAN, n).read_bytes() for n in (2, 3)]
    data("there")
    solver.solve(RUSSIAN, 3, spread=killing(spreading(address), lambda: kill_one(address), after=5))
    assert [endings.path(RUSSIAN, n).read_bytes() for n in (2, 3)] == here


def test_a_slice_is_sent_all_that_its_moves_lead_to() -> None:
    """King and man against a king: the man is crowned, or one of the two is taken."""
    assert leads_to(((1, 1, 1, 0), (1, 0, 1, 1))) == {(1, 0, 2, 0), (1, 0, 1, 0), (0, 1, 1, 0)}


def test_the_command_solves_on_a_cluster(address: str, data: Callable[[str], Path]) -> None:
    folder = data("command")
    done = CliRunner().invoke(app, ["solve", "ur", "--pieces", "2", "--threads", "1", "--scheduler", address])
    assert done.exit_code == 0, done.output
    assert "positions are solved" in done.output and (folder / "ur" / "finkel-2.table").is_file()
