"""The `kibitz print` command: where it writes, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from kibitz.cli import chosen
from kibitz.cli.print_ import print_board
from kibitz.core.errors import BadFile, BadSetting, UnknownGame
from tests.views.boards import printable


@pytest.fixture(autouse=True)
def boards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chosen, "game_named", printable)


def test_a_board_is_written_whole(tmp_path: Path) -> None:
    print_board("chequer-8-dark", tmp_path / "board.pdf", pieces=True)
    data = (tmp_path / "board.pdf").read_bytes()
    assert data.startswith(b"%PDF-")
    assert data.rstrip().endswith(b"%%EOF")
    assert [path.name for path in tmp_path.iterdir()] == ["board.pdf"]


def test_a_name_without_an_ending_gets_one(tmp_path: Path) -> None:
    print_board("ur", tmp_path / "board", paper="A3")
    assert (tmp_path / "board.pdf").is_file()


def test_an_older_board_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "board.pdf").write_bytes(b"old")
    print_board("ur", tmp_path / "board.pdf")
    assert (tmp_path / "board.pdf").read_bytes() != b"old"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("board.png", "ends in .pdf"),
        ("nowhere/board.pdf", "cannot be written"),
        (".", "name a PDF file"),
        ("folder.pdf", "name a PDF file"),
        ("a" * 300 + ".pdf", "cannot be written"),
        ("nul\0.pdf", "cannot be written"),
        ("", "name a PDF file"),
        ("~nobody-here/board.pdf", "cannot be written"),
    ],
)
def test_a_bad_path_is_refused_in_one_sentence_and_leaves_nothing(
    tmp_path: Path, name: str, reason: str
) -> None:
    (tmp_path / "folder.pdf").mkdir()
    with pytest.raises(BadFile, match=reason) as refused:
        print_board("ur", Path(name) if name.startswith("~") else tmp_path / name)
    assert "\n" not in str(refused.value)
    assert [path.name for path in tmp_path.iterdir()] == ["folder.pdf"]


def test_a_device_is_not_replaced_by_a_file() -> None:
    with pytest.raises(BadFile, match="name a PDF file"):
        print_board("ur", Path("/dev/null"))
    assert Path("/dev/null").is_char_device()


def test_a_write_that_fails_half_way_leaves_the_old_file_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    (tmp_path / "board.pdf").write_bytes(b"old")
    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(BadFile, match="No space left"):
        print_board("ur", tmp_path / "board.pdf")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("board.pdf", b"old")]


def test_a_bad_setting_writes_nothing(tmp_path: Path) -> None:
    for wrong in ({"paper": "b5"}, {"layout": "1999"}, {"piece_set": "marble"}, {"layout": "2019"}):
        with pytest.raises(BadSetting):
            print_board("hex-5", tmp_path / "board.pdf", **wrong)  # type: ignore[arg-type]  # one by one
    assert not list(tmp_path.iterdir())


def test_an_unknown_game_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(name: str) -> None:
        raise UnknownGame(name)

    monkeypatch.setattr(chosen, "game_named", unknown)
    with pytest.raises(UnknownGame):
        print_board("halma", tmp_path / "board.pdf")
    assert not list(tmp_path.iterdir())


def test_the_command_line_takes_all_options(tmp_path: Path) -> None:
    app = typer.Typer()
    app.command()(print_board)
    asked = ["chequer-8-dark", "-o", str(tmp_path / "b.pdf"), "--paper", "a3", "--pieces"]
    asked += ["--piece-set", "classic", "--layout", "2019"]
    result = CliRunner().invoke(app, asked)
    assert (result.exit_code, "2 pages. Print at 100 %" in result.output) == (0, True)
    assert (tmp_path / "b.pdf").is_file()


def test_the_command_line_asks_for_a_file() -> None:
    app = typer.Typer()
    app.command()(print_board)
    result = CliRunner().invoke(app, ["ur"])
    assert result.exit_code == 2
    assert "output" in result.output
