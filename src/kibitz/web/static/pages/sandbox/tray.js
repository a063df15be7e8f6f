/** The piece tray: choose a piece, then press cells; or let each press go round all pieces. */

import { cycle } from "/pages/sandbox/faces.js";
import { el, svg } from "/lib/dom.js";
import { icon } from "/lib/icons.js";

export class Tray {
  /** The face that presses put down; null: they go round. @type {number|null} */
  chosen = null;

  constructor({ t, game, box, labels }) {
    const round = this.#choice(null, icon("swap", 24), t("sandbox.round"));
    const eraser = this.#choice(0, icon("close", 24), t("sandbox.erase"));
    const pieces = cycle(game).slice(1).map((face) => this.#choice(face, svg("svg", { viewBox: "-50 -50 100 100", width: 40, height: 40, class: "board", "aria-hidden": "true" }, box.draw(face)), labels.piece(face)));
    this.element = el("div", { class: "tray", role: "radiogroup", "aria-label": t("sandbox.tray") }, round, pieces, eraser);
  }

  #choice(face, picture, label) {
    const input = el("input", { type: "radio", name: "tray", value: String(face), checked: face === this.chosen, "aria-label": label, onchange: () => { this.chosen = face; } });
    return el("label", { title: label, class: face ? "piece-choice" : "" }, input, el("span", {}, picture, face === null && el("small", {}, label)));
  }
}
