/** A game on the screen: what the server says is shown, what people do is sent. */

import { Board } from "/lib/board.js";
import { Clocks } from "/lib/clock.js";
import { confirmed, showError } from "/lib/dialog.js";
import { el, fill, isTyping } from "/lib/dom.js";
import { Live } from "/lib/live.js";
import { sound } from "/lib/sound.js";
import { gameTitle } from "/lib/titles.js";
import { Controls } from "/pages/play/controls.js";
import { Dice, histogram } from "/pages/play/dice.js";
import { Evaluation } from "/pages/play/evaluation.js";
import { History } from "/pages/play/history.js";
import { Moment } from "/pages/play/moment.js";
import { MoveList } from "/pages/play/movelist.js";
import { tellEnd, tellMove } from "/pages/play/news.js";
import { Plate } from "/pages/play/plates.js";
import { Seating } from "/pages/play/seating.js";
import { standing } from "/pages/play/telling.js";
import { explainRefusal } from "/pages/play/why.js";

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
  fill(main, el("div", { class: "card stack gone" }, el("h1", {}, t("play.table-gone")), el("p", {}, t("play.table-gone-text")), el("div", { class: "buttons" }, el("a", { class: "button primary", href: "/archive" }, t("play.to-archive")), el("a", { class: "button", href: "/play" }, t("play.do.new")))));
}

class GamePage {
  constructor(main, context, { table, state }, game) {
    this.main = main;
    this.context = context;
    this.table = table;
    this.state = state;
    this.game = game;
    this.proposed = null;
    this.shownPly = null; // null: the game as it stands
    this.past = null;
    this.mayTouch = context.about?.role !== "spectator";
    this.history = new History(context.api, table);
    this.#build();
    this.heard(state, { isFirst: true });
    this.live = new Live(table.id, { onState: (next) => this.heard(next), onGone: () => this.#gone() });
    document.addEventListener("keydown", this.keys);
    this.forget = context.prefs.on(() => { this.seating.face(true); this.paint(); });
  }

  // --- who plays

  /** How many people play here. */
  get people() {
    return this.mayTouch ? ["first", "second"].filter((seat) => this.table.players[seat].kind === "person").length : 0;
  }

  /** The seat of the only person. */
  get ownSeat() {
    return this.people === 1 ? ["first", "second"].find((seat) => this.table.players[seat].kind === "person") : null;
  }

  /** Whether a person is to move here and now. */
  get isOurs() {
    const { state } = this;
    const isPersons = this.mayTouch && this.table.players[state.turn]?.kind === "person";
    return isPersons && !state.outcome && state.phase !== "paused" && !this.proposed && this.shownPly === null && !this.dice?.rolling;
  }

  // --- building

  #build() {
    const { context: { t, prefs, setTitle, announce }, game, main } = this;
    setTitle(gameTitle(t, game));
    main.classList.add("in-game", "wide");
    this.host = el("div", { class: "board-host" });
    this.board = new Board(this.host, { game, texts: t, prefs, announce });
    this.board.onMove = (move, how) => this.chosen(move, how);
    this.board.onRefused = (refused) => explainRefusal(this, refused);
    this.plates = { first: new Plate(this, "first"), second: new Plate(this, "second") };
    this.clocks = new Clocks((seat, text, facts) => this.plates[seat].paintClock(text, facts));
    this.moves = new MoveList(t, (ply) => this.look(ply));
    this.moment = new Moment(this);
    this.evaluation = new Evaluation(this);
    this.controls = new Controls(this);
    this.seating = new Seating(this);
    this.dice = game.chancy ? new Dice(t, game) : null;
    this.#lay();
    this.board.onChange = () => this.moment.paint();
  }

  #lay() {
    const { context: { t, prefs }, game } = this;
    this.status = el("p", { class: "status", role: "status" });
    this.rolls = el("section", { class: "rolls card", hidden: !game.chancy });
    this.upper = el("div", { class: "upper" });
    this.lower = el("div", { class: "lower" });
    const now = el("div", { class: "now card" }, this.status, this.dice?.root ?? "", this.moment.root, this.evaluation.root);
    const hands = prefs.get("left_handed") ? "left-handed" : "";
    this.layout = el("div", { class: `game ${hands} ${game.chancy ? "with-dice" : ""}` }, el("div", { class: "board-area" }, this.host), this.upper, now, this.lower, this.moves.root, this.controls.root, this.rolls);
    fill(this.main, el("h1", { class: "only-heard" }, gameTitle(t, game)), this.layout);
  }

