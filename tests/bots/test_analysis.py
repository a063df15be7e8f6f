"""Analysis (issue 5, point 6): positions and whole games judged by any bot, for any game."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from kibitz.bots.analysis import Analysis, Evaluation, Mark, Ply, analysed, evaluate, mark, summed
from kibitz.bots.annotation import annotated, sentence
from kibitz.bots.random import RandomBot
from kibitz.bots.search import SearchBot
from kibitz.core.errors import BadSetting
from kibitz.core.game import AnyGame, Seat
from kibitz.core.player import Limit, Thought
from kibitz.core.record import Entry, GameRecord, Kind, record_of, replay
from kibitz.games import find
from tests.laws.games_under_test import random_game

CHESS, NOUGHTS, UR = find("chess"), find("noughts"), find("ur")
TWO = Limit(depth=2)
FOOLS_MATE = ("f3", "e5", "g4", "Qh4#")


def judged(game: AnyGame, record: GameRecord, **more: Any) -> list[Ply]:
    return list(analysed(game, record, SearchBot(2, rng=random.Random(1)), TWO, **more))


@dataclass
class Oracle:
    """A bot that has been told what positions are worth to the first player, by their setups."""

    told: dict[str, float]
    asked: list[str] = field(default_factory=list)
    name: str = "oracle"

    def think(
        self, game: AnyGame, position: Any, limit: Limit, stopped: Callable[[], bool] = lambda: False
    ) -> Thought[Any]:
        setup = game.setup(position)
        self.asked.append(setup)
        value = self.told.get(setup, 0.5)
        move = game.moves(position)[-1]
        return Thought(move=move, value=value if game.turn(position) is Seat.FIRST else 1 - value)


def test_a_position_has_a_value_for_the_first_player_a_best_move_and_an_arrow() -> None:
    position = CHESS.start("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1")
    found = evaluate(CHESS, SearchBot(1), position, Limit(depth=1))
    assert (found.move, found.seat, found.over) == ("exd5", Seat.FIRST, False)
    assert found.cells == tuple(CHESS.plan.cell(name) for name in ("e4", "d5"))
    assert found.value > 0.55 and found.line[0] == "exd5"
    black = evaluate(CHESS, SearchBot(1), CHESS.start("4k3/8/8/3p4/4Q3/8/8/4K3 b - - 0 1"), Limit(depth=1))
    assert (black.move, black.seat) == ("dxe4", Seat.SECOND) and black.value < 0.45


def test_a_position_that_is_over_is_worth_its_result() -> None:
    mated = replay(CHESS, record_of(CHESS, FOOLS_MATE)).position
    found = evaluate(CHESS, RandomBot(), mated, Limit())
    assert found.over and (found.value, found.move, found.cells, found.line) == (0.0, "", (), ())
    stalemate = evaluate(CHESS, RandomBot(), CHESS.start("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), Limit())
    assert stalemate.over and stalemate.value == 0.5


def test_a_blunder_is_marked_and_what_was_better_is_told() -> None:
    plies = judged(CHESS, record_of(CHESS, FOOLS_MATE))
    assert [ply.text for ply in plies] == list(FOOLS_MATE)
    assert [ply.seat for ply in plies] == [Seat.FIRST, Seat.SECOND] * 2
    g4, mate = plies[2], plies[3]
    assert g4.mark is Mark.BLUNDER and g4.loss > 0.4 and g4.best.move != "g4"
    assert (mate.mark, mate.loss, mate.after, mate.over) == (Mark.NONE, 0.0, 0.0, True)
    assert sentence(g4).startswith("Blunder: from 50% to 0%; better was ")


def test_the_bots_own_move_gives_nothing_away_whatever_comes_after() -> None:
    setups = [NOUGHTS.setup(step.position) for step in replay(NOUGHTS, _noughts(8, 7)).steps]
    plies = list(analysed(NOUGHTS, _noughts(8, 7), Oracle({setups[1]: 0.1}), Limit()))
    assert [(ply.text, ply.loss) for ply in plies] == [(plies[0].best.move, 0.0), (plies[1].best.move, 0.0)]


def test_a_move_is_worth_what_the_position_behind_it_is() -> None:
    record = _noughts(0, 1)
    setups = [NOUGHTS.setup(step.position) for step in replay(NOUGHTS, record).steps]
    plies = list(
        analysed(NOUGHTS, record, Oracle({setups[0]: 0.6, setups[1]: 0.48, setups[2]: 0.5}), Limit())
    )
    assert (plies[0].best.value, plies[0].after) == (0.6, 0.48)
    assert plies[0].loss == pytest.approx(0.12) and plies[0].mark is Mark.MISTAKE
    assert plies[1].loss == pytest.approx(0.02) and plies[1].mark is Mark.NONE


def test_each_position_is_asked_about_once() -> None:
    record, oracle = _noughts(0, 1, 2, 3), Oracle({})
    plies = list(analysed(NOUGHTS, record, oracle, Limit()))
    assert len(plies) == 4 and len(oracle.asked) == len(set(oracle.asked)) == 5


@pytest.mark.parametrize(
    ("loss", "name"),
    [(0.0, ""), (0.049, ""), (0.05, "inaccuracy"), (0.1, "mistake"), (0.15, "blunder"), (1, "blunder")],
)
def test_marks_go_by_the_chance_given_away(loss: float, name: str) -> None:
    assert mark(loss) == name


def test_moves_taken_back_are_not_judged_and_notes_stay_where_they_are() -> None:
    record = record_of(CHESS, ["e4", "e5"]).plus(
        Entry(Kind.UNDO),
        Entry(Kind.MOVE, "f6"),
        Entry(Kind.NOTE, "hm"),
        Entry(Kind.MOVE, "d4"),
        Entry(Kind.RESIGN, seat=Seat.SECOND),
    )
    plies = judged(CHESS, record)
    assert [(ply.step, ply.text) for ply in plies] == [(1, "e4"), (2, "f6"), (3, "d4")]


def test_a_position_set_during_the_game_is_no_move() -> None:
    record = record_of(CHESS, ["e4"]).plus(
        Entry(Kind.POSITION, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), Entry(Kind.MOVE, "e4")
    )
    assert [(ply.step, ply.text) for ply in judged(CHESS, record)] == [(1, "e4"), (3, "e4")]


def test_rolls_have_luck_and_moves_have_loss() -> None:
    from kibitz.games.ur.luck import luck_of

    game: Any = UR
    texts = [
        game.write(position, move) for position, move in random_game(game, 4, longest=40) if move is not None
    ]
    record = record_of(game, texts)
    bot = game.bot("hard")
    plies = list(analysed(game, record, bot, Limit()))
    assert len(plies) == len(texts)
    for ply, moment in zip(plies, luck_of(game, record, bot.judge).moments, strict=True):
        assert ply.seat is moment.seat and ply.text == moment.text
        assert (ply.luck is not None) == moment.rolled
    assert all(ply.loss == 0.0 and not ply.best.move for ply in plies if ply.luck is not None)


def test_luck_adds_up_to_nothing_over_all_rolls() -> None:
    """The chance before a roll is the mean of those after it."""
    game: Any = UR
    bot, start = game.bot("hard"), game.start()
    rolls = zip(game.moves(start), game.odds(start), strict=True)
    lucks = []
    for roll, odds in rolls:
        (ply,) = analysed(game, record_of(game, [game.write(start, roll)]), bot, Limit())
        assert ply.luck is not None and ply.seat is Seat.FIRST
        lucks.append(odds * ply.luck)
    assert sum(lucks) == pytest.approx(0.0, abs=1e-9)


def test_progress_is_told_and_a_stop_ends_it() -> None:
    told: list[tuple[int, int]] = []
    record = record_of(CHESS, FOOLS_MATE)
    judged(CHESS, record, progress=lambda done, total: told.append((done, total)))
    assert told == [(n, 5) for n in range(6)]
    told.clear()
    found = judged(
        CHESS, record, progress=lambda done, total: told.append((done, total)), stopped=lambda: len(told) > 3
    )
    assert len(found) == 2


def test_a_game_without_moves_has_nothing_to_judge() -> None:
    assert judged(CHESS, GameRecord("chess")) == []


def test_a_bot_without_opinions_is_refused() -> None:
    with pytest.raises(BadSetting, match="does not say what a position is worth"):
        list(analysed(CHESS, record_of(CHESS, ["e4"]), RandomBot(), Limit()))


def test_a_weak_level_is_asked_again_when_it_has_moved_on_a_whim() -> None:
    thinks: Any = find("draughts/russian")
    bot = thinks.bot("beginner")
    bot.rng = random.Random(3)
    plies = list(analysed(thinks, record_of(thinks, ["22-18", "9-14", "18x9", "5x14"]), bot, Limit()))
    assert len(plies) == 4


def test_everything_is_plain_data() -> None:
    plies = tuple(judged(CHESS, record_of(CHESS, FOOLS_MATE)))
    data = json.loads(json.dumps(Analysis("chess", "search:2", plies).data()))
    assert data["plies"][2]["mark"] == "blunder" and data["plies"][2]["best"]["cells"]
    assert data["players"]["first"]["blunder"] == 1 and data["players"]["second"]["moves"] == 2
    assert set(data["plies"][0]) == {
        *("step", "seat", "move", "value", "after", "loss", "mark", "luck", "over", "best"),
    }


def test_a_players_game_is_added_up() -> None:
    best = Evaluation(0.5, Seat.FIRST)
    plies = [
        Ply(1, Seat.FIRST, "a", best, 0.3, 0.2),
        Ply(2, Seat.SECOND, "b", best, 0.3, 0.0),
        Ply(3, Seat.FIRST, "c", best, 0.24, 0.06),
        Ply(4, Seat.FIRST, "roll", best, 0.34, luck=0.1),
    ]
    total = summed(plies, Seat.FIRST)
    assert total.moves == 2
    assert [total.loss, total.luck] == pytest.approx([0.13, 0.1])
    assert dict(total.marks) == {Mark.BLUNDER: 1, Mark.MISTAKE: 0, Mark.INACCURACY: 1}
    assert summed(plies, Seat.SECOND).luck is None


def test_notes_in_pgn_are_glyphs_and_comments_that_are_read_back() -> None:
    record = record_of(CHESS, FOOLS_MATE, White="Ana")
    noted = annotated(CHESS, record, judged(CHESS, record))
    text = CHESS.write_file([noted])  # type: ignore[attr-defined]  # Archives
    assert "2. g4 $4 {Blunder: from 50% to 0%; better was" in text
    (again,) = CHESS.read_file(text)  # type: ignore[attr-defined]  # Archives
    assert [entry.text for entry in again.entries if entry.kind is Kind.MOVE] == list(FOOLS_MATE)


def test_notes_in_pdn_are_glyphs_and_comments() -> None:
    game = find("draughts/russian")
    record = record_of(game, ["22-18", "9-14", "18x9", "6x13"])
    ply = Ply(2, Seat.SECOND, "9-14", Evaluation(0.5, Seat.SECOND, "11-15", line=("11-15",)), 0.9, 0.4)
    text = game.write_file([annotated(game, record, [ply])])  # type: ignore[attr-defined]  # Archives
    assert "1. 22-18 9-14 $4 {Blunder: from 50% to 10%; better was 11-15.}" in text
    assert len(game.read_file(text)) == 1  # type: ignore[attr-defined]  # Archives


def test_notes_follow_the_moves_that_still_count_and_are_not_doubled() -> None:
    record = record_of(CHESS, ["e4", "e5"]).plus(Entry(Kind.UNDO), Entry(Kind.MOVE, "f6"))
    ply = Ply(2, Seat.SECOND, "f6", Evaluation(0.5, Seat.SECOND, "e5", line=("e5",)), 0.7, 0.2)
    once = annotated(CHESS, record, [ply])
    assert [entry.text for entry in once.entries][3:5] == ["f6", "$4"]
    assert annotated(CHESS, once, [ply]) == once
    assert annotated(CHESS, once, []) == record


def _noughts(*cells: int) -> GameRecord:
    position, texts = NOUGHTS.start(), list[str]()
    for cell in cells:
        texts.append(NOUGHTS.write(position, cell))
        position = NOUGHTS.play(position, cell)
    return record_of(NOUGHTS, texts)
