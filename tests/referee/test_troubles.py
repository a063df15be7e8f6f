"""Each trouble a real board gives, one by one: what is shown, frame after frame, and what is ruled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from kibitz.core.game import AnyGame
from kibitz.core.look import Look
from kibitz.core.ruling import Played, Restored, TakenBack, Turned, Underway, Unexplained, Waiting
from kibitz.games import find
from kibitz.referee import Referee
from kibitz.referee.hypotheses import half_turn
from kibitz.referee.rehearsal import Eye, Noise
from kibitz.referee.trial import reach

SHARP = Noise(misread=0.0, blink=0.0)
POZNAN, KAAZ, INTERNATIONAL = find("draughts/poznan"), find("draughts/kaaz"), find("draughts/international")


class Board:
    """A real board under a referee's eyes, ten frames a second."""

    def __init__(self, game: AnyGame, setup: str = "") -> None:
        self.game, self.eye = game, Eye(game, SHARP)
        self.referee: Referee[Any, Any] = Referee(game, game.start(setup))
        self.shown = game.look(self.referee.position)
        self.shows(self.shown, hand=False)

    def shows(
        self, look: Look, *, frames: int = 14, hand: bool = True, covered: Sequence[int] = ()
    ) -> list[Any]:
        """Rulings other than waiting while the board shows this, after a hand has been over what changed."""
        over, self.shown = reach(self.game, self.shown, look), look
        seen = [self.eye.glance(look, over) for _ in range(3 if hand else 0)]
        seen += [self.eye.glance(look, covered) for _ in range(frames)]
        return [r for r in map(self.referee.see, seen) if not isinstance(r, Waiting)]

    def after(self, *moves: str) -> Look:
        """The look after these moves."""
        position = self.referee.position
        for text in moves:
            position = self.game.play(position, self.game.read(position, text))
        return self.game.look(position)

    def changed(self, look: Look, **faces: int) -> Look:
        """A look with some cells changed by name: changed(look, c3=0)."""
        cells = bytearray(look)
        for name, face in faces.items():
            cells[self.game.plan.cell(name)] = face
        return Look(bytes(cells))

    def written(self, rulings: list[Any]) -> list[str]:
        """The moves of the single Played ruling, as written from the position before it."""
        (ruling,) = rulings
        assert isinstance(ruling, Played)
        return [str(move) for move in ruling.line]


def test_a_captured_man_is_lifted_late() -> None:
    board = Board(KAAZ, "B:W15:B10,1")
    before = board.game.look(board.referee.position)
    end = board.after("10x19")
    captured = next(
        i
        for i, (a, b) in enumerate(zip(before, end, strict=True))
        if a and not b and board.game.faces[a].owner == "second"
    )
    late = Look(end[:captured] + before[captured : captured + 1] + end[captured + 1 :])
    assert [type(r) for r in board.shows(late)] == [Underway]
    assert [type(r) for r in board.shows(end)] == [Played]


CHAIN = "B:W6,15,24,32:B1,4"  # 1x10x19x28


def test_a_chain_is_seen_jump_by_jump() -> None:
    board = Board(KAAZ, CHAIN)
    (move,) = board.game.moves(board.referee.position)
    stages = board.game.stages(board.referee.position, move)
    faces = board.game.faces
    fewer = [s for s in stages if sum(faces[f].owner == "second" for f in s) in (2, 3)]
    first = next(s for s in fewer if sum(faces[f].owner == "second" for f in s) == 3)
    second = next(s for s in fewer if sum(faces[f].owner == "second" for f in s) == 2)
    assert [type(r) for r in board.shows(first)] == [Underway]
    assert [type(r) for r in board.shows(second)] == [Underway]
    assert [type(r) for r in board.shows(board.after("1x28"))] == [Played]


def test_a_chain_is_seen_only_at_its_end() -> None:
    board = Board(KAAZ, CHAIN)
    (ruling,) = board.shows(board.after("1x28"))
    assert isinstance(ruling, Played) and len(ruling.line) == 1