  // --- what the server says

  heard(state, { isFirst = false } = {}) {
    if (!isFirst && state.seq < this.state.seq) return;
    const before = this.state;
    this.state = state;
    this.history.keep(state);
    if (state.ply !== before.ply) this.proposed = null;
    if (this.shownPly !== null && this.shownPly > state.ply) this.shownPly = null;
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
    const colour = this.board.box.piece(game.faces.findIndex((face) => face.owner === mover && !face.tray)).colour;
    const thrown = state.moves.filter(({ seat }) => seat === "chance").length;
    const [roll, number] = state.outcome ? [null, -2] : [state.remarks.roll, thrown];
    this.dice.show(roll, number, { seat: mover, colour, pace }).then(() => this.paint());
    fill(this.rolls, histogram(this.context.t, game, state.moves));
  }

  // --- what people do

  /** A move was chosen on the board: it is played, or waits for Confirm (SPEC C2). */
  chosen(move, { animate = true } = {}) {
    this.board.play(move, { animate });
    if (!this.context.prefs.get("confirm")) return this.send(move);
    this.proposed = move;
    this.context.announce(this.context.t("play.proposed", { move: move.move }));
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

  /** Look at the position after so many moves; the game goes on meanwhile. */
  async look(ply) {
    const wanted = Math.max(0, Math.min(this.state.ply, ply));
    this.proposed = null;
    this.board.cancel();
    try {
      this.past = wanted === this.state.ply ? null : await this.history.position(wanted);
    } catch (error) {
      return showError(error);
    }
    this.shownPly = this.past ? wanted : null;
    this.paint();
    this.#sayShown();
  }

  #sayShown() {
    const { t, announce } = this.context;
    const move = this.state.moves[(this.shownPly ?? this.state.ply) - 1];
    announce(move ? t("play.speech.said", { side: this.board.labels.side(move.seat ?? "first"), move: move.move }) : t("play.do.first"));
  }

  turn() {
    this.seating.turn();
  }

  keys = (event) => {
    if (isTyping(event) || event.altKey || event.ctrlKey || event.metaKey) return;
    const shown = this.shownPly ?? this.state.ply;
    const steps = { ArrowLeft: shown - 1, PageUp: shown - 1, ArrowRight: shown + 1, PageDown: shown + 1, Home: 0, End: this.state.ply };
    if (event.key in steps) this.look(steps[event.key]);
    else if (event.key === "f" || event.key === "F") this.turn();
    else if (event.key === "Escape") this.#escape();
    else return;
    event.preventDefault();
  };

  #escape() {
    if (document.querySelector("dialog[open]") || this.board.cancel()) return;
    if (this.proposed) this.unchoose();
    else if (this.shownPly !== null) this.look(this.state.ply);
    else this.context.go("/");
  }

  // --- painting

  paint({ animate = true } = {}) {
    this.seating.paint();
    this.paintBoard({ animate });
    this.#paintStatus();
    const shown = this.shownPly === null ? this.state : { ...this.state, ...this.past };
    for (const plate of Object.values(this.plates)) plate.paint(shown);
    this.moves.paint(this.state.moves, this.shownPly ?? this.state.ply, this.state.ply);
    this.moves.root.hidden = this.context.prefs.get("hide_moves");
    this.controls.paint(this.state);
    this.moment.paint();
  }

  paintBoard({ animate = true } = {}) {
    const { board, state } = this;
    board.interactive = this.isOurs;
    if (this.proposed) return board.paint();
    if (this.shownPly !== null) return board.show({ ...this.past, ply: -2 - this.shownPly }, { animate });
    const arrows = this.evaluation.best?.path.length ? [{ path: this.evaluation.best.path, kind: "best" }] : [];
    board.show({ ...state, legal: this.isOurs ? state.legal : [] }, { animate, arrows });
  }

  #paintStatus() {
    const { context: { t }, state, board, table } = this;
    const { text, kind } = standing(t, board.labels, state, { table, isRolling: this.dice?.rolling });
    if (this.status.textContent !== text) this.status.textContent = text;
    this.status.className = `status ${kind}`;
  }

  // --- leaving

  async mayLeave() {
    if (this.state.outcome || !this.state.ply || !this.mayTouch) return true;
    const { t } = this.context;
    return confirmed(t("play.ask.leave"), t("play.ask.leave-text"), t("play.ask.leave-yes"), t("play.ask.leave-no"));
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
