"""`kibitz simulate`: recordings with their truth, read back as any recording is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kibitz.cameras.source import open_source
from kibitz.cli.app import app
from kibitz.core.errors import KibitzError
from kibitz.games import find
from tests.cli.program import kibitz

QUICK = ("--plies", "2", "--fps", "5", "--size", "480x320", "--seed", "4")


def truth_of(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def test_a_folder_gets_pictures_and_their_truth(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    ran = kibitz("simulate", "draughts/russian", "-o", str(folder), *QUICK)
    assert ran.returncode == 0, ran.stderr
    truth = truth_of(folder / "truth.json")
    pictures = sorted(folder.glob("*.jpg"))
    assert len(pictures) == len(truth["frames"]) and f"{len(pictures)} frames" in ran.stdout
    assert (truth["game"], truth["fps"], len(truth["moves"])) == ("draughts/russian", 5.0, 2)
    frames = list(open_source(str(folder)))
    assert [frame.at for frame in frames] == [f["at"] for f in truth["frames"]]
    assert frames[0].image.shape == (320, 480, 3)


def test_the_truth_replays_the_game(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    app(["simulate", "chess", "-o", str(folder), *QUICK, "--moves", "e4,d5,exd5"], standalone_mode=False)
    truth, game = truth_of(folder / "truth.json"), find("chess")
    position = game.start(truth["setup"])
    looks = [game.look(position)]
    for text in truth["moves"]:
        position = game.play(position, game.read(position, text))
        looks.append(game.look(position))
    for frame in truth["frames"]:
        assert bytes.fromhex(truth["looks"][frame["expected"]]) == looks[frame["ply"]]
        if not frame["hand"] and not frame["covered"] and frame is truth["frames"][-1]:
            assert frame["look"] == frame["expected"]
    played = [event["move"] for event in truth["events"] if event["event"] == "played"]
    assert played == ["e4", "d5", "exd5"] == truth["moves"]
    assert truth["frames"][-1]["ply"] == 3


def test_a_video_gets_its_truth_beside_it(tmp_path: Path) -> None:
    video = tmp_path / "game.mp4"
    app(["simulate", "ur", "-o", str(video), *QUICK], standalone_mode=False)
    truth = truth_of(tmp_path / "game.json")
    assert sum(1 for _ in open_source(str(video))) == len(truth["frames"])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.json", "game.mp4"]


def test_mistakes_are_shown_and_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "game"
    wanted = "illegal-move,late-crown"
    options = (*QUICK, "--plies", "4", "--mistakes", wanted)
    app(["simulate", "atoll/3", "-o", str(folder), *options], standalone_mode=False)
    assert "no occasion for: late-crown" in capsys.readouterr().out
    truth = truth_of(folder / "truth.json")
    assert [m["mistake"] for m in truth["mistakes"]] == ["illegal-move"]
    illegal = next(event for event in truth["events"] if event["event"] == "illegal")
    assert illegal["mistake"] == "illegal-move" and illegal["cells"]
    frame = truth["frames"][illegal["frame"]]
    assert frame["look"] != frame["expected"]


def test_a_record_is_played(tmp_path: Path) -> None:
    game = tmp_path / "game.pgn"
    game.write_text('[Result "*"]\n\n1. e4 e5 *\n', encoding="utf-8")
    options = (*QUICK, "--record", str(game))
    app(["simulate", "chess", "-o", str(tmp_path / "out"), *options], standalone_mode=False)
    assert truth_of(tmp_path / "out" / "truth.json")["moves"] == ["e4", "e5"]


def test_the_program_says_what_is_wrong_and_ends_with_code_2(tmp_path: Path) -> None:
    ran = kibitz("simulate", "chess", "-o", "out", "--light", "moon", folder=tmp_path)
    assert ran.returncode == 2 and ran.stdout == ""
    assert ran.stderr.startswith("kibitz: There is no light 'moon'") and ran.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "wrong",
    [
        ("nogame", "-o", "out"),
        ("chess", "-o", "out.avi"),
        ("chess", "-o", "full"),
        ("chess", "-o", "old.mp4"),
        ("chess", "-o", "/proc/nowhere/out"),
        ("chess", "-o", "out", "--mistakes", "cheating"),
        ("chess", "-o", "out", "--light", "moon"),
        ("chess", "-o", "out", "--size", "wide"),
        ("chess", "-o", "out", "--fps", "0"),
        ("chess", "-o", "out", "--moves", "e5"),
        ("chess", "-o", "out", "--setup", "nonsense"),
        ("chess", "-o", "out", "--piece-set", "gold"),
        ("chess", "-o", "out", "--layout", "2019"),
        ("chess", "-o", "out", "--record", "nowhere.pgn"),
    ],
    ids=" ".join,
)
def test_wrong_input_ends_in_one_sentence_and_leaves_nothing(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    wrong: tuple[str, ...],
) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "kept.txt").write_text("kept")
    (tmp_path / "old.mp4").write_bytes(b"kept")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(KibitzError) as refused:
        app(["simulate", *wrong], standalone_mode=False)
    assert "\n" not in str(refused.value) and capsys.readouterr().out == ""
    assert sorted(path.name for path in tmp_path.iterdir()) == ["full", "old.mp4"]
    assert (tmp_path / "old.mp4").read_bytes() == b"kept"
