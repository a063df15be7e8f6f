"""`kibitz analyse` (issue 5, point 6): a game judged move by move: text, JSON, a file with notes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kibitz.archive.formats import from_json, to_json
from kibitz.cli.analyse import bar
from kibitz.cli.app import app
from kibitz.core.errors import KibitzError
from kibitz.core.record import Kind, record_of
from kibitz.games import find
from kibitz.settings import settings
from tests.cli.program import kibitz

PGN = '[White "Ana"]\n[Black "Bo"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n'


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.pgn"
    path.write_text(PGN, encoding="utf-8")
    return path


def analyse(*words: str | Path) -> list[str]:
    """Run the command here, where the kernels may be loaded already; the lines it prints."""
    done = CliRunner().invoke(app, ["analyse", *map(str, words)])
    if done.exception is not None:
        raise done.exception
    return done.stdout.splitlines()


def test_a_game_is_printed_with_bars_and_its_blunder_marked(game: Path, tmp_path: Path) -> None:
    new = tmp_path / "noted.pgn"
    lines = analyse(game, "--seconds", "0.1", "-o", new)
    assert len(lines) == 9
    assert "Nf6??" in lines[5] and "Blunder: from" in lines[5] and "better was" in lines[5]
    assert "████████████████████ 100%" in lines[6]
    assert "1 blunder," in lines[8]
    text = new.read_text(encoding="utf-8")
    assert "Nf6 $4 {Blunder:" in text and '[White "Ana"]' in text
    with pytest.raises(KibitzError, match="is there already"):
        analyse(game, "-o", new)


def test_json_is_one_line_a_move(game: Path) -> None:
    plies = [json.loads(line) for line in analyse(game, "--seconds", "0.05", "--json", "--level", "expert")]
    assert [ply["move"] for ply in plies] == ["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#"]
    assert plies[5]["mark"] == "blunder" and plies[5]["after"] == 1.0 and plies[6]["over"]


def test_a_game_in_the_archive_is_judged_by_its_number_and_rolls_have_luck(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, new = tmp_path / "game.json", tmp_path / "noted.json"
    record = record_of(find("ur"), ["r1", "in-d1", "r2", "in-c3", "r3", "d1-a1", "r3", "a1-c2"])
    path.write_text(to_json(record), encoding="utf-8")
    monkeypatch.setenv("KIBITZ_DATA_DIR", str(tmp_path / "data"))
    settings.cache_clear()
    monkeypatch.chdir(tmp_path)
    CliRunner().invoke(app, ["archive", "import", str(path)], catch_exceptions=False)
    lines = analyse("1", "--level", "hard", "-o", new)
    settings.cache_clear()
    assert len(lines) == 10
    assert "luck -" in lines[0] and "luck +" in lines[4] and "; luck " in lines[-1]
    ((noted, _),) = from_json(new.read_text(encoding="utf-8"))
    assert [entry for entry in noted.entries if entry.kind is Kind.MOVE] == list(record.entries)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--number", "2"], "has 1 games"),
        (["--seconds", "0"], "0.001 to 3600"),
        (["--level", "champion"], "has no level 'champion'"),
        (["--level", "uci:/nowhere"], "There is no engine"),
        (["-o", "new.txt"], "are saved as"),
    ],
)
def test_wrong_input_is_refused_with_a_reason(words: list[str], said: str, game: Path) -> None:
    with pytest.raises(KibitzError, match=said):
        analyse(game, *words)


def test_wrong_input_ends_in_one_sentence() -> None:
    done = kibitz("analyse", "/nowhere.pgn")
    assert done.returncode == 2 and done.stdout == ""
    assert "cannot be read" in done.stderr and len(done.stderr.strip().splitlines()) == 1


def test_bars_are_full_half_and_empty() -> None:
    assert bar(1.0) == "█" * 20 and bar(0.0) == "·" * 20
    assert bar(0.5) == "█" * 10 + "·" * 10
    assert len(bar(0.123)) == 20 and bar(7.0) == bar(1.0)
