"""The program in a terminal: every command from outside, with right and wrong words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.program import FIXTURE_GAMES, kibitz


def test_games_lists_every_game_as_json() -> None:
    done = kibitz("games", "--json")
    games = json.loads(done.stdout)
    assert done.returncode == 0 and not done.stderr
    assert {"draughts/russian", "chess", "atoll/5", "ur"} <= {game["name"] for game in games}
    assert all({"name", "title", "cells"} <= game.keys() for game in games)
    assert next(game for game in games if game["name"] == "atoll/5")["cells"] == 61


def test_games_lists_every_game_for_a_person() -> None:
    assert "draughts/international" in kibitz("games").stdout


def test_a_further_game_is_a_folder_named_in_the_settings() -> None:
    done = kibitz("play", "noughts", typed="b2\na1\nquit\ny\n", KIBITZ_GAMES_DIR=str(FIXTURE_GAMES))
    assert done.returncode == 0, done.stderr
    assert "second played a1" in done.stdout


def test_house_rules_in_the_settings_folder_are_games(tmp_path: Path) -> None:
    (tmp_path / "kitchen.toml").write_text('base = "english"\nflying_kings = true\n', encoding="utf-8")
    listed = kibitz("games", "--json", KIBITZ_RULES_DIR=str(tmp_path))
    assert "draughts/kitchen" in {game["name"] for game in json.loads(listed.stdout)}
    assert kibitz("perft", "draughts/kitchen", "2", KIBITZ_RULES_DIR=str(tmp_path)).stdout.split()[-1] == "49"
    assert kibitz("perft", str(tmp_path / "kitchen.toml"), "2").stdout.split()[-1] == "49"


def test_a_wrong_house_rule_is_left_out_of_the_list_and_named(tmp_path: Path) -> None:
    (tmp_path / "broken.toml").write_text('base = "marsian"\n', encoding="utf-8")
    listed = kibitz("games", "--json", KIBITZ_RULES_DIR=str(tmp_path))
    assert listed.returncode == 0 and len(json.loads(listed.stdout)) > 20
    assert "broken.toml is left out" in listed.stderr


def test_perft_prints_its_count_last() -> None:
    done = kibitz("perft", "draughts/english", "5", "--divide")
    lines = done.stdout.split("\n")
    assert lines[-2] == "7361"
    assert sum(int(line.split(": ")[1]) for line in lines[:-2]) == 7361


def test_perft_starts_from_a_setup() -> None:
    assert kibitz("perft", "draughts/international", "1", "--setup", "W:WK46:B37,19").stdout.strip() == "3"


def test_a_game_is_played_undone_and_saved(tmp_path: Path) -> None:
    typed = "moves\n22-18\nundo\n21-17\nsave mine\nquit\n"
    done = kibitz("play", "draughts/poznan", typed=typed, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "first played 21-17" in done.stdout and "Taken back." in done.stdout
    assert "21-17" in (tmp_path / "mine.pdn").read_text(encoding="utf-8")
    assert [path.name for path in tmp_path.iterdir()] == ["mine.pdn"]


def test_saving_never_overwrites(tmp_path: Path) -> None:
    (tmp_path / "kept.pdn").write_text("precious", encoding="utf-8")
    done = kibitz("play", "draughts/english", typed="save kept\nquit\n", folder=tmp_path)
    assert "choose another name" in done.stdout
    assert (tmp_path / "kept.pdn").read_text(encoding="utf-8") == "precious"


def test_the_dice_are_thrown_by_themselves() -> None:
    done = kibitz("play", "ur", typed="help\nquit\ny\n")
    assert done.returncode == 0 and "roll" in done.stdout


def test_leaving_a_running_game_asks() -> None:
    done = kibitz("play", "chess", typed="e4\nquit\nn\ne5\nquit\ny\n")
    assert done.stdout.count("not saved. Leave it? [y/N/save]") == 2 and "second played e5" in done.stdout


def test_an_ended_input_ends_the_program_quietly() -> None:
    done = kibitz("play", "chess", typed="e4\n")
    assert done.returncode == 0 and "Traceback" not in done.stderr


def test_a_mate_is_told() -> None:
    done = kibitz("play", "chess", typed="f3\ne5\ng4\nQh4\nquit\ny\n")
    assert "second wins: checkmate." in done.stdout


def test_play_without_a_game_asks_for_one() -> None:
    done = kibitz("play", typed="4\ne4\nquit\ny\n")
    assert "first played e4" in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("play", "ludo"), "no game called 'ludo'"),
        (("play", "draughts/marsian"), "marsian"),
        (("play", "/nowhere/house.toml"), "cannot be read"),
        (("perft", "chess", "99"), "between 0 and 64"),
        (("perft", "chess", "many"), "integer"),
        (("perft", "chess", "1", "--setup", "rubbish"), "rubbish"),
        (("play", "chess", "--setup", "8/8/8/8/8/8/8/K7 w - - 0 1"), "king"),
        (("fly",), "fly"),
    ],
)
def test_wrong_words_get_one_sentence(words: tuple[str, ...], said: str) -> None:
    done = kibitz(*words)
    assert done.returncode == 2
    assert said in done.stderr and "Traceback" not in done.stderr


def test_a_wrong_setting_is_named(tmp_path: Path) -> None:
    (tmp_path / "kibitz.toml").write_text('data_dri = "x"\n', encoding="utf-8")
    done = kibitz("games", KIBITZ_CONFIG=str(tmp_path / "kibitz.toml"))
    assert done.returncode == 2 and "data_dri" in done.stderr and "Traceback" not in done.stderr


def test_an_unreadable_settings_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "kibitz.toml").write_bytes(b"\xff\x00= [")
    done = kibitz("games", KIBITZ_CONFIG=str(tmp_path / "kibitz.toml"))
    assert done.returncode == 2 and "kibitz.toml" in done.stderr and "Traceback" not in done.stderr
