"""Draughts engines that speak HUB: version 1 (Scan 2.0) and version 2 (Scan 3.1).

            version 1                        version 2
hub         name, author, country, wait      id name=.., param name=.. value=.., wait
            set NAME VALUE, init -> ready    set-param name=.. value=.., init -> ready
search      pos w<50>, depth N / time MS,    pos pos=W<50>, level depth=N / nodes=N / move-time=S,
            go -> info .., move M [PONDER]   go think -> info .., done move=M
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from kibitz.bots.hub_words import find_move, hub_variant, write_position
from kibitz.bots.process import EngineProcess
from kibitz.core.errors import quoted
from kibitz.core.game import AnyGame, Game, M, P
from kibitz.core.player import Limit, Thought

START_S = 20.0
"""Engines load evaluation files and endgame tables before they are ready."""
GRACE_S = 5.0
"""How much later than asked a move may come before the engine counts as hanging."""
STOP_S = 2.0
USUAL = Limit(seconds=1.0)
MEN_FOR_TEN = 1.5
"""Men ahead at which an engine's side wins ten games for each one lost; a rough law."""

_PAIR = re.compile(r'([^\s=]+)=(?:"([^"]*)"|(\S*))')


def pairs(line: str) -> dict[str, str]:
    """The `name=value` parts of a line of version 2, quotes taken off."""
    return {found[1]: found[2] if found[2] is not None else found[3] for found in _PAIR.finditer(line)}


@dataclass
class HubBot:
    """One engine program; it is started when first asked, and again after it failed."""

    path: str
    options: tuple[tuple[str, str], ...] = ()
    """Settings made before the engine gets ready, e.g. ("bb-size", "0") where it lacks endgame tables."""
    _process: EngineProcess | None = None
    _version: int = 0
    _variant: str = ""
    _values: dict[str, Mapping[str, str]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return f"hub:{self.path}"

    def think(
        self, game: Game[P, M], position: P, limit: Limit, stopped: Callable[[], bool] = lambda: False
    ) -> Thought[M]:
        """The engine's move; raises EngineFault when it fails."""
        engine = self._ready(game)
        limit = USUAL if limit == Limit() else limit
        self._ask(engine, game, position, limit)
        said: dict[str, str] = {}
        line = engine.wait_for(lambda text: self._listens(text, said), _patience(limit), stopped)
        if line is None:
            engine.send("stop")
            line = engine.wait_for(lambda text: self._listens(text, said), STOP_S)
        assert line is not None, "waiting without a stop ends in a line or an error"
        return self._answer(engine, game, position, line, said)

    def prepare(self) -> None:
        """Nothing to do before the first game is known."""

    def close(self) -> None:
        """End the engine."""
        if self._process is not None:
            self._process.close()
            self._process = None

    def _ready(self, game: AnyGame) -> EngineProcess:
        variant = hub_variant(game)
        if self._process is None or not self._process.running or self._variant != variant:
            self.close()
            self._process, self._variant = EngineProcess([self.path, "hub"]), variant
            self._greet(self._process)
        return self._process

    def _greet(self, engine: EngineProcess) -> None:
        engine.send("hub")
        told = engine.read_until("wait", START_S)
        self._version = 2 if any(line.startswith("id ") for line in told) else 1
        declared = (pairs(line) for line in told if line.startswith("param "))
        self._values = {one["name"]: one for one in declared if "name" in one}
        self._choose_variant(engine)
        for name, value in self.options:
            engine.send(
                f"set {name} {value}" if self._version == 1 else f"set-param name={name} value={value}"
            )
        engine.send("init")
        engine.read_until("ready", START_S)

    def _choose_variant(self, engine: EngineProcess) -> None:
        known = self._values.get("variant", {}).get("values", "normal").split()
        if self._variant not in known:
            raise engine.fault(f"does not play this game; it knows {quoted(' '.join(known))}")
        if self._values.get("variant", {}).get("value", "normal") != self._variant:
            engine.send(f"set-param name=variant value={self._variant}")

    def _ask(self, engine: EngineProcess, game: Game[P, M], position: P, limit: Limit) -> None:
        if self._version == 1:
            engine.send(f"pos {write_position(game, position, capital=False)}")
            for line in _limits_1(limit):
                engine.send(line)
            engine.send("go")
        else:
            engine.send(f"pos pos={write_position(game, position, capital=True)}")
            for line in _limits_2(limit):
                engine.send(line)
            engine.send("go think")

    def _listens(self, line: str, said: dict[str, str]) -> bool:
        """Whether a line ends the search; what it says on the way is kept."""
        word = line.split(maxsplit=1)[0] if line else ""
        if word == "info" and self._version == 2:
            said.update(pairs(line))
        return word in ("error", "move" if self._version == 1 else "done")

    def _answer(
        self, engine: EngineProcess, game: Game[P, M], position: P, line: str, said: Mapping[str, str]
    ) -> Thought[M]:
        words = line.split()
        if words[0] == "error":
            raise engine.fault(f"refuses the position: {quoted(line)}")
        text = pairs(line).get("move", "") if self._version == 2 else (words[1:2] or [""])[0]
        move = find_move(game, position, text)
        if move is None:
            raise engine.fault(f"answered {quoted(line)}, which is no legal move here")
        return _thought(move, said)


def _thought(move: M, said: Mapping[str, str]) -> Thought[M]:
    """What the engine told about its search: depth, nodes, and the score in men."""
    score, depth, nodes = (_number(said.get(name, "")) for name in ("score", "depth", "nodes"))
    return Thought(
        move=move,
        value=None if score is None else 1.0 / (1.0 + 10.0 ** (-max(-20.0, min(20.0, score)) / MEN_FOR_TEN)),
        line=(move,),
        note="" if score is None else f"{score:+.2f} men",
        depth=int(depth or 0),
        nodes=int(nodes or 0),
    )


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if abs(number) < 1e15 else None


def _limits_1(limit: Limit) -> list[str]:
    """Version 1 knows depth and milliseconds; nodes become time at a million a second."""
    told = [f"depth {limit.depth}"] if limit.depth is not None else []
    seconds = limit.seconds if limit.seconds is not None else _as_seconds(limit)
    return [*told, f"time {max(1, round(1000 * seconds))}"] if seconds is not None else told


def _limits_2(limit: Limit) -> list[str]:
    """All limits on one line, numbers written out: engines read `1e+06` as 1."""
    told = [f"depth={limit.depth}"] if limit.depth is not None else []
    told += [f"nodes={limit.nodes}"] if limit.nodes is not None else []
    told += [f"move-time={limit.seconds:.3f}"] if limit.seconds is not None else []
    return ["level " + " ".join(told)]


def _as_seconds(limit: Limit) -> float | None:
    return None if limit.nodes is None else limit.nodes / 1e6


def _patience(limit: Limit) -> float | None:
    """How long to wait; a search by depth or nodes alone may take a minute."""
    return GRACE_S + (60.0 if limit.seconds is None else limit.seconds)
