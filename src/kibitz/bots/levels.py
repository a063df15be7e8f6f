"""How a bot is named and found.

random            any legal move
kibitz:LEVEL      a level of the game's own bots, or of the bots that play any game
kibitz:max        the strongest level of these
stockfish:LEVEL   a level of the chess engine that is on this machine (`kibitz:stockfish:LEVEL` is the same)
uci:PATH          a chess engine; `uci:PATH?Skill Level=3` sets its options
hub:PATH          a draughts engine for the 10x10 games; `hub:PATH?bb-size=0` sets its options
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable
from urllib.parse import parse_qsl

from kibitz.bots.engines import Held, held, merged
from kibitz.bots.mcts import MctsBot
from kibitz.bots.random import RandomBot
from kibitz.bots.search import SearchBot
from kibitz.core.errors import BadSetting, quoted
from kibitz.core.game import AnyGame, Game, M, P
from kibitz.core.player import Bot, Level, Limit, Thinks, Thought

NAMES = "random, kibitz:LEVEL, stockfish:LEVEL, uci:PATH or hub:PATH"
STRONGEST = "max"
UNLIMITED = Limit()


@runtime_checkable
class Prepares(Protocol):
    """A bot that plays better, or starts sooner, after being told that it will be needed."""

    def prepare(self) -> None: ...


@runtime_checkable
class Closes(Protocol):
    """A bot that holds something (a process) until it is closed."""

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Generic:
    """A level of the bots that play any game."""

    level: Level
    make: Callable[[], Bot]


GENERIC = (
    Generic(Level("beginner", "Beginner", "Any legal move.", Limit()), RandomBot),
    Generic(
        Level("easy", "Easy", "Two moves ahead, counting pieces.", Limit(depth=2, seconds=5.0)), SearchBot
    ),
    Generic(Level("medium", "Medium", "200 random games a move.", Limit(nodes=200)), MctsBot),
    Generic(Level("hard", "Hard", "1,000 random games a move.", Limit(nodes=1_000)), MctsBot),
    Generic(Level("max", "Strongest", "Random games for three seconds a move.", Limit(seconds=3.0)), MctsBot),
)


@dataclass(frozen=True, slots=True)
class Levelled:
    """A bot at a level: without a limit from outside it thinks as long as its level says."""

    bot: Bot
    level: Level

    @property
    def name(self) -> str:
        return self.level.name if ":" in self.level.name else f"kibitz:{self.level.name}"

    def think(
        self, game: Game[P, M], position: P, limit: Limit, stopped: Callable[[], bool] = lambda: False
    ) -> Thought[M]:
        """The bot's move."""
        return self.bot.think(game, position, self.level.limit if limit == UNLIMITED else limit, stopped)

    def prepare(self) -> None:
        """Let the bot get ready."""
        prepare(self.bot)

    def close(self) -> None:
        """Let the bot go."""
        close(self.bot)


def prepare(bot: Bot) -> None:
    """Wait until a bot is at its full strength."""
    if isinstance(bot, Prepares):
        bot.prepare()


def close(bot: Bot) -> None:
    """End whatever a bot holds."""
    if isinstance(bot, Closes):
        bot.close()


def levels(game: AnyGame, engine: str = "") -> Sequence[Level]:
    """The levels at which a game can be played, the weakest first; `engine` names a chess engine to use."""
    return merged(own_levels(game), held(game, engine))


def own_levels(game: AnyGame) -> Sequence[Level]:
    """The levels that need no other program."""
    return game.levels() if isinstance(game, Thinks) else tuple(one.level for one in GENERIC)


def find_bot(game: AnyGame, name: str, engine: str = "") -> Bot:
    """The bot of this name for a game; raises BadSetting (an engine starts only when it first thinks)."""
    kind, _, rest = name.partition(":")
    makers: dict[str, Callable[[AnyGame, str], Bot]] = {"kibitz": _own, "uci": _uci, "hub": _hub}
    if name == "random":
        return RandomBot()
    for other in held(game, engine):
        if other.level.name in (name, rest if kind == "kibitz" else ""):
            return _held(other)
    if kind not in makers:
        raise BadSetting(f"There is no bot called {quoted(name)}; a bot is {NAMES}.")
    return makers[kind](game, rest)


def _own(game: AnyGame, wanted: str) -> Bot:
    known = {level.name: level for level in own_levels(game)}
    level = known.get(wanted) or (own_levels(game)[-1] if wanted in ("", STRONGEST) else None)
    if level is None:
        raise BadSetting(
            f"{game.title} has no level {quoted(wanted)}; the levels are {', '.join(known)} (max: the last)."
        )
    return Levelled(_made(game, level), level)


def _made(game: AnyGame, level: Level) -> Any:
    if isinstance(game, Thinks):
        return game.bot(level.name)
    return next(one.make() for one in GENERIC if one.level is level)


def _held(other: Held) -> Bot:
    from kibitz.bots.uci import UciBot

    return Levelled(UciBot(other.path, elo=other.elo), other.level)


def _uci(game: AnyGame, rest: str) -> Bot:
    from kibitz.bots.uci import UciBot

    if game.name.partition("/")[0] != "chess":
        raise BadSetting(f"UCI engines play chess, and this is {game.title}.")
    return UciBot(*_program(rest))


def _hub(game: AnyGame, rest: str) -> Bot:
    from kibitz.bots.hub import HubBot
    from kibitz.bots.hub_words import hub_variant

    hub_variant(game)
    return HubBot(*_program(rest))


def _program(rest: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The path of an engine and the options behind its question mark."""
    path, _, options = rest.partition("?")
    if not path:
        raise BadSetting("Name the engine's program file behind the colon, e.g. uci:/usr/games/stockfish.")
    if any(not letter.isprintable() for letter in options):
        raise BadSetting("An engine's options are printable text, like ?Skill Level=3&Threads=2.")
    return path, tuple(parse_qsl(options, keep_blank_values=True))
