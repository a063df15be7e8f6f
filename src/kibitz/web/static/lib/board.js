/** The board: any plan, any game, for every page. Drawing, choosing and input live in `board/`. */

import { mayAnimate } from "/lib/prefs.js";
import { askWhich } from "/lib/board/choice.js";
import { Choosing } from "/lib/board/choosing.js";
import { drawBoard } from "/lib/board/drawing.js";
import { Geometry } from "/lib/board/geometry.js";
import { Keys } from "/lib/board/keys.js";
import { Labels } from "/lib/board/labels.js";
import { lookAfter } from "/lib/board/looks.js";
import { Marks } from "/lib/board/marks.js";
import { Pieces } from "/lib/board/motion.js";
import { PieceBox } from "/lib/board/pieces.js";
import { listenToPointer } from "/lib/board/pointer.js";

const EMPTY_STATE = { look: [], last: [], cells: [], legal: [], turn: "first", remarks: {} };
const WIDE = 1.8; // boards wider than this stand upright on a phone

export class Board {
  /**
   * @param {HTMLElement} element
   * @param {{game: any, texts: any, prefs?: any, interactive?: boolean, pieceSet?: string, label?: string, announce?: (text: string) => void}} options
   */
  constructor(element, { game, texts, prefs, interactive = false, pieceSet = "", label = "", announce }) {
    Object.assign(this, { element, game, texts, prefs, pieceSet, interactive });
    this.label = label || texts("board.label", { game: game.title });
    this.announce = announce ?? say;
    this.state = { ...EMPTY_STATE, look: game.plan.cells.map(() => 0) };
    this.options = {};
    this.choosing = new Choosing();
    this.turned = /** @type {boolean|string} */ (false);
    this.onMove = (move) => void move;
    this.onCell = /** @type {((cell: number) => void)|null} */ (null);
    this.onRefused = (refused) => void refused;
    this.onChange = () => {};
    this.onChoice = (moves) => askWhich(this, moves);
    this.upright = matchMedia("(orientation: portrait) and (max-width: 760px)");
    this.upright.addEventListener("change", this.#rebuild);
    this.forget = prefs?.on?.((name) => ["coordinates", "pieces", "piece_set", "board"].includes(name) && this.#rebuild());
    element.classList.add("board-host");
    this.#rebuild();
  }

  // --- what pages call

  /** Show a state: its look, last move, wrong cells, legal moves, remarks. */
  show(state, options = {}) {
    const isSame = state.ply === this.state.ply && state.turn === this.state.turn && String(state.look) === String(this.state.look) && Boolean(state.legal?.length) === Boolean(this.state.legal?.length);
    this.state = { ...EMPTY_STATE, ...state };
    this.options = options;
    if (!isSame || !this.choosing.path.length || options.anew) {
      this.#letGo();
      this.choosing = new Choosing(this.state.legal, (cell) => this.owner(cell), this.state.turn);
      this.pieces.show(this.state.look, { last: this.state.last, animate: (options.animate ?? true) && mayAnimate() });
    }
    this.#paint();
  }

  /** Make a move on the screen before the server has answered; `show` of the last state takes it back. */
  play(move, { animate = true } = {}) {
    const shown = this.choosing.moves.find((one) => one.move === move.move && one.path.join() === move.path.join()) ?? move;
    const look = lookAfter(this.game, this.state.look, shown, this.state.turn);
    this.#letGo();
    this.choosing = new Choosing();
    this.pieces.show(look, { last: move.path, animate: animate && mayAnimate() });
    this.state = { ...this.state, look, last: move.path, legal: [], cells: [], remarks: {} };
    this.#paint();
  }

  /** @param {boolean|"second-upside-down"} how true: the second player sits below; or all stay, the second's pieces turned */
  flip(how) {
    this.turned = how;
    this.#rebuild();
  }

  /** Show where a move would lead; null ends it. */
  preview(move) {
    this.shownPreview = move;
    this.#paintOver();
  }

  /** End a chain here, where going on is optional. */
  end() {
    if (this.choosing.ended.length) this.#act(this.choosing.click(this.choosing.path.at(-1)));
  }

  get canEnd() {
    return this.choosing.path.length > 1 && this.choosing.ended.length > 0;
  }

  get isChoosing() {
    return this.choosing.path.length > 0;
  }

  /** Moves without a cell of their own: a pass, a swap. */
  get specials() {
    return this.choosing.specials;
  }

  /** Let go of what was picked up; says whether there was anything. */
  cancel() {
    if (!this.choosing.path.length) return false;
    this.choosing.clear();
    this.#letGo();
    this.pieces.show(this.state.look, { animate: mayAnimate() });
    this.#paint();
    this.announce(this.texts("board.put-back"));
    return true;
  }

  /** Put the keyboard's focus on a cell. */
  focus(cell = this.keys.current) {
    this.keys.focus(cell);
  }

  destroy() {
    this.upright.removeEventListener("change", this.#rebuild);
    this.forget?.();
    this.silence?.();
    this.element.replaceChildren();
  }

  owner(cell) {
    const face = this.game.faces[this.state.look[cell]];
    return face && !(face.tray && !face.count) ? face.owner : "";
  }

  // --- drawing

  #rebuild = () => {
    const focused = this.element.contains(document.activeElement) ? this.keys?.current : null;
    const [wide, high] = this.game.plan.size;
    const quarters = (this.turned === true ? 2 : 0) + (wide / high >= WIDE && this.upright.matches ? 1 : 0);
    this.place = new Geometry(this.game.plan, { quarters, coordinates: this.prefs?.get("coordinates") ?? true });
    this.box = new PieceBox(this.game, this.pieceSet || this.prefs?.get("piece_set")?.[this.game.family], this.prefs?.get("pieces") ?? "set");
    this.labels = new Labels(this.game, this.texts, this.box);
    const { root, cells, layers, focus } = drawBoard(this.place, { label: this.label, rowLabels: null });
    Object.assign(this, { root, cells });
    this.marks = new Marks(this.place, layers);
    this.pieces = new Pieces(this.game, this.place, this.box, layers.pieces);
    this.pieces.upsideDown = this.turned === "second-upside-down" ? "second" : "";
    this.silence?.();
    this.silence = listenToPointer(root, { down: this.#mayDrag, tap: this.#press, drag: this.#drag, drop: this.#drop, hover: this.#hover });
    this.keys = new Keys(cells, this.place, focus, { press: this.#press, cancel: () => this.cancel() });
    this.element.replaceChildren(root);
    this.choosing.clear();
    this.pieces.redraw(this.state.look);
    this.#paint();
    if (focused !== null && focused !== undefined) this.keys.focus(focused);
  };

  #paint() {
    const { last = [], cells: wrong = [], remarks = {} } = this.state;
    const picked = this.choosing.path;
    const signs = {
      last: new Set(last),
      lit: new Set(this.options.lit ?? []),
      ghost: new Set(this.options.ghost ?? []),
      check: new Set(remarks.check === undefined ? [] : [remarks.check].flat()),
      must: new Set(this.interactive && !picked.length ? (remarks.must_capture ?? []) : []),
      winning: new Set(remarks.winning ?? []),
      wrong: new Set(wrong),
      picked: new Set(picked.slice(0, 1).concat(picked.slice(-1))),
      target: new Set(this.interactive ? this.choosing.targets.keys() : []),
      movable: new Set(this.interactive && !this.onCell ? this.choosing.starts : []),
    };
    this.cells.forEach((element, cell) => this.#paintCell(element, cell, signs));
    this.root.classList.toggle("interactive", this.interactive || Boolean(this.onCell));
    this.root.classList.toggle("choosing", picked.length > 0);
    this.marks.show("under", wrong.map((cell) => this.marks.ring({ cell, kind: "wrong", mark: "!" })));
    this.#paintOver();
    this.onChange();
  }

  #paintCell(element, cell, signs) {
    const shown = Object.keys(signs).filter((sign) => signs[sign].has(cell));
    for (const sign of Object.keys(signs)) element.classList.toggle(sign, shown.includes(sign));
    this.pieces.at.get(cell)?.classList.toggle("ghost", shown.includes("ghost"));
    element.setAttribute("aria-label", this.labels.cell(cell, this.pieces.look[cell], shown.filter((sign) => this.texts.has(`board.sign.${sign}`))));
    element.setAttribute("aria-selected", String(shown.includes("picked")));
  }

  #paintOver() {
    const { arrows = [], rings = [] } = this.options;
    const dots = this.interactive ? this.marks.targets(this.choosing.targets, (cell) => this.state.look[cell] > 0 && !this.game.faces[this.state.look[cell]].tray) : [];
    const ways = this.choosing.path.length ? this.marks.ways(this.choosing.candidates, this.choosing.path.length) : [];
    const ahead = this.shownPreview ? [this.marks.arrow({ path: this.shownPreview.shown ?? this.shownPreview.path, kind: "preview" })] : [];
    this.marks.show("marks", ways, dots);
    this.marks.show("over", arrows.map((arrow) => this.marks.arrow(arrow)), rings.map((ring) => this.marks.ring(ring)), ahead, this.crossed !== undefined && this.crossed !== null ? this.marks.cross(this.crossed) : []);
  }

  // --- choosing

  #press = (cell) => {
    if (this.onCell) return this.onCell(cell);
    if (!this.interactive) return;
    const isQuick = this.game.chancy && !this.choosing.path.length;
    this.#act(this.choosing.click(cell), { isQuick });
  };

  async #act(result, { isQuick = false, animate = true } = {}) {
    this.crossed = this.shownPreview = null;
    if (result.kind === "selected" && isQuick && this.choosing.candidates.length === 1) result = { kind: "complete", moves: [this.choosing.candidates[0]] };
    if (result.kind === "complete") return this.#complete(result.moves, animate);
    if (result.kind === "extended") this.#goOn(animate);
    else this.pieces.show(this.state.look, { animate: animate && mayAnimate() });
    if (result.kind === "refused") this.onRefused(result);
    if (result.kind === "selected") this.#tellTargets();
    if (result.kind !== "extended") this.#undim();
    this.#paint();
  }

  async #complete(moves, animate) {
    const distinct = moves.filter((one, i) => moves.findIndex((other) => other.move === one.move) === i);
    const move = distinct.length > 1 ? await this.onChoice(distinct) : distinct[0];
    this.choosing.clear();
    this.#undim();
    if (move) return this.onMove({ move: move.move, path: move.path, takes: move.takes ?? [] }, { animate });
    this.pieces.show(this.state.look, { animate: mayAnimate() });
    this.#paint();
  }

  /** One jump of a chain is done: the piece stands there, what it took is dimmed. */
  #goOn(animate) {
    const path = this.choosing.path;
    const look = [...this.state.look];
    [look[path[0]], look[path.at(-1)]] = [0, this.state.look[path[0]]];
    this.pieces.show(look, { last: path.slice(-2), animate: animate && mayAnimate() });
    const taken = path.slice(1).flatMap((cell, i) => this.place.between(path[i], cell, this.choosing.candidates[0]?.takes ?? []));
    for (const cell of taken) this.pieces.at.get(cell)?.classList.add("taken");
    this.announce(this.texts(this.canEnd ? "board.may-go-on" : "board.goes-on", { cell: this.labels.place(path.at(-1)), cells: this.#named(this.choosing.targets.keys()) }));
  }

  #tellTargets() {
    const cell = this.choosing.path[0];
    this.announce(this.texts("board.picked", { piece: this.labels.piece(this.state.look[cell]), cell: this.labels.place(cell), cells: this.#named(this.choosing.targets.keys()) }));
  }

  #named(cells) {
    return [...cells].map((cell) => this.labels.place(cell)).join(", ");
  }

  #undim() {
    this.root.querySelectorAll(".taken").forEach((stand) => stand.classList.remove("taken"));
  }

  // --- dragging and hovering

  #mayDrag = (cell) => {
    this.pressed = cell;
    if (this.onCell || !this.interactive) return false;
    const goesOn = this.choosing.path.length > 1 && this.choosing.path.at(-1) === cell;
    return goesOn || (this.choosing.starts.has(cell) && this.owner(cell) !== "" && this.pieces.at.has(cell));
  };

  #drag = (point, over) => {
    if (this.dragged === undefined || this.dragged === null) this.#lift();
    if (this.dragged === null || this.dragged === undefined) return;
    this.pieces.carry(this.dragged, point);
    this.cells.forEach((element, cell) => element.classList.toggle("over", cell === over && this.choosing.targets.has(cell)));
  };

  #lift() {
    const cell = this.pressed;
    if (this.choosing.path.at(-1) !== cell) {
      this.choosing.clear();
      this.pieces.show(this.state.look, { animate: false });
      this.choosing.path = [cell];
    }
    this.dragged = cell;
    this.#paint();
    this.pieces.at.get(cell)?.classList.add("carried");
  }

