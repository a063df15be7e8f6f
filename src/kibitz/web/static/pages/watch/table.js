/** A watched board: camera picture, digital board, how it stands, and one tap to put things right (SPEC A14, A16). */

import { Board } from "/lib/board.js";
import { Clocks } from "/lib/clock.js";
import { showError } from "/lib/dialog.js";
import { el, fill, isTyping } from "/lib/dom.js";
import { gameTitle } from "/lib/gamelist.js";
import { Live } from "/lib/live.js";
import { sound } from "/lib/sound.js";
import { speak, spokenMove } from "/lib/speech.js";
import { MoveList } from "/pages/play/movelist.js";
import { Plate } from "/pages/play/plates.js";
import { lowerSeat } from "/pages/play/sides.js";
import { LookBack } from "/pages/watch/back.js";
import { Controls } from "/pages/watch/controls.js";
import { Ending } from "/pages/watch/ending.js";
import { gone } from "/pages/watch/gone.js";
import { CameraPicture } from "/pages/watch/picture.js";
import { codeOf, lanHint } from "/pages/watch/share.js";
import { standing, StatusBar } from "/pages/watch/status.js";
import { Trouble } from "/pages/watch/trouble.js";
import { message } from "/pages/watch/words.js";

const SOUNDS = { illegal: "wrong", "out-of-step": "wrong", "camera-lost": "lost", unclear: "check" };
const UNHEARD = { state: "opening", found: false, ready: false, source: "", message: "", reason: "" };
const UNHEARD_MS = 6000; // a camera that was turned off before says nothing
const SAID = new Set(["illegal", "out-of-step", "unclear", "camera-lost", "no-board"]);

export async function showTable(main, context, id) {
  const { api, t } = context;
  let opened;
  try {
    opened = await api.get(`/api/tables/${id}`);
  } catch (error) {
    if (error.code !== "not_found") throw error;
    return gone(main, t);
  }
  const game = await api.get("/api/game", { name: opened.table.game });
  const page = new WatchPage(main, context, opened, game);
  return () => page.leave();
}

export class WatchPage {
  constructor(main, context, { table, state }, game) {
    Object.assign(this, { main, context, table, state, game });
    this.camera = UNHEARD;
    this.sight = null;
    this.unheard = setTimeout(() => this.camera === UNHEARD && this.#facts({ ...UNHEARD, state: "lost" }), UNHEARD_MS);
    this.mayTouch = context.about?.role === "operator";
    this.#build();
    this.heard(state, true);
    this.live = new Live(table.id, { onState: (next) => this.heard(next), onCamera: (facts) => this.#facts(facts), onGone: () => { this.leave(); gone(main, context.t); } });
    document.addEventListener("keydown", this.keys);
    this.forget = context.prefs.on(() => this.paint());
  }

  #build() {
    const { context: { t, prefs, setTitle, announce }, game, main, table } = this;
    const title = gameTitle(t, game.name, game.title);
    setTitle(title);
    main.classList.add("watching", "wide");
    this.host = el("div", { class: "board-host" });
    this.board = new Board(this.host, { game, texts: t, prefs, announce, pieceSet: table.piece_set ?? "" });
    this.plates = { first: new Plate(this, "first"), second: new Plate(this, "second") };
    this.clocks = new Clocks((seat, text, facts) => this.plates[seat].paintClock(text, facts));
    this.back = new LookBack(this);
    this.moves = new MoveList(t, (ply) => this.back.look(ply));
    this.status = new StatusBar(t);
    this.trouble = new Trouble(this);
    this.ending = new Ending(this);
    this.controls = new Controls(this);
    this.rolls = el("div", { class: "rolls buttons", hidden: true });
    this.picture = new CameraPicture({ t, game, id: table.id, onSight: (sight) => this.#saw(sight), onCorners: this.mayTouch ? (corners) => this.tap(corners) : null });
    const [low, high] = lowerSeat(game) === "first" ? ["first", "second"] : ["second", "first"];
    fill(main, el("h1", { class: "only-heard" }, title),
      el("div", { class: "watch" }, this.status.root, this.picture.root,
        el("div", { class: "below" }, this.trouble.root, this.ending.root, this.rolls),
        el("div", { class: "board-area" }, this.host, this.back.root),
        el("aside", { class: "beside" }, this.plates[high].root, this.moves.root, this.controls.root, this.plates[low].root)));
    const aspect = game.plan.size[0] / game.plan.size[1];
    /** @type {HTMLElement} */ (main.firstElementChild?.nextElementSibling)?.style.setProperty("--plan", String(aspect));
  }

  // --- what the server says

  heard(state, isFirst = false) {
    if (!isFirst && state.seq < this.state.seq) return;
    const before = this.state;
    this.state = state;
    this.back.keep(state);
    if (!isFirst) this.#tell(before);
    this.clocks.set(state.clock);
    this.paint(!isFirst);
  }

  #facts(facts) {
    this.camera = facts;
    this.picture.setCorners(facts.corners_tapped);
    this.paint();
  }

  #saw(sight) {
    const before = this.sight?.differs?.join();
    this.sight = sight;
    if (before !== sight.differs?.join() || !this.trouble.root.hidden) this.paint();
  }

  /** Sound, speech and words for whatever has just happened. */
  #tell(before) {
    const { context: { t, announce }, state, board, game } = this;
    if (state.ply > before.ply) {
      const last = state.moves.at(-1);
      const count = (look) => look.filter((face) => game.faces[face].owner && !game.faces[face].tray).length;
      sound(count(state.look) < count(before.look) ? "capture" : "move");
      if (last?.seat) this.#say(t("play.speech.said", { side: board.labels.side(last.seat), move: spokenMove(last.move, game, t) }), announce);
    }
    const move = state.announced?.move;
    if (move && move !== before.announced?.move) this.#say(t("watch.say.announced", { side: board.labels.side(state.turn), move: spokenMove(move, game, t) }), announce);
    if (state.outcome && !before.outcome) sound("end");
  }

  #say(text, announce) {
    announce(text);
    speak(text, this.context.t);
  }

