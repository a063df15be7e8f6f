"""Moves as what hands do, for any game, and looks that no rule allows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kibitz.cameras.actors import Actors, Moment
from kibitz.cameras.handiwork import handiwork, undone
from kibitz.cameras.line import line_of, random_line, with_mistakes
from kibitz.cameras.mistakes import MISTAKES, WRONG, Occasion, fits, wrong
from kibitz.cameras.script import Script
from kibitz.cameras.tabletop import table_places
from kibitz.core.game import AnyGame
from kibitz.core.marks import marked
from kibitz.games import find, names

ALL = (*names(), "noughts")


def done(game: AnyGame, *moves: str, setup: str = "") -> list[str]:
    """What the hand does for the last of these moves, in words."""
    line = line_of(game, moves, setup)
    work = handiwork(game, line.positions[-2], line.moves[-1])
    cells = game.plan.cells

    def word(spot: Any) -> str:
        return str(cells[spot.number].name if spot.kind in ("cell", "tray") else spot.kind)

    return [f"{carry.role} {word(carry.origin)} {word(carry.goal)}" for carry in work.carries]


def moments(
    game: AnyGame, plies: int, seed: int, *mistakes: str, setup: str = ""
) -> tuple[Any, list[Moment]]:
    """A whole film at five frames a second, and its line."""
    pieces = game.piece_sets[0]
    line = random_line(game, pieces, plies, seed, mistakes, setup)
    line = with_mistakes(line, pieces, mistakes)
    start = game.look(line.positions[0])
    places = table_places(marked(game.plan), game.faces, start)
    return line, list(Script(line, Actors(places, game.faces, start, 5.0), pieces, seed).moments())


def test_chess_a_capture_lifts_the_victim_first() -> None:
    assert done(find("chess"), "e4", "d5", "exd5") == ["lift d5 side", "hop e4 d5"]


def test_chess_castling_is_two_piece_moves() -> None:
    moves = ("e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "O-O")
    assert done(find("chess"), *moves) == ["hop e1 g1", "hop h1 f1"]


def test_chess_en_passant_lifts_the_pawn_that_was_passed() -> None:
    assert done(find("chess"), "e4", "a6", "e5", "d5", "exd6") == ["hop e5 d6", "lift d5 side"]


def test_chess_a_promoted_pawn_is_exchanged() -> None:
    setup = "8/P6k/8/8/8/8/7K/8 w - - 0 1"
    assert done(find("chess"), "a8=Q", setup=setup) == ["hop a7 a8", "crown a8 side", "crown away a8"]


def test_a12_a_chain_is_made_jump_by_jump() -> None:
    game = find("draughts/russian")
    setup = "W:Wc1:Bd2,f4"
    texts = [game.write(game.start(setup), move) for move in game.moves(game.start(setup))]
    chain = max(texts, key=len)
    assert [word.split()[0] for word in done(game, chain, setup=setup)] == ["hop", "lift", "hop", "lift"]


def test_e2_a_stone_enters_from_the_pool_and_a_captured_one_goes_back() -> None:
    game = find("ur")
    assert done(game, "r2", "in") == ["hop pool1 c1"]
    setup = "1?:a1+0:a2+0"
    line = line_of(game, ["r1"], setup)
    takes = [m for m in game.moves(line.positions[-1]) if "x" in game.write(line.positions[-1], m)]
    assert takes, game.setup(line.positions[-1])
    text = game.write(line.positions[-1], takes[0])
    assert done(game, "r1", text, setup=setup) == ["lift a2 pool2", "hop a1 a2"]


def test_c2_a_stone_comes_from_outside() -> None:
    assert done(find("atoll/5"), "E5") == ["set away E5"]


def test_a_roll_moves_nothing() -> None:
    assert done(find("ur"), "r3") == []


@pytest.mark.parametrize("name", ALL)
def test_every_move_of_every_game_ends_in_its_look_and_can_be_undone(name: str) -> None:
    game = find(name)
    line = random_line(game, game.piece_sets[0], 60, 4)
    for position, move in zip(line.positions, line.moves, strict=False):
        carries = handiwork(game, position, move).carries
        now = bytearray(game.look(position))
        assert _carried(game, now, carries) == _board(game, game.look(game.play(position, move)))
        assert _carried(game, now, undone(carries)) == _board(game, game.look(position))


def _carried(game: AnyGame, now: bytearray, carries: Any) -> bytes:
    for carry in carries:
        if carry.origin.kind == "cell":
            assert now[carry.origin.number] == carry.face, "a hand takes only what stands there"
            now[carry.origin.number] = 0
        if carry.goal.kind == "cell":
            assert now[carry.goal.number] == 0, "a hand puts nothing on an occupied cell"
            now[carry.goal.number] = carry.face
    return _board(game, bytes(now))


def _board(game: AnyGame, look: bytes) -> bytes:
    return bytes(face for face, cell in zip(look, game.plan.cells, strict=True) if not cell.tray)


@pytest.mark.parametrize("name", ALL)
def test_between_moves_the_board_shows_a_stage_and_at_the_end_the_position(name: str) -> None:
    game = find(name)
    line, film = moments(game, 30, 9)
    assert film[-1].ply == len(line.moves) and not film[-1].hands
    for moment in film:
        if not moment.hands:
            assert _board(game, moment.look) == _board(game, moment.expected)
            assert moment.expected == game.look(line.positions[moment.ply])
    played = [event for moment in film for event in moment.events if event.event == "played"]
    assert [dict(event.details)["move"] for event in played] == line.texts()


@pytest.mark.parametrize("name", ALL)
def test_a14_every_mistake_breaks_the_rules_and_is_put_right(name: str) -> None:
    game = find(name)
    line, film = moments(game, 12 if name.startswith("atoll") else 30, 2, *MISTAKES)
    assert len(line.mistakes) + len(line.missed) == len(MISTAKES)
    events = [event for moment in film for event in moment.events]
    for ply, mistake in line.mistakes:
        if mistake in WRONG:
            told = [e for e in events if e.event == "illegal" and dict(e.details)["mistake"] == mistake]
            assert [e.ply for e in told] == [ply - 1]
    illegal, restored = (sum(e.event == kind for e in events) for kind in ("illegal", "restored"))
    assert illegal == restored >= 4
    assert film[-1].ply == len(line.moves)
    assert _board(game, film[-1].look) == _board(game, film[-1].expected)


def test_a_look_after_a_mistake_is_that_of_no_legal_line() -> None:
    game = find("chess")
    for seed in range(12):
        line = random_line(game, game.piece_sets[0], 9, seed)
        at = Occasion(game, game.piece_sets[0], line.positions[8], line.moves[8], line.positions[:8])
        for mistake in WRONG:
            carries = wrong(mistake, at, np.random.default_rng(seed))
            if carries is None:
                continue
            shown = _carried(game, bytearray(game.look(at.position)), carries)
            colours = _colours(game, shown)
            after = [game.play(at.position, move) for move in game.moves(at.position)]
            assert colours not in [
                _colours(game, game.look(position)) for position in (*line.positions, *after)
            ]


def _colours(game: AnyGame, look: bytes) -> list[str]:
    """All that the usual chess set shows."""
    return [game.faces[face].owner for face in look]


@pytest.mark.parametrize(
    ("mistake", "name", "events"),
    [
        ("late-lift", "draughts/russian", ["late-lift"]),
        ("paused-chain", "draughts/russian", ["paused-chain"]),
        ("late-crown", "draughts/russian", ["late-crown"]),
        ("forgotten-crown", "draughts/poznan", ["crowned"]),
        ("take-back", "chess", ["taken-back"]),
        ("two-moves", "chess", ["two-moves"]),
        ("bump", "atoll/3", ["bumped"]),
        ("turned", "atoll/3", ["turned"]),
        ("resting-hand", "ur", ["resting-hand"]),
        ("lamp", "chess", ["lamp-off", "lamp-on"]),
        ("wrong-bot-move", "atoll/3", ["illegal", "restored"]),
    ],
)
def test_each_trouble_can_be_asked_for(mistake: str, name: str, events: list[str]) -> None:
    line, film = moments(find(name), 60 if "crown" in mistake else 16, 3, mistake)
    assert [kind for _, kind in line.mistakes] == [mistake], line.texts()
    told = [event.event for moment in film for event in moment.events if event.event != "played"]
    assert told == events


def test_between_two_quick_moves_no_frame_is_clear() -> None:
    line, film = moments(find("chess"), 12, 3, "two-moves")
    ply = line.mistakes[0][0]
    between = [m for m in film if m.ply == ply]
    assert between and all(moment.hands for moment in between)


def test_mistakes_fit_only_where_there_is_an_occasion() -> None:
    game = find("atoll/3")
    start = game.start()
    at = Occasion(game, game.piece_sets[0], start, game.moves(start)[0], ())
    assert not fits("late-crown", at) and not fits("paused-chain", at) and not fits("removed-piece", at)
    carries = wrong("added-piece", at, np.random.default_rng(0))
    assert carries and game.faces[carries[0].face].owner == "second", "the mover's own stone would be a move"
