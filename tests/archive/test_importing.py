"""Files come in whole or not at all, whatever their format, and a folder of them one by one."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.archive.formats import to_json
from kibitz.archive.importing import Report, import_file, import_path
from kibitz.archive.positions2019 import write_positions
from kibitz.archive.reading import contents, file_bytes, read_file
from kibitz.archive.search import Query
from kibitz.archive.standing import position_key
from kibitz.archive.store import Store
from kibitz.archive.strictjson import LARGEST_BYTES
from kibitz.archive.writing import written
from kibitz.core.errors import BadFile, BadSetting, KibitzError
from kibitz.core.record import Entry, GameRecord, Kind, record_of
from kibitz.games import find
from tests.archive.samples import WON, played

PGN = """[Event "Club"]
[White "Ana"]
[Black "Bo"]
[Date "1997.05.11"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1

[Event "Club"]
[White "Bo"]
[Black "Ana"]
[Result "1/2-1/2"]

1. e4 e5 1/2-1/2
"""
PDN = """[Event "Zawody"]
[White "Ćira"]
[Black "Zoë"]
[GameType "25"]
[Result "*"]

1. c3-d4 d6-c5 *
"""


def text_file(folder: Path, name: str, text: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def imported(store: Store, path: Path, game: str = "") -> Report:
    report = import_file(store, path, find, game)
    assert report.ok, report.problem
    return report


def test_own_json_comes_in_with_names_results_and_positions(store: Store, tmp_path: Path) -> None:
    path = text_file(tmp_path, "x.json", to_json(played(*WON), played("a1"), names=["Nazwa", None]))
    first, second = imported(store, path).ids
    assert store.record(first) == played(*WON)
    assert (store.summary(first).name, store.summary(first).result) == ("Nazwa", "1-0")
    assert not store.summary(second).saved
    game = find("noughts")
    assert store.search(Query(position=position_key(game, game.start()))).total == 2


def test_pgn_comes_in_with_players_days_and_results(store: Store, tmp_path: Path) -> None:
    first, second = imported(store, text_file(tmp_path, "club.pgn", PGN)).ids
    assert store.summary(first).players == (("White", "Ana"), ("Black", "Bo"))
    assert (store.summary(first).played_on, store.summary(first).result) == ("1997-05-11", "0-1")
    assert (store.summary(second).result, store.summary(first).steps) == ("1/2-1/2", 4)
    chess = find("chess")
    mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
    assert store.search(Query(position=position_key(chess, chess.start(mate)))).total == 1


def test_pdn_comes_in_by_the_rules_its_tag_names(store: Store, tmp_path: Path) -> None:
    (game_id,) = imported(store, text_file(tmp_path, "rosyjskie.pdn", PDN)).ids
    assert store.summary(game_id).game == "draughts/russian"
    assert store.summary(game_id).name == "rosyjskie"


def test_games_written_in_their_own_format_come_back(store: Store, tmp_path: Path) -> None:
    for name, moves, form in (
        ("chess", ["e4", "e5"], "pgn"),
        ("draughts/poznan", ["22-18"], "pdn"),
        ("draughts/poznan", ["22-18"], "2019"),
        ("noughts", ["b2"], "json"),
    ):
        game = find(name)
        record = record_of(game, moves)
        ending = "json" if form == "2019" else form
        path = text_file(tmp_path, f"{form}.{ending}", written(form, [game], [record]))
        (game_id,) = imported(store, path).ids
        back = store.record(game_id)
        assert [entry.text for entry in back.entries] == [entry.text for entry in record.entries]
        assert back.game == name


def test_a_format_that_does_not_fit_a_game_is_refused() -> None:
    with pytest.raises(BadSetting, match="use json"):
        written("pgn", [find("noughts")], [played("b2")])
    with pytest.raises(BadSetting, match="use json or pgn"):
        written("pdn", [find("chess")], [GameRecord("chess")])
    with pytest.raises(BadSetting, match="one game, not 2"):
        written("2019", [find("draughts/poznan")] * 2, [GameRecord("draughts/poznan")] * 2)


def test_a18_a_folder_of_2019_files_comes_in_at_once_named_by_its_files(store: Store, tmp_path: Path) -> None:
    poznan = find("draughts/poznan")
    text = write_positions(poznan, record_of(poznan, ["22-18", "9-13"]))
    text_file(tmp_path, "game_2019-06-01_18-30-05", text)
    text_file(tmp_path, "Ania kontra Bartek.json", text + " ")
    text_file(tmp_path, "broken.json", text[:200])
    text_file(tmp_path, "photo.jpg", b"\xff\xd8\xff\xe0 not a game")
    text_file(tmp_path, ".hidden.json", text)
    (tmp_path / "subfolder").mkdir()
    reports = {report.file.name: report for report in import_path(store, tmp_path, find)}
    assert [name for name, report in reports.items() if not report.ok] == ["broken.json", "photo.jpg"]
    assert "broken.json, line" in reports["broken.json"].problem
    assert "not UTF-8" in reports["photo.jpg"].problem
    listed = {game.name: game for game in store.search().games}
    assert set(listed) == {"game_2019-06-01_18-30-05", "Ania kontra Bartek"}
    assert listed["game_2019-06-01_18-30-05"].played_on == "2019-06-01"
    assert listed["Ania kontra Bartek"].steps == 2


def test_a_file_that_is_there_already_is_not_kept_twice(store: Store, tmp_path: Path) -> None:
    path = text_file(tmp_path, "x.json", to_json(played(*WON)))
    first = imported(store, path)
    again = imported(store, path)
    assert again.already and again.ids == first.ids and store.search().total == 1
    store.delete(first.ids[0])
    assert not imported(store, path).already


def test_one_bad_game_keeps_the_whole_file_out(store: Store, tmp_path: Path) -> None:
    bad = played("b2").plus(Entry(Kind.MOVE, "b2"))
    report = import_file(store, text_file(tmp_path, "x.json", to_json(played(*WON), bad)), find)
    assert report.problem.startswith(f"{tmp_path}/x.json, game 2: entry 2 (move) does not fit noughts:")
    assert store.search().total == 0


REFUSED = [
    ("empty.json", b"", "this is not JSON"),
    ("none.json", to_json().encode(), "there is no game in this file"),
    ("none.pgn", b"", "there is no game in this file"),
    ("foreign.json", b'{"name": "left-pad", "version": "1.0"}', "the key 'format' is missing"),
    ("what.txt", b"dear diary", "no file of games that Kibitz knows"),
    ("deep.json", b"[" * 1_000_000, "nested more than"),
    ("nan.json", b"[[[NaN]]]", "NaN is not a number"),
    ("latin.pgn", b'[White "Jos\xe9"]', "not UTF-8"),
    ("large.json", b" " * (LARGEST_BYTES + 1), "16 MB"),
    ("rules.json", to_json(GameRecord("tiddlywinks")).encode(), "game 1 of the file cannot be played"),
    ("newer.json", to_json(GameRecord("noughts", 99)).encode(), "newer rules of noughts"),
    ("start.json", to_json(GameRecord("noughts", 1, "zzz")).encode(), "the start of the game is wrong"),
    ("undo.json", to_json(GameRecord("noughts", 1, "", (Entry(Kind.UNDO),))).encode(), "entry 1"),
    ("name.json", to_json(played("b2"), names=["x" * 500]).encode(), "characters long"),
    ("long.json", to_json(played("b2").plus(Entry(Kind.NOTE, "x" * 30_000))).encode(), "characters long"),
]


def test_a_corrupt_or_foreign_file_changes_nothing_and_says_why(store: Store, tmp_path: Path) -> None:
    for name, data, reason in REFUSED:
        report = import_file(store, text_file(tmp_path, name, data), find)
        assert reason in report.problem and name in report.problem, (name, report)
    assert store.search().total == 0


def test_what_is_no_ordinary_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    for path, reason in (
        (tmp_path / "pipe.json", "this is not a file"),
        (tmp_path / "missing.json", "No such file"),
        (tmp_path, "this is not a file"),
        (Path("nul\0.json"), "not one of a file"),
    ):
        with pytest.raises(BadFile, match=reason):
            file_bytes(path)


def test_an_empty_folder_is_told(store: Store, tmp_path: Path) -> None:
    (tmp_path / "none").mkdir()
    with pytest.raises(BadFile, match="no file in this folder"):
        list(import_path(store, tmp_path / "none", find))


def test_the_rules_of_a_file_can_be_named_by_hand(tmp_path: Path) -> None:
    path = text_file(tmp_path, "x.pdn", "1. 22-18 *")
    assert read_file(path, find, "draughts/poznan").games[0].record.game == "draughts/poznan"
    with pytest.raises(BadFile, match="not pdn files"):
        read_file(path, find, "chess")


SEEDS = {
    "x.json": to_json(played(*WON), names=["Żółw"]).encode(),
    "y.json": json.dumps([[[3, 0] * 4] * 3 + [[0, 1] * 4] * 2 + [[0, 4] * 4] * 3] * 2).encode(),
    "x.pgn": PGN.encode(),
    "x.pdn": PDN.encode(),
}


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(sorted(SEEDS)), st.data())
def test_any_damage_to_a_file_gives_games_or_one_clear_fault(name: str, data: st.DataObject) -> None:
    damaged = bytearray(SEEDS[name])
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(damaged) - 1))
        gone = data.draw(st.integers(0, 3))
        damaged[at : at + gone] = data.draw(
            st.binary(max_size=3) | st.sampled_from([b"[", b'"', b"{", b"9" * 50])
        )
        damaged = damaged or bytearray(b" ")
    try:
        assert contents(bytes(damaged), name, find).games
    except KibitzError as error:
        assert str(error) and "\n" not in str(error)


def test_a_2019_file_of_other_rules_is_refused_by_name(tmp_path: Path) -> None:
    path = text_file(tmp_path, "x.json", json.dumps([[[0] * 8] * 8]))
    with pytest.raises(BadFile, match=r"x\.json.*men and kings on 8x8"):
        read_file(path, find, "noughts")
