"""Spectators in the local network may look at kept games, and change nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kibitz.archive.rows import Kept
from kibitz.archive.standing import standing
from kibitz.core.record import record_of
from kibitz.games import find
from kibitz.web.keys import Access, Keys
from tests.web.serving import Served, serving

KEYS = Keys("operators-token", "spectators-token", "a-secret")
SPECTATOR = {"authorization": f"Bearer {KEYS.spectator}"}
OPERATOR = {"authorization": f"Bearer {KEYS.operator}"}


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that wants tokens, with one game kept."""
    with serving(tmp_path_factory.mktemp("club"), Access(KEYS)) as running:
        rules = find("atoll/3")
        record = record_of(rules, ["A3"])
        running.house.needs.store.begin_all([Kept(record, "kept", standing=standing(rules, record))])
        yield running


@pytest.mark.parametrize(
    "path",
    [
        "/api/archive",
        "/api/archive/1",
        "/api/archive/1/thumbnail",
        "/api/archive/1/file?format=png",
        "/api/print?game=ur",
    ],
)
def test_a_spectator_looks_on(club: Served, path: str) -> None:
    assert club.get(path, headers=SPECTATOR).status_code == 200
    assert club.get(path).status_code == 403


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("PATCH", "/api/archive/1"),
        ("DELETE", "/api/archive/1"),
        ("POST", "/api/archive/1/restore"),
        ("POST", "/api/archive/1/analysis"),
        ("DELETE", "/api/archive/1/analysis"),
        ("POST", "/api/archive/import?name=x.pgn"),
        ("GET", "/api/archive/export"),
        ("GET", "/api/evaluate?game=chess"),
        ("POST", "/api/sandbox"),
        ("GET", "/api/preferences"),
        ("PUT", "/api/preferences"),
    ],
)
def test_a_spectator_changes_nothing(club: Served, method: str, path: str) -> None:
    answer = club.ask(method, path, headers=SPECTATOR, **({"json": {}} if method != "GET" else {}))
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "forbidden")
    assert club.get("/api/archive/1", headers=OPERATOR).json()["summary"]["name"] == "kept"
