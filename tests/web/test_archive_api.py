"""The archive over HTTP (SPEC A17, A18): found, replayed, renamed, deleted, taken home, brought in."""

from __future__ import annotations

import io
import json
import threading
import zipfile
from typing import Any

import pytest
from PIL import Image

from kibitz.archive.formats import to_json
from kibitz.archive.rows import Kept
from kibitz.archive.standing import standing
from kibitz.core.game import Seat
from kibitz.core.record import Entry, GameRecord, Kind, record_of
from kibitz.games import find
from kibitz.web import downloads
from tests.web.serving import Served

PGN = (
    '[White "Ana"]\n[Black "Bo"]\n[Date "2024.05.31"]\n[Result "1-0"]\n\n1. e4 {Good.} e5 2. Qh5 $2 Nc6 1-0\n'
)
KAAZ = ("9-13", "24-20", "11-15")


def kept(served: Served, game: str, *moves: str, name: str | None = None, **tags: str) -> int:
    rules = find(game)
    record = record_of(rules, moves, **tags)
    return served.house.needs.store.begin_all([Kept(record, name, standing=standing(rules, record))])[0]


def bring_in(served: Served, data: bytes | str, name: str, **more: str) -> Any:
    return served.ask("POST", "/api/archive/import", content=data, params={"name": name, **more})


def test_games_are_listed_newest_first_and_found_by_what_is_known(served: Served) -> None:
    first = kept(served, "draughts/kaaz", *KAAZ, name="Sunday", first="Ana", second="Mira")
    second = kept(served, "chess", "e4", "e5", name="Opening", White="Carlos", Date="1999.01.02")
    listed = served.get("/api/archive").json()
    assert [game["id"] for game in listed["games"]][:2] == [first, second]
    for query, found in (
        ({"text": "sund"}, first),
        ({"text": "mira"}, first),
        ({"player": "CARL"}, second),
        ({"game": "draughts"}, first),
        ({"game": "chess", "from": "1999-01-01", "to": "1999-12-31"}, second),
        ({"game": "draughts/kaaz", "result": "*"}, first),
        ({"game": "chess", "position": "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"}, second),
    ):
        page = served.get("/api/archive", params=query).json()
        assert [game["id"] for game in page["games"]] == [found], query


def test_a_page_says_where_the_next_begins(served: Served) -> None:
    for number in range(3):
        kept(served, "atoll/3", "A3", name=f"page {number}")
    first = served.get("/api/archive", params={"text": "page ", "limit": 2}).json()
    rest = served.get("/api/archive", params={"text": "page ", "limit": 2, "after": first["after"]}).json()
    assert (len(first["games"]), first["total"]) == (2, 3)
    assert (len(rest["games"]), rest["after"]) == (1, None)


@pytest.mark.parametrize(
    "query",
    [
        {"limit": "0"},
        {"limit": "100000"},
        {"from": "yesterday"},
        {"result": "2-0"},
        {"text": "x" * 101},
        {"position": "start"},
        {"game": "draughts/kaaz", "position": "nonsense"},
        {"game": "../../etc/passwd.toml"},
        {"from": "2024-01-02", "to": "2024-01-01"},
        {"text": "\0"},
        {"colour": "red"},
    ],
)
def test_a_search_that_makes_no_sense_is_refused_in_one_sentence(
    served: Served, query: dict[str, str]
) -> None:
    answer = served.get("/api/archive", params=query)
    assert answer.status_code in (404, 422)
    assert answer.json()["error"]["message"]


def test_a17_a_kept_game_has_every_position_in_order(served: Served) -> None:
    game_id = kept(served, "draughts/kaaz", *KAAZ, name="steps")
    shown = served.get(f"/api/archive/{game_id}").json()
    assert [step["move"] for step in shown["steps"]] == ["", *KAAZ]
    assert [step["ply"] for step in shown["steps"]] == [0, 1, 2, 3]
    assert [step["seat"] for step in shown["steps"]] == [None, "first", "second", "first"]
    assert shown["steps"][0]["setup"] == find("draughts/kaaz").setup(find("draughts/kaaz").start())
    assert len(shown["steps"][1]["last"]) == 2
    assert shown["outcome"] is None and not shown["cut"]


