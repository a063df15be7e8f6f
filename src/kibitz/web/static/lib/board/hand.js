/** The hand that plays: presses, drags and hovers turned into choosing a move. */

import { mayAnimate } from "/lib/prefs.js";

export class Hand {
  /** @param {import("/lib/board.js").Board} board */
  constructor(board) {
    this.board = board;
    this.pressed = /** @type {number|null} */ (null);
    this.dragged = /** @type {number|null} */ (null);
    this.hovered = /** @type {number|null} */ (null);
  }

  /** A cell was clicked, tapped or entered. */
  press = (cell) => {
    const { board } = this;
    if (board.onCell) return board.onCell(cell);
    if (!board.interactive) return;
    const isQuick = board.game.chancy && !board.choosing.path.length;
    this.act(board.choosing.click(cell), { isQuick });
  };

  /** Carry out what a click means. A stone that dice let move only one way moves at once. */
  act(result, { isQuick = false, animate = true } = {}) {
    const { board } = this;
    board.crossed = board.shownPreview = null;
    const only = result.kind === "selected" && isQuick && board.choosing.candidates.length === 1;
    if (only) return this.#complete(board.choosing.candidates, animate);
    if (result.kind === "complete") return this.#complete(result.moves, animate);
    if (result.kind === "extended") this.#goOn(animate);
    else board.stand(animate);
    if (result.kind === "refused") board.onRefused(result);
    if (result.kind === "selected") this.#tellTargets();
    board.paint();
  }

  async #complete(moves, animate) {
    const { board } = this;
    const distinct = moves.filter((one, i) => moves.findIndex((other) => other.move === one.move) === i);
    const move = distinct.length > 1 ? await board.onChoice(distinct) : distinct[0];
    board.choosing.clear();
    if (move) return board.onMove({ move: move.move, path: move.path, takes: move.takes ?? [] }, { animate });
    board.stand(true);
    board.paint();
  }

  /** One jump of a chain is done: the piece stands there, what it took is dimmed. */
  #goOn(animate) {
    const { board } = this;
    const path = board.choosing.path;
    const look = [...board.state.look];
    [look[path[0]], look[path.at(-1)]] = [0, board.state.look[path[0]]];
    board.pieces.show(look, { last: path.slice(-2), animate: animate && mayAnimate() });
    const taken = path
      .slice(1)
      .flatMap((cell, i) => board.place.between(path[i], cell, board.choosing.candidates[0]?.takes ?? []));
    for (const cell of taken) board.pieces.at.get(cell)?.classList.add("taken");
    const key = board.canEnd ? "board.may-go-on" : "board.goes-on";
    board.announce(board.texts(key, { cell: board.labels.place(path.at(-1)), cells: this.#targets() }));
  }

  #tellTargets() {
    const { board } = this;
    const cell = board.choosing.path[0];
    const piece = board.labels.piece(board.state.look[cell]);
    board.announce(board.texts("board.picked", { piece, cell: board.labels.place(cell), cells: this.#targets() }));
  }

  #targets() {
    return [...this.board.choosing.targets.keys()].map((cell) => this.board.labels.place(cell)).join(", ");
  }

  // --- dragging

  mayDrag = (cell) => {
    const { board } = this;
    this.pressed = cell;
    if (board.onCell || !board.interactive) return false;
    const goesOn = board.choosing.path.length > 1 && board.choosing.path.at(-1) === cell;
    return goesOn || (board.choosing.starts.has(cell) && board.owner(cell) !== "" && board.pieces.at.has(cell));
  };

  drag = (point, over) => {
    const { board } = this;
    if (this.dragged === null) this.#lift();
    if (this.dragged === null) return;
    board.pieces.carry(this.dragged, point);
    board.cells.forEach((element, cell) =>
      element.classList.toggle("over", cell === over && board.choosing.targets.has(cell)),
    );
  };

  #lift() {
    const { board } = this;
    if (board.choosing.path.at(-1) !== this.pressed) {
      board.choosing.clear();
      board.pieces.show(board.state.look, { animate: false });
      board.choosing.path = [this.pressed];
    }
    this.dragged = this.pressed;
    board.paint();
  }

  drop = (cell) => {
    const { board } = this;
    const from = this.dragged;
    this.letGo();
    if (from === null) return;
    if (cell === null) board.cancel();
    else if (cell === from) board.paint();
    else this.act(board.choosing.click(cell), { animate: false });
  };

  /** Nothing is in the hand any more. */
  letGo() {
    const { board } = this;
    if (this.dragged !== null) board.pieces.carry(this.dragged, null);
    this.dragged = null;
    board.root.querySelectorAll(".taken, .over").forEach((one) => one.classList.remove("taken", "over"));
  }

  // --- hovering

  hover = (cell) => {
    const { board } = this;
    if (cell === this.hovered) return;
    board.pieces.at.get(this.hovered)?.classList.remove("near");
    this.hovered = cell;
    if (!board.interactive || board.onCell) return;
    const starts = cell !== null && board.choosing.starts.has(cell);
    if (starts) board.pieces.at.get(cell)?.classList.add("near");
    board.shownPreview = starts && !board.choosing.path.length ? this.#only(cell) : null;
    board.crossed = this.#isBarred(cell) ? cell : null;
    board.paintOver();
  };

  /** The move from this cell, when there is exactly one and it goes somewhere. */
  #only(cell) {
    const found = this.board.choosing.moves.filter((one) => one.shown[0] === cell);
    return found.length === 1 && found[0].shown.length > 1 ? found[0] : null;
  }

  #isBarred(cell) {
    const { board } = this;
    const { choosing } = board;
    if (cell === null || !(choosing.moves.length || choosing.specials.length)) return false;
    if (choosing.path.length)
      return !choosing.targets.has(cell) && !choosing.path.includes(cell) && !choosing.starts.has(cell);
    return board.game.chancy && board.owner(cell) === board.state.turn && !choosing.starts.has(cell);
  }
}
