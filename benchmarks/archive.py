"""How fast the archive is with 10,000 games of 60 plies, beside the plain sqlite3 module doing the same.

    python benchmarks/archive.py [--games 10000] [--plies 60] [--no-write]

The peer is Python's own `sqlite3` on a copy of the same file, with the same settings and hand-written SQL
that gives back the same rows: the difference is what the typed models, checks and error handling cost.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import shutil
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from page import put

from kibitz.archive.opening import open_archive
from kibitz.archive.rows import Kept
from kibitz.archive.search import Query
from kibitz.archive.standing import Standing, digest_of_key
from kibitz.archive.store import Store
from kibitz.core.game import Outcome, Seat
from kibitz.core.record import Entry, GameRecord, Kind

GAMES = ("draughts/poznan", "draughts/russian", "draughts/international", "chess", "ur")
PEOPLE = [f"{first} {last}" for first in ("Ana", "Bo", "Ćira", "Łucja", "Zoë") for last in "ABCDEFGHIJ"]
FIRST_DAY_S = 1_500_000_000.0
SEARCHES, APPENDS = 60, 500


@dataclass(frozen=True)
class Figure:
    """One operation: what it took, what the peer took, and the most its median may take."""

    name: str
    ours_ms: list[float]
    peer_ms: list[float]
    most_ms: float

    @property
    def row(self) -> str:
        """A line of the table."""
        ours, peer = statistics.median(self.ours_ms), statistics.median(self.peer_ms)
        late = sorted(self.ours_ms)[int(len(self.ours_ms) * 0.95)]
        met = "yes" if ours <= self.most_ms else "NO"
        ratio = f"{ours / peer:.1f}" if peer else ""
        return f"| {self.name} | {ours:.2f} | {late:.2f} | {peer:.2f} | {ratio} | {self.most_ms:g} | {met} |"


def main() -> None:
    """Build the archive, measure, print the table and put it into the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--plies", type=int, default=60)
    parser.add_argument("--no-write", action="store_true", help="leave docs/benchmarks.md as it is")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="kibitz-archive-") as folder:
        text = measured(Path(folder), asked.games, asked.plies)
    print(text)
    if not asked.no_write:
        put("archive", text, "## Archive\n\n`python benchmarks/archive.py`")


def measured(folder: Path, games: int, plies: int) -> str:
    """The whole table as Markdown."""
    dice = random.Random(1)
    store = open_archive(folder / "data")
    began = time.perf_counter()
    for batch in range(0, games, 500):
        store.begin_all([game(dice, plies) for _ in range(min(500, games - batch))])
    built_s = time.perf_counter() - began
    peer = copied(store, folder)
    figures = [*searched(store, peer, dice, games, plies), appended(store, peer, plies)]
    size = (folder / "data" / "kibitz.db").stat().st_size / 2**20
    store.check()
    store.close()
    built = f"{size:.0f} MB, built in {built_s:.0f} s"
    head = f"{games:,} games of {plies} plies in SQLite ({built}), {machine()}.\n\n"
    lines = [
        "| operation | median ms | 95 % ms | plain sqlite3 ms | ratio | at most | met |",
        "|---|---|---|---|---|---|---|",
    ]
    return head + "\n".join([*lines, *(figure.row for figure in figures)])


def machine() -> str:
    """Where this was measured."""
    load = os.getloadavg()[0]
    return (
        f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, {platform.machine()}, "
        f"{os.cpu_count()} cores, load {load:.1f}{', with real-time priority' if _is_real_time() else ''}"
    )


def _is_real_time() -> bool:
    """Whether this ran ahead of everything else (`chrt -f 5`), as on a machine with nothing else to do."""
    return hasattr(os, "sched_getscheduler") and os.sched_getscheduler(0) == os.SCHED_FIFO


def game(dice: random.Random, plies: int) -> Kept:
    """A made-up game: few openings, then nothing ever again the same."""
    name, at = dice.choice(GAMES), FIRST_DAY_S + dice.random() * 1e8
    moves = tuple(
        Entry(Kind.MOVE, f"{dice.randint(1, 32)}-{dice.randint(1, 32)}", seat, at + 5 * ply, "camera", 4.5)
        for ply in range(plies)
        for seat in [(Seat.FIRST, Seat.SECOND)[ply % 2]]
    )
    white, black = dice.sample(PEOPLE, 2)
    keys = [f"{name} first {'00' * 64}", *(key(name, dice, ply) for ply in range(plies))]
    outcome = Outcome(dice.choice((Seat.FIRST, Seat.SECOND, None)), "made up")
    record = GameRecord(name, 1, "", moves, (("White", white), ("Black", black), ("Event", "Club evening")))
    return Kept(record, f"Evening {dice.randint(1, 5000)}", at, Standing(tuple(keys), outcome))


def key(name: str, dice: random.Random, ply: int) -> str:
    """A position key as long as a real one."""
    look = dice.randint(0, 9) if ply < 3 else dice.getrandbits(500)
    return f"{name} {('second', 'first')[ply % 2]} {look:0128x}"


def copied(store: Store, folder: Path) -> sqlite3.Connection:
    """The same database, opened by the plain module with the same settings."""
    with store.database.writing() as connection:
        connection.exec_driver_sql("ANALYZE")
    store.database.close()
    shutil.copy(folder / "data" / "kibitz.db", folder / "peer.db")
    peer = sqlite3.connect(folder / "peer.db", isolation_level=None)
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        peer.execute(f"PRAGMA {pragma}")
    return peer


