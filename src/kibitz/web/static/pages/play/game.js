/** A game on the screen: what the server says is shown, what people do is sent. */

import { confirmed, showError } from "/lib/dialog.js";
import { el, fill, isTyping } from "/lib/dom.js";
import { Live } from "/lib/live.js";
import { sound } from "/lib/sound.js";
import { gameTitle, moveText } from "/lib/titles.js";
import { histogram } from "/pages/play/dice.js";
import { layOut } from "/pages/play/laying.js";
import { Looking } from "/pages/play/looking.js";
import { tellEnd, tellMove } from "/pages/play/news.js";
import { standing } from "/pages/play/telling.js";
import { explainRefusal } from "/pages/play/why.js";

const SEATS = ["first", "second"];

export async function showGame(main, context, id) {
  const { api, t } = context;
  let opened;
  try {
    opened = await api.get(`/api/tables/${id}`);
  } catch (error) {
    if (error.code !== "not_found") throw error;
    return gone(main, t);
  }
  if (opened.table.camera) return void context.go(`/watch/${id}`, { replace: true });
  const game = await api.get("/api/game", { name: opened.table.game });
  const page = new GamePage(main, context, opened, game);
  return { leave: () => page.leave(), mayLeave: () => page.mayLeave() };
}

function gone(main, t) {
  const archive = el("a", { class: "button primary", href: "/archive" }, t("play.to-archive"));
  const again = el("a", { class: "button", href: "/play" }, t("play.do.new"));
  const said = [el("h1", {}, t("play.table-gone")), el("p", {}, t("play.table-gone-text"))];
  fill(main, el("div", { class: "card stack gone" }, said, el("div", { class: "buttons" }, archive, again)));
}

class GamePage {
  // the parts of the page: made and laid out by `layOut`
  /** @type {import("/lib/board.js").Board} */ board;
  /** @type {import("/lib/clock.js").Clocks} */ clocks;
  /** @type {Record<string, import("/pages/play/plates.js").Plate>} */ plates;
  /** @type {import("/pages/play/movelist.js").MoveList} */ moves;
  /** @type {import("/pages/play/moment.js").Moment} */ moment;
  /** @type {import("/pages/play/evaluation.js").Evaluation} */ evaluation;
  /** @type {import("/pages/play/controls.js").Controls} */ controls;
  /** @type {import("/pages/play/seating.js").Seating} */ seating;
  /** @type {import("/pages/play/dice.js").Dice|null} */ dice;
  /** @type {HTMLElement} */ status;
  /** @type {HTMLElement} */ rolls;

  constructor(main, context, { table, state }, game) {
    this.main = main;
    this.context = context;
    this.table = table;
    this.state = state;
    this.game = game;
    this.proposed = null;
    this.isNewLine = false;
    this.mayTouch = context.about?.role !== "spectator";
    this.looking = new Looking(this);
    context.setTitle(gameTitle(context.t, game));
    layOut(this);
    this.board.onMove = (move, how) => this.chosen(move, how);
    this.board.onRefused = (refused) => explainRefusal(this, refused);
    this.board.onChange = () => this.moment.paint();
    this.heard(state, { isFirst: true });
    this.live = new Live(table.id, {
      onState: (next) => this.heard(next),
      onLine: () => (this.isNewLine = true),
      onGone: () => this.#gone(),
    });
    document.addEventListener("keydown", this.keys);
    this.forget = context.prefs.on(() => {
      this.seating.face(true);
      this.paint();
    });
  }

  // --- who plays

  /** How many people play here. */
  get people() {
    return this.mayTouch ? SEATS.filter((seat) => this.table.players[seat].kind === "person").length : 0;
  }

  /** The seat of the only person. */
  get ownSeat() {
    return this.people === 1 ? SEATS.find((seat) => this.table.players[seat].kind === "person") : null;
  }

  /** Whether a person is to move here and now. */
  get isOurs() {
    const { state } = this;
    const isPersons = this.mayTouch && this.table.players[state.turn]?.kind === "person";
    const isRunning = !state.outcome && state.phase !== "paused";
    return isPersons && isRunning && !this.proposed && !this.looking.isBack && !this.dice?.rolling;
  }

  // --- what the server says

  heard(state, { isFirst = false } = {}) {
    const isOlder = state.seq < this.state.seq && !this.isNewLine; // a server that was started anew counts from nothing
    if (!isFirst && isOlder) return;
    this.isNewLine = false;
    const before = this.state;
    this.state = state;
    this.looking.heard(state);
    if (state.ply !== before.ply) this.proposed = null;
    this.#throwDice();
    this.seating.face(isFirst || state.ply <= before.ply);
    if (!isFirst && state.ply > before.ply) tellMove(this, before);
    this.paint({ animate: !isFirst });
    this.clocks.set(state.clock);
    this.evaluation.look(state);
    if (state.outcome && !before.outcome && !isFirst) this.ending = tellEnd(this);
  }

