/** The form before a board is watched: camera first, then game and players; all is chosen so that Start is enough. */

import { Labels } from "/lib/board/labels.js";
import { PieceBox } from "/lib/board/pieces.js";
import { showError } from "/lib/dialog.js";
import { el, fill } from "/lib/dom.js";
import { gameSelect } from "/lib/gamelist.js";
import { icon } from "/lib/icons.js";
import { segments, select, text, toggle } from "/pages/play/fields.js";
import { CameraFields } from "/pages/watch/camera.js";
import { remember, remembered, tableOf } from "/pages/watch/wish.js";

const CLOCKS = ["up", "3+2", "5+3", "10+5", "15+10", "30", "5d3", "10b3x30"];

export async function showSetup(main, context) {
  const { api, query } = context;
  const [{ games }, kept] = await Promise.all([api.get("/api/games"), api.get("/api/preferences")]);
  const wish = remembered();
  const name = query.game || wish.game;
  wish.game = games.some((game) => game.name === name) ? name : games[0].name;
  if (query.camera) wish.camera = query.camera;
  const form = new Setup(main, context, games, wish, kept);
  await form.load();
}

class Setup {
  constructor(main, context, games, wish, kept) {
    Object.assign(this, { main, context, games, wish });
    this.camera = new CameraFields(context, wish, kept, () => this.changed());
  }

  async load() {
    const { api, t } = this.context;
    const name = this.wish.game;
    const [game] = await Promise.all([api.get("/api/game", { name }), this.camera.load(name)]);
    if (name !== this.wish.game) return;
    this.game = game;
    if (!game.piece_sets.some((set) => set.name === this.wish.piece_set)) this.wish.piece_set = game.piece_sets[0].name;
    this.labels = new Labels(game, t, new PieceBox(game, this.wish.piece_set, "set"));
    this.paint();
  }

  changed() {
    remember(this.wish);
    this.paint();
  }

  set(change, reload = false) {
    Object.assign(this.wish, change);
    if (reload) {
      remember(this.wish);
      this.load().catch(showError);
    } else this.changed();
  }

  paint() {
    const { t } = this.context;
    const focused = document.activeElement?.closest?.("[data-field]")?.getAttribute("data-field");
    const value = /** @type {any} */ (document.activeElement)?.value;
    fill(this.main,
      el("header", { class: "head" }, el("h1", {}, t("watch.setup.title")), el("p", { class: "soft" }, t("watch.setup.lead"), " ", el("a", { href: "/wall" }, t("live.wall")))),
      el("form", { class: "setup", onsubmit: (event) => { event.preventDefault(); this.start(); } },
        el("div", { class: "columns" },
          el("section", { class: "card stack cameras" }, el("h2", {}, t("watch.setup.camera")), this.camera.paint()),
          el("div", { class: "stack" },
            el("section", { class: "card stack" }, el("h2", {}, t("watch.setup.board")), this.board()),
            el("section", { class: "card stack" }, el("h2", {}, t("watch.setup.players")), this.players()))),
        el("div", { class: "start-bar" }, el("button", { type: "submit", class: "primary start", disabled: !this.camera.isReady }, icon("play"), t("watch.setup.start")))));
    this.#refocus(focused, value);
  }

  #refocus(name, value) {
    if (!name) return;
    const inputs = [...this.main.querySelectorAll(`[data-field="${CSS.escape(name)}"] :is(input, select, button)`)];
    /** @type {HTMLElement|undefined} */ (inputs.find((input) => input.value === value) ?? inputs[0])?.focus();
  }

  board() {
    const { t } = this.context;
    const { wish, game } = this;
    const sets = game.piece_sets.map((set) => ({ value: set.name, label: t.maybe(`print.set.${set.name}`, set.title) }));
    const starts = [{ value: "usual", label: t("watch.setup.usual") }, { value: "board", label: t("watch.setup.from-board") }];
    return [
      el("div", { class: "field", "data-field": "game" }, el("label", { for: "watch-game" }, t("watch.setup.game")),
        gameSelect({ t, games: this.games, chosen: wish.game, id: "watch-game", onchange: (name) => this.set({ game: name }, true) })),
      select(t("watch.setup.pieces"), "piece_set", sets, wish.piece_set, (piece_set) => this.set({ piece_set })),
      wish.camera !== "simulated" && game.from_board && segments(t("watch.setup.position"), "start", starts, wish.from_board ? "board" : "usual", (value) => this.set({ from_board: value === "board" })),
      wish.camera !== "simulated" && wish.from_board && segments(t("watch.setup.starts"), "starts", ["first", "second"].map((value) => ({ value, label: this.labels.side(value) })), wish.starts, (value) => this.set({ starts: value })),
      el("p", { class: "soft small" }, t("watch.setup.print"), " ", el("a", { href: `/print?game=${encodeURIComponent(game.name)}` }, t("watch.setup.print-link"))),
    ];
  }

  players() {
    const { t, prefs } = this.context;
    const { wish, game } = this;
    const isFilm = wish.camera === "simulated";
    const side = (seat) => this.labels.side(seat);
    const who = [{ value: "person", label: t("watch.setup.two"), picture: icon("person", 20) }, ...["second", "first"].map((seat) => ({ value: `${seat}-bot`, label: t("watch.setup.kibitz-plays", { side: side(seat) }), picture: icon("bot", 20) }))];
    const levels = game.levels.map((level) => ({ value: level.name, label: t.maybe(`games.level.${level.name}`, level.title) }));
    const clocks = CLOCKS.map((value) => ({ value, label: t(`play.clock.${value}`) }));
    const named = (seat) => wish.against !== `${seat}-bot` && text(t("play.setup.name", { side: side(seat) }), `name-${seat}`, wish.names[seat], (name) => { wish.names[seat] = name; remember(wish); });
    return [
      !isFilm && segments(t("watch.setup.who"), "against", who, wish.against, (against) => this.set({ against })),
      !isFilm && wish.against !== "person" && [select(t("play.setup.level"), "level", levels, wish.level, (level) => this.set({ level })), el("p", { class: "soft small" }, t("watch.setup.bot-hint"))],
      isFilm ? el("p", { class: "soft" }, t("watch.setup.film-hint")) : [named("first"), named("second")],
      select(t("play.setup.clock"), "clock", clocks, wish.clock, (clock) => this.set({ clock })),
      toggle(t("play.setup.sounds"), "sounds", prefs.get("sounds"), (on) => prefs.set("sounds", on)),
      toggle(t("play.setup.speech"), "speech", prefs.get("speech"), (on) => prefs.set("speech", on)),
    ];
  }

  async start() {
    const { api, go, t } = this.context;
    const { wish, game } = this;
    if (!game.levels.some((level) => level.name === wish.level)) wish.level = game.levels[Math.min(2, game.levels.length - 1)]?.name ?? "";
    remember(wish);
    try {
      await this.camera.keep();
      const { table } = await api.post("/api/tables", tableOf(wish, this.camera.address, t.language));
      await go(`/watch/${table.id}`);
    } catch (error) {
      showError(error);
    }
  }
}
