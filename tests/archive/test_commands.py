"""`kibitz archive` and `kibitz replay`, called as the program calls them."""

from __future__ import annotations

import json
import os
import pty
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from kibitz.archive.formats import from_json, to_json
from kibitz.cli.archive import archive_app, opened
from kibitz.cli.replay import moved, replay
from kibitz.core.errors import BadSetting, KibitzError
from kibitz.settings import settings
from tests.archive.samples import WON, keep, played

app = typer.Typer()
app.add_typer(archive_app)
app.command("replay")(replay)


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A data folder of this test's own."""
    monkeypatch.setenv("KIBITZ_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("KIBITZ_CONFIG", str(tmp_path / "kibitz.toml"))
    monkeypatch.setenv("COLUMNS", "120")
    settings.cache_clear()
    yield tmp_path / "data"
    settings.cache_clear()


def run(*words: str) -> Any:
    return CliRunner().invoke(app, words)


def ran(*words: str) -> str:
    result = run(*words)
    assert result.exit_code == 0, (result.output, result.exception)
    return str(result.stdout)


def failed(*words: str) -> str:
    result = run(*words)
    assert isinstance(result.exception, KibitzError), (result.output, result.exception)
    return str(result.exception)


def as_json(*words: str) -> Any:
    return json.loads(ran(*words, "--json"))


@pytest.fixture
def two() -> tuple[int, int]:
    """Two games in the archive: one won and named, one just begun."""
    with opened() as store:
        return keep(store, played(*WON, White="Ana", Black="Bo"), "Żółw [bold]"), keep(store, played("b2"))


def test_a17_the_list_shows_the_kept_games_the_newest_first(two: tuple[int, int]) -> None:
    shown = ran("archive", "list").splitlines()
    assert "Żółw [bold]" in shown[2] and "Ana – Bo" in shown[2] and "1-0" in shown[2]
    assert "game_20" in shown[1] and shown[3] == "2 of 2 games."
    listed = as_json("archive", "list", "--player", "ana")
    assert [game["id"] for game in listed["games"]] == [two[0]] and listed["total"] == 1
    assert listed["games"][0]["players"] == {"White": "Ana", "Black": "Bo"}


def test_the_list_is_searched_and_paged(two: tuple[int, int]) -> None:
    assert as_json("archive", "list", "--result", "1-0")["total"] == 1
    assert as_json("archive", "list", "--name", "ŻÓŁW")["total"] == 1
    assert as_json("archive", "list", "--game", "chess")["total"] == 0
    assert as_json("archive", "list", "--since", "2100-01-01")["total"] == 0
    assert as_json("archive", "list", "--game", "noughts", "--position", "....x....")["total"] == 2
    assert as_json("archive", "list", "--game", "noughts", "--position", "start")["total"] == 2
    assert as_json("archive", "list", "--game", "noughts", "--position", "...ox....")["total"] == 1
    first = as_json("archive", "list", "--limit", "1")
    assert as_json("archive", "list", "--after", str(first["after"]))["games"][0]["id"] == two[0]
    assert f"--after {first['after']} shows the next" in ran("archive", "list", "--limit", "1")
    assert "only with --game" in failed("archive", "list", "--position", "....x....")


def test_a_game_is_shown_with_its_moves_and_board(two: tuple[int, int]) -> None:
    shown = ran("archive", "show", str(two[0]))
    assert "Żółw [bold]" in shown and "White: Ana" in shown
    assert "b2  a2  a1  c1  c3" in shown and "5/5  c3" in shown and "first wins" in shown
    assert "2/5  a2" in ran("archive", "show", str(two[0]), "--step", "2")
    assert "steps 0 to 5" in failed("archive", "show", str(two[0]), "--step", "6")
    whole = as_json("archive", "show", str(two[0]))
    assert whole["file"]["records"][0]["entries"][0]["text"] == "b2"
    assert "no game 99" in failed("archive", "show", "99")


def test_games_go_out_and_come_back_the_same(two: tuple[int, int], tmp_path: Path) -> None:
    file = tmp_path / "out.json"
    assert "2 games" in ran("archive", "export", *map(str, two), "-o", str(file))
    assert from_json(ran("archive", "export", str(two[0]))) == (
        (played(*WON, White="Ana", Black="Bo"), "Żółw [bold]"),
    )
    assert "there already" in failed("archive", "export", str(two[0]), "-o", str(file))
    assert "use json" in failed("archive", "export", str(two[0]), "--format", "pgn")
    assert from_json(ran("archive", "export", "--all"))[::-1] == from_json(file.read_text(encoding="utf-8"))
    assert "Say which games" in failed("archive", "export")
    assert "Say which games" in failed("archive", "export", "--all", "1")
    ran("archive", "delete", *map(str, two))
    assert ran("archive", "import", str(file)) == f"{file}: game 3, 4\n"
    assert ran("archive", "export", "3", "4") == file.read_text(encoding="utf-8")
    assert as_json("archive", "import", str(file)) == [
        {"ok": True, "file": str(file), "ids": [3, 4], "problem": "", "already": True}
    ]


def test_a_bad_file_among_good_ones_is_reported_and_changes_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "good.json").write_text(to_json(played(*WON)), encoding="utf-8")
    (folder / "half.json").write_text(to_json(played(*WON))[:100], encoding="utf-8")
    result = run("archive", "import", str(folder))
    assert result.exit_code == 2
    assert "good.json: game 1" in result.stdout
    assert "half.json, line 2, column" in result.stderr and "this is not JSON" in result.stderr
    assert as_json("archive", "list")["total"] == 1


