"""The data folder is one and the same for the settings, the games and their tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from kibitz.core.errors import BadSetting
from kibitz.core.folders import config_file, data_folder
from kibitz.games.draughts import endings
from kibitz.games.ur import table
from kibitz.settings import Settings


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "kibitz.toml"
    monkeypatch.setenv("KIBITZ_CONFIG", str(path))
    monkeypatch.delenv("KIBITZ_DATA_DIR", raising=False)
    return path


def test_the_settings_file_moves_the_tables(file: Path, tmp_path: Path) -> None:
    file.write_text(f'data_dir = "{tmp_path / "data"}"\n')
    assert config_file() == file and Settings().data_dir == data_folder() == tmp_path / "data"
    assert table.folder() == tmp_path / "data" / "ur"
    assert endings.folder() == tmp_path / "data" / "endings"


def test_the_environment_wins(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text('data_dir = "/elsewhere"\n')
    monkeypatch.setenv("KIBITZ_DATA_DIR", str(tmp_path / "mine"))
    assert Settings().data_dir == data_folder() == tmp_path / "mine"


def test_without_either_it_is_the_users_own(file: Path) -> None:
    assert Settings().data_dir == data_folder()
    file.write_text('rules_dir = "/rules"\n')
    assert Settings().data_dir == data_folder()


@pytest.mark.parametrize("text", [b"data_dir = ", b"\xff\xfe"])
def test_a_settings_file_that_cannot_be_read_is_one_sentence(file: Path, text: bytes) -> None:
    file.write_bytes(text)
    with pytest.raises(BadSetting, match=r"kibitz\.toml cannot be read"):
        data_folder()
