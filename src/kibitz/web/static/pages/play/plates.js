/** A player's plate: colour, name, clock, what was taken. */

import { el, fill, svg } from "/lib/dom.js";
import { icon } from "/lib/icons.js";
import { botTitle } from "/lib/titles.js";
import { missing } from "/pages/play/sides.js";

export class Plate {
  constructor(page, seat) {
    this.page = page;
    this.seat = seat;
    const { t } = page.context;
    this.clock = el("time", { class: "clock number", "aria-label": t("play.clock.used") });
    this.taken = el("span", { class: "taken-pieces", "aria-hidden": "true" });
    this.title = el("strong", { class: "who" });
    this.about = el("span", { class: "soft small" });
    this.swatch = el("span", { class: "swatch", "aria-hidden": "true" });
    this.root = el(
      "section",
      { class: `plate card ${seat}`, "data-seat": seat },
      this.swatch,
      el("div", { class: "names" }, this.title, this.about),
      this.taken,
      this.clock,
    );
  }

  /** Show whose plate this is, in the colours that the board uses now. */
  paint(state) {
    const {
      board,
      table,
      context: { t },
      game,
    } = this.page;
    const { kind, level, name } = table.players[this.seat];
    const side = board.labels.side(this.seat);
    const bot = kind === "bot" ? botTitle(t, level) : "";
    this.title.textContent = name || bot || side;
    fill(this.about, icon(kind === "bot" ? "bot" : "person", 15), name || bot ? side : t(`play.setup.${this.seat}`));
    fill(
      this.swatch,
      picture(
        board,
        game.faces.findIndex((face) => face.owner === this.seat && !face.tray),
        30,
      ),
    );
    const isOn = !state.outcome && (state.turn === this.seat || state.remarks.mover === this.seat);
    this.root.classList.toggle("on", isOn);
    this.root.setAttribute("aria-current", String(isOn));
    this.#paintTaken(state);
  }

  /** What this player has taken from the other. */
  #paintTaken(state) {
    const { game, board } = this.page;
    const gone = missing(game, state.look, this.seat === "first" ? "second" : "first", state.remarks);
    const counts = new Map();
    for (const face of gone) counts.set(face, (counts.get(face) ?? 0) + 1);
    fill(
      this.taken,
      [...counts].map(([face, count]) => [
        picture(board, face, 18),
        count > 1 && el("span", { class: "number small" }, String(count)),
      ]),
    );
  }

  paintClock(text, { isLow, isRunning, periods }) {
    const shown = periods ? `${text} · ${periods}` : text;
    if (this.clock.textContent !== shown) this.clock.textContent = shown;
    this.clock.classList.toggle("low", isLow);
    this.clock.classList.toggle("running", isRunning);
  }
}

export function picture(board, face, size) {
  return svg(
    "svg",
    { viewBox: "-46 -46 92 92", width: size, height: size, class: "board-piece" },
    board.box.draw(face),
  );
}
