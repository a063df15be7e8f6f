/** The board: any plan, any game, for every page. Drawing, choosing and input live in `board/`. */

import { mayAnimate } from "/lib/prefs.js";
import { askWhich } from "/lib/board/choice.js";
import { Choosing } from "/lib/board/choosing.js";
import { drawBoard } from "/lib/board/drawing.js";
import { Geometry } from "/lib/board/geometry.js";
import { Hand } from "/lib/board/hand.js";
import { Keys } from "/lib/board/keys.js";
import { Labels } from "/lib/board/labels.js";
import { lookAfter } from "/lib/board/looks.js";
import { Marks } from "/lib/board/marks.js";
import { Pieces } from "/lib/board/motion.js";
import { PieceBox } from "/lib/board/pieces.js";
import { listenToPointer } from "/lib/board/pointer.js";
import { signsOf } from "/lib/board/signs.js";

const EMPTY_STATE = { ply: -1, look: [], last: [], cells: [], legal: [], turn: "first", remarks: {} };
const WIDE = 1.8; // boards wider than this stand upright on a phone
const REDRAWN_BY = ["coordinates", "pieces", "piece_set"];

export class Board {
  /**
   * @param {HTMLElement} element
   * @param {{game: any, texts: any, prefs?: any, interactive?: boolean, pieceSet?: string, label?: string,
   *   announce?: (text: string) => void, upright?: boolean}} options `upright`: a wide board may stand on a phone
   */
  constructor(
    element,
    { game, texts, prefs, interactive = false, pieceSet = "", label = "", announce, upright = true },
  ) {
    this.element = element;
    this.game = game;
    this.texts = texts;
    this.prefs = prefs;
    this.pieceSet = pieceSet;
    this.interactive = interactive;
    this.mayStand = upright;
    this.label = label || texts("board.label", { game: texts.maybe(`games.title.${game.name}`, game.title) });
    this.announce = announce ?? say;
    this.state = { ...EMPTY_STATE, look: game.plan.cells.map(() => 0) };
    this.options = {};
    this.choosing = new Choosing();
    this.hand = new Hand(this);
    this.turned = /** @type {boolean|string} */ (false);
    this.crossed = this.shownPreview = null;
    this.onMove = (move, how) => void [move, how];
    this.onCell = /** @type {((cell: number) => void)|null} */ (null);
    this.onRefused = (refused) => void refused;
    this.onChange = () => {};
    this.onChoice = (moves) => askWhich(this, moves);
    this.upright = matchMedia("(orientation: portrait) and (max-width: 760px)");
    this.upright.addEventListener("change", this.#rebuild);
    this.forget = prefs?.on?.((name) => REDRAWN_BY.includes(name) && this.#rebuild());
    element.classList.add("board-host");
    this.#rebuild();
  }

  // --- what pages call

  /** Show a state: its look, last move, wrong cells, legal moves, remarks. What is being chosen stays chosen. */
  show(state, options = {}) {
    const next = { ...EMPTY_STATE, ...state };
    const goesOn = this.choosing.path.length > 0 && isSame(this.state, next);
    this.state = next;
    this.options = options;
    if (!goesOn) {
      this.hand.letGo();
      this.choosing = new Choosing(next.legal, (cell) => this.owner(cell), next.turn);
      this.pieces.show(next.look, { last: next.last, animate: (options.animate ?? true) && mayAnimate() });
    }
    this.paint();
  }

  /** Make a move on the screen before the server has answered; `show` of the last state takes it back. */
  play(move, { animate = true } = {}) {
    const shown =
      this.choosing.moves.find((one) => one.move === move.move && one.path.join() === move.path.join()) ?? move;
    const look = lookAfter(this.game, this.state.look, shown, this.state.turn);
    this.hand.letGo();
    this.choosing = new Choosing();
    this.pieces.show(look, { last: move.path, animate: animate && mayAnimate() });
    this.state = { ...this.state, ply: -1, look, last: move.path, legal: [], cells: [], remarks: {} };
    this.paint();
  }

  /** @param {boolean|string} how true: turned round; "second-upside-down": all stays, and these pieces stand on their heads */
  flip(how) {
    if (how === this.turned) return;
    this.turned = how;
    this.#rebuild();
  }

  /** Show where a move would lead; null ends it. */
  preview(move) {
    this.shownPreview = move;
    this.paintOver();
  }

  /** End a chain here, where going on is optional. */
  end() {
    if (this.canEnd) this.hand.act(this.choosing.click(this.choosing.path.at(-1)));
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
    this.hand.letGo();
    this.stand(true);
    this.paint();
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

  /** Whose piece stands on a cell; nobody's on an empty one. */
  owner(cell) {
    const face = this.game.faces[this.state.look[cell]];
    return face && !(face.tray && !face.count) ? face.owner : "";
  }

  // --- drawing

  #rebuild = () => {
    const focused = this.element.contains(document.activeElement) ? this.keys?.current : undefined;
    const [wide, high] = this.game.plan.size;
    const quarters =
      (this.turned === true ? 2 : 0) + (wide / high >= WIDE && this.mayStand && this.upright.matches ? 1 : 0);
    this.place = new Geometry(this.game.plan, { quarters, coordinates: this.prefs?.get("coordinates") ?? true });
    this.box = new PieceBox(
      this.game,
      this.pieceSet || this.prefs?.get("piece_set")?.[this.game.family],
      this.prefs?.get("pieces") ?? "set",
    );
    this.labels = new Labels(this.game, this.texts, this.box);
    const { root, cells, layers, focus, aspect } = drawBoard(this.place, this.label);
    this.root = root;
    this.cells = cells;
    this.aspect = aspect;
    this.marks = new Marks(this.place, layers);
    this.pieces = new Pieces(this.game, this.place, this.box, layers.pieces);
    this.pieces.upsideDown = typeof this.turned === "string" ? this.turned.split("-")[0] : "";
    this.silence?.();
    const { mayDrag: down, press: tap, drag, drop, hover } = this.hand;
    this.silence = listenToPointer(root, { down, tap, drag, drop, hover });
    this.keys = new Keys(cells, this.place, focus, { press: tap, cancel: () => this.cancel() });
    this.element.style.setProperty("--aspect", String(aspect));
    this.element.replaceChildren(root);
    this.choosing.clear();
    this.pieces.redraw(this.state.look);
    this.paint();
    if (focused !== undefined) this.keys.focus(focused);
  };

  /** Show the pieces as the state has them. */
  stand(animate) {
    this.root.querySelectorAll(".taken").forEach((one) => one.classList.remove("taken"));
    this.pieces.show(this.state.look, { animate: animate && mayAnimate() });
  }

  paint() {
    const signs = signsOf(this);
    this.cells.forEach((element, cell) => this.#paintCell(element, cell, signs));
    this.root.classList.toggle("interactive", this.interactive || Boolean(this.onCell));
    this.root.classList.toggle("choosing", this.isChoosing);
    this.paintOver();
    this.onChange();
  }

  #paintCell(element, cell, signs) {
    const shown = Object.keys(signs).filter((sign) => signs[sign].has(cell));
    for (const sign of Object.keys(signs)) element.classList.toggle(sign, shown.includes(sign));
    this.pieces.at.get(cell)?.classList.toggle("ghost", shown.includes("ghost"));
    element.setAttribute(
      "aria-label",
      this.labels.cell(
        cell,
        this.pieces.look[cell],
        shown.filter((sign) => this.texts.has(`board.sign.${sign}`)),
      ),
    );
    element.setAttribute("aria-selected", String(shown.includes("picked")));
  }

  paintOver() {
    const { arrows = [] } = this.options;
    const { marks, choosing } = this;
    const stands = (cell) => this.state.look[cell] > 0 && !this.game.faces[this.state.look[cell]].tray;
    marks.show(
      "marks",
      this.isChoosing && marks.ways(choosing.candidates, choosing.path.length),
      this.interactive && marks.targets(choosing.targets, stands),
    );
    marks.show(
      "over",
      arrows.map((arrow) => marks.arrow(arrow)),
      this.state.cells.map((cell) => marks.ring({ cell, kind: "wrong", mark: "!" })),
      this.shownPreview && marks.arrow({ path: this.shownPreview.shown ?? this.shownPreview.path, kind: "preview" }),
      this.crossed !== null && marks.cross(this.crossed),
    );
  }
}

function isSame(one, other) {
  return (
    one.ply === other.ply &&
    one.turn === other.turn &&
    String(one.look) === String(other.look) &&
    one.legal.length === other.legal.length
  );
}

function say(text) {
  const heard = document.getElementById("heard");
  if (heard) heard.textContent = text;
}