  #throwDice() {
    if (!this.dice) return;
    const { state, game } = this;
    const mover = state.remarks.mover ?? "first";
    const pace = this.table.players[mover].kind === "bot" ? Math.min(1, state.delay_ms / 700) : 1;
    const stone = game.faces.findIndex((face) => face.owner === mover && !face.tray);
    const thrown = state.moves.filter(({ seat }) => seat === "chance").length;
    const [roll, number] = state.outcome ? [null, -2] : [state.remarks.roll, thrown];
    const { colour } = this.board.box.piece(stone);
    this.dice.show(roll, number, { seat: mover, colour, pace }).then(() => this.paint());
    fill(this.rolls, histogram(this.context.t, game, state.moves));
  }

  // --- what people do

  /** A move was chosen on the board: it is played, or waits for Confirm (SPEC C2). */
  chosen(move, { animate = true } = {}) {
    const { prefs, announce, t } = this.context;
    this.board.interactive = false; // painted with the move: no clicks while it is on its way
    this.board.play(move, { animate });
    if (!prefs.get("confirm")) return this.send(move);
    this.proposed = move;
    announce(t("play.proposed", { move: moveText(t, this.game.name, move.move) }));
    this.paint();
    this.moment.takeFocus();
  }

  /** Play a move; one that is refused goes back. */
  async send(move) {
    this.moment.giveFocusBack();
    this.proposed = null;
    this.board.interactive = false;
    this.moment.paint();
    try {
      await this.live.act({ action: "play", ply: this.state.ply, move: move.move });
    } catch (error) {
      sound("wrong");
      showError(error);
      this.paint();
    }
  }

  unchoose() {
    this.moment.giveFocusBack();
    this.proposed = null;
    this.paint();
  }

  keys = (event) => {
    if (isTyping(event) || event.altKey || event.ctrlKey || event.metaKey) return;
    const ply = this.looking.keyed(event.key);
    if (ply !== undefined) this.looking.to(ply);
    else if (event.key === "f" || event.key === "F") this.seating.turn();
    else if (event.key === "Escape") this.#escape();
    else return;
    event.preventDefault();
  };

  #escape() {
    if (document.querySelector("dialog[open]") || this.board.cancel()) return;
    if (this.proposed) this.unchoose();
    else if (this.looking.isBack) this.looking.to(this.state.ply);
    else this.context.go("/");
  }

  // --- painting

  paint({ animate = true } = {}) {
    const { looking, state } = this;
    this.seating.paint();
    this.paintBoard({ animate });
    this.#paintStatus();
    const shown = looking.isBack ? { ...state, ...looking.past } : state;
    for (const plate of Object.values(this.plates)) plate.paint(shown);
    this.moves.paint(state.moves, looking.shown, state.ply);
    this.moves.root.hidden = this.context.prefs.get("hide_moves");
    this.controls.paint(state);
    this.moment.paint();
  }

  paintBoard({ animate = true } = {}) {
    const { board, state, looking } = this;
    board.interactive = this.isOurs;
    if (this.proposed) return board.paint();
    if (looking.isBack) return board.show({ ...looking.past, ply: -2 - looking.shown }, { animate });
    const { best } = this.evaluation;
    const arrows = best?.path.length ? [{ path: best.path, kind: "best" }] : [];
    board.show({ ...state, legal: this.isOurs ? state.legal : [] }, { animate, arrows });
  }

  #paintStatus() {
    const {
      context: { t },
      state,
      board,
      table,
    } = this;
    const { text, kind } = standing(t, board.labels, state, { table, isRolling: this.dice?.rolling });
    if (this.status.textContent !== text) this.status.textContent = text;
    this.status.className = `status ${kind}`;
  }

  // --- leaving

  async mayLeave() {
    if (this.state.outcome || !this.state.ply || !this.mayTouch) return true;
    const { t } = this.context;
    const [yes, no] = [t("play.ask.leave-yes"), t("play.ask.leave-no")];
    return confirmed(t("play.ask.leave"), t("play.ask.leave-text"), yes, no);
  }

  #gone() {
    this.leave();
    this.state = { ...this.state, ply: 0 }; // nothing to ask about any more
    gone(this.main, this.context.t);
  }

  leave() {
    clearTimeout(this.ending);
    document.removeEventListener("keydown", this.keys);
    this.forget();
    this.seating.stop();
    this.live.close();
    this.clocks.stop();
    this.board.destroy();
    this.main.classList.remove("in-game", "wide");
  }
}
