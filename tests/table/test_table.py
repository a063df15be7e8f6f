"""The table: kept before shown, stale actions refused, bots and cameras as players."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from kibitz.core.errors import IllegalMove, KibitzError
from kibitz.core.game import Game, M, Outcome, P, Seat
from kibitz.core.record import Entry, Kind, replay
from kibitz.games import find
from kibitz.referee.rehearsal import Eye, Noise
from kibitz.table import Control, Phase, State, Table
from kibitz.table.keeper import Stale

CHESS = find("chess")
SHARP = Noise(misread=0.0, blink=0.0)


class Memory:
    """Keeps entries, and can be told to fail."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.broken = False

    def append(self, entry: Entry) -> None:
        if self.broken:
            raise KibitzError("The disk is full.")
        self.entries.append(entry)


class First:
    """A player that takes the first legal move."""

    name = "first move"

    async def choose(self, game: Game[P, M], position: P) -> M:
        await asyncio.sleep(0)
        return game.moves(position)[0]


def test_a_move_is_kept_before_it_is_shown() -> None:
    memory = Memory()
    table = Table(CHESS, keeper=memory)
    state = table.play("e4", ply=0)
    assert [entry.text for entry in memory.entries] == ["e4"]
    assert state.ply == 1 and state.turn is Seat.SECOND


def test_what_cannot_be_kept_has_not_happened() -> None:
    memory = Memory()
    table = Table(CHESS, keeper=memory)
    memory.broken = True
    with pytest.raises(KibitzError, match="disk"):
        table.play("e4")
    assert table.ply == 0 and table.record.entries == ()


def test_a_stale_action_is_refused() -> None:
    table = Table(CHESS)
    table.play("e4", ply=0)
    with pytest.raises(Stale):
        table.play("e5", ply=0)
    assert table.ply == 1


def test_a_table_resumes_from_its_record() -> None:
    table = Table(CHESS)
    for move in ("e4", "e5", "Nf3"):
        table.play(move)
    again = Table(CHESS, table.record)
    assert again.state.setup == table.state.setup and again.ply == 3