def test_moves_taken_back_and_positions_set_by_hand_are_shown_as_they_count(served: Served) -> None:
    entries = (
        Entry(Kind.MOVE, "e4", Seat.FIRST),
        Entry(Kind.UNDO),
        Entry(Kind.MOVE, "d4", Seat.FIRST),
        Entry(Kind.POSITION, "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"),
        Entry(Kind.NOTE, "An ending."),
        Entry(Kind.MOVE, "e4", Seat.FIRST),
    )
    store = served.house.needs.store
    record = GameRecord("chess", find("chess").version, entries=entries)
    game_id = store.begin_all([Kept(record, standing=standing(find("chess"), record))])[0]
    steps = served.get(f"/api/archive/{game_id}").json()["steps"]
    assert [(step["move"], step["placed"]) for step in steps] == [
        ("", False),
        ("d4", False),
        ("", True),
        ("e4", False),
    ]
    assert steps[2]["notes"] == ["An ending."]
    gone_on = served.table("chess", from_archive={"id": game_id, "ply": 3})
    assert gone_on["state"]["setup"].startswith("8/8/8/4k3/4P3/8/8/4K3 b")


def test_a_game_goes_on_from_any_of_its_positions(served: Served) -> None:
    game_id = kept(served, "draughts/kaaz", *KAAZ)
    state = served.table("draughts/kaaz", from_archive={"id": game_id, "ply": 2})["state"]
    assert [move["move"] for move in state["moves"]] == list(KAAZ[:2])
    assert len(served.get(f"/api/archive/{game_id}").json()["steps"]) == 4


def test_a_game_is_renamed_hidden_brought_back_and_removed(served: Served) -> None:
    game_id = kept(served, "atoll/3", "A3", name="old name")
    path = f"/api/archive/{game_id}"
    assert served.ask("PATCH", path, json={"name": "  nové jméno "}).json()["name"] == "nové jméno"
    assert served.ask("PATCH", path, json={"name": "a\nb"}).status_code == 422
    assert (
        served.ask("DELETE", path, params={"purge": "true"}).json()["error"]["message"].endswith("for good.")
    )
    assert served.ask("DELETE", path).status_code == 204
    assert served.get("/api/archive", params={"text": "nové"}).json()["total"] == 0
    assert served.get("/api/archive", params={"text": "nové", "deleted": "true"}).json()["total"] == 1
    assert served.post(f"{path}/restore").json()["deleted"] is False
    assert served.get("/api/archive", params={"text": "nové"}).json()["total"] == 1
    served.ask("DELETE", path)
    assert served.ask("DELETE", path, params={"purge": "true"}).status_code == 204
    assert served.get(path).status_code == 404


def test_a_game_that_is_being_played_is_not_deleted(served: Served) -> None:
    table = served.table("atoll/3")["table"]["id"]
    served.post(f"/api/tables/{table}/actions", {"action": "play", "ply": 0, "move": "A3"})
    game_id = served.get(f"/api/tables/{table}").json()["table"]["archive_id"]
    assert served.ask("DELETE", f"/api/archive/{game_id}").json()["error"]["code"] == "in_play"
    listed = served.get("/api/archive", params={"game": "atoll/3"}).json()["games"]
    assert [game["open_table"] for game in listed if game["id"] == game_id] == [table]


def test_a18_files_of_every_format_come_in_and_go_out(served: Served) -> None:
    came = bring_in(served, PGN, "C:\\games\\opera.pgn").json()
    assert came["name"] == "opera.pgn" and not came["already"]
    path = f"/api/archive/{came['ids'][0]}/file"
    again = served.get(path, params={"format": "pgn"}).text
    assert '[White "Ana"]' in again and "Qh5" in again
    assert bring_in(served, PGN, "other.pgn").json()["already"]
    pdn = bring_in(served, '[GameType "21"]\n1. 11-15 24-20 *', "club.pdn").json()
    assert served.get(f"/api/archive/{pdn['ids'][0]}").json()["summary"]["name"] == "club"
    old = served.get(
        f"/api/archive/{kept(served, 'draughts/poznan', '22-18')}/file", params={"format": "2019"}
    )
    assert [len(position) for position in old.json()] == [8, 8]
    from_old = bring_in(served, old.content, "game_2019-05-01_10-00-00.json").json()
    shown = served.get(f"/api/archive/{from_old['ids'][0]}").json()
    assert [step["move"] for step in shown["steps"]] == ["", "22-18"]
    assert shown["summary"]["played_on"] == "2019-05-01"
    whole = served.get(path, params={"format": "json"})
    assert json.loads(whole.content)["format"] == "kibitz"