def test_deleting_can_be_undone_until_it_is_made_final(two: tuple[int, int]) -> None:
    game_id = str(two[0])
    assert "brings them back" in ran("archive", "delete", game_id)
    assert as_json("archive", "list")["total"] == 1
    assert "1 of 1 deleted games." in ran("archive", "list", "--deleted")
    ran("archive", "delete", "--undo", game_id)
    assert as_json("archive", "list")["total"] == 2
    assert "not deleted" in failed("archive", "delete", "--purge", game_id)
    ran("archive", "delete", game_id)
    assert as_json("archive", "delete", "--purge", game_id) == {"done": "purged", "ids": [two[0]]}
    assert "no game" in failed("archive", "delete", "--undo", game_id)
    assert "Either --undo or --purge" in failed("archive", "delete", "--undo", "--purge", game_id)


def test_deleting_several_stops_before_the_first_when_one_is_unknown(two: tuple[int, int]) -> None:
    assert "no game 99" in failed("archive", "delete", str(two[0]), "99")
    assert as_json("archive", "list")["total"] == 2


def test_a17_replay_prints_every_step_when_there_is_no_terminal(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(to_json(played(*WON), played("a1")), encoding="utf-8")
    shown = ran("replay", str(file))
    steps = ("0/5  start", "1/5  b2", "2/5  a2", "3/5  a1", "4/5  c1", "5/5  c3")
    assert [line for line in shown.splitlines() if "/5  " in line] == list(steps)
    assert "first wins: three in a row" in shown
    assert "1/1  a1" in ran("replay", str(file), "--number", "2")
    with pytest.raises(BadSetting, match="has 2 games"):
        replay(file, number=3)
    assert "cannot be read" in failed("replay", str(tmp_path / "none.json"))


def test_a17_keys_lead_to_the_first_previous_next_and_last_step_and_the_ends_hold() -> None:
    assert [moved(2, word, 5) for word in ("first", "previous", "next", "last", "")] == [0, 1, 3, 5, 2]
    assert moved(0, "previous", 5) == 0 and moved(5, "next", 5) == 5


def test_a17_replay_steps_both_ways_with_the_arrow_keys_of_a_real_terminal(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(to_json(played(*WON)), encoding="utf-8")
    terminal = Terminal(f"{_WITH_NOUGHTS}; replay(Path({str(file)!r}), game='', number=1)")
    try:
        terminal.expect("0/5  start")
        for key, seen in _PRESSED:
            terminal.press(key)
            terminal.expect(seen)
        terminal.press("q")
        assert terminal.process.wait(timeout=60) == 0
    finally:
        terminal.close()


_WITH_NOUGHTS = (
    "import sys; sys.path.insert(0, '.'); import tests.conftest; "
    "from kibitz.cli.replay import replay; from pathlib import Path"
)
_PRESSED = [
    ("\x1b[C", "1/5  b2"),
    ("n", "2/5  a2"),
    ("\x1b[D", "1/5  b2"),
    ("\x1b[F", "5/5  c3"),
    ("\x1b[C", "5/5  c3"),
    ("f", "0/5  start"),
    ("p", "0/5  start"),
]


class Terminal:
    """A program in a terminal of its own."""

    def __init__(self, program: str) -> None:
        self.handle, inner = pty.openpty()
        words = [sys.executable, "-c", program]
        root = Path(__file__).parents[2]
        self.process = subprocess.Popen(words, stdin=inner, stdout=inner, stderr=inner, cwd=root)
        os.close(inner)

    def press(self, key: str) -> None:
        os.write(self.handle, key.encode())

    def expect(self, text: str, within_s: float = 60) -> None:
        """Wait until this is shown, and the line of keys after it."""
        seen, until = "", time.monotonic() + within_s
        while not (text in seen and "q: leave\r\n" in seen.partition(text)[2]):
            assert time.monotonic() < until, seen
            if select.select([self.handle], [], [], 1)[0]:
                seen += os.read(self.handle, 65536).decode(errors="replace")

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.handle)
