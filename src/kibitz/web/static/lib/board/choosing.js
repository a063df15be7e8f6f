/** Choosing a move cell by cell: the legal moves, narrowed by the path clicked so far. No drawing, no events. */

/** @typedef {{move: string, path: number[], takes?: number[], shown?: number[]}} Legal */
/**
 * @typedef {{kind: "selected"|"extended"|"cleared"|"refused"|"complete"|"nothing",
 *   moves?: Legal[], from?: number, to?: number}} Chosen
 */

/**
 * How much of a path a person shows: castling ends with the king, the rook follows by itself.
 * @param {number[]} path @param {(cell: number) => string} owner
 */
export function shownPath(path, owner) {
  const rest = path.findIndex(
    (cell, i) => i >= 2 && cell !== path[0] && owner(path[0]) !== "" && owner(cell) === owner(path[0]),
  );
  return rest < 0 ? path : path.slice(0, rest);
}

export class Choosing {
  /** @param {Legal[]} legal @param {(cell: number) => string} owner who has a piece on a cell @param {string} turn */
  constructor(legal = [], owner = () => "", turn = "") {
    this.owner = owner;
    this.turn = turn;
    const placed = legal.map((one) => ({ ...one, shown: shownPath(one.path, owner) }));
    this.specials = placed.filter((one) => !one.path.length || this.#takesOver(one));
    this.moves = placed.filter((one) => !this.specials.includes(one));
    this.path = /** @type {number[]} */ ([]);
  }

  /** A swap begins on the opponent's stone: it is offered as a button, not by clicking. */
  #takesOver(one) {
    return this.owner(one.path[0]) !== "" && this.owner(one.path[0]) !== this.turn;
  }

  /** Moves that begin with the path clicked so far. */
  get candidates() {
    return this.moves.filter((one) => this.path.every((cell, i) => one.shown[i] === cell));
  }

  /** Moves that would be complete if nothing more were clicked. */
  get ended() {
    return this.path.length ? this.candidates.filter((one) => one.shown.length === this.path.length) : [];
  }

  get starts() {
    return new Set(this.moves.map((one) => one.shown[0]));
  }

  /** Where the next click may go, each with the moves it leaves. @returns {Map<number, Legal[]>} */
  get targets() {
    const found = new Map();
    if (!this.path.length) return found;
    for (const one of this.candidates) {
      const next = one.shown[this.path.length];
      if (next !== undefined) found.set(next, [...(found.get(next) ?? []), one]);
    }
    return found;
  }

  clear() {
    this.path = [];
  }

  /**
   * A cell was clicked.
   * @returns {Chosen}
   */
  click(cell) {
    const last = this.path.at(-1);
    if (last === undefined) return this.#begin(cell);
    if (cell === last && this.ended.length) return this.#complete(this.ended);
    if (this.targets.has(cell)) return this.#extend(cell);
    const direct = this.#endingAt(cell);
    if (direct.length) return this.#complete(direct);
    return this.#elsewhere(cell);
  }

  /** @returns {Chosen} */
  #begin(cell) {
    if (!this.starts.has(cell)) return { kind: this.owner(cell) ? "refused" : "nothing", from: cell };
    return this.#extend(cell);
  }

  /** @returns {Chosen} */
  #extend(cell) {
    this.path = [...this.path, cell];
    const whole = this.ended;
    if (whole.length && whole.length === this.candidates.length) return this.#complete(whole);
    return { kind: this.path.length === 1 ? "selected" : "extended" };
  }

  /** @returns {Chosen} */
  #complete(moves) {
    this.path = [];
    return { kind: "complete", moves };
  }

  /** Moves that end on this cell, when there is no doubt which way they go. */
  #endingAt(cell) {
    const found = this.candidates.filter((one) => one.shown.at(-1) === cell);
    return new Set(found.map((one) => one.shown.join())).size === 1 ? found : [];
  }

  /** @returns {Chosen} */
  #elsewhere(cell) {
    const [from, isChain] = [this.path[0], this.path.length > 1];
    this.path = [];
    if (cell === from) return { kind: "cleared" };
    if (this.starts.has(cell) && !isChain) return this.#begin(cell);
    return { kind: "refused", from, to: cell };
  }
}
