"""Matches: pairs with colours changed, varied openings, honest error bars, and the command."""

from __future__ import annotations

import json
import math
import random
from itertools import islice

import pytest
import typer
from typer.testing import CliRunner

from kibitz.bots.contest import Terms, contest
from kibitz.bots.openings import openings
from kibitz.bots.random import RandomBot
from kibitz.bots.score import Sprt, elo, estimate, expected
from kibitz.bots.search import SearchBot
from kibitz.cli.match import match
from kibitz.core.errors import BadSetting
from kibitz.games import find

NOUGHTS, ATOLL, UR = find("noughts"), find("atoll/3"), find("ur")


def test_elo_and_score_are_each_others_inverse() -> None:
    for difference in (-300.0, -20.0, 0.0, 191.0, 600.0):
        assert elo(expected(difference)) == pytest.approx(difference)
    assert elo(0.76) == pytest.approx(200, abs=1)
    assert elo(1.0) == math.inf and elo(0.0) == -math.inf


def test_a_clean_sweep_still_has_a_finite_lower_bound() -> None:
    found = estimate([1.0] * 20)
    assert found.score == 1.0 and found.high == 1.0
    assert found.low == pytest.approx(0.912, abs=0.002)  # Wilson, 40 of 40


def test_bounds_agree_with_wilson_where_games_are_independent() -> None:
    rng = random.Random(5)
    games = [float(rng.random() < 0.6) for _ in range(400)]
    pairs = [(games[i] + games[i + 1]) / 2 for i in range(0, 400, 2)]
    found = estimate(pairs)
    wide = 1.96 * math.sqrt(found.score * (1 - found.score) / 400)
    assert found.high - found.low == pytest.approx(2 * wide, rel=0.15)


def test_the_true_score_lies_within_the_bounds_nineteen_times_of_twenty() -> None:
    rng, inside = random.Random(7), 0
    for _ in range(300):
        pairs = [sum(rng.choice((0.0, 0.5, 1.0, 1.0)) for _ in (0, 1)) / 2 for _ in range(30)]
        found = estimate(pairs)
        inside += found.low <= 0.625 <= found.high
    assert 0.91 <= inside / 300 <= 0.985


def test_the_sequential_test_decides_both_ways_and_waits_when_it_cannot() -> None:
    test = Sprt(0, 50)
    assert test.verdict([]) == ""
    assert test.verdict([0.5, 1.0, 0.0]) == ""
    assert test.verdict([1.0, 0.5, 1.0] * 40) == "H1"
    assert test.verdict([0.5, 0.0, 0.5, 0.5] * 60) == "H0"
    assert test.verdict([1.0] * 60) == "H1"


def test_openings_differ_are_not_over_and_repeat_with_the_seed() -> None:
    first = list(islice(openings(ATOLL, 3, 1), 20))
    assert len({ATOLL.setup(position) for position in first}) == 20
    assert all(ATOLL.moves(position) for position in first)
    assert first == list(islice(openings(ATOLL, 3, 1), 20))
    assert first != list(islice(openings(ATOLL, 3, 2), 20))


def test_openings_run_out_without_hanging() -> None:
    assert len(list(islice(openings(NOUGHTS, 1, 1), 30))) == 30
    with pytest.raises(BadSetting, match="ask for fewer"):
        next(openings(NOUGHTS, 9, 1))
    with pytest.raises(BadSetting):
        next(openings(NOUGHTS, -1, 1))


def test_games_come_in_pairs_with_colours_changed() -> None:
    tally = contest(ATOLL, (RandomBot(), RandomBot()), Terms(games=6))
    assert [game.first for game in tally.games] == [0, 1] * 3
    assert [a.opening == b.opening for a, b in zip(tally.games[::2], tally.games[1::2], strict=True)] == [
        True
    ] * 3
    assert len({game.opening for game in tally.games}) == 3
    assert sum(tally.counts) == 6 and len(tally.pairs) == 3


def test_both_games_of_a_pair_see_the_same_dice() -> None:
    bots = RandomBot(random.Random(1)), RandomBot(random.Random(1))
    tally = contest(UR, bots, Terms(games=2, opening_plies=2))
    assert all(game.outcome.reason == "all-home" for game in tally.games)


def test_who_looks_ahead_beats_who_does_not() -> None:
    tally = contest(NOUGHTS, (SearchBot(4), RandomBot(random.Random(3))), Terms(games=20, opening_plies=1))
    won, _, lost = tally.counts
    assert won > lost and tally.estimate.score > 0.6


def test_a_bot_without_a_legal_move_loses_by_it() -> None:
    class Cheat(RandomBot):
        def think(self, game, position, limit, stopped=lambda: False):  # type: ignore[no-untyped-def] # any game
            thought = super().think(game, position, limit)
            return type(thought)(move=99)

    tally = contest(NOUGHTS, (Cheat(name="cheat"), RandomBot()), Terms(games=2, opening_plies=0))
    assert tally.counts == (0, 0, 2)
    assert {game.outcome.reason for game in tally.games} == {"illegal-move"}


def test_the_match_ends_when_the_sequential_test_is_sure() -> None:
    terms = Terms(games=400, opening_plies=1, sprt=Sprt(0, 400))
    tally = contest(NOUGHTS, (SearchBot(2), RandomBot(random.Random(3))), terms)
    assert len(tally.games) < 400


def run(*words: str) -> tuple[int, str, BaseException | None]:
    app = typer.Typer()
    app.command()(match)
    done = CliRunner().invoke(app, list(words))
    return done.exit_code, done.output, done.exception


def test_the_command_prints_result_elo_and_error_bars() -> None:
    code, text, _ = run(
        "noughts", "kibitz:easy", "random", "--games", "4", "--openings", "1", "--sprt", "0,50"
    )
    assert code == 0
    assert "kibitz:easy against random: +" in text and "95 % between" in text and "SPRT" in text


def test_the_command_prints_json_without_infinities() -> None:
    code, text, _ = run("atoll/3", "random", "kibitz:easy", "--games", "2", "--nodes", "10", "--json")
    assert code == 0
    told = json.loads(text, parse_constant=lambda word: pytest.fail(word))
    assert told["games"] == 2 and told["won"] + told["drawn"] + told["lost"] == 2
    assert (len(told["results"]) == 2 and told["elo_95"][0] is None) or isinstance(told["elo_95"][0], float)


@pytest.mark.parametrize(
    "words",
    [
        ("noughts", "nobody", "random"),
        ("noughts", "random", "random", "--games", "0"),
        ("noughts", "random", "random", "--seconds", "0"),
        ("noughts", "random", "random", "--nodes", "0"),
        ("noughts", "random", "random", "--openings", "99"),
        ("noughts", "random", "random", "--sprt", "20"),
        ("noughts", "random", "random", "--sprt", "20,0"),
    ],
)
def test_wrong_wishes_are_refused_in_one_sentence(words: tuple[str, ...]) -> None:
    code, _, error = run(*words)
    assert code == 1 and isinstance(error, BadSetting)