def test_a12_where_going_on_is_optional_the_opponents_move_closes_the_chain() -> None:
    board = Board(POZNAN, "W:W32,25:B28,19,1,4")
    first_jump = board.after("32x23")
    assert [type(r) for r in board.shows(first_jump)] == [Underway]
    after_reply = board.after("32x23", "1-5")
    (ruling,) = board.shows(after_reply)
    assert isinstance(ruling, Played)
    assert [board.game.plan.cells[c].label for c in _touched(board, "W:W32,25:B28,19,1,4", ruling)] == [
        "32",
        "23",
        "1",
        "5",
    ]


def _touched(board: Board, setup: str, ruling: Played[Any]) -> list[int]:
    position = board.game.start(setup)
    cells: list[int] = []
    for move in ruling.line:
        cells += board.game.path(position, move)
        position = board.game.play(position, move)
    return cells


def test_a12_where_going_on_is_optional_the_same_piece_may_jump_again() -> None:
    board = Board(POZNAN, "W:W32,25:B28,19,1,4")
    assert [type(r) for r in board.shows(board.after("32x23"))] == [Underway]
    (ruling,) = board.shows(board.after("32x23x14"))
    assert isinstance(ruling, Played) and len(ruling.line) == 1


FAR = {"draughts/poznan": "W:W6,30:B21", "draughts/kaaz": "B:W10:B28,2"}


def test_a13_crowning_late_is_tolerated_in_poznan() -> None:
    board = Board(POZNAN, "W:W6,30:B21")
    end = board.after("6-2")
    cell = next(i for i, f in enumerate(end) if board.game.faces[f].rank == "king")
    man = board.game.look(board.referee.position)[
        next(iter(board.game.path(board.referee.position, board.game.read(board.referee.position, "6-2"))))
    ]
    uncrowned = Look(end[:cell] + bytes([man]) + end[cell + 1 :])
    assert [type(r) for r in board.shows(uncrowned)] == [Played]
    assert board.shows(uncrowned, frames=20) == []
    assert board.shows(end) == []
    assert [type(r) for r in board.shows(board.after("21-25"))] == [Played]


def test_a13_a_crown_forgotten_in_poznan_does_not_stop_the_opponent() -> None:
    board = Board(POZNAN, "W:W6,30:B21")
    end = board.after("6-2")
    cell = next(i for i, f in enumerate(end) if board.game.faces[f].rank == "king")
    man = next(i for i, face in enumerate(board.game.faces) if face.owner == "first" and face.rank == "man")
    board.shows(Look(end[:cell] + bytes([man]) + end[cell + 1 :]))
    reply = board.after("21-25")
    assert [type(r) for r in board.shows(Look(reply[:cell] + bytes([man]) + reply[cell + 1 :]))] == [Played]


def test_crowning_is_insisted_on_in_kaaz() -> None:
    board = Board(KAAZ, "B:W21,9:B26,2")
    end = board.after("26-31")
    cell = next(i for i, f in enumerate(end) if board.game.faces[f].rank == "king")
    man = next(i for i, face in enumerate(board.game.faces) if face.owner == "first" and face.rank == "man")
    uncrowned = Look(end[:cell] + bytes([man]) + end[cell + 1 :])
    assert [type(r) for r in board.shows(uncrowned)] == [Underway]
    reply = board.after("26-31", "21-17")
    (ruling,) = board.shows(Look(reply[:cell] + bytes([man]) + reply[cell + 1 :]))
    assert isinstance(ruling, Unexplained) and ruling.reason.key == "failed-promotion"


def test_a_move_is_taken_back() -> None:
    board = Board(INTERNATIONAL)
    start = board.game.look(board.referee.position)
    board.shows(board.after("32-28"))
    assert board.shows(start) == [TakenBack(1)]
    assert [type(r) for r in board.shows(board.after("31-27"))] == [Played]


def test_two_moves_happen_between_two_good_frames() -> None:
    board = Board(INTERNATIONAL)
    (ruling,) = board.shows(board.after("32-28", "19-23"))
    assert isinstance(ruling, Played) and len(ruling.line) == 2


