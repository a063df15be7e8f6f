/** Keys on the board: arrows go cell by cell, Enter picks up and puts down, Esc lets go. */

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @param {SVGElement[]} cells @param {import("./geometry.js").Geometry} place
 * @param {{press: (cell: number) => void, cancel: () => boolean}} to `cancel` says whether there was anything to let go
 */
export class Keys {
  constructor(cells, place, focusRing, to) {
    this.cells = cells;
    this.place = place;
    this.focusRing = focusRing;
    this.to = to;
    this.current = this.#first();
    this.anchor = null;
    cells.forEach((cell, number) => {
      cell.addEventListener("keydown", (event) => this.#key(event, number));
      cell.addEventListener("focus", () => this.#focused(number));
      cell.addEventListener("blur", () => this.focusRing.setAttribute("points", ""));
    });
    this.#rove(this.current);
  }

  /** The lower left corner, where people begin to count. */
  #first() {
    const cost = ([x, y]) => x - y;
    return this.place.centres.reduce(
      (best, centre, cell) => (cost(centre) < cost(this.place.centres[best]) ? cell : best),
      0,
    );
  }

  #key(event, cell) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key in ARROWS) this.#step(event, cell, ARROWS[event.key]);
    else if (event.key === "Enter" || event.key === " ") this.to.press(cell);
    else if (event.key !== "Escape" || !this.to.cancel()) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #step(event, cell, direction) {
    const sideways = direction[0] !== 0;
    if (!this.anchor || this.anchor.sideways !== sideways) this.anchor = { sideways, at: this.place.centres[cell] };
    const next = this.place.next(cell, direction, this.anchor.at);
    if (next >= 0) this.focus(next);
  }

  /** Put the focus on a cell. */
  focus(cell) {
    this.#rove(cell);
    this.cells[cell].focus({ preventScroll: false });
  }

  #rove(cell) {
    this.cells[this.current].setAttribute("tabindex", "-1");
    this.cells[cell].setAttribute("tabindex", "0");
    this.current = cell;
  }

  #focused(cell) {
    this.#rove(cell);
    const points = this.cells[cell].querySelector(".ground").getAttribute("points");
    if (this.cells[cell].matches(":focus-visible")) this.focusRing.setAttribute("points", points);
  }
}