def test_undo_and_this_is_the_position_are_entries() -> None:
    table = Table(CHESS)
    table.play("e4")
    table.undo(ply=1)
    assert table.ply == 0
    table.this_is_the_position("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    table.play("O-O")
    assert [entry.kind for entry in table.record.entries] == [Kind.MOVE, Kind.UNDO, Kind.POSITION, Kind.MOVE]
    assert replay(CHESS, table.record).position == table.position


def test_undo_never_leaves_only_the_dice_taken_back() -> None:
    game = find("ur")
    table = Table(game, dice=lambda moves, odds: moves[2])
    table.start()
    assert table.state.turn is Seat.FIRST
    table.play(game.write(table.position, game.moves(table.position)[0]))
    table.undo()
    assert table.state.turn is Seat.FIRST


def test_resigning_agreeing_and_claiming_end_the_game() -> None:
    for end, outcome in (
        (Table.resign, Outcome(Seat.SECOND, "resigned")),
        (Table.agree_draw, Outcome(None, "agreed")),
    ):
        table = Table(CHESS)
        assert end(table).outcome == outcome
        with pytest.raises(IllegalMove):
            table.play("e4")
    table = Table(CHESS)
    with pytest.raises(IllegalMove, match="no draw to claim"):
        table.claim()
    for move in ("Nf3", "Nf6", "Ng1", "Ng8") * 2:
        table.play(move)
    assert table.claim().outcome == Outcome(None, "threefold-repetition")


def test_a_pause_stops_the_clock_and_moves() -> None:
    now = [0.0]
    table = Table(CHESS, control=Control.read("5"), clock=lambda: now[0])
    table.play("e4")
    now[0] = 10.0
    table.pause()
    with pytest.raises(IllegalMove, match="paused"):
        table.play("e5")
    now[0] = 1000.0
    state = table.go_on()
    assert state.left_s == (300.0, 290.0)


def test_a_fallen_flag_ends_the_game() -> None:
    now = [0.0]
    table = Table(CHESS, control=Control.read("1"), clock=lambda: now[0])
    table.play("e4")
    now[0] = 59.0
    assert table.tick() is None
    now[0] = 61.0
    state = table.tick()
    assert state and state.outcome == Outcome(Seat.FIRST, "time")


def test_every_listener_hears_every_change() -> None:
    async def main() -> list[list[int]]:
        table = Table(CHESS)

        async def hear() -> list[int]:
            heard = []
            async for state in table.listen():
                heard.append(state.ply)
                if state.ply == 3:
                    break
            return heard

        ears = [asyncio.create_task(hear()) for _ in range(5)]
        await asyncio.sleep(0)
        for move in ("e4", "e5", "Nf3"):
            table.play(move)
        return [await ear for ear in ears]

    assert asyncio.run(main()) == [[0, 1, 2, 3]] * 5


def test_a_bot_answers_on_the_screen() -> None:
    async def main() -> Table:
        table = Table(CHESS, players={Seat.SECOND: First()})
        table.play("e4")
        async for state in table.listen():
            if state.ply == 2:
                break
        await table.close()
        return table

    table = asyncio.run(main())
    assert table.record.entries[1].source == "bot"


def show(table: Table, eye: Eye, position: Any, *, frames: int = 8, hand: bool = True) -> State:
    look = table.game.look(position)
    for _ in range(4 if hand else 0):
        table.see(eye.glance(look, range(64)))
    for _ in range(frames):
        table.see(eye.glance(look))
    return table.state


def test_a_move_on_the_real_board_is_followed() -> None:
    game = find("draughts/poznan")
    table, eye = Table(game, at_board=True), Eye(game, SHARP)
    show(table, eye, table.position)
    move = game.moves(table.position)[0]
    state = show(table, eye, game.play(table.position, move))
    assert state.ply == 1 and table.record.entries[0].source == "camera"


def test_a_move_on_the_real_board_that_cannot_be_kept_is_told_and_seen_again() -> None:
    game, keeper = find("draughts/poznan"), Memory()
    table, eye = Table(game, at_board=True, keeper=keeper), Eye(game, SHARP)
    after = game.play(table.position, game.moves(table.position)[0])
    show(table, eye, table.position)
    keeper.broken = True
    state = show(table, eye, after)
    assert (state.phase, state.ply, state.message) == (Phase.PAUSED, 0, "The disk is full.")
    keeper.broken = False
    table.go_on()
    assert show(table, eye, after, frames=40).ply == 1


def test_a_move_made_on_the_screen_is_awaited_on_the_board_and_not_taken_back() -> None:
    game = find("draughts/poznan")
    table, eye = Table(game, at_board=True), Eye(game, SHARP)
    before = table.position
    show(table, eye, before)
    table.play(game.write(before, game.moves(before)[0]))
    assert show(table, eye, before, hand=False).phase is Phase.OUT_OF_STEP
    assert show(table, eye, table.position).phase is Phase.FOLLOWING
    assert table.ply == 1


def test_a_bots_move_is_announced_and_another_is_refused() -> None:
    game = find("draughts/poznan")

    async def main() -> tuple[Table, list[State]]:
        table, eye = Table(game, at_board=True, players={Seat.SECOND: First()}), Eye(game, SHARP)
        show(table, eye, table.position)
        show(table, eye, game.play(table.position, game.moves(table.position)[0]))
        await asyncio.sleep(0.05)
        announced = table.state
        replies = game.moves(table.position)
        wrong = show(table, eye, game.play(table.position, replies[3]))
        back = show(table, eye, table.position)
        right = show(table, eye, game.play(table.position, replies[0]))
        await table.close()
        return table, [announced, wrong, back, right]

    table, (announced, wrong, back, right) = asyncio.run(main())
    assert announced.announced and announced.ply == 1
    assert wrong.phase is Phase.ILLEGAL and wrong.ply == 1
    assert back.phase is Phase.FOLLOWING
    assert right.ply == 2 and table.record.entries[1].text == announced.announced


def test_promotion_on_a_real_chess_board_is_asked_for() -> None:
    table, eye = Table(CHESS, at_board=True), Eye(CHESS, SHARP)
    table.this_is_the_position("7k/P7/8/8/8/8/8/7K w - - 0 1")
    show(table, eye, table.position)
    queen = CHESS.play(table.position, CHESS.read(table.position, "a8=Q"))
    state = show(table, eye, queen, frames=14)
    assert state.phase is Phase.UNCLEAR and ("a8=Q+",) in state.choices
    state = table.choose(state.choices.index(("a8=Q+",)))
    assert state.ply == 1 and "Q" in state.setup


def test_undo_takes_the_bots_answer_back_with_the_persons_move() -> None:
    async def played() -> Table:
        table = Table(CHESS, players={Seat.SECOND: First()})
        table.play("e4")
        while table.ply < 2:
            await asyncio.sleep(0)
        table.undo()
        return table

    assert asyncio.run(played()).ply == 0


def test_the_first_throw_cannot_be_taken_back_for_another() -> None:
    table = Table(find("ur"), dice=lambda moves, odds: moves[2])
    table.start()
    with pytest.raises(IllegalMove, match="no move to take back"):
        table.undo()


def test_a_bots_move_that_cannot_be_kept_is_told_and_asked_for_again() -> None:
    async def played() -> tuple[State, Table]:
        memory = Memory()
        table = Table(CHESS, keeper=memory, players={Seat.SECOND: First()})
        table.play("e4")
        memory.broken = True
        while table.state.phase is not Phase.PAUSED:
            await asyncio.sleep(0)
        told = table.state
        memory.broken = False
        table.go_on()
        while table.ply < 2:
            await asyncio.sleep(0)
        return told, table

    told, table = asyncio.run(played())
    assert "disk is full" in told.message and told.ply == 1 and table.ply == 2


def test_a_position_changed_in_a_pause_stays_paused() -> None:
    table = Table(CHESS)
    table.play("e4")
    table.pause()
    assert table.undo().phase is Phase.PAUSED
