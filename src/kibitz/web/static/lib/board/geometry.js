/** Where things lie on the screen: the plan in millimetres, turned by quarters, with room for coordinates. */

/** @typedef {[number, number]} Point */

export class Geometry {
  /** @param {any} plan @param {{quarters?: number, coordinates?: boolean}} wish quarter turns clockwise */
  constructor(plan, { quarters = 0, coordinates = true } = {}) {
    this.plan = plan;
    this.quarters = ((quarters % 4) + 4) % 4;
    this.coordinates = coordinates;
    this.across = plan.cells.map(across);
    this.usual = [...this.across].sort((a, b) => a - b)[this.across.length >> 1];
    this.framed = plan.cells.every((cell) => cell.outline.length === 4);
    this.centres = plan.cells.map((cell) => this.place(cell.centre));
    this.field = box(plan.cells.flatMap((cell) => cell.outline.map((point) => this.place(point))));
    this.captions = coordinates
      ? plan.captions.map((caption) => ({ ...caption, at: this.#beside(this.place(caption.centre)) }))
      : [];
    this.frame = grown(this.field, this.usual * (coordinates ? 0.36 : 0.14));
    this.view = this.framed ? grown(this.frame, this.usual * 0.02) : grown(this.#reach(), this.usual * 0.12);
  }

  /** A point of the plan on the turned board. @param {Point} point @returns {Point} */
  place([x, y]) {
    const [wide, high] = this.plan.size;
    return /** @type {Point} */ (
      [
        [x, y],
        [high - y, x],
        [wide - x, high - y],
        [y, wide - x],
      ][this.quarters]
    );
  }

  outline(cell) {
    return this.plan.cells[cell].outline.map((point) => this.place(point));
  }

  /** The cells that are taken when a piece jumps from one cell to another. */
  between(from, to, cells) {
    const [a, b] = [this.centres[from], this.centres[to]];
    return cells.filter((cell) => cell !== from && cell !== to && beside(this.centres[cell], a, b) < 0.3 * this.usual);
  }

  /** The nearest cell in a direction; `anchor` keeps zigzags on hexes from drifting away. */
  next(cell, [dx, dy], anchor = null) {
    const here = this.centres[cell];
    let best = -1;
    let least = Infinity;
    this.centres.forEach(([x, y], other) => {
      const along = (x - here[0]) * dx + (y - here[1]) * dy;
      if (other === cell || along < 0.3 * this.usual) return;
      const aside = Math.abs((x - here[0]) * dy - (y - here[1]) * dx);
      if (aside > 1.2 * along) return;
      const drift = anchor ? Math.abs((x - anchor[0]) * dy - (y - anchor[1]) * dx) : 0;
      const cost = along + aside + 0.01 * drift;
      if (cost < least) [best, least] = [other, cost];
    });
    return best;
  }

  /** Letters and numbers stay below and on the left, however the board is turned. */
  #beside([x, y]) {
    if (!this.framed) return [x, y];
    const { left, top, right, bottom } = this.field;
    if (x > right) return [left - (x - right), y];
    return y < top ? [x, bottom + (top - y)] : [x, y];
  }

  #reach() {
    const shapes = this.plan.shapes.flatMap((shape) => shape.outline.map((point) => this.place(point)));
    const words = this.captions.flatMap(({ at: [x, y], height }) => [
      [x - height, y - height],
      [x + height, y + height],
    ]);
    return box([...this.plan.cells.flatMap((_, cell) => this.outline(cell)), ...shapes, ...words]);
  }
}

function across(cell) {
  const ends = cell.outline.map((point, i) => [point, cell.outline[(i + 1) % cell.outline.length]]);
  return 2 * Math.min(...ends.map(([a, b]) => toLine(cell.centre, a, b)));
}

function toLine([x, y], [ax, ay], [bx, by]) {
  return Math.abs((x - ax) * (by - ay) - (y - ay) * (bx - ax)) / Math.hypot(bx - ax, by - ay);
}

/** How far a point lies from a stretch. */
function beside(point, a, b) {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const along = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / (dx * dx + dy * dy || 1);
  const t = Math.min(1, Math.max(0, along));
  return Math.hypot(point[0] - a[0] - t * dx, point[1] - a[1] - t * dy);
}

function box(points) {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

function grown({ left, top, right, bottom }, by) {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by };
}
