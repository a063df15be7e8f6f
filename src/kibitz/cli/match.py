"""`kibitz match`: two bots against each other, with the rating difference and its error bars."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from kibitz.cli.spreading import Scheduler, Workers, spreading
from kibitz.core.errors import BadSetting, quoted

if TYPE_CHECKING:
    from kibitz.bots.contest import Played, Tally, Terms
    from kibitz.bots.score import Sprt
    from kibitz.core.game import AnyGame
    from kibitz.core.work import Spread

    Told: TypeAlias = Callable[[Played], None]


def match(
    game: Annotated[str, typer.Argument(help="A game, e.g. atoll/5.")],
    first: Annotated[str, typer.Argument(help="A bot: random, kibitz:LEVEL, uci:PATH or hub:PATH.")],
    second: Annotated[str, typer.Argument(help="Its opponent.")],
    games: Annotated[int, typer.Option(help="How many games; they come in pairs with colours changed.")] = 20,
    seconds: Annotated[float | None, typer.Option(help="Seconds a move; else as the levels say.")] = None,
    nodes: Annotated[int | None, typer.Option(help="Positions (or simulations) a move.")] = None,
    seed: Annotated[int, typer.Option(help="Of the openings and the dice.")] = 1,
    openings: Annotated[int, typer.Option(help="Random plies before the bots take over.")] = 4,
    sprt: Annotated[str, typer.Option(help="Stop when one of two Elo differences is clear, e.g. 0,20.")] = "",
    workers: Workers = 1,
    scheduler: Scheduler = "",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of lines.")] = False,
) -> None:
    """Play two bots against each other from varied openings."""
    from kibitz.bots.contest import Terms
    from kibitz.cli.chosen import game_named
    from kibitz.core.player import Limit

    _check(seconds, nodes)
    rules, limit = game_named(game), Limit(seconds=seconds, nodes=nodes)
    test = _sprt(sprt)
    terms = Terms(games=games, limits=(limit, limit), opening_plies=openings, seed=seed, sprt=test)
    names, told = (first, second), _silent if as_json else _line((first, second))
    if scheduler or (workers or 1) > 1:
        tally = _elsewhere(rules, names, terms, spreading(scheduler, workers), told)
    else:
        tally = _here(rules, names, terms, told)
    if as_json:
        typer.echo(json.dumps(_data(rules, names, tally, test), ensure_ascii=False))
    else:
        typer.echo("\n".join(_summary(names, tally, test)))


def _here(rules: AnyGame, names: tuple[str, str], terms: Terms, told: Told) -> Tally:
    from kibitz.bots.contest import contest
    from kibitz.bots.levels import close
    from kibitz.cli.opponents import find_bot

    bots = find_bot(rules, names[0]), find_bot(rules, names[1])
    try:
        return contest(rules, bots, terms, told=told)
    finally:
        for bot in bots:
            close(bot)


def _elsewhere(rules: AnyGame, names: tuple[str, str], terms: Terms, spread: Spread, told: Told) -> Tally:
    from kibitz.bots.contest import spread_contest
    from kibitz.bots.levels import close
    from kibitz.cli.opponents import find_bot

    for name in names:  # a wrong name is told here and now, not by every worker
        close(find_bot(rules, name))
    return spread_contest(rules, names, find_bot, terms, spread, told=told)


def _check(seconds: float | None, nodes: int | None) -> None:
    if seconds is not None and not 0.001 <= seconds <= 3600:
        raise BadSetting(f"A move takes 0.001 to 3600 seconds, and {seconds:g} is neither.")
    if nodes is not None and not 1 <= nodes <= 10**12:
        raise BadSetting(f"A move takes at least one node, and at most 10^12; {nodes} is neither.")


def _sprt(text: str) -> Sprt | None:
    from kibitz.bots.score import Sprt

    if not text:
        return None
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        raise BadSetting(f"{quoted(text)} is not two Elo differences; write it like --sprt 0,20.") from None
    if not -2000 <= low < high <= 2000:
        raise BadSetting(f"{quoted(text)}: the first Elo difference must be the lower one, within ±2000.")
    return Sprt(low, high)


def _silent(played: Played) -> None:
    """Say nothing."""


def _line(names: tuple[str, str]) -> Told:
    """Prints one line a game."""
    number = 0

    def say(played: Played) -> None:
        nonlocal number
        number += 1
        begins, follows = names[played.first], names[1 - played.first]
        how = played.fault or played.outcome.reason
        typer.echo(f"{number:4}  {begins} - {follows}  {played.outcome.score}  {how}, {played.plies} plies")

    return say


def _summary(names: tuple[str, str], tally: Tally, test: Sprt | None) -> list[str]:
    from kibitz.bots.score import elo

    won, drawn, lost = tally.counts
    found = tally.estimate
    told = [
        f"{names[0]} against {names[1]}: +{won} ={drawn} -{lost} ({100 * found.score:.1f} %)",
        f"Elo {elo(found.score):+.0f}, 95 % between {elo(found.low):+.0f} and {elo(found.high):+.0f}",
        "Seconds a move: " + ", ".join(f"{n} {s:.3f}" for n, s in zip(names, _pace(tally), strict=True)),
    ]
    if test is not None:
        evidence, (low, high) = test.evidence(tally.pairs), test.bounds
        accepted = {"H0": f"Elo {test.elo0:g}", "H1": f"Elo {test.elo1:g}", "": "neither yet"}
        told.append(f"SPRT {evidence:+.2f} of {low:.2f} to {high:.2f}: {accepted[test.verdict(tally.pairs)]}")
    return told


def _pace(tally: Tally) -> tuple[float, float]:
    used = [sum(game.seconds[i] for game in tally.games) for i in (0, 1)]
    moves = [sum(game.thoughts[i] for game in tally.games) for i in (0, 1)]
    return used[0] / max(moves[0], 1), used[1] / max(moves[1], 1)


def _data(game: AnyGame, names: tuple[str, str], tally: Tally, test: Sprt | None) -> dict[str, Any]:
    from kibitz.bots.score import elo

    won, drawn, lost = tally.counts
    found = tally.estimate
    data: dict[str, Any] = {
        "game": game.name,
        "bots": names,
        "games": len(tally.games),
        "won": won,
        "drawn": drawn,
        "lost": lost,
        "score": found.score,
        "score_95": [found.low, found.high],
        "elo": _finite(elo(found.score)),
        "elo_95": [_finite(elo(found.low)), _finite(elo(found.high))],
        "seconds_a_move": _pace(tally),
        "results": [_result(played) for played in tally.games],
    }
    if test is not None:
        verdict = test.verdict(tally.pairs)
        data["sprt"] = {"elo0": test.elo0, "elo1": test.elo1, "llr": test.evidence(tally.pairs)}
        data["sprt"] |= {"bounds": test.bounds, "accepted": verdict or None}
    return data


def _result(played: Played) -> dict[str, Any]:
    return {
        "opening": played.opening,
        "first": played.first,
        "result": played.outcome.score,
        "reason": played.outcome.reason,
        "plies": played.plies,
        "fault": played.fault or None,
    }


def _finite(number: float) -> float | None:
    """JSON has no infinity."""
    return number if math.isfinite(number) else None
