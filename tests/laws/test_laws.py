"""The laws that every game keeps, tried by random play on every game there is."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Sequence
from typing import Any

import pytest

from kibitz.core.errors import BadSetup, IllegalMove, KibitzError, MoveError, UnreadableMove
from kibitz.core.game import AnyGame, Chancy, Explains, Places, Remarks, Seat, Tolerates
from kibitz.core.record import record_of, replay
from kibitz.games import find
from tests.laws.games_under_test import ALL, random_game

SEEDS = (1, 2, 3)


@pytest.fixture(scope="module", params=ALL)
def game(request: pytest.FixtureRequest) -> AnyGame:
    return find(request.param)


@pytest.fixture(scope="module")
def played(game: AnyGame) -> Sequence[tuple[Any, Any]]:
    return [pair for seed in SEEDS for pair in random_game(game, seed)]


def test_a_game_says_who_it_is(game: AnyGame) -> None:
    assert game.name in ALL
    assert game.title and game.version >= 1
    assert game.faces[0].name == "empty" and not game.faces[0].owner
    assert len({face.name for face in game.faces}) == len(game.faces)


def test_every_face_on_the_board_has_a_piece_in_every_piece_set(game: AnyGame) -> None:
    shown = [face for face in game.faces[1:] if not face.tray]
    assert game.piece_sets
    for piece_set in game.piece_sets:
        assert all(piece_set.piece(face) for face in shown), piece_set.name
        assert all(len(piece_set.symbol(face)) == 1 for face in game.faces if not face.tray)


def test_moves_are_empty_exactly_when_the_game_is_over(
    game: AnyGame, played: Sequence[tuple[Any, Any]]
) -> None:
    for position, move in played:
        after = game.play(position, move)
        assert bool(game.moves(after)) == (game.outcome(after) is None)


def test_moves_come_in_a_fixed_order(game: AnyGame, played: Sequence[tuple[Any, Any]]) -> None:
    for position, _ in played[:40]:
        assert list(game.moves(position)) == list(game.moves(game.start(game.setup(position))))


def test_playing_leaves_the_old_position_as_it_was(game: AnyGame, played: Sequence[tuple[Any, Any]]) -> None:
    for position, move in played:
        before, number = game.setup(position), hash(position)
        after = game.play(position, move)
        assert game.setup(position) == before and hash(position) == number
        assert game.play(position, move) == after


def test_a_move_of_another_position_is_refused(game: AnyGame, played: Sequence[tuple[Any, Any]]) -> None:
    tried = 0
    for (position, _), (_, foreign) in zip(played, reversed(played), strict=True):
        if foreign not in game.moves(position):
            tried += 1
            with pytest.raises(IllegalMove):
                game.play(position, foreign)
    assert tried


def test_what_is_written_is_read_back_and_unique(game: AnyGame, played: Sequence[tuple[Any, Any]]) -> None:
    for position, _ in played[::3]:
        written = [game.write(position, move) for move in game.moves(position)]
        assert len(set(written)) == len(written)
        assert [game.read(position, text) for text in written] == list(game.moves(position))


def test_a_setup_sets_the_position_up_again(game: AnyGame, played: Sequence[tuple[Any, Any]]) -> None:
    for position, move in played[::3]:
        for p in (position, game.play(position, move)):
            again = game.start(game.setup(p))
            assert game.setup(again) == game.setup(p)
            assert game.look(again) == game.look(p) and game.turn(again) is game.turn(p)


def test_looks_fit_the_plan(game: AnyGame, played: Sequence[tuple[Any, Any]]) -> None:
    for position, move in played:
        for look in (game.look(position), *game.stages(position, move)):
            assert len(look) == len(game.plan.cells)
            for face, cell in zip(look, game.plan.cells, strict=True):
                assert face < len(game.faces)
                assert game.faces[face].tray == cell.tray or face == 0
                assert cell.playable or face == 0


def test_stages_are_neither_the_look_before_nor_the_look_after(
    game: AnyGame, played: Sequence[tuple[Any, Any]]
) -> None:
    for position, move in played:
        stages = game.stages(position, move)
        ends = {game.look(position), game.look(game.play(position, move))}
        assert not ends & set(stages) and len(set(stages)) == len(stages)


def test_paths_are_cells_of_the_plan(game: AnyGame, played: Sequence[tuple[Any, Any]]) -> None:
    for position, move in played:
        assert all(0 <= cell < len(game.plan.cells) for cell in game.path(position, move))


def test_distinct_moves_lead_to_distinct_positions(game: AnyGame, played: Sequence[tuple[Any, Any]]) -> None:
    for position, _ in played[::3]:
        after = [game.play(position, move) for move in game.moves(position)]
        assert len(set(after)) == len(after)


def test_the_dice_have_odds_and_nobody_else_has(game: AnyGame, played: Sequence[tuple[Any, Any]]) -> None:
    for position, _ in played:
        if game.turn(position) is Seat.CHANCE:
            assert isinstance(game, Chancy)
            odds = game.odds(position)
            assert len(odds) == len(game.moves(position)) and abs(sum(odds) - 1) < 1e-12
            assert min(odds) > 0


def test_positions_and_moves_are_values(game: AnyGame, played: Sequence[tuple[Any, Any]]) -> None:
    for position, move in played[:20]:
        for value in (position, move):
            assert copy.deepcopy(value) == value == pickle.loads(pickle.dumps(value))
            assert hash(copy.deepcopy(value)) == hash(value)


def test_a_record_replays_to_the_same_position(game: AnyGame) -> None:
    pairs = list(random_game(game, 7, longest=60))
    texts = [game.write(position, move) for position, move in pairs]
    record = record_of(game, texts)
    last_position, last_move = pairs[-1]
    assert replay(game, record).position == game.play(last_position, last_move)
    assert replay(game, record).ply == len(texts)


@pytest.mark.parametrize("text", ["", " ", "?", "\x00", "zz99", "1-", "x" * 100_000, "9" * 100_000, "🂡"])
def test_nonsense_is_no_move_and_no_setup(game: AnyGame, text: str) -> None:
    position = game.start()
    with pytest.raises(UnreadableMove) as refused:
        game.read(position, text)
    assert len(str(refused.value)) < 400
    if text.strip():
        with pytest.raises(BadSetup) as refused_setup:
            game.start(text)
        assert len(str(refused_setup.value)) < 400


def test_random_bytes_never_break_the_readers(game: AnyGame) -> None:
    rng, position = random.Random(11), game.start()
    alphabet = "0123456789abcdefghKQWB:,-x/ .()=+#\n\t\x00é" + game.setup(position)
    for _ in range(300):
        text = "".join(rng.choices(alphabet, k=rng.randrange(1, 30)))
        for reader, errors in ((lambda t: game.read(position, t), MoveError), (game.start, BadSetup)):
            try:
                reader(text)
            except KibitzError as error:
                assert isinstance(error, errors), (text, error)


def test_extras_answer_in_every_position(game: AnyGame, played: Sequence[tuple[Any, Any]]) -> None:
    for (position, _), (other, _) in zip(played[::7], played[3::7], strict=False):
        if isinstance(game, Explains):
            reason = game.why_not(position, game.look(other))
            assert reason.key and all(0 <= cell < len(game.plan.cells) for cell in reason.cells)
        if isinstance(game, Remarks):
            assert all(isinstance(key, str) for key in game.remarks(position))


def test_what_stands_on_the_board_can_be_set_up(game: AnyGame, played: Sequence[tuple[Any, Any]]) -> None:
    assert isinstance(game, Places)
    for position, _ in played[::5]:
        turn = game.turn(position)
        if turn is not Seat.CHANCE:
            again = game.start(game.setup_from(game.look(position), turn))
            assert game.look(again) == game.look(position)


def test_what_is_tolerated_is_a_stage_of_the_move(game: AnyGame, played: Sequence[tuple[Any, Any]]) -> None:
    if isinstance(game, Tolerates):
        for position, move in played:
            assert set(game.tolerated(position, move)) <= set(game.stages(position, move))