  #drop = (cell) => {
    const from = this.dragged;
    this.#letGo();
    if (from === null || from === undefined) return;
    if (cell === null) this.cancel();
    else if (cell === from) this.#paint();
    else this.#act(this.choosing.click(cell), { animate: false });
  };

  #letGo() {
    if (this.dragged !== null && this.dragged !== undefined) this.pieces.carry(this.dragged, null);
    this.dragged = null;
    this.#undim();
    this.root.querySelectorAll(".over").forEach((cell) => cell.classList.remove("over"));
  }

  #hover = (cell) => {
    if (cell === this.hovered) return;
    this.pieces.at.get(this.hovered)?.classList.remove("near");
    this.hovered = cell;
    if (!this.interactive || this.onCell) return;
    const starts = cell !== null && this.choosing.starts.has(cell);
    if (starts) this.pieces.at.get(cell)?.classList.add("near");
    this.shownPreview = starts && !this.choosing.path.length ? this.#only(cell) : null;
    this.crossed = this.#isBarred(cell) ? cell : null;
    this.#paintOver();
  };

  /** The move from this cell, when there is exactly one and it goes somewhere. */
  #only(cell) {
    const found = this.choosing.moves.filter((one) => one.shown[0] === cell);
    return found.length === 1 && found[0].shown.length > 1 ? found[0] : null;
  }

  #isBarred(cell) {
    if (cell === null || !this.choosing.moves.length) return false;
    if (this.choosing.path.length) return !this.choosing.targets.has(cell) && !this.choosing.path.includes(cell) && !this.choosing.starts.has(cell);
    return this.game.chancy && this.owner(cell) === this.state.turn && !this.choosing.starts.has(cell);
  }
}

function say(text) {
  const heard = document.getElementById("heard");
  if (heard) heard.textContent = text;
}

