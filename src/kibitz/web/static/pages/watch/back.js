/** Looking back at earlier positions while the board is being watched. */

import { showError } from "/lib/dialog.js";
import { el, fill } from "/lib/dom.js";
import { icon } from "/lib/icons.js";
import { History } from "/pages/play/history.js";

export class LookBack {
  /** @param {{context: any, table: any, state: any, paint: () => void}} page */
  constructor(page) {
    this.page = page;
    this.history = new History(page.context.api, page.table);
    this.ply = null; // null: the game as it stands
    this.past = null;
    this.root = el("div", { class: "back-bar", hidden: true });
  }

  /** Remember a state of the game. */
  keep(state) {
    this.history.keep(state);
    if (this.ply !== null && this.ply > state.ply) this.#show(null, null);
  }

  async look(ply) {
    const { state } = this.page;
    const wanted = Math.max(0, Math.min(state.ply, ply));
    try {
      const past = wanted === state.ply ? null : await this.history.position(wanted);
      this.#show(past ? wanted : null, past);
    } catch (error) {
      showError(error);
    }
    this.page.paint();
  }

  #show(ply, past) {
    Object.assign(this, { ply, past });
    const { t } = this.page.context;
    this.root.hidden = ply === null;
    fill(this.root, el("span", {}, t("play.looking-back", { ply: ply ?? 0 })), el("button", { type: "button", class: "primary", "data-do": "to-game", onclick: () => this.look(Infinity) }, icon("forward", 18), t("play.to-game")));
  }
}
