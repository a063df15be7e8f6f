"""Looking on live: every state reaches everyone, and whoever falls behind gets the newest one."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx
import websockets

from kibitz.web.live import Channel
from tests.web.serving import Served

MOVES = ("e4", "e5", "Nf3", "Nc6", "Bb5", "a6")
SPECTATORS = 60


def address(served: Served, made: dict[str, Any]) -> str:
    return f"{served.ws}/api/tables/{made['table']['id']}/live"


async def states(line: Any, last_ply: int) -> list[dict[str, Any]]:
    """Every state that comes until one has this ply."""
    heard: list[dict[str, Any]] = []
    while not heard or heard[-1]["ply"] < last_ply:
        message = json.loads(await asyncio.wait_for(line.recv(), 60))
        if message["type"] == "state":
            heard.append(message["state"])
    return heard


def test_everyone_who_looks_on_sees_every_move(served: Served) -> None:
    made = served.table("chess")

    async def looked_on() -> list[list[dict[str, Any]]]:
        lines = await asyncio.gather(*(websockets.connect(address(served, made)) for _ in range(SPECTATORS)))
        listening = [asyncio.create_task(states(line, len(MOVES))) for line in lines]
        async with httpx.AsyncClient(base_url=served.url, timeout=60) as player:
            for ply, move in enumerate(MOVES):
                path = f"/api/tables/{made['table']['id']}/actions"
                await player.post(path, json={"action": "play", "ply": ply, "move": move})
        heard = await asyncio.gather(*listening)
        await asyncio.gather(*(line.close() for line in lines))
        return heard

    for heard in asyncio.run(looked_on()):
        numbers = [state["seq"] for state in heard]
        assert numbers == sorted(set(numbers))
        assert [one["move"] for one in heard[-1]["moves"]] == list(MOVES)


def test_who_comes_back_is_told_everything_at_once(served: Served) -> None:
    made = served.table("chess")

    async def came_back() -> dict[str, Any]:
        async with websockets.connect(address(served, made)) as line:
            await line.recv()
        for ply, move in enumerate(MOVES):
            await asyncio.to_thread(
                served.post,
                f"/api/tables/{made['table']['id']}/actions",
                {"action": "play", "ply": ply, "move": move},
            )
        async with websockets.connect(address(served, made)) as line:
            return (await states(line, len(MOVES)))[0]

    assert [one["move"] for one in asyncio.run(came_back())["moves"]] == list(MOVES)


def test_actions_are_answered_by_their_number(served: Served) -> None:
    made = served.table("chess")

    async def played() -> list[dict[str, Any]]:
        heard: list[dict[str, Any]] = []
        async with websockets.connect(address(served, made)) as line:
            await line.send(json.dumps({"id": 41, "action": "play", "ply": 0, "move": "e4"}))
            await line.send(json.dumps({"id": 42, "action": "play", "ply": 0, "move": "d4"}))
            while len([one for one in heard if one["type"] == "answer"]) < 2:
                heard.append(json.loads(await asyncio.wait_for(line.recv(), 60)))
        return [one for one in heard if one["type"] == "answer"]

    done, late = asyncio.run(played())
    assert done == {"type": "answer", "id": 41, "ok": True}
    assert (late["id"], late["ok"], late["error"]["code"]) == (42, False, "stale")


def test_a_closed_table_says_so(served: Served) -> None:
    made = served.table("chess")

    async def waited() -> int | None:
        async with websockets.connect(address(served, made)) as line:
            await line.recv()
            await asyncio.to_thread(served.ask, "DELETE", f"/api/tables/{made['table']['id']}")
            await asyncio.wait_for(line.wait_closed(), 60)
            return line.close_code

    assert asyncio.run(waited()) == 4410


def test_messages_are_not_compressed(served: Served) -> None:
    made = served.table("chess")

    async def asked() -> str:
        async with websockets.connect(address(served, made), compression="deflate") as line:
            assert line.response is not None
            return line.response.headers.get("Sec-WebSocket-Extensions", "")

    assert asyncio.run(asked()) == ""


def test_a_listener_that_falls_behind_skips_to_the_newest_of_each_kind() -> None:
    async def fell_behind() -> list[str]:
        channel, heard = Channel(), []
        with channel.listener() as one:
            for number in range(1000):
                channel.tell("state", f"state {number}")
                channel.tell("camera", f"camera {number}")
            texts = channel.texts(one)
            heard += [await anext(texts), await anext(texts)]
            channel.tell("state", "the last")
            heard.append(await anext(texts))
        return heard

    assert asyncio.run(fell_behind()) == ["state 999", "camera 999", "the last"]


def test_nobody_waits_at_a_table_that_has_been_closed() -> None:
    async def closed() -> list[str]:
        channel = Channel()
        with channel.listener() as one:
            asyncio.get_running_loop().call_soon(channel.close)
            return [text async for text in channel.texts(one)]

    assert asyncio.run(closed()) == []
