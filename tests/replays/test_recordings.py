"""Recordings of simulated games replay to their exact records.

`kibitz simulate` made them (the .json beside each says how); they are read here as any video file is.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kibitz.cameras.source import open_source
from tests.replays.following import follow

FOLDER = Path(__file__).parent
RECORDINGS = sorted(FOLDER.glob("*.mp4"))


def truth(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    return data


def test_there_are_recordings() -> None:
    assert len(RECORDINGS) >= 3


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_a_recording_replays_to_its_exact_record(path: Path) -> None:
    true = truth(path)
    followed = follow(open_source(str(path)), true["game"], true["setup"])
    assert followed.moves == true["moves"]
    told = [name for name in followed.names() if name not in ("underway", "over", "lost")]
    expected = {"played": "played", "illegal": "illegal", "restored": "restored", "taken-back": "taken-back"}
    assert told == [expected[event["event"]] for event in true["events"] if event["event"] in expected]
