/** What a program thinks of the game: who was winning, where it was given away, and what was better. */

import { Graph } from "/pages/replay/graph.js";
import { showError } from "/lib/dialog.js";
import { el, fill } from "/lib/dom.js";
import { icon } from "/lib/icons.js";

const ASK_AGAIN_MS = 700;
const KINDS = ["blunder", "mistake", "inaccuracy"];

export class Analysis {
  #timer = 0;
  #left = false;

  constructor({ t, api, kept, go, changed, about, side }) {
    Object.assign(this, { t, api, kept, go, changed, about, side, plies: new Map(), state: "none", total: 0, problem: "", best: true });
    this.path = `/api/archive/${kept.summary.id}/analysis`;
    this.graph = new Graph(kept.steps.length - 1, t, go);
    this.element = el("section", { class: "card analysis stack" });
    this.#paint();
  }

  /** What has been found before. */
  async look() {
    this.#take(await this.api.get(this.path));
  }

  leave() {
    this.#left = true;
    clearTimeout(this.#timer);
  }

  /** The first player's chance at a ply; null when nobody has thought about it. */
  valueAt(ply) {
    return this.plies.get(ply + 1)?.value ?? this.plies.get(ply)?.after ?? null;
  }

  bestAt(ply) {
    const best = this.best ? this.plies.get(ply + 1)?.best : null;
    return best?.path.length ? best : null;
  }

  get marks() {
    return new Map([...this.plies].filter(([, one]) => one.mark).map(([ply, one]) => [ply, one.mark]));
  }

  said(value) {
    return this.t("archive.analysis.chance", { side: this.side("first"), percent: Math.round(100 * value) });
  }

  /** What was wrong with the move that led here. */
  sentence(ply) {
    const one = this.plies.get(ply);
    if (!one?.mark) return "";
    const line = one.line.slice(0, 5).join(" ") || one.best?.move;
    return this.t("archive.analysis.better", { mark: this.t(`archive.analysis.${one.mark}`), percent: Math.round(100 * one.loss), line });
  }

  at(ply) {
    this.graph.at(ply, this.valueAt(ply));
  }

  async #ask(method) {
    clearTimeout(this.#timer);
    try {
      if (method === "start") this.#take(await this.api.post(this.path, {}));
      else { await this.api.delete(this.path); this.#take(await this.api.get(this.path)); }
    } catch (error) {
      showError(error);
    }
  }

  #take(found) {
    if (this.#left) return;
    const grew = found.plies.length !== this.plies.size || found.state !== this.state;
    Object.assign(this, { state: found.state, total: found.total, problem: found.problem, plies: new Map(found.plies.map((one) => [one.ply, one])) });
    if (["waiting", "running"].includes(found.state)) this.#timer = setTimeout(() => this.look().catch(showError), ASK_AGAIN_MS);
    if (grew) { this.#paint(); this.graph.show(this.plies); this.changed(); }
  }

  #paint() {
    const { t } = this;
    const running = ["waiting", "running"].includes(this.state);
    const mayStart = this.about?.role !== "spectator" && this.kept.steps.length > 1;
    const start = mayStart && !running && this.state !== "done" && el("button", { type: "button", id: "analyse", onclick: () => this.#ask("start") }, icon("eye"), t("archive.analysis.start"));
    const stop = running && el("button", { type: "button", id: "stop-analysis", onclick: () => this.#ask("stop") }, icon("close"), t("archive.analysis.stop"));
    const progress = running && el("progress", { max: this.total, value: this.plies.size, "aria-label": t("archive.analysis.progress", { done: this.plies.size, total: this.total }) });
    const best = this.plies.size > 0 && el("label", { class: "switch" }, el("input", { type: "checkbox", checked: this.best, onchange: (event) => { this.best = event.target.checked; this.changed(); } }), t("archive.analysis.show-best"));
    fill(this.element, el("div", { class: "row" }, el("h2", { class: "grow" }, t("archive.analysis.title")), start, stop), progress, this.problem && el("p", { role: "alert" }, this.problem), this.plies.size > 0 && this.graph.element, this.plies.size > 0 && this.#sums(), best);
  }

  #sums() {
    const count = (seat, kind) => [...this.plies.values()].filter((one) => one.seat === seat && one.mark === kind).length;
    const hasDice = [...this.plies.values()].some((one) => one.luck !== null);
    const row = (seat) => el("tr", {}, el("th", { scope: "row" }, this.side(seat)), KINDS.map((kind) => el("td", { class: `number ${kind}` }, String(count(seat, kind)))), hasDice && el("td", { class: "number" }, this.#luck(seat)));
    const head = KINDS.map((kind) => el("th", { scope: "col" }, this.t(`archive.analysis.${kind}-many`)));
    return el("table", { class: "sums" }, el("thead", {}, el("tr", {}, el("td"), head, hasDice && el("th", { scope: "col", title: this.t("archive.analysis.luck-hint") }, this.t("archive.analysis.luck")))), el("tbody", {}, row("first"), row("second")));
  }

  /** What the dice gave a player, all throws together. */
  #luck(seat) {
    const sum = [...this.plies.values()].filter((one) => one.seat === seat).reduce((all, one) => all + (one.luck ?? 0), 0);
    return new Intl.NumberFormat(this.t.tag, { style: "percent", signDisplay: "exceptZero" }).format(sum);
  }
}
