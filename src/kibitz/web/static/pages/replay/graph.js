/** The chances over the whole game as a line; a click goes there. */

import { svg } from "/lib/dom.js";

const WIDE = 400;
const HIGH = 90;

export class Graph {
  constructor(last, t, go) {
    this.last = Math.max(1, last);
    this.area = svg("path", { class: "area" });
    this.line = svg("path", { class: "line", "vector-effect": "non-scaling-stroke" });
    this.dots = svg("g", {});
    this.cursor = svg("line", { class: "cursor", y1: 0, y2: HIGH, "vector-effect": "non-scaling-stroke" });
    this.element = svg("svg", { class: "graph", viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", role: "img", "aria-label": t("archive.analysis.graph"), onclick: (event) => go(this.#ply(event)) },
      svg("rect", { class: "ground", width: WIDE, height: HIGH }), this.area, svg("line", { class: "middle", x1: 0, x2: WIDE, y1: HIGH / 2, y2: HIGH / 2, "vector-effect": "non-scaling-stroke" }), this.line, this.cursor, this.dots);
  }

  /** @param {Map<number, any>} plies judged moves by ply */
  show(plies) {
    const points = [...plies].sort(([a], [b]) => a - b);
    if (!points.length) return;
    const all = [[points[0][0] - 1, points[0][1].value], ...points.map(([ply, one]) => [ply, one.after])];
    const at = all.map(([ply, value]) => `${this.#x(ply)} ${this.#y(value)}`);
    this.line.setAttribute("d", `M${at.join("L")}`);
    this.area.setAttribute("d", `M${this.#x(all[0][0])} ${HIGH}L${at.join("L")}L${this.#x(all.at(-1)[0])} ${HIGH}Z`);
    this.dots.replaceChildren(...points.filter(([, one]) => one.mark).map(([ply, one]) => svg("line", { class: `dot ${one.mark}`, x1: this.#x(ply), x2: this.#x(ply), y1: this.#y(one.after), y2: this.#y(one.after), "vector-effect": "non-scaling-stroke" })));
  }

  at(ply) {
    this.cursor.setAttribute("x1", String(this.#x(ply)));
    this.cursor.setAttribute("x2", String(this.#x(ply)));
  }

  #x(ply) {
    return Math.round((ply / this.last) * WIDE * 10) / 10;
  }

  #y(value) {
    return Math.round((1 - value) * HIGH * 10) / 10;
  }

  #ply(event) {
    const { left, width } = this.element.getBoundingClientRect();
    return Math.round(((event.clientX - left) / width) * this.last);
  }
}
