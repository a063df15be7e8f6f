"""Times over WebSockets on loopback: an echo, an action until its state is back, a club evening."""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
import urllib.request
from dataclasses import dataclass, field
from typing import Any

import websockets

ECHOES, ACTIONS = 400, 400
TABLES, SPECTATORS, MOVES, EVERY_S = 20, 200, 25, 1.0


def opened(server: str, game: str, **more: Any) -> str:
    """The number of a new table."""
    asked = json.dumps({"game": game, **more}).encode()
    request = urllib.request.Request(
        f"http://{server}/api/tables", asked, {"Content-Type": "application/json"}
    )
    return str(json.load(urllib.request.urlopen(request))["table"]["id"])


async def echoes(server: str, size: int = 3000) -> list[float]:
    """Milliseconds for a message of a state's size, there and back."""
    text, times = "x" * size, []
    async with websockets.connect(f"ws://{server}/", compression=None) as line:
        for _ in range(ECHOES):
            began = time.perf_counter()
            await line.send(text)
            await line.recv()
            times.append((time.perf_counter() - began) * 1000)
            await asyncio.sleep(0.005)
    return times[20:]


async def actions(server: str) -> list[float]:
    """Milliseconds from sending a move until the state with it is here; games of chess by chance."""
    times: list[float] = []
    while len(times) < ACTIONS:
        async with websockets.connect(live(server, opened(server, "chess")), compression=None) as line:
            state = json.loads(await line.recv())["state"]
            while state["legal"] and len(times) < ACTIONS:
                began = time.perf_counter()
                await line.send(json.dumps(move_of(state)))
                state = await state_after(line, state["ply"])
                times.append((time.perf_counter() - began) * 1000)
                await asyncio.sleep(0.005)
    return times[20:]


def live(server: str, table_id: str) -> str:
    return f"ws://{server}/api/tables/{table_id}/live"


def move_of(state: dict[str, Any]) -> dict[str, Any]:
    """Some legal move."""
    return {
        "id": 1,
        "action": "play",
        "ply": state["ply"],
        "move": random.choice(state["legal"])["move"],
    }


async def state_after(line: Any, ply: int) -> dict[str, Any]:
    """The first state after this ply."""
    while True:
        message = json.loads(await line.recv())
        if message["type"] == "state" and message["state"]["ply"] > ply:
            found: dict[str, Any] = message["state"]
            return found


@dataclass
class Evening:
    """What a club evening measured."""

    times_ms: list[float] = field(default_factory=list)
    missed: int = 0
    skipped: int = 0
    heard: int = 0


async def evening(server: str) -> Evening:
    """Twenty tables with a move a second each, two hundred spectators at the first of them."""
    found, sent = Evening(), dict[tuple[str, int], float]()
    ids = [opened(server, "draughts/international") for _ in range(TABLES)]
    lines = []
    for begin in range(0, SPECTATORS, 20):
        some = range(begin, begin + 20)
        lines += await asyncio.gather(
            *(websockets.connect(live(server, ids[0]), compression=None, max_size=None) for _ in some)
        )
    looking = [asyncio.create_task(look_on(line, ids[0], sent, found)) for line in lines]
    await asyncio.gather(*(play(server, table_id, n, sent, found) for n, table_id in enumerate(ids)))
    await asyncio.wait_for(asyncio.gather(*looking), 60)
    await asyncio.gather(*(line.close() for line in lines))
    return found


async def play(server: str, table_id: str, number: int, sent: dict[Any, float], found: Evening) -> None:
    """A move a second at one table, and the time until each is back."""
    async with websockets.connect(live(server, table_id), compression=None) as line:
        state = json.loads(await line.recv())["state"]
        await asyncio.sleep(number * EVERY_S / TABLES)
        for _ in range(MOVES):
            began = time.perf_counter()
            sent[table_id, state["ply"] + 1] = began
            await line.send(json.dumps(move_of(state)))
            state = await state_after(line, state["ply"])
            found.times_ms.append((time.perf_counter() - began) * 1000)
            await asyncio.sleep(max(0.0, began + EVERY_S - time.perf_counter()))


async def look_on(line: Any, table_id: str, sent: dict[Any, float], found: Evening) -> None:
    """Every state of one table, until the last move; a spectator's program reads only what it needs."""
    last = -1
    while last < MOVES:
        text = await line.recv()
        now = time.perf_counter()
        ply = int(re.search(r'"ply":\s*(\d+)', text)[1])  # type: ignore[index]  # every state has one
        if ply > last >= 0:
            found.heard += 1
            found.skipped += ply - last - 1
            found.times_ms.append((now - sent[table_id, ply]) * 1000)
        last = max(last, ply)
    moves = json.loads(text)["state"]["moves"]
    found.missed += MOVES - len(moves)
