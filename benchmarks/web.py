"""How fast the application in the browser is, beside a bare Starlette echo in the same run.

    python benchmarks/web.py [--no-write]

Everything runs on loopback and on this machine: the server, the camera process with its vision, the clients
and Debian's Chromium share its cores. Where it may, the run asks Linux to prefer all of them to whatever else
keeps the machine busy (the autogroup of the session).
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import statistics
from contextlib import ExitStack
from dataclasses import dataclass

from page import put
from web_lines import MOVES, SPECTATORS, TABLES, Evening, actions, echoes, evening, opened
from web_page import Pages, measured
from web_preferred import preferred
from web_servers import FPS, kibitz, peer


@dataclass(frozen=True)
class Figure:
    """One thing measured, in milliseconds, and the most its deciding value may be."""

    name: str
    times_ms: list[float]
    most_ms: float
    decides: str = "median"

    @property
    def median(self) -> float:
        return statistics.median(self.times_ms)

    @property
    def late(self) -> float:
        return sorted(self.times_ms)[int(len(self.times_ms) * 0.95)]

    @property
    def row(self) -> str:
        """A line of the table."""
        met = "yes" if (self.late if self.decides == "95 %" else self.median) < self.most_ms else "NO"
        wanted = f"{self.decides} < {self.most_ms:g} ms"
        return f"| {self.name} | {self.median:.1f} | {self.late:.1f} | {wanted} | {met} |"


def main() -> None:
    """Measure, print, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--no-write", action="store_true")
    asked = parser.parse_args()
    with preferred() as is_preferred:
        text = report(is_preferred)
    print(text)
    if not asked.no_write:
        put("web", text, "## The application in the browser\n\n`make bench-web`")


def report(is_preferred: bool) -> str:
    """Everything, one after the other."""
    with ExitStack() as stack:
        server, other = stack.enter_context(kibitz()), stack.enter_context(peer("echo"))
        club = asyncio.run(evening(server))
        quiet = asyncio.run(echoes(other))
        camera = stack.enter_context(peer("camera"))
        watched = opened(server, "draughts/english", camera={"source": f"http://{camera}/video"})
        beside = asyncio.run(echoes(other))
        acted = asyncio.run(actions(server))
        pages = measured(server, opened(server, "chess"), watched)
    load = f"load {os.getloadavg()[0]:.1f}" + (", of which this run was preferred" if is_preferred else "")
    return table(load, club, quiet, beside, acted, pages)


def table(
    load: str, club: Evening, quiet: list[float], beside: list[float], acted: list[float], pages: Pages
) -> str:
    """The section of the page."""
    echo = Figure("a bare Starlette echo of 3 kB, while a camera is watched", beside, 30)
    action = Figure("a move sent, its state back (WebSocket), while a camera is watched", acted, 30)
    evening_ = Figure(
        f"{SPECTATORS} spectators at one of {TABLES} tables, a move a second at each",
        club.times_ms,
        250,
        "95 %",
    )
    rows = [
        evening_,
        action,
        Figure("page: a piece selected, its dots drawn", pages.dots_ms, 5),
        Figure("page: a move clicked, the board after the server's answer", pages.moves_ms, 30),
        Figure("page: the menu usable after its address is entered, nothing cached", pages.usable_ms, 1000),
        Figure("page: a 720p camera picture drawn after it was taken", pages.picture_ms, 100),
    ]
    heavy = "yes" if pages.bytes < 100_000 else "NO"
    smooth = "yes" if pages.picture_fps > FPS - 1 else "NO"
    alone, lines = Figure("", quiet, 0), "\n".join(figure.row for figure in rows)
    return f"""\
Python {platform.python_version()}, Chromium {pages.version}, {os.cpu_count()} cores, \
{load}.

| | median ms | 95 % ms | wanted | met |
|---|---:|---:|---|---|
{lines}
| the first page with all it loads | {pages.bytes / 1000:.0f} kB | | < 100 kB | {heavy} |
| camera pictures drawn a second | {pages.picture_fps:.1f} | | {FPS}, as many as are sent | {smooth} |
| *peer: {echo.name}* | {echo.median:.1f} | {echo.late:.1f} | | |
| *peer: the same without a camera* | {alone.median:.1f} | {alone.late:.1f} | | |

A move at a table takes {action.median / echo.median:.1f} times as long as the bare echo: the rules, \
the list of legal moves and the archive's disk are in it. Of {SPECTATORS} x {MOVES} moves \
the spectators missed {club.missed}; {club.heard} came as a message of their own, \
{club.skipped} together with a later one."""


if __name__ == "__main__":
    main()