def test_the_board_is_turned_round() -> None:
    board = Board(INTERNATIONAL)
    order = half_turn(board.game.plan)
    assert order

    def turned(look: Look) -> Look:
        return Look(bytes(look[cell] for cell in order))

    assert board.shows(turned(board.game.look(board.referee.position))) == [Turned()]
    assert [type(r) for r in board.shows(turned(board.after("32-28")))] == [Played]


def test_a14_an_illegal_change_is_named_and_play_resumes_when_it_is_put_back() -> None:
    board = Board(POZNAN)
    start = board.game.look(board.referee.position)
    man = start[board.game.plan.cell("a2")]
    wrong = board.changed(start, a2=0, a4=man)
    (ruling,) = board.shows(wrong)
    assert isinstance(ruling, Unexplained)
    assert {board.game.plan.cells[c].name for c in ruling.cells} == {"a2", "a4"}
    assert board.shows(start) == [Restored()]
    assert board.referee.position == board.game.start()


def test_a14_an_illegal_change_never_changes_the_game_however_long_it_stands() -> None:
    board = Board(POZNAN)
    start = board.game.look(board.referee.position)
    wrong = board.changed(start, a2=0, a4=start[board.game.plan.cell("a2")])
    assert len(board.shows(wrong, frames=100)) == 1
    assert board.referee.position == board.game.start()


@pytest.mark.parametrize("frames", [5, 30])
def test_nothing_is_judged_while_a_hand_is_over_the_board(frames: int) -> None:
    board = Board(POZNAN)
    assert board.shows(board.after("22-18"), frames=frames, covered=range(8, 24)) == []
    assert [type(r) for r in board.shows(board.after("22-18"), hand=False)] == [Played]


def test_a_cup_on_two_empty_cells_is_left_out_after_a_while() -> None:
    board = Board(POZNAN)
    cup = [board.game.plan.cell("a5"), board.game.plan.cell("a4")]
    assert board.shows(board.game.look(board.referee.position), frames=30, covered=cup) == []
    rulings = board.shows(board.after("22-18"), frames=40, covered=cup)
    assert [type(r) for r in rulings] == [Played]


def test_one_bad_frame_decides_nothing() -> None:
    board = Board(POZNAN)
    assert board.shows(board.after("22-18"), frames=1) == []
    assert board.shows(board.game.start() and board.game.look(board.game.start()), hand=False) == []


def test_a_move_seen_without_a_hand_takes_longer_but_counts() -> None:
    board = Board(POZNAN)
    assert board.shows(board.after("22-18"), frames=4, hand=False) == []
    assert [type(r) for r in board.shows(board.after("22-18"), frames=8, hand=False)] == [Played]


def test_single_stills_are_believed_at_once() -> None:
    game = find("atoll/5")
    eye = Eye(game, SHARP, fps=1.0)
    referee: Referee[Any, Any] = Referee(game, game.start())
    position, played = game.start(), []
    referee.see(eye.glance(game.look(position)))
    for text in ("E5", "D4", "C3", "F6"):
        position = game.play(position, game.read(position, text))
        played.append(referee.see(eye.glance(game.look(position))))
    assert all(isinstance(ruling, Played) for ruling in played)
    assert referee.position == position


def test_three_missed_moves_are_caught_up_with() -> None:
    board = Board(INTERNATIONAL)
    (ruling,) = board.shows(board.after("31-26", "20-25", "34-29"))
    assert isinstance(ruling, Played) and len(ruling.line) == 3


def test_a_piece_moved_out_of_turn_is_never_explained_by_moves_to_and_fro() -> None:
    game = find("chess")
    board = Board(game)
    start = game.look(board.referee.position)
    out_of_turn = board.changed(start, e7=0, e5=start[game.plan.cell("e7")])
    (ruling,) = board.shows(out_of_turn, frames=60)
    assert isinstance(ruling, Unexplained)
