/** A bar that says who stands better; off until somebody wants to know. */

import { el } from "/lib/dom.js";
import { moveText } from "/lib/titles.js";

export class Evaluation {
  constructor(page) {
    this.page = page;
    this.isOn = false;
    this.ply = -1;
    this.best = null;
    this.fill = el("span", { class: "part" });
    this.words = el("span", { class: "small number" });
    this.root = el(
      "section",
      { class: "evaluation", hidden: true },
      el("div", { class: "scale", "aria-hidden": "true" }, this.fill),
      this.words,
    );
  }

  toggle() {
    this.isOn = !this.isOn;
    this.root.hidden = !this.isOn;
    this.ply = -1;
    this.best = null;
    this.page.paint();
    if (this.isOn) this.look(this.page.state);
  }

  /** Ask about a position once; an answer that comes too late is dropped. */
  async look(state) {
    if (!this.isOn || state.ply === this.ply || state.outcome || state.turn === "chance") return;
    this.ply = state.ply;
    this.best = null;
    try {
      const found = await this.page.context.api.get("/api/evaluate", { game: state.game, setup: state.setup });
      if (state.ply === this.ply && this.isOn) this.#show(found, state);
    } catch (error) {
      this.words.textContent = error.message;
    }
  }

  #show({ value, best }, state) {
    const { t } = this.page.context;
    const { labels } = this.page.board;
    const seat = value >= 0.5 ? "first" : "second";
    this.fill.style.width = `${Math.round(value * 100)}%`;
    const who = t("play.evaluation-value", {
      side: labels.side(seat),
      percent: Math.round(100 * Math.max(value, 1 - value)),
    });
    this.words.textContent = best ? `${who} · ${t("play.best", { move: moveText(t, state.game, best.move) })}` : who;
    this.best = best && this.page.mayTouch ? best : null;
    this.page.paintBoard({ animate: false });
  }
}
