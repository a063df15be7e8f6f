/** Pieces on the board: where they stand, and how they get there. */

import { svg } from "/lib/dom.js";
import { difference } from "/lib/board/looks.js";

const STEP_MS = 190;
const FADE_MS = 220;

export class Pieces {
  /** @param {import("./geometry.js").Geometry} place @param {import("./pieces.js").PieceBox} box @param {SVGElement} layer */
  constructor(game, place, box, layer) {
    this.game = game;
    this.place = place;
    this.box = box;
    this.layer = layer;
    this.look = place.plan.cells.map(() => 0);
    /** @type {Map<number, SVGElement>} */
    this.at = new Map();
    this.upsideDown = "";
  }

  /** Show a look; with a path given, the pieces slide there. */
  show(look, { last = [], animate = true } = {}) {
    const before = this.look;
    const moved = animate ? difference(this.game, before, look, last) : null;
    this.look = [...look];
    look.forEach((face, cell) => face !== before[cell] && this.#stand(cell, face, moved));
    if (moved) this.#move(before, moved);
  }

  #stand(cell, face, moved) {
    const old = this.at.get(cell);
    this.at.delete(cell);
    if (old && !moved?.gone.includes(cell)) old.remove();
    else if (old) this.#fade(old);
    if (face > 0) this.#put(cell, face);
  }

  #put(cell, face) {
    const drawn = this.game.faces[face].tray ? this.#tray(cell, face) : this.box.draw(face);
    const [x, y] = this.place.centres[cell];
    const turned = this.upsideDown && this.game.faces[face].owner === this.upsideDown ? " rotate(180)" : "";
    const stand = svg(
      "g",
      {
        class: "stand",
        transform: `translate(${x} ${y}) scale(${this.place.across[cell] / 100})${turned}`,
        "data-at": cell,
      },
      drawn,
    );
    this.at.set(cell, stand);
    this.layer.append(stand);
  }

  /** A tray: the plain piece, and how many of them in large. */
  #tray(cell, face) {
    const { count, owner } = this.game.faces[face];
    const drawn = this.box.draw(face);
    drawn.classList.add("in-tray");
    if (!count) drawn.classList.add("none");
    return svg("g", { class: `tray-count ${owner}` }, drawn, svg("text", { class: "count", y: 15 }, String(count)));
  }

  #move(before, { slides, come }) {
    for (const { path } of slides) this.#slide(path);
    for (const cell of come) this.#pop(this.at.get(cell));
    void before;
  }

  #slide(path) {
    const stand = this.at.get(path.at(-1));
    if (!stand) return;
    this.layer.append(stand);
    const scale = this.place.across[path.at(-1)] / 100;
    const turned = stand.getAttribute("transform").includes("rotate") ? " rotate(180deg)" : "";
    const frames = path.map((cell) => ({
      transform: `translate(${this.place.centres[cell][0]}px, ${this.place.centres[cell][1]}px) scale(${scale})${turned}`,
    }));
    stand.animate(frames, {
      duration: STEP_MS * Math.min(6, path.length - 1) + 40,
      easing: path.length > 2 ? "linear" : "ease-in-out",
    });
  }

  #pop(stand) {
    stand?.firstElementChild?.animate(
      [
        { transform: "scale(0.3)", opacity: 0 },
        { transform: "scale(1)", opacity: 1 },
      ],
      { duration: FADE_MS, easing: "ease-out" },
    );
  }

  #fade(old) {
    old.classList.add("going");
    const going = old.animate([{ opacity: 1 }, { opacity: 1, offset: 0.4 }, { opacity: 0 }], {
      duration: FADE_MS + STEP_MS,
      easing: "ease-in",
    });
    going.onfinish = going.oncancel = () => old.remove();
  }

  /** Draw everything anew, nothing moving. */
  redraw(look) {
    this.layer.replaceChildren();
    this.at.clear();
    this.look = this.look.map(() => 0);
    this.show(look, { animate: false });
  }

  /** Lift a piece so that it follows a pointer; null puts it back. */
  carry(cell, point) {
    const stand = this.at.get(cell);
    if (!stand) return;
    const [x, y] = point ?? this.place.centres[cell];
    const turned = stand.getAttribute("transform").includes("rotate") ? " rotate(180)" : "";
    if (point) this.layer.append(stand);
    stand.classList.toggle("carried", Boolean(point));
    stand.setAttribute(
      "transform",
      `translate(${x} ${y}) scale(${(this.place.across[cell] / 100) * (point ? 1.12 : 1)})${turned}`,
    );
  }
}