def searched(
    store: Store, peer: sqlite3.Connection, dice: random.Random, games: int, plies: int
) -> Iterator[Figure]:
    """Listing, each kind of search, and opening."""

    def look_for(name: str, query: Callable[[], tuple[Query, str, list[Any]]]) -> Figure:
        ours, theirs = list[float](), list[float]()
        for _ in range(SEARCHES):
            asked, where, values = query()
            ours.append(timed(lambda: store.search(asked)))  # noqa: B023
            theirs.append(timed(lambda: plain_page(peer, where, values)))  # noqa: B023
            assert store.search(asked).total == plain_page(peer, where, values)[0]
        return Figure(name, ours, theirs, 50)

    def days() -> tuple[Query, str, list[Any]]:
        since = date.fromtimestamp(FIRST_DAY_S) + timedelta(days=dice.randint(0, 1000))
        until = since + timedelta(days=30)
        return Query(since=since, until=until), "played_on BETWEEN ? AND ?", [str(since), str(until)]

    def equal(part: str, column: str, values: tuple[str, ...]) -> Callable[[], tuple[Query, str, list[Any]]]:
        def chosen() -> tuple[Query, str, list[Any]]:
            value = dice.choice(values)
            return Query(**{part: value}), f"{column} = ?", [value]  # type: ignore[arg-type]  # by name

        return chosen

    def inside(part: str, column: str, values: list[str]) -> Callable[[], tuple[Query, str, list[Any]]]:
        def chosen() -> tuple[Query, str, list[Any]]:
            value = dice.choice(values)
            query = Query(**{part: value})  # type: ignore[arg-type]  # by name
            return query, f"{column} LIKE ?", [f"%{value.casefold()}%"]

        return chosen

    def position(wanted: Callable[[], str]) -> Callable[[], tuple[Query, str, list[Any]]]:
        def chosen() -> tuple[Query, str, list[Any]]:
            text = wanted()
            where = "id IN (SELECT game_id FROM position WHERE key = ?)"
            return Query(position=text), where, [digest_of_key(text)]

        return chosen

    yield look_for("list, first page", lambda: (Query(), "1", []))
    yield look_for("search by game", equal("game", "game", GAMES))
    yield look_for("search by player", inside("player", "players_folded", PEOPLE))
    yield look_for("search by days", days)
    yield look_for("search by result", equal("result", "result", ("1-0", "0-1", "1/2-1/2")))
    yield look_for("search by name", inside("name", "name_folded", [f"ning {n}" for n in range(1, 5000, 50)]))
    yield look_for("search by opening position", position(lambda: f"{dice.choice(GAMES)} first {'00' * 64}"))
    yield look_for("search by rare position", position(lambda: key(dice.choice(GAMES), dice, 2)))
    yield look_for("search by unknown position", position(lambda: key(dice.choice(GAMES), dice, 9)))
    ids = [dice.randint(1, games) for _ in range(SEARCHES)]
    ours = [timed(lambda: store.record(i)) for i in ids]  # noqa: B023
    theirs = [timed(lambda: plain_record(peer, i)) for i in ids]  # noqa: B023
    yield Figure("open a game", ours, theirs, 50)


def plain_page(peer: sqlite3.Connection, where: str, values: list[Any]) -> tuple[int, list[Any]]:
    """A count and a page by hand."""
    fits = f"deleted_at IS NULL AND {where}"
    total = peer.execute(f"SELECT count(*) FROM game WHERE {fits}", values).fetchone()[0]
    page = f"SELECT * FROM game WHERE {fits} ORDER BY started_at DESC, id DESC LIMIT 51"
    return total, peer.execute(page, values).fetchall()


def plain_record(peer: sqlite3.Connection, game_id: int) -> tuple[Any, list[Any]]:
    """A game and its entries by hand."""
    row = peer.execute("SELECT game, version, setup, tags FROM game WHERE id = ?", [game_id]).fetchone()
    entries = peer.execute("SELECT * FROM entry WHERE game_id = ? ORDER BY seq", [game_id]).fetchall()
    return (json.loads(row[3]), entries)


def appended(store: Store, peer: sqlite3.Connection, plies: int) -> Figure:
    """Adding entries to one game, each on the disk before the next."""
    ours, theirs = list[float](), list[float]()
    for n in range(APPENDS):
        entry = Entry(Kind.MOVE, "22-18", Seat.FIRST, time.time(), "camera", 3.25)
        where = key("chess", random.Random(n), 9)
        ours.append(timed(lambda: store.append(7, entry, plies + n, key=where)))  # noqa: B023
        theirs.append(timed(lambda: plain_append(peer, 7, entry, plies + n, where)))  # noqa: B023
    return Figure("append an entry", ours, theirs, 2)


def plain_append(peer: sqlite3.Connection, game_id: int, entry: Entry, seq: int, where: str) -> None:
    """One entry by hand."""
    peer.execute("BEGIN IMMEDIATE")
    found = peer.execute("SELECT seq, steps FROM game WHERE id = ?", [game_id]).fetchone()
    assert found[0] == seq
    peer.execute(
        "UPDATE game SET seq = ?, steps = ?, changed_at = ? WHERE id = ?",
        [seq + 1, found[1] + 1, time.time(), game_id],
    )
    values = [game_id, seq + 1, entry.kind, entry.text, entry.seat, entry.at, entry.source, entry.took_s]
    peer.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)
    peer.execute("INSERT INTO position VALUES (?, ?, ?)", [game_id, found[1] + 1, digest_of_key(where)])
    peer.execute("COMMIT")


def timed(work: Callable[[], object]) -> float:
    """How long it takes, in milliseconds."""
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1000


if __name__ == "__main__":
    main()
