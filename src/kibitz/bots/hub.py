"""Draughts engines that speak HUB: version 1 (Scan 2.0) and version 2 (Scan 3.1).

            version 1                        version 2
hub         name, author, country, wait      id name=.., param name=.. value=.., wait
            set NAME VALUE, init -> ready    set-param name=.. value=.., init -> ready
game        new                              new-game
search      pos w<50>, move M for each       pos pos=W<50> [moves="M M .."],
            king move since, depth N and     level depth=N nodes=N move-time=S,
            time MS,
            go -> info .., move M [PONDER]   go think -> info .., done move=M [ponder=M]

Read off Scan's own sources and its protocol.txt. While it searches, an engine is sent nothing but `stop`:
Scan 2.0 takes anything else for one too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from kibitz.bots.hub_line import Line
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
USUAL = Limit(seconds=3.0)
"""As long as the strongest level of our own."""
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
    _line: Line = field(default_factory=Line)

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
        thought = self._answer(engine, game, position, line, said)
        self._line.answered(thought.move)
        return thought

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
            self._process, self._variant, self._line = EngineProcess([self.path, "hub"]), variant, Line()
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
        """Send the position with the king moves that led to it, the limits, and the order to search."""
        said = [] if self._line.follow(game, position) else ["new" if self._version == 1 else "new-game"]
        line = self._line
        start = write_position(game, line.start, capital=self._version == 2)
        if self._version == 1:
            said += [f"pos {start}", *(f"move {move}" for move in line.moves), *_limits_1(limit), "go"]
        else:
            moves = f' moves="{" ".join(line.moves)}"' if line.moves else ""
            said += [f"pos pos={start}{moves}", *_limits_2(limit), "go think"]
        for words in said:
            engine.send(words)

    def _listens(self, line: str, said: dict[str, str]) -> bool:
        """Whether a line ends the search; what it says on the way is kept."""
        word, *rest = line.split() or [""]
        if word == "info":
            said.update(pairs(line) if self._version == 2 else _told_1(rest))
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


def _told_1(words: Sequence[str]) -> dict[str, str]:
    """Version 1 tells depth, mean depth, score in hundredths of a man, nodes, seconds, speed and the line."""
    score = _number(words[2]) if len(words) > 3 else None
    return {} if score is None else {"depth": words[0], "score": f"{score / 100}", "nodes": words[3]}


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
