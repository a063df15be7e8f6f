/** A game on the screen: board, plates, moves, buttons, dice; what the server says is shown, what people do is sent. */

import { Board } from "/lib/board.js";
import { Clocks } from "/lib/clock.js";
import { confirmed, showError } from "/lib/dialog.js";
import { el, fill, isTyping } from "/lib/dom.js";
import { icon } from "/lib/icons.js";
import { Live } from "/lib/live.js";
import { sound } from "/lib/sound.js";
import { speak, spokenMove } from "/lib/speech.js";
import { gameTitle } from "/lib/titles.js";
import { Controls } from "/pages/play/controls.js";
import { Dice, histogram } from "/pages/play/dice.js";
import { Evaluation } from "/pages/play/evaluation.js";
import { History } from "/pages/play/history.js";
import { MoveList } from "/pages/play/movelist.js";
import { Plate } from "/pages/play/plates.js";
import { showResult } from "/pages/play/result.js";
import { facing, hasSides, lowerSeat } from "/pages/play/sides.js";
import { lastMove, standing } from "/pages/play/telling.js";
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
  const game = await api.get("/api/game", { name: opened.table.game });
  const page = new GamePage(main, context, opened, game);
  return { leave: () => page.leave(), mayLeave: () => page.mayLeave() };
}

function gone(main, t) {
  fill(main, el("div", { class: "card stack gone" }, el("h1", {}, t("play.table-gone")), el("p", {}, t("play.table-gone-text")), el("div", { class: "buttons" }, el("a", { class: "button primary", href: "/archive" }, t("play.to-archive")), el("a", { class: "button", href: "/play" }, t("play.do.new")))));
}

class GamePage {
  constructor(main, context, { table, state }, game) {
    Object.assign(this, { main, context, table, state, game });
    this.proposed = null;
    this.shownPly = null; // null: the game as it stands
    this.isTurned = false;
    this.mayTouch = context.about?.role !== "spectator";
    this.history = new History(context.api, table);
    this.#build();
    this.heard(state, { isFirst: true });
    this.live = new Live(table.id, { onState: (next) => this.heard(next), onGone: () => gone(main, context.t) });
    document.addEventListener("keydown", this.keys);
    this.forget = context.prefs.on(() => this.paint());
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

  get isOurs() {
    const { state } = this;
    return this.mayTouch && !state.outcome && state.phase !== "paused" && this.table.players[state.turn]?.kind === "person" && !this.proposed && this.shownPly === null && !this.dice?.rolling;
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
    this.board.onChange = () => this.paintActions();
    this.plates = { first: new Plate(this, "first"), second: new Plate(this, "second") };
    this.clocks = new Clocks((seat, text, facts) => this.plates[seat].paintClock(text, facts));
    this.moves = new MoveList(t, (ply) => this.look(ply));
    this.evaluation = new Evaluation(this);
    this.controls = new Controls(this);
    this.dice = game.chancy ? new Dice(t, game) : null;
    this.status = el("p", { class: "status", role: "status" });
    this.actions = el("div", { class: "actions" });
    this.rolls = el("section", { class: "rolls card", hidden: !game.chancy });
    this.upper = el("div", { class: "upper" });
    this.lower = el("div", { class: "lower" });
    this.layout = el("div", { class: `game ${game.chancy ? "with-dice" : ""}` },
      el("div", { class: "board-area" }, this.host),
      this.upper, el("div", { class: "now card" }, this.status, this.dice?.root ?? "", this.actions, this.evaluation.root), this.lower,
      this.moves.root, this.controls.root, this.rolls);
    this.layout.classList.toggle("left-handed", prefs.get("left_handed"));
    fill(main, el("h1", { class: "only-heard" }, gameTitle(t, game)), this.layout);
  }

  // --- what the server says

  heard(state, { isFirst = false } = {}) {
    if (!isFirst && state.seq < this.state.seq) return;
    const before = this.state;
    this.state = state;
    this.history.keep(state);
    if (this.proposed && state.ply !== before.ply) this.proposed = null;
    if (this.shownPly !== null && this.shownPly > state.ply) this.shownPly = null;
    this.#throwDice(before);
    if (!isFirst && state.ply > before.ply) this.#tell(before);
    this.paint({ animate: !isFirst });
    this.clocks.set(state.clock);
    this.evaluation.look(state);
    if (state.outcome && !before.outcome && !isFirst) this.#ended();
  }

  #throwDice(before) {
    if (!this.dice) return;
    const { state } = this;
    const rolls = state.moves.filter(({ seat }) => seat === "chance").length;
    const mover = state.remarks.mover ?? "first";
    const isBot = this.table.players[mover].kind === "bot";
    const colour = this.board.box.piece(this.game.faces.findIndex((face) => face.owner === mover && !face.tray)).colour;
    this.dice.show(state.outcome ? null : state.remarks.roll, state.outcome ? -2 : rolls, mover, colour, isBot ? Math.min(1, state.delay_ms / 700) : 1).then(() => this.paint());
    fill(this.rolls, histogram(this.context.t, this.game, state.moves));
    void before;
  }

