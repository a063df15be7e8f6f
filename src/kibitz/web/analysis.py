"""What a program thinks of positions and of whole games: one game at a time, in a thread, to be stopped."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias

from kibitz.core.errors import KibitzError
from kibitz.core.game import AnyGame
from kibitz.core.record import GameRecord
from kibitz.web.faults import Refused

MOST_WAITING = 8
"""Games, or positions, that wait for their turn."""
MOST_KEPT = 32
"""Finished analyses that are remembered."""
MOST_KNOWN = 512
"""Positions whose evaluation is remembered."""
MOST_PLIES = 600
log = logging.getLogger("kibitz.web")
Stopped: TypeAlias = Callable[[], bool]
Phase: TypeAlias = Literal["waiting", "running", "done", "stopped", "failed"]


class Analyst(Protocol):
    """Who thinks; `cli/serve.py` hands one in as `needs.more["analyst"]`."""

    def evaluate(self, game: AnyGame, position: Any, stopped: Stopped) -> Mapping[str, Any]:
        """One position: `value` (the first player's chance), `move`, `cells`, `line`, ..."""

    def plies(
        self, game: AnyGame, record: GameRecord, level: str, stopped: Stopped
    ) -> Iterator[Mapping[str, Any]]:
        """Every move of a game, judged: `step`, `value`, `after`, `loss`, `mark`, `best`, ..."""


@dataclass
class Job:
    """A game that is analysed, or was."""

    key: tuple[int, int, str]
    """The game's number, how many entries it had, and the level."""
    game: AnyGame
    record: GameRecord
    total: int
    phase: Phase = "waiting"
    plies: list[Mapping[str, Any]] = field(default_factory=list)
    problem: str = ""
    stop: threading.Event = field(default_factory=threading.Event)


class AnalysisDesk:
    """Takes games in and has them analysed one after the other."""

    def __init__(self, analyst: Analyst) -> None:
        self._analyst = analyst
        self._jobs: OrderedDict[int, Job] = OrderedDict()
        self._waiting: deque[Job] = deque()
        self._lock, self._running = threading.Lock(), False

    def start(self, key: tuple[int, int, str], game: AnyGame, record: GameRecord, total: int) -> Job:
        """Have a game analysed, unless that has been done or is being done."""
        with self._lock:
            there = self._jobs.get(key[0])
            if there and there.key == key and there.phase in ("waiting", "running", "done"):
                return there
            if len(self._waiting) >= MOST_WAITING:
                raise Refused(503, "busy", "Other games are being analysed; wait for them, or stop one.")
            if there:
                there.stop.set()
            job = Job(key, game, record, min(total, MOST_PLIES))
            self._keep(job)
            self._waiting.append(job)
            if not self._running:
                self._running = True
                threading.Thread(target=self._work, name="analysis", daemon=True).start()
        return job

    def find(self, game_id: int) -> Job | None:
        """The analysis of a game, if there is one."""
        return self._jobs.get(game_id)

    def stop(self, game_id: int) -> None:
        """End an analysis; what it has found stays."""
        if job := self._jobs.get(game_id):
            job.stop.set()

    def _keep(self, job: Job) -> None:
        self._jobs[job.key[0]] = job
        self._jobs.move_to_end(job.key[0])
        finished = [i for i, one in self._jobs.items() if one.phase not in ("waiting", "running")]
        for game_id in finished[: max(0, len(self._jobs) - MOST_KEPT)]:
            del self._jobs[game_id]

    def _work(self) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    self._running = False
                    return
                job = self._waiting.popleft()
            self._analyse(job)

    def _analyse(self, job: Job) -> None:
        job.phase = "running"
        try:
            for ply in self._analyst.plies(job.game, job.record, job.key[2], job.stop.is_set):
                job.plies.append(ply)
                if len(job.plies) >= job.total or job.stop.is_set():
                    break
            job.phase = "stopped" if job.stop.is_set() else "done"
        except KibitzError as error:
            job.phase, job.problem = "failed", str(error)
        except Exception:
            log.exception("an analysis failed")
            job.phase, job.problem = "failed", "The analysis failed; the log of the program says why."


class Evaluator:
    """One position at a time; what was asked before is remembered."""

    def __init__(self, analyst: Analyst) -> None:
        self._analyst, self._turn = analyst, asyncio.Lock()
        self._known: OrderedDict[tuple[str, str], Mapping[str, Any]] = OrderedDict()
        self._asking = 0

    async def evaluate(self, game: AnyGame, setup: str, gone: Callable[[], Any]) -> Mapping[str, Any]:
        """What the analyst thinks; `gone` tells (awaited) whether nobody waits for it any more."""
        position = game.start(setup)
        key = game.name, game.setup(position)
        if key not in self._known:
            if self._asking >= MOST_WAITING:
                raise Refused(503, "busy", "Too many positions are being evaluated; ask again in a moment.")
            self._asking += 1
            try:
                async with self._turn:
                    await self._thought(key, game, position, gone)
            finally:
                self._asking -= 1
        self._known.move_to_end(key)
        return self._known[key]

    async def _thought(
        self, key: tuple[str, str], game: AnyGame, position: Any, gone: Callable[[], Any]
    ) -> None:
        if key in self._known:
            return
        stop = threading.Event()
        thinking = asyncio.ensure_future(
            asyncio.to_thread(self._analyst.evaluate, game, position, stop.is_set)
        )
        try:
            while not (await asyncio.wait({thinking}, timeout=0.1))[0]:
                if await gone():
                    stop.set()
        finally:
            stop.set()
        found = await thinking
        self._known[key] = found
        while len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)
