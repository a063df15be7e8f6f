"""Times inside the page, in Debian's Chromium: loading, dots, moves, the camera picture."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from web_preferred import prefer_descendants

CHROMIUM = "/usr/bin/chromium"
LOADS, SELECTIONS, MOVES, WATCH_S = 8, 120, 60, 12

PROBE = """
(() => {
  const Plain = WebSocket;
  const probe = window.probe = {state: null, heard: () => {}, at: 0, late: []};
  const seen = (data) => {
    const message = JSON.parse(data);
    if (message.type === "state") probe.state = message.state;
    if (message.type === "state") probe.heard();
  };
  window.WebSocket = class extends Plain {
    set onmessage(handler) {
      this.addEventListener("message", (event) => {
        const isText = typeof event.data === "string";
        if (!isText) probe.at = new DataView(event.data).getFloat64(0, true);
        handler.call(this, event);
        if (isText) seen(event.data);
      });
    }
  };
  const made = window.createImageBitmap;
  window.createImageBitmap = (...args) => {
    const at = probe.at;
    return made(...args).then((bitmap) => Object.assign(bitmap, {at}));
  };
  const draw = CanvasRenderingContext2D.prototype.drawImage;
  CanvasRenderingContext2D.prototype.drawImage = function (picture, ...rest) {
    draw.call(this, picture, ...rest);
    if (picture.at) probe.late.push([Date.now() - picture.at * 1000, performance.now()]);
  };
  new MutationObserver(() => {
    if (probe.usable || !document.querySelector("main a[href], main button")) return;
    probe.usable = performance.now();
  }).observe(document, {subtree: true, childList: true});
})();
"""

PRESS = """
const cellOf = (cell) => document.querySelector(`.board-host [data-cell="${cell}"]`);
const press = (cell) => {
  const element = cellOf(cell);
  const box = element.getBoundingClientRect();
  const place = {clientX: box.x + box.width / 2, clientY: box.y + box.height / 2};
  const at = {bubbles: true, button: 0, pointerId: 1, pointerType: "mouse", ...place};
  for (const name of ["pointerdown", "pointerup"]) element.dispatchEvent(new PointerEvent(name, at));
};
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
"""

SELECT = f"""async (times) => {{
  {PRESS}
  const starts = [...new Set(probe.state.legal.map((one) => one.path[0]))];
  const taken = [];
  for (let i = 0; i < times; i++) {{
    await pause(15);
    const cell = starts[i % starts.length];
    const began = performance.now();
    press(cell);
    const dots = document.querySelectorAll(".board-host .hint");
    dots[0].getBoundingClientRect();
    taken.push(performance.now() - began);
    press(cell);
  }}
  return taken;
}}"""

PLAY = f"""async (times) => {{
  {PRESS}
  const taken = [];
  for (let i = 0; i < times; i++) {{
    const quiet = probe.state.legal.filter((one) => one.path.length === 2 && !one.move.includes("="));
    if (!quiet.length) break;
    const {{path}} = quiet[Math.floor(Math.random() * quiet.length)];
    press(path[0]);
    await pause(30);
    const ply = probe.state.ply;
    const began = performance.now();
    const shown = new Promise((done) => (probe.heard = () => probe.state.ply > ply && done()));
    press(path[1]);
    await shown;
    cellOf(path[1]).getBoundingClientRect();
    taken.push(performance.now() - began);
    await pause(30);
  }}
  return taken;
}}"""


@dataclass(frozen=True)
class Pages:
    """What was measured; milliseconds, bytes, pictures a second."""

    bytes: int
    usable_ms: list[float]
    dots_ms: list[float]
    moves_ms: list[float]
    picture_ms: list[float]
    picture_fps: float
    version: str


def measured(server: str, play: str, watch: str) -> Pages:
    """Walk through the pages of a server; `play` and `watch` are tables."""
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        prefer_descendants()
        loads = [_loaded(browser, server) for _ in range(LOADS)]
        with _page(browser, f"http://{server}/play/{play}") as page:
            page.wait_for_function("probe.state && document.querySelector('.board-host [data-cell]')")
            page.wait_for_timeout(1000)
            dots = page.evaluate(SELECT, SELECTIONS)
            moves = page.evaluate(PLAY, MOVES)
        with _page(browser, f"http://{server}/watch/{watch}") as page:
            late, fps = _watched(page)
        version = browser.version
        browser.close()
    return Pages(max(size for size, _ in loads), [ms for _, ms in loads], dots, moves, late, fps, version)


def _watched(page: Page) -> tuple[list[float], float]:
    """How late the camera picture is when it is drawn, and how many are drawn a second."""
    page.wait_for_function("probe.late.length > 5", timeout=60_000)
    page.evaluate("probe.late.length = 0")
    page.wait_for_timeout(WATCH_S * 1000)
    late: list[list[float]] = page.evaluate("probe.late")
    spent_s = (late[-1][1] - late[0][1]) / 1000
    return [ms for ms, _ in late], (len(late) - 1) / spent_s


@contextmanager
def _page(browser: Browser, address: str) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": 1366, "height": 768},
        reduced_motion="reduce",
        service_workers="block",
        bypass_csp=True,  # what is asked from outside would be refused as foreign script
    )
    context.set_default_timeout(60_000)
    context.add_init_script(PROBE)
    page = context.new_page()
    page.goto(address)
    yield page
    context.close()


def _loaded(browser: Browser, server: str) -> tuple[int, float]:
    """Bytes of the first page with everything it loads, and when it can be used."""
    context = browser.new_context(service_workers="block", bypass_csp=True)
    context.add_init_script(PROBE)
    page, sizes = context.new_page(), list[float]()
    line = context.new_cdp_session(page)
    line.send("Network.enable")

    def finished(event: dict[str, Any]) -> None:
        sizes.append(event["encodedDataLength"])

    line.on("Network.loadingFinished", finished)
    page.goto(f"http://{server}/", wait_until="networkidle", timeout=60_000)
    page.wait_for_function("probe.usable", timeout=60_000)
    usable = float(page.evaluate("probe.usable"))
    context.close()
    return int(sum(sizes)), usable
