"""A UCI engine's process and the event loop that python-chess talks to it on.

python-chess's own background thread outlives the program when nobody closes the engine, and leaves a failed
process to be collected later; here the thread is a daemon, and a process that is done with is reaped.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import chess.engine

from kibitz.bots.engines import holding
from kibitz.core.errors import EngineFault, quoted

START_S = 10.0
GOODBYE_S = 1.0


@dataclass(frozen=True, slots=True)
class UciProcess:
    """A running engine and the thread it is served by."""

    engine: chess.engine.SimpleEngine
    thread: threading.Thread
    held: bool = False
    """Whether the engine has been told a rating or a skill to play at."""

    def close(self) -> None:
        """End the process, whatever it does."""
        with contextlib.suppress(RuntimeError):  # its loop is closed: it has ended already
            self.engine.protocol.loop.call_soon_threadsafe(self.engine.shutdown_event.set)
        self.thread.join(2 * GOODBYE_S)


def start(path: str, options: Mapping[str, str], elo: int | None = None) -> UciProcess:
    """Start an engine, set its options and hold it to a rating if it can be; raises EngineFault."""
    program = Path(path).expanduser()
    if not program.is_file():
        raise EngineFault(f"There is no engine {quoted(str(program))}; give the path of its program file.")
    running = _running(program.resolve())
    holds = {} if elo is None else holding(running.engine.options, elo)
    try:
        running.engine.configure({**holds, **options})
    except (TimeoutError, chess.engine.EngineError) as error:
        running.close()
        raise EngineFault(f"The engine {quoted(path)} refuses its options: {said(error)}.") from None
    return replace(running, held=bool(holds))


def said(error: BaseException) -> str:
    """An engine's failure in words."""
    if isinstance(error, TimeoutError | asyncio.TimeoutError | concurrent.futures.TimeoutError):
        return "it did not answer in time"
    return f"it failed with {quoted(str(error), most=120)}"


def _running(program: Path) -> UciProcess:
    answer: concurrent.futures.Future[chess.engine.SimpleEngine] = concurrent.futures.Future()
    thread = threading.Thread(target=_loop, args=(program, answer), name=f"uci {program}", daemon=True)
    thread.start()
    try:
        return UciProcess(answer.result(START_S + 2 * GOODBYE_S), thread)
    except (TimeoutError, OSError, chess.engine.EngineError, concurrent.futures.TimeoutError) as error:
        raise EngineFault(f"The engine {quoted(str(program))} cannot be started: {said(error)}.") from None


def _loop(program: Path, answer: concurrent.futures.Future[chess.engine.SimpleEngine]) -> None:
    try:
        asyncio.run(_served(program, answer))
    except Exception as error:  # told to whoever waits for the engine; later ones it notices itself
        if not answer.done():
            answer.set_exception(error)


async def _served(program: Path, answer: concurrent.futures.Future[chess.engine.SimpleEngine]) -> None:
    transport, protocol = await chess.engine.UciProtocol.popen([str(program)], cwd=program.parent)
    engine = chess.engine.SimpleEngine(transport, protocol, timeout=START_S)
    try:
        await asyncio.wait_for(protocol.initialize(), START_S)
        answer.set_result(engine)
        closed: asyncio.Future[Any] = asyncio.ensure_future(engine.shutdown_event.wait())
        ended: asyncio.Future[Any] = protocol.returncode
        await asyncio.wait({closed, ended}, return_when=asyncio.FIRST_COMPLETED)
        closed.cancel()
    finally:
        with contextlib.suppress(ProcessLookupError):
            transport.kill()
        await asyncio.wait({protocol.returncode}, timeout=GOODBYE_S)
        engine.close()
        transport.close()
        await asyncio.sleep(0)