  /** Sound, speech and words for whatever has just been played. */
  #tell(before) {
    const { context: { t, announce }, state, board, game } = this;
    const last = lastMove(t, board.labels, state);
    if (!last) return;
    const count = (look) => look.filter((face) => game.faces[face].owner && !game.faces[face].tray).length;
    sound(state.remarks.check !== undefined ? "check" : count(state.look) < count(before.look) ? "capture" : "move");
    const { text } = standing(t, board.labels, state, { table: this.table, isRolling: false });
    announce(`${last.text}. ${text}`);
    if (last.source !== "screen" || this.people !== 1) speak(t("play.speech.said", { side: board.labels.side(last.seat), move: spokenMove(last.move, game, t) }), t);
  }

  #ended() {
    const { state } = this;
    sound(this.ownSeat && state.outcome.winner && state.outcome.winner !== this.ownSeat ? "lost" : "end");
    this.ending = setTimeout(() => showResult(this), 900);
  }

  // --- what people do

  /** A move was chosen on the board: it is played, or waits for Confirm (SPEC C2). */
  chosen(move, { animate = true } = {}) {
    this.board.play(move, { animate });
    if (!this.context.prefs.get("confirm")) return this.send(move);
    this.proposed = move;
    this.context.announce(this.context.t("play.proposed", { move: move.move }));
    this.paint();
  }

  async send(move) {
    this.proposed = null;
    this.board.interactive = false;
    this.paintActions();
    try {
      await this.live.act({ action: "play", ply: this.state.ply, move: move.move });
    } catch (error) {
      sound("wrong");
      showError(error);
      this.paint();
    }
  }

  unchoose() {
    this.proposed = null;
    this.paint();
  }

  /** Look at the position after so many moves; the game goes on meanwhile. */
  async look(ply) {
    const wanted = Math.max(0, Math.min(this.state.ply, ply));
    if (this.proposed) this.proposed = null;
    this.board.cancel();
    if (wanted === this.state.ply) this.shownPly = null;
    else {
      try {
        this.past = await this.history.position(wanted);
      } catch (error) {
        return showError(error);
      }
      if (!this.past) return;
      this.shownPly = wanted;
    }
    this.paint();
    this.#sayShown();
  }

  #sayShown() {
    const { t, announce } = this.context;
    const shown = this.shownPly ?? this.state.ply;
    const move = this.state.moves[shown - 1];
    announce(move ? t("play.speech.said", { side: this.board.labels.side(move.seat ?? "first"), move: move.move }) : t("play.do.first"));
  }

  turn() {
    this.isTurned = !this.isTurned;
    this.paint();
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
    this.#place();
    this.paintBoard({ animate });
    this.paintStatus();
    const shown = this.shownPly === null ? this.state : { ...this.state, ...this.past };
    for (const plate of Object.values(this.plates)) plate.paint(shown);
    this.moves.paint(this.state.moves, this.shownPly ?? this.state.ply, this.state.ply);
    this.moves.root.hidden = this.context.prefs.get("hide_moves");
    this.controls.paint(this.state);
    this.paintActions();
  }

  /** Which side is below, and whose plate lies where: names and clocks turn with the board. */
  #place() {
    const arrangement = this.context.prefs.get("hotseat");
    const faced = facing(this.table.players, this.state.turn === "chance" ? this.state.remarks.mover : this.state.turn, arrangement);
    const natural = lowerSeat(this.game);
    const turned = (hasSides(this.game) && faced !== null && faced !== natural) !== this.isTurned;
    const isUpsideDown = !turned && this.people === 2 && arrangement === "upside-down";
    this.board.flip(turned || (isUpsideDown && (natural === "first" ? "second-upside-down" : "first-upside-down")));
    this.layout.style.setProperty("--wide", String(this.board.aspect));
    const below = turned === (natural === "first") ? "second" : "first";
    const above = below === "first" ? "second" : "first";
    if (this.lower.firstChild !== this.plates[below].root) {
      this.upper.replaceChildren(this.plates[above].root);
      this.lower.replaceChildren(this.plates[below].root);
    }
    this.upper.classList.toggle("upside-down", isUpsideDown);
  }

  paintBoard({ animate = true } = {}) {
    const { board, state } = this;
    board.interactive = this.isOurs;
    if (this.proposed) return board.paint();
    if (this.shownPly !== null) return board.show({ ...this.past, ply: -2 - this.shownPly }, { animate });
    const arrows = this.evaluation.best?.path.length ? [{ path: this.evaluation.best.path, kind: "best" }] : [];
    board.show({ ...state, legal: this.isOurs ? state.legal : [] }, { animate, arrows });
  }

  paintStatus() {
    const { context: { t }, state, board } = this;
    const { text, kind } = standing(t, board.labels, state, { table: this.table, isRolling: this.dice?.rolling });
    if (this.status.textContent !== text) this.status.textContent = text;
    this.status.className = `status ${kind}`;
  }

  /** The buttons that belong to this very moment: confirm, end the chain, skip, swap, back to the game. */
  paintActions() {
    if (!this.actions || !this.moves) return;
    const made = this.#actions();
    const key = made.map((one) => one.textContent).join("|");
    if (key === this.actionsKey) return;
    this.actionsKey = key;
    fill(this.actions, made);
  }

  #actions() {
    const { t } = this.context;
    const button = (name, label, picture, run, kind = "primary") => el("button", { type: "button", class: kind, "data-do": name, onclick: run }, icon(picture, 20), label);
    if (this.shownPly !== null) return [el("span", { class: "soft" }, t("play.looking-back", { ply: this.shownPly })), button("to-game", t("play.to-game"), "last", () => this.look(this.state.ply))];
    if (this.proposed) return [el("span", { class: "soft number" }, t("play.proposed", { move: this.proposed.move })), button("confirm", t("play.confirm"), "check", () => this.send(this.proposed)), button("unchoose", t("play.undo-choice"), "undo", () => this.unchoose(), "")];
    if (this.board.canEnd) return [button("end-chain", t("play.end-chain"), "check", () => this.board.end())];
    if (!this.isOurs || this.board.isChoosing) return [];
    return this.board.specials.flatMap((move) => this.#special(move, button));
  }

  #special(move, button) {
    const { t } = this.context;
    const name = move.move === "pass" ? "skip" : move.move;
    const text = t.maybe(`play.${name}-text`, "", { roll: this.state.remarks.roll });
    return [text && el("span", { class: "soft" }, text), button(name, t.maybe(`play.${name}`, move.move), "forward", () => this.chosen({ move: move.move, path: move.path, takes: [] }), name === "skip" ? "primary" : "")].filter(Boolean);
  }

  // --- leaving

  async mayLeave() {
    if (this.state.outcome || !this.state.ply || !this.mayTouch) return true;
    const { t } = this.context;
    return confirmed(t("play.ask.leave"), t("play.ask.leave-text"), t("play.ask.leave-yes"), t("play.ask.leave-no"));
  }

  leave() {
    clearTimeout(this.ending);
    document.removeEventListener("keydown", this.keys);
    this.forget();
    this.live.close();
    this.clocks.stop();
    this.board.destroy();
    this.main.classList.remove("in-game", "wide");
  }
}

