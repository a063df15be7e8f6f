"""What the installation remembers (SPEC A19): the camera's address and port, and the URL that follows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kibitz.core.errors import BadSetting
from kibitz.web.preferences import FILE_NAME, Preferences, PreferencesFile
from tests.web.serving import Served


def test_a19_the_camera_is_saved_and_its_url_follows(served: Served) -> None:
    assert served.get("/api/preferences").json()["camera_url"] == ""
    changed = served.ask(
        "PUT", "/api/preferences", json={"camera_host": " 192.168.1.20 ", "camera_port": 8081}
    )
    assert changed.json()["camera_url"] == "http://192.168.1.20:8081/shot.jpg"
    served.ask("PUT", "/api/preferences", json={"language": "pl"})
    kept = served.get("/api/preferences").json()
    assert (kept["camera_host"], kept["camera_port"], kept["language"]) == ("192.168.1.20", 8081, "pl")
    folder = served.house.needs.data_dir
    assert json.loads((folder / FILE_NAME).read_text())["camera_port"] == 8081
    assert not list(folder.glob(".preferences-*"))


@pytest.mark.parametrize("host", ["phone.local", "10.0.0.7", "fe80::1", "raspberrypi"])
def test_names_and_addresses_are_taken(host: str) -> None:
    preferences = Preferences(camera_host=host)
    assert host in preferences.camera_url


@pytest.mark.parametrize(
    "change",
    [
        {"camera_host": "http://192.168.1.20"},
        {"camera_host": "192.168.1.20/video"},
        {"camera_host": "192.168.1.300"},
        {"camera_host": "a b"},
        {"camera_host": "user@host"},
        {"camera_host": "x" * 300},
        {"camera_port": 0},
        {"camera_port": 65_536},
        {"camera_port": "8080"},
        {"language": "xx"},
        {"engine": "/bin/sh"},
    ],
)
def test_what_is_no_setting_is_refused_and_changes_nothing(served: Served, change: dict[str, object]) -> None:
    before = served.get("/api/preferences").json()
    answer = served.ask("PUT", "/api/preferences", json=change)
    assert answer.status_code == 422
    assert answer.json()["error"]["message"]
    assert served.get("/api/preferences").json() == before


@pytest.mark.parametrize("text", ["", "{", "[]", '{"camera_port": 0}', '{"other": 1}', "\xff" * 100])
def test_a_damaged_file_counts_as_none(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE_NAME).write_text(text, encoding="latin-1")
    assert PreferencesFile(tmp_path).read() == Preferences()


def test_a_disk_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadSetting, match="cannot be written"):
        PreferencesFile(tmp_path / "file").write(Preferences())