  // --- showing

  paint(animate = false) {
    const { context: { t, announce }, state, camera, board, sight } = this;
    const name = standing(state, camera);
    const said = message(t, board.labels, name, state, camera, this.table);
    if (this.status.paint(name, said) && SOUNDS[name]) sound(SOUNDS[name]);
    if (SAID.has(name) && said !== this.saidLast) this.#say(said, announce);
    this.saidLast = said;
    const wrong = ["illegal", "out-of-step"].includes(name) ? (state.cells.length ? state.cells : (sight?.differs ?? [])) : [];
    this.picture.mark(wrong);
    const arrows = state.announced ? [{ path: state.announced.path, kind: "announced" }] : [];
    if (this.back.past) board.show({ ...this.back.past, legal: [] }, { animate });
    else board.show({ ...state, legal: [], cells: wrong }, { animate, arrows });
    this.plates.first.paint(state);
    this.plates.second.paint(state);
    this.moves.paint(state.moves, this.back.ply ?? state.ply, state.ply);
    this.trouble.paint(name, state, sight);
    this.ending.paint(state, name === "ended");
    this.controls.paint(state, camera);
    this.#paintRolls();
    this.#cover(name);
  }

  /** Dice on a real table: whoever threw them says what fell; the camera finds it out by the move otherwise. */
  #paintRolls() {
    const { state, context: { t } } = this;
    const isOn = this.mayTouch && state.turn === "chance" && !state.outcome;
    this.rolls.hidden = !isOn;
    if (isOn) fill(this.rolls, el("span", { class: "soft" }, t("watch.say.fell")), state.legal.map(({ move }) => el("button", { type: "button", class: "number", onclick: () => this.act({ action: "play", move }).catch(showError) }, move.replace(/^r/, ""))));
  }

  /** Over the picture while there is none: what is waited for. */
  #cover(name) {
    if (name === this.covered) return;
    this.covered = name;
    const { context: { t } } = this;
    if (name === "opening") this.picture.cover(el("div", { class: "spinner" }), el("p", {}, t("watch.say.opening")));
    else if (name === "waiting") this.#pair().catch(showError);
    else this.picture.cover();
  }

  async #pair() {
    const { api, t } = this.context;
    if (!this.mayTouch) return this.picture.cover(el("p", {}, t("watch.say.phone")));
    const pairing = await api.get("/api/pairing", { table: this.table.id });
    if (this.covered === "waiting") this.picture.cover(el("p", {}, t("watch.say.scan")), codeOf(t, pairing.camera_url, t("watch.say.scan")), !pairing.lan && lanHint(t));
  }

  // --- what people do

  /** An action, made against the position that is shown. */
  async act(action) {
    await this.live.act({ ply: this.state.ply, ...action });
  }

  async tap(corners) {
    try {
      const rounded = corners.map(([x, y]) => [Math.round(x * 10) / 10, Math.round(y * 10) / 10]);
      this.#facts(await this.context.api.post(`/api/tables/${this.table.id}/camera`, { corners: rounded }));
    } catch (error) {
      showError(error);
    }
  }

  keys = (event) => {
    if (isTyping(event) || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape") this.context.go("/");
    if (event.key === " " && document.activeElement?.tagName !== "BUTTON" && this.mayTouch && !this.state.outcome) {
      event.preventDefault();
      this.act({ action: this.state.phase === "paused" ? "go_on" : "pause" }).catch(showError);
    }
  };

  /** The game goes on without us; only a simulated table is closed, since nobody sits there. */
  leave() {
    document.removeEventListener("keydown", this.keys);
    clearTimeout(this.unheard);
    this.forget?.();
    this.live.close();
    this.clocks.stop();
    this.picture.close();
    this.trouble.close();
    this.ending.close();
    this.board.destroy();
    if (this.mayTouch && this.camera?.source === "simulated") this.context.api.delete(`/api/tables/${this.table.id}`).catch(() => {});
  }
}
