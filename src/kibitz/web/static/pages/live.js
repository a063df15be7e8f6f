/** For spectators: one table live, to look at and nothing else. */

import { Board } from "/lib/board.js";
import { Clocks } from "/lib/clock.js";
import { el, fill, isTyping } from "/lib/dom.js";
import { gameTitle } from "/lib/gamelist.js";
import { icon } from "/lib/icons.js";
import { Live } from "/lib/live.js";
import { speak, spokenMove } from "/lib/speech.js";
import { MoveList } from "/pages/play/movelist.js";
import { Plate } from "/pages/play/plates.js";
import { lowerSeat } from "/pages/play/sides.js";
import { LookBack } from "/pages/watch/back.js";
import { CameraPicture } from "/pages/watch/picture.js";
import { standing, StatusBar } from "/pages/watch/status.js";
import { gone } from "/pages/watch/gone.js";
import { message } from "/pages/watch/words.js";

export async function show(main, context) {
  const { api, t, params } = context;
  let opened;
  try {
    opened = await api.get(`/api/tables/${params.id}`);
  } catch (error) {
    if (error.code !== "not_found") throw error;
    return gone(main, t);
  }
  const game = await api.get("/api/game", { name: opened.table.game });
  const page = new LivePage(main, context, opened, game);
  return () => page.leave();
}

class LivePage {
  constructor(main, context, { table, state }, game) {
    Object.assign(this, { main, context, table, state, game });
    this.camera = null;
    this.#build();
    this.heard(state, true);
    this.live = new Live(table.id, { onState: (next) => this.heard(next), onCamera: (facts) => { this.camera = facts; this.paint(); }, onGone: () => { this.leave(); gone(main, context.t); } });
    document.addEventListener("keydown", this.keys);
    this.forget = context.prefs.on(() => this.paint());
  }

  #build() {
    const { context: { t, prefs, setTitle, announce }, game, main, table } = this;
    const title = gameTitle(t, game.name, game.title);
    setTitle(`${t("live.title")} · ${title}`);
    main.classList.add("wide");
    const host = el("div", { class: "board-host" });
    this.board = new Board(host, { game, texts: t, prefs, announce, pieceSet: table.piece_set ?? "" });
    this.plates = { first: new Plate(this, "first"), second: new Plate(this, "second") };
    this.clocks = new Clocks((seat, text, facts) => this.plates[seat].paintClock(text, facts));
    this.back = new LookBack(this);
    this.moves = new MoveList(t, (ply) => this.back.look(ply));
    this.status = new StatusBar(t);
    this.film = el("div", { class: "film" });
    this.buttons = el("div", { class: "buttons" });
    const [low, high] = lowerSeat(game) === "first" ? ["first", "second"] : ["second", "first"];
    const table_ = el("div", { class: "looking-on" }, el("div", { class: "board-area" }, host, this.back.root),
      el("aside", { class: "beside" }, this.status.root, this.plates[high].root, this.plates[low].root, this.film, this.moves.root, this.buttons));
    table_.style.setProperty("--plan", String(game.plan.size[0] / game.plan.size[1]));
    fill(main, el("h1", { class: "only-heard" }, title), table_);
    this.#paintButtons();
  }

  #paintButtons() {
    const { t } = this.context;
    fill(this.buttons,
      this.table.camera && el("button", { type: "button", "data-do": "camera", "aria-pressed": String(Boolean(this.picture)), onclick: () => this.#toggleCamera() }, icon("camera", 20), t(this.picture ? "live.no-camera" : "live.camera")),
      el("button", { type: "button", onclick: () => this.board.flip(!this.board.turned) }, icon("flip", 20), t("play.do.flip")),
      document.fullscreenEnabled && el("button", { type: "button", onclick: () => document.documentElement.requestFullscreen() }, icon("system", 20), t("live.full")),
      el("a", { class: "button", href: "/wall" }, icon("wall", 20), t("live.wall")));
  }

  /** The camera picture costs the network most, so it is shown only to those who want it. */
  #toggleCamera() {
    const { context: { t }, game, table } = this;
    if (this.picture) {
      this.picture.close();
      this.picture = null;
      fill(this.film);
    } else {
      this.picture = new CameraPicture({ t, game, id: table.id });
      this.picture.cover();
      fill(this.film, this.picture.root);
    }
    this.#paintButtons();
  }

  heard(state, isFirst = false) {
    if (!isFirst && state.seq < this.state.seq) return;
    const before = this.state;
    this.state = state;
    this.back.keep(state);
    const last = state.moves.at(-1);
    if (!isFirst && state.ply > before.ply && last?.seat) {
      const { context: { t, announce }, board, game } = this;
      const said = t("play.speech.said", { side: board.labels.side(last.seat), move: spokenMove(last.move, game, t) });
      announce(said);
      speak(said, t);
    }
    this.clocks.set(state.clock);
    this.paint(!isFirst);
  }

  paint(animate = false) {
    const { context: { t }, state, camera, board, table } = this;
    const name = standing(state, camera, table.camera);
    this.status.paint(name, message(t, board.labels, name, state, camera, table));
    const wrong = name === "illegal" ? state.cells : [];
    const arrows = state.announced ? [{ path: state.announced.path, kind: "announced" }] : [];
    if (this.back.past) board.show({ ...this.back.past, legal: [] }, { animate });
    else board.show({ ...state, legal: [], cells: wrong }, { animate, arrows });
    this.plates.first.paint(state);
    this.plates.second.paint(state);
    this.moves.paint(state.moves, this.back.ply ?? state.ply, state.ply);
  }

  keys = (event) => {
    if (!isTyping(event) && event.key === "Escape" && !document.fullscreenElement) this.context.go("/wall");
  };

  leave() {
    document.removeEventListener("keydown", this.keys);
    this.forget?.();
    this.live.close();
    this.clocks.stop();
    this.picture?.close();
    this.board.destroy();
  }
}
