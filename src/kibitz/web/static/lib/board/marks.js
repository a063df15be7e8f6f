/** What is laid over a position: dots where a piece may go, arrows, rings, crosses, the path still to go. */

import { svg } from "/lib/dom.js";
import { points, round } from "/lib/board/drawing.js";

export class Marks {
  /** @param {import("./geometry.js").Geometry} place @param {{marks: SVGElement, over: SVGElement}} layers */
  constructor(place, layers) {
    this.place = place;
    this.layers = layers;
  }

  /** A dot on every target; a ring where a piece would be taken or stands. */
  targets(found, occupied) {
    return [...found].map(([cell, moves]) => {
      const [x, y] = this.place.centres[cell];
      const size = this.place.across[cell];
      const takes = occupied(cell) || moves.every((one) => one.takes?.length);
      return takes
        ? svg("circle", { class: "hint takes", cx: x, cy: y, r: size * 0.4, "stroke-width": size * 0.075 })
        : svg("circle", { class: "hint", cx: x, cy: y, r: size * 0.15 });
    });
  }

  /** The way that each candidate goes on after the next cell. */
  ways(candidates, done) {
    const seen = new Map();
    for (const one of candidates) {
      const rest = one.shown.slice(Math.max(0, done - 1));
      if (rest.length > 2) seen.set(rest.join(), rest);
    }
    return [...seen.values()].slice(0, 8).map((rest) =>
      svg("polyline", {
        class: "way",
        points: points(rest.map((cell) => this.place.centres[cell])),
        "stroke-width": this.place.usual * 0.05,
      }),
    );
  }

  /** An arrow along a path; the last stretch carries its head. */
  arrow({ path, kind = "best" }) {
    if (path.length < 2) return this.ring({ cell: path[0], kind });
    const at = path.map((cell) => this.place.centres[cell]);
    const size = this.place.usual;
    const [tip, from] = [at.at(-1), at.at(-2)];
    const angle = Math.atan2(tip[1] - from[1], tip[0] - from[0]);
    const neck = [tip[0] - Math.cos(angle) * size * 0.34, tip[1] - Math.sin(angle) * size * 0.34];
    const wing = (side) => [
      neck[0] - Math.sin(angle) * side * size * 0.22,
      neck[1] + Math.cos(angle) * side * size * 0.22,
    ];
    return svg(
      "g",
      { class: `arrow ${kind}` },
      svg("polyline", { points: points([...at.slice(0, -1), neck]), "stroke-width": size * 0.13 }),
      svg("polygon", { points: points([tip, wing(1), wing(-1)]) }),
    );
  }

  /** A ring on a cell, of a kind (`best`, `wrong`, `seen`), with a badge in its corner for those who see no colours. */
  ring({ cell, kind = "best", mark = "" }) {
    const [x, y] = this.place.centres[cell];
    const size = this.place.across[cell];
    return svg(
      "g",
      { class: `ring ${kind}` },
      svg("circle", { cx: x, cy: y, r: size * 0.45, "stroke-width": size * 0.07 }),
      mark && this.#badge(x + size * 0.32, y - size * 0.32, size * 0.17, mark),
    );
  }

  #badge(x, y, r, mark) {
    return svg(
      "g",
      { class: "alert" },
      svg("circle", { cx: x, cy: y, r, "stroke-width": r * 0.22 }),
      svg("text", { x, y, dy: "0.36em", "font-size": r * 1.6 }, mark),
    );
  }

  /** A cross: not allowed. */
  cross(cell) {
    const [x, y] = this.place.centres[cell];
    const arm = this.place.across[cell] * 0.24;
    return svg("path", {
      class: "cross",
      d: `M${round(x - arm)} ${round(y - arm)}l${round(2 * arm)} ${round(2 * arm)}M${round(x + arm)} ${round(y - arm)}l${round(-2 * arm)} ${round(2 * arm)}`,
      "stroke-width": arm * 0.4,
    });
  }

  show(layer, ...drawn) {
    this.layers[layer].replaceChildren(...drawn.flat(9).filter(Boolean));
  }
}
