/** The wall of a club room: every table live, large enough to be read from afar. */

import { Board } from "/lib/board.js";
import { Clocks } from "/lib/clock.js";
import { el, fill, isTyping } from "/lib/dom.js";
import { gameTitle } from "/lib/gamelist.js";
import { icon } from "/lib/icons.js";
import { Live } from "/lib/live.js";
import { picture } from "/pages/play/plates.js";
import { badge, standing } from "/pages/watch/status.js";
import { message } from "/pages/watch/words.js";

const LIST_EVERY_MS = 3000;
const DONE_S = 600; // a finished game stays on the wall for a while

export async function show(main, context) {
  const page = new Wall(main, context);
  await page.list();
  return () => page.leave();
}

class Wall {
  constructor(main, context) {
    Object.assign(this, { main, context });
    this.tiles = new Map();
    this.games = new Map();
    const { t, setTitle } = context;
    setTitle(t("live.wall"));
    main.classList.add("wide");
    this.grid = el("div", { class: "tiles" });
    this.none = el("div", { class: "card stack none", hidden: true }, icon("wall", 44), el("h2", {}, t("live.wall-empty")), el("p", { class: "soft" }, t("live.wall-empty-text")));
    this.head = el("p", { class: "soft number" });
    fill(main, el("header", { class: "wall-head" }, el("h1", {}, t("live.wall")), this.head,
      document.fullscreenEnabled && el("button", { type: "button", class: "quiet", onclick: () => document.documentElement.requestFullscreen() }, icon("system", 20), t("live.full"))), this.grid, this.none);
    this.timer = setInterval(() => this.list().catch(() => {}), LIST_EVERY_MS);
    document.addEventListener("keydown", this.keys);
  }

  /** Which tables there are; those that are new get a tile, those that are gone lose theirs. */
  async list() {
    const { tables } = await this.context.api.get("/api/tables");
    const shown = tables.filter((table) => !table.resting && (!table.outcome || this.tiles.has(table.id) || Date.now() / 1000 - table.created < DONE_S)).sort((a, b) => a.created - b.created);
    for (const [id, tile] of this.tiles) if (!shown.some((table) => table.id === id)) this.#remove(id, tile);
    for (const table of shown) if (!this.tiles.has(table.id)) await this.#add(table);
    this.grid.dataset.count = String(Math.min(shown.length, 12));
    this.none.hidden = shown.length > 0;
    this.head.textContent = shown.length ? this.context.t.plural("live.count", shown.length) : "";
  }

  async #add(table) {
    const { api } = this.context;
    if (!this.games.has(table.game)) this.games.set(table.game, api.get("/api/game", { name: table.game }));
    const game = await this.games.get(table.game);
    if (this.left || this.tiles.has(table.id)) return;
    const tile = new Tile(this.context, table, game, () => this.#remove(table.id, tile));
    this.tiles.set(table.id, tile);
    this.grid.append(tile.root);
  }

  #remove(id, tile) {
    this.tiles.delete(id);
    tile.leave();
  }

  keys = (event) => {
    if (!isTyping(event) && event.key === "Escape" && !document.fullscreenElement) this.context.go("/");
  };

  leave() {
    this.left = true;
    clearInterval(this.timer);
    document.removeEventListener("keydown", this.keys);
    for (const tile of this.tiles.values()) tile.leave();
  }
}

class Tile {
  constructor(context, table, game, onGone) {
    Object.assign(this, { context, table, game });
    const { t, prefs } = context;
    const host = el("div", { class: "board-host" });
    const quiet = { get: (name) => (name === "coordinates" ? false : prefs.get(name)), on: () => () => {} };
    this.board = new Board(host, { game, texts: t, prefs: quiet, pieceSet: table.piece_set ?? "", announce: () => {} });
    this.board.root?.setAttribute("aria-hidden", "true");
    this.badge = el("div", { class: "badge" });
    this.said = el("p", { class: "said" });
    this.sides = Object.fromEntries(["first", "second"].map((seat) => [seat, this.#side(seat)]));
    this.clocks = new Clocks((seat, text) => { this.sides[seat].clock.textContent = text; });
    this.root = el("a", { class: "tile card", href: `/live/${table.id}`, "data-table": table.id },
      host, el("div", { class: "facts" }, el("strong", { class: "game-name" }, gameTitle(t, table.game, table.title)), this.sides.first.root, this.sides.second.root, this.badge, this.said));
    this.live = new Live(table.id, { onState: (state) => this.heard(state), onCamera: (facts) => { this.camera = facts; this.paint(); }, onGone });
  }

  #side(seat) {
    const { context: { t }, table, board, game } = this;
    const { kind, level, name } = table.players[seat];
    const clock = el("time", { class: "clock number" });
    const called = name || (kind === "bot" ? t("menu.bot", { level: t.maybe(`games.level.${level}`, level) }) : board.labels.side(seat));
    const face = game.faces.findIndex((one) => one.owner === seat && !one.tray);
    return { clock, root: el("div", { class: "side" }, picture(board, face, 28), el("span", { class: "who" }, called), clock) };
  }

  heard(state) {
    this.state = state;
    this.clocks.set(state.clock);
    this.paint(true);
  }

  paint(animate = false) {
    const { state, context: { t }, board, table, camera } = this;
    if (!state) return;
    board.show({ ...state, legal: [] }, { animate });
    const name = standing(state, camera, table.camera);
    if (name !== this.shown) fill(this.badge, badge(t, name));
    this.shown = name;
    this.said.textContent = message(t, board.labels, name, state, camera, table);
    for (const seat of ["first", "second"]) this.sides[seat].root.classList.toggle("on", !state.outcome && (state.turn === seat || state.remarks.mover === seat));
  }

  leave() {
    this.live.close();
    this.clocks.stop();
    this.board.destroy();
    this.root.remove();
  }
}
