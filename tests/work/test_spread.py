"""Work that outgrows one machine (issue 5, line 8): complete and the same everywhere, whoever dies."""

from __future__ import annotations

import itertools
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from kibitz.core.errors import BadSetting, WorkFault
from kibitz.work import cluster as dask_cluster
from kibitz.work.spread import spread
from tests.work import pieces
from tests.work.cluster import cluster, kill_one, lone_worker

pytestmark = pytest.mark.xdist_group("cluster")  # one cluster for all of them

SQUARES = [(n, n * n) for n in range(12)]
Where: TypeAlias = dict[str, Any]
WHERE = ["one", "two", "cluster"]


@pytest.fixture(params=WHERE)
def where(request: pytest.FixtureRequest) -> Where:
    if request.param == "cluster":
        return {"scheduler": request.getfixturevalue("address")}
    return {"workers": WHERE.index(request.param) + 1}


def test_every_item_comes_back_once_with_its_result(where: Where) -> None:
    assert sorted(spread(pieces.square, range(12), **where)) == SQUARES


def test_no_work_is_no_result(where: Where) -> None:
    assert list(spread(pieces.square, [], **where)) == []


def test_items_are_taken_as_they_are_needed_and_a_loop_may_be_left(where: Where) -> None:
    found = spread(pieces.square, itertools.count(), **where)
    assert all(result == item * item for item, result in itertools.islice(found, 9))
    found.close()  # type: ignore[attr-defined]  # a generator


def test_an_error_of_the_work_is_raised_as_it_is(where: Where) -> None:
    with pytest.raises(BadSetting, match="is refused"):
        list(spread(pieces.refuses, [7], **where))


@pytest.mark.parametrize("where", WHERE[1:], indirect=True)
def test_work_whose_process_died_is_done_again(where: Where, tmp_path: Path) -> None:
    items = [(tmp_path, n) for n in range(12)]
    found = spread(pieces.dies_the_first_time, items, **where)
    assert sorted((number, result) for (_, number), result in found) == SQUARES
    assert (tmp_path / "died").exists()


@pytest.mark.parametrize("where", WHERE[1:], indirect=True)
def test_work_that_kills_every_worker_is_given_up(where: Where) -> None:
    with pytest.raises(WorkFault, match="given up"):
        list(spread(pieces.always_dies, range(6), **where))


def test_a_worker_killed_half_way_loses_nothing(address: str) -> None:
    found = []
    for n, pair in enumerate(spread(pieces.slow_square, range(40), address)):
        found.append(pair)
        if n == 15:
            kill_one(address)
    assert sorted(found) == [(n, n * n) for n in range(40)]


def test_results_lost_with_the_last_worker_are_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are done already, but nobody has them any more: not to be waited for without end."""
    with cluster(0) as empty, lone_worker(empty) as worker:
        found = spread(pieces.square, range(12), empty)
        next(found)
        time.sleep(0.5)  # the next is done by now, and on the worker
        worker.kill()
        monkeypatch.setattr(dask_cluster, "FETCH_S", 1.0)
        monkeypatch.setattr(dask_cluster, "WORKERS_S", 2.0)
        with pytest.raises(WorkFault, match="lost all its workers"):
            list(found)


def test_a_scheduler_that_dies_is_one_sentence(capfd: pytest.CaptureFixture[str]) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "tests.work.mortal"], stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        found = spread(pieces.slow_square, range(1000), child.stdout.readline().strip())
        next(found)
        child.kill()
        with pytest.raises(WorkFault, match="is gone"):
            list(found)
    assert "Traceback" not in capfd.readouterr().err


@pytest.mark.parametrize("wrong", ["tcp://127.0.0.1:1", "nonsense://x", "127.0.0.1:99999999", "\x00"])
def test_a_wrong_address_is_one_sentence(wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_cluster, "CONNECT_S", 0.5)
    with pytest.raises(BadSetting, match="No Dask scheduler answers at"):
        list(spread(pieces.square, [1], wrong))


def test_a_scheduler_without_workers_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_cluster, "WORKERS_S", 0.5)
    with cluster(0) as empty, pytest.raises(BadSetting, match="has no workers; start some"):
        list(spread(pieces.square, [1], empty))


def test_a_missing_dask_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(BadSetting, match=r"pip install kibitz\[cluster\]"):
        list(spread(pieces.square, [1], "tcp://127.0.0.1:1"))
