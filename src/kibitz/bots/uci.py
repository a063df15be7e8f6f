"""Chess engines that speak UCI, by python-chess; whatever they do, the answer comes in bounded time."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kibitz.bots.engines import fewer
from kibitz.core.errors import EngineFault, KibitzError, quoted
from kibitz.core.game import Game, M, P
from kibitz.core.player import Limit, Thought

if TYPE_CHECKING:
    from chess.engine import SimpleAnalysisResult

    from kibitz.bots.uci_process import UciProcess

GRACE_S = 5.0
STOP_S = 2.0
POLL_S = 0.02
USUAL = Limit(seconds=1.0)


@dataclass
class UciBot:
    """One engine program; it is started when first asked, and again after it failed."""

    path: str
    options: tuple[tuple[str, str], ...] = ()
    elo: int | None = None
    """The rating to hold the engine to."""
    _process: UciProcess | None = None

    @property
    def name(self) -> str:
        return f"uci:{self.path}"

    def think(
        self, game: Game[P, M], position: P, limit: Limit, stopped: Callable[[], bool] = lambda: False
    ) -> Thought[M]:
        """The engine's move; raises EngineFault when it fails."""
        import chess
        import chess.engine

        from kibitz.bots.uci_process import said

        process = self._started()
        limit = self._held(USUAL if limit == Limit() else limit, process)
        board = chess.Board(game.setup(position))
        asked = chess.engine.Limit(time=limit.seconds, depth=limit.depth, nodes=limit.nodes)
        try:
            analysis = process.engine.analysis(board, asked, info=chess.engine.INFO_ALL)
            move = self._waited(analysis, limit, stopped)
            info = analysis.info
        except (TimeoutError, RuntimeError, CancelledError) as error:  # its errors, and those of a dead loop
            raise self._fault(f"broke off: {said(error)}") from None
        return self._thought(game, position, move, info)

    def prepare(self) -> None:
        """Start the engine."""
        self._started()

    def close(self) -> None:
        """End the engine."""
        process, self._process = self._process, None
        if process is not None:
            process.close()

    def _started(self) -> UciProcess:
        from kibitz.bots.uci_process import start

        if self._process is None:
            self._process = start(self.path, dict(self.options), self.elo)
        return self._process

    def _held(self, limit: Limit, process: UciProcess) -> Limit:
        if self.elo is None or process.held:
            return limit
        return fewer(limit, self.elo)

    def _waited(self, analysis: SimpleAnalysisResult, limit: Limit, stopped: Callable[[], bool]) -> Any:
        """The move, waiting beside the engine so that a stop or a hang is noticed."""
        answer: queue.Queue[Any] = queue.Queue()
        threading.Thread(target=_wait, args=(analysis, answer), daemon=True).start()
        late = time.monotonic() + GRACE_S + (60.0 if limit.seconds is None else limit.seconds)
        told = False
        while True:
            try:
                found = answer.get(timeout=POLL_S)
            except queue.Empty:
                if time.monotonic() > late:
                    raise self._fault("did not answer in time") from None
                if stopped() and not told:
                    analysis.stop()
                    told, late = True, time.monotonic() + STOP_S
                continue
            if isinstance(found, BaseException):
                raise found
            return found

    def _thought(self, game: Game[P, M], position: P, move: Any, info: Any) -> Thought[M]:
        if move is None:
            raise self._fault("gave no move")
        try:
            best = game.read(position, move.uci())
        except KibitzError:
            raise self._fault(f"answered {quoted(move.uci())}, which is no legal move here") from None
        score, line = info.get("score"), _line(game, position, info.get("pv", [])[:8])
        return Thought(
            move=best,
            value=None if score is None else score.relative.wdl(model="lichess").expectation(),
            line=line if line[:1] == (best,) else (best,),
            note="" if score is None else _worded(score.relative),
            depth=int(info.get("depth", 0)),
            nodes=int(info.get("nodes", 0)),
        )

    def _fault(self, what: str) -> EngineFault:
        self.close()
        return EngineFault(f"The engine {quoted(self.path)} {what}.")


def _wait(analysis: SimpleAnalysisResult, answer: queue.Queue[Any]) -> None:
    try:
        answer.put(analysis.wait().move)
    except BaseException as error:  # told to the thread that waits
        answer.put(error)


def _worded(score: Any) -> str:
    """A score in words: pawns ahead, or the moves to mate."""
    mate = score.mate()
    if mate is None:
        return f"{score.score() / 100:+.2f} pawns"
    return f"mate in {mate}" if mate > 0 else f"is mated in {-mate}"


def _line(game: Game[P, M], position: P, moves: list[Any]) -> tuple[M, ...]:
    """The engine's line as far as it is legal."""
    line: list[M] = []
    for move in moves:
        try:
            found = game.read(position, move.uci())
            position = game.play(position, found)
        except KibitzError:
            break
        line.append(found)
    return tuple(line)