def test_pictures_and_animations_are_real_ones(served: Served) -> None:
    path = f"/api/archive/{kept(served, 'draughts/kaaz', *KAAZ, name='a/b:c„ž')}/file"
    png = served.get(path, params={"format": "png", "ply": 1})
    with Image.open(io.BytesIO(png.content)) as image:
        assert image.format == "PNG" and min(image.size) > 800
    with Image.open(io.BytesIO(served.get(path, params={"format": "gif"}).content)) as image:
        assert (image.format, getattr(image, "n_frames", 0)) == ("GIF", 4)
    svg = served.get(path, params={"format": "svg"})
    assert svg.text.startswith("<svg") and svg.headers["content-type"].startswith("image/svg+xml")
    assert svg.headers["content-disposition"].startswith('attachment; filename="a_b_c__.svg"')
    assert "W:W" in served.get(path, params={"format": "text"}).text
    assert served.get(path, params={"format": "png", "ply": 99}).status_code == 422
    assert served.get(path, params={"format": "pgn"}).json()["error"]["code"] == "bad_request"
    assert served.get(path, params={"format": "exe"}).status_code == 422


def test_a_thumbnail_is_small_and_not_sent_twice(served: Served) -> None:
    path = f"/api/archive/{kept(served, 'ur', 'r2')}/thumbnail"
    answer = served.get(path)
    assert answer.text.startswith("<svg") and len(answer.content) < 60_000
    assert served.get(path, headers={"if-none-match": answer.headers["etag"]}).status_code == 304


@pytest.mark.parametrize(
    ("data", "name", "says"),
    [
        (b"", "empty.pgn", "no game"),
        (b"\xff\xfe\x00", "bytes.json", "UTF-8"),
        (b'{"format": "kibitz"', "cut.json", "not JSON"),
        (b"[[[1,2]]]", "short.json", "rows"),
        (b"1. e4 e5 2. Ke4 *", "illegal.pgn", "illegal.pgn"),
        (b"hello", "letter.txt", "json, pdn or pgn"),
        (b"[" * 100_000, "deep.json", "deep"),
        (b"1. e4 *", "../../../../etc/passwd.pgn", ""),
    ],
)
def test_a_file_that_cannot_be_read_changes_nothing_and_says_why(
    served: Served, data: bytes, name: str, says: str
) -> None:
    before = served.get("/api/archive").json()["total"]
    answer = bring_in(served, data, name)
    if not says:
        assert answer.json()["name"] == "passwd.pgn"
        return
    assert answer.status_code == 422
    assert says in answer.json()["error"]["message"]
    assert served.get("/api/archive").json()["total"] == before


def test_of_a_file_with_a_bad_game_none_comes_in(served: Served) -> None:
    good = record_of(find("chess"), ["e4"])
    bad = GameRecord("chess", good.version, entries=(Entry(Kind.MOVE, "Ke5", Seat.FIRST),))
    before = served.get("/api/archive").json()["total"]
    answer = bring_in(served, to_json(good, bad), "two.json")
    assert "game 2" in answer.json()["error"]["message"]
    assert served.get("/api/archive").json()["total"] == before


def test_a_file_that_is_too_large_is_refused(served: Served) -> None:
    answer = bring_in(served, b" " * (9 * 2**20), "large.pgn")
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_large")


def test_everything_goes_into_one_zip_and_each_part_comes_back(served: Served) -> None:
    game_id = kept(served, "draughts/kaaz", *KAAZ, name="../evil")
    answer = served.get("/api/archive/export")
    assert answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as file:
        assert file.testzip() is None
        names = file.namelist()
        assert all(name.count("/") == 1 and ".." not in name for name in names)
        own = next(name for name in names if name.startswith(f"json/{game_id:06}-"))
        data = json.loads(file.read(own))
        assert any(name.startswith(f"pdn/{game_id:06}-") for name in names)
    assert [entry["text"] for entry in data["records"][0]["entries"]] == list(KAAZ)


@pytest.mark.parametrize(
    "path", ["/api/archive/999999", "/api/archive/0", "/api/archive/99999999999999999999"]
)
def test_a_game_that_is_not_there_is_not_found(served: Served, path: str) -> None:
    for method, tail in (("GET", ""), ("DELETE", ""), ("POST", "/restore"), ("GET", "/thumbnail")):
        answer = served.ask(method, path + tail)
        assert answer.status_code in (404, 422)
        assert answer.json()["error"]["message"]


def test_too_many_animations_at_once_are_refused(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    game_id = kept(served, "atoll/3", "A3")
    monkeypatch.setattr(downloads, "_WAITING", threading.BoundedSemaphore(1))
    assert downloads._WAITING.acquire(blocking=False)
    answer = served.get(f"/api/archive/{game_id}/file", params={"format": "gif"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "busy")
