"""The chess kernels: moves against published counts and python-chess, keys, exchanges, evaluation."""

from __future__ import annotations

import ast
import json
import random
from importlib.resources import files
from pathlib import Path
from typing import Any

import chess
import pytest

from kibitz.core import kernels as cache
from kibitz.games.chess import compiled
from kibitz.games.chess.loading import lay, memory, move_of
from kibitz.games.chess.memo import KEY, MOVES, POSITIONS
from kibitz.games.chess.position import Position
from kibitz.games.chess.weights import weights
from tests.chess.played import CHESS

ENTRIES: list[dict[str, Any]] = json.loads(
    files("kibitz.games.chess").joinpath("perft/standard.json").read_text(encoding="utf-8")
)["entries"]


@pytest.fixture(scope="module")
def kernels() -> Any:
    made = compiled.wait(600)
    assert made is not None
    return made


def some_boards(how_many: int, seed: int = 1) -> list[chess.Board]:
    """Boards from random games."""
    rng, found = random.Random(seed), list[chess.Board]()
    while len(found) < how_many:
        board = chess.Board()
        for _ in range(rng.randint(4, 140)):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
        found.append(board.copy(stack=False))
    return found


def listed(kernels: Any, memo: Any) -> dict[chess.Move, int]:
    """The root's moves, and the kernels' words for them."""
    count = kernels.list_moves(memo.ctypes.data)
    words = [int(word) for word in memo[MOVES : MOVES + count]]
    return {move_of(word): word for word in words}


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: str(entry["name"]))
def test_b2_the_kernels_count_the_published_leaves(kernels: Any, entry: dict[str, Any]) -> None:
    memo = memory(weights())
    lay(kernels, memo, CHESS.start(entry["setup"]))
    depths = range(1, len(entry["nodes"]) + 1)
    assert [kernels.leaves(memo.ctypes.data, depth) for depth in depths] == entry["nodes"]


def test_b2_the_kernels_know_the_moves_that_python_chess_knows(kernels: Any) -> None:
    memo = memory(weights())
    for board in some_boards(150):
        lay(kernels, memo, Position(board))
        assert sorted(map(str, listed(kernels, memo))) == sorted(map(str, board.legal_moves)), board.fen()


@pytest.mark.parametrize(
    "setup",
    [
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",  # 218 moves, by N. Petrovic
        "QQQQQQQQ/QQQQQQQ1/8/8/8/2k5/8/7K b - - 0 1",
    ],
)
def test_there_is_room_for_as_many_moves_as_a_set_up_board_can_have(kernels: Any, setup: str) -> None:
    memo = memory(weights())
    position = CHESS.start(setup)
    lay(kernels, memo, position)
    assert kernels.leaves(memo.ctypes.data, 2) == CHESS.perft(position, 2)


def test_a_position_reached_by_moves_has_the_key_that_it_has_from_nothing(kernels: Any) -> None:
    """Else repetitions would be missed; castling, promotion and captures in passing included."""
    memo = memory(weights())
    for board in some_boards(60, seed=2):
        lay(kernels, memo, Position(board))
        words = {
            move: kernels.key_after(memo.ctypes.data, word) for move, word in listed(kernels, memo).items()
        }
        for move, made in words.items():
            after = Position(board).after(move)
            lay(kernels, memo, after)
            unpinned = after.key[-1] is not None or not after.board.has_pseudo_legal_en_passant()
            assert not unpinned or made == memo[POSITIONS + KEY], (board.fen(), move)


def test_a_position_is_worth_the_same_to_both_sides(kernels: Any) -> None:
    memo = memory(weights())
    for board in some_boards(100, seed=3):
        lay(kernels, memo, Position(board))
        worth = kernels.judge(memo.ctypes.data)
        lay(kernels, memo, Position(board.mirror()))
        assert kernels.judge(memo.ctypes.data) == worth, board.fen()


def worth(kernels: Any, setup: str) -> int:
    memo = memory(weights())
    lay(kernels, memo, CHESS.start(setup))
    return int(kernels.judge(memo.ctypes.data))


@pytest.mark.parametrize(
    "setup",
    [
        "4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1",  # two knights cannot force mate
        "4k3/4b3/8/8/8/8/4R3/4K3 w - - 0 1",  # a rook against a bishop
        "4k3/4r3/8/8/8/4N3/4R3/4K3 w - - 0 1",
    ],
)
def test_an_advantage_that_hardly_wins_is_worth_little(kernels: Any, setup: str) -> None:
    assert 0 < worth(kernels, setup) < 120


def test_bishops_on_opposite_colours_draw_more(kernels: Any) -> None:
    same = worth(kernels, "4k3/3b4/8/8/3PPP2/8/3B4/4K3 w - - 0 1".replace("3b4", "2b5"))
    assert 0 < worth(kernels, "4k3/3b4/8/8/3PPP2/8/3B4/4K3 w - - 0 1") < same


@pytest.mark.parametrize(
    ("setup", "move", "won"),
    [
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 100),
        ("4k3/8/2p5/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 0),
        ("4k3/8/2p5/3p4/8/2N5/8/4K3 w - - 0 1", "c3d5", 100 - 320),
        ("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100),  # the rook behind comes to help
        ("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100 - 500),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100),
        ("4k3/8/8/8/8/5n2/4P3/4K3 w - - 0 1", "e2f3", 320),
    ],
)
def test_an_exchange_is_counted_to_its_end(kernels: Any, setup: str, move: str, won: int) -> None:
    memo = memory(weights())
    lay(kernels, memo, CHESS.start(setup))
    word = listed(kernels, memo)[chess.Move.from_uci(move)]
    assert kernels.balance(memo.ctypes.data, word) == won


def test_no_name_means_two_things_once_the_kernels_are_one_file() -> None:
    names = [
        name.id
        for node in ast.parse(compiled.joined()).body
        for target in (node.targets if isinstance(node, ast.Assign) else [])
        for name in ast.walk(target)
        if isinstance(name, ast.Name)
    ]
    functions = [node.name for node in ast.parse(compiled.joined()).body if isinstance(node, ast.FunctionDef)]
    again = sorted(name for name in {*names, *functions} if [*names, *functions].count(name) > 1)
    assert again == []


def test_without_a_cache_folder_the_kernels_are_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: str, **__: str) -> Path:
        raise OSError("read-only")

    monkeypatch.setattr(cache, "written", refuse)
    monkeypatch.setattr(compiled, "joined", lambda: "WAY = dict(cache=True)")
    assert compiled._loaded().WAY == {"cache": False}


def test_the_kernels_are_kept_where_the_cache_folder_is_told_to_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIBITZ_CACHE_DIR", str(tmp_path))
    path = cache.written("VALUE = 1\n", "chess")
    assert path.parent == tmp_path / "kernels" and path.read_text() == "VALUE = 1\n"
    assert cache.written("VALUE = 2\n", "chess") != path
