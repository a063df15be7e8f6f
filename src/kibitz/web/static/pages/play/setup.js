/** The form before a game (SPEC C1, E1): game, rules, players, sides, clock, arrangement. */

import { Board } from "/lib/board.js";
import { showError } from "/lib/dialog.js";
import { el, fill, isTyping } from "/lib/dom.js";
import { icon } from "/lib/icons.js";
import { levelAbout } from "/lib/titles.js";
import { Labels } from "/lib/board/labels.js";
import { PieceBox } from "/lib/board/pieces.js";
import { segments, select, text, toggle } from "/pages/play/fields.js";
import { levelOf, remembered, tableOf } from "/pages/play/wish.js";

const CLOCKS = ["up", "3+2", "5+3", "10+5", "15+10", "30", "5d3", "10b3x30"];
const AGAINST = [["person", "person"], ["bot", "bot"], ["bots", "swap"]];

export async function showSetup(main, context) {
  const { api, prefs, query } = context;
  const { games } = await api.get("/api/games");
  const wish = remembered(prefs.get("last_setup"));
  const form = new Setup(main, context, games, wish);
  if (query.game) form.choose(query.game);
  await form.load();
  document.addEventListener("keydown", form.keys);
  return () => form.leave();
}

class Setup {
  constructor(main, context, games, wish) {
    this.main = main;
    this.context = context;
    this.games = games;
    this.wish = wish;
    this.details = new Map();
    this.boards = [];
    this.families = [...new Set(games.map((game) => game.family))].sort((a, b) => order(a) - order(b));
    if (!this.families.includes(wish.family)) wish.family = this.families[0];
  }

  choose(name) {
    const found = this.games.find((game) => game.name === name || game.family === name);
    if (!found) return;
    this.wish.family = found.family;
    if (found.name === name) this.wish.game[found.family] = name;
  }

  /** The names of the games of the family chosen; the pie rule is a switch, not a game of its own. */
  get variants() {
    return this.games.filter((game) => game.family === this.wish.family && !game.name.endsWith("-pie"));
  }

  get name() {
    const names = this.variants.map((game) => game.name);
    const wanted = this.wish.game[this.wish.family];
    return names.includes(wanted) ? wanted : (names.find((name) => name === "atoll/5") ?? names[0]);
  }

  get mayPie() {
    return this.games.some((game) => game.name === `${this.name}-pie`);
  }

  async detail(name) {
    if (!this.details.has(name)) this.details.set(name, this.context.api.get("/api/game", { name }));
    return this.details.get(name);
  }

  async load() {
    const name = this.name;
    const game = await this.detail(name);
    if (name !== this.name) return;
    this.game = game;
    this.labels = new Labels(game, this.context.t, new PieceBox(game, this.context.prefs.get("piece_set")[game.family], this.context.prefs.get("pieces")));
    this.paint();
  }

  set(change, { reload = false } = {}) {
    Object.assign(this.wish, change);
    this.context.prefs.set("last_setup", structuredClone(this.wish));
    if (reload) this.load().catch(showError);
    else this.paint();
  }

  paint() {
    const { t } = this.context;
    const focused = document.activeElement?.closest?.("[data-field]")?.getAttribute("data-field");
    const value = /** @type {any} */ (document.activeElement)?.value;
    this.leaveBoards();
    fill(this.main,
      el("h1", {}, t("play.setup.title")),
      el("form", { class: "setup", onsubmit: (event) => { event.preventDefault(); this.start(); } },
        this.familyCards(),
        el("div", { class: "columns" }, el("div", { class: "card stack" }, this.rules()), el("div", { class: "card stack" }, this.players()), el("div", { class: "card stack" }, this.manners())),
        el("div", { class: "start-bar" }, el("button", { type: "submit", class: "primary start" }, icon("play"), t("play.setup.start")))));
    this.refocus(focused, value);
  }

  refocus(name, value) {
    if (!name) return;
    const field = this.main.querySelector(`[data-field="${CSS.escape(name)}"]`);
    const inputs = [...(field?.querySelectorAll("input, select") ?? [])];
    (inputs.find((input) => input.value === value) ?? inputs[0] ?? field)?.focus();
  }

  familyCards() {
    const { t } = this.context;
    return el("fieldset", { class: "families", "data-field": "family" }, el("legend", { class: "only-heard" }, t("play.setup.game")), this.families.map((family) => {
      const host = el("div", { class: "miniature", "aria-hidden": "true" });
      this.miniature(host, family).catch(() => {});
      return el("label", { class: "family card" },
        el("input", { type: "radio", name: "family", value: family, checked: family === this.wish.family, onchange: () => this.set({ family }, { reload: true }) }),
        host, el("strong", {}, this.familyTitle(family)), el("span", { class: "soft small about" }, t.maybe(`games.about.${family}`, "")));
    }));
  }

  familyTitle(family) {
    const first = this.games.find((game) => game.family === family);
    return this.context.t.maybe(`games.family.${family}`, first.title);
  }

  /** A small board as it looks before the first move. */
  async miniature(host, family) {
    const names = this.games.filter((game) => game.family === family).map((game) => game.name);
    const game = await this.detail(family === this.wish.family ? this.name : (names.find((name) => name === "atoll/5") ?? names[0]));
    if (!host.isConnected) return;
    const quiet = { get: (name) => (name === "coordinates" ? false : this.context.prefs.get(name)) };
    const board = new Board(host, { game, texts: this.context.t, prefs: quiet, upright: false });
    board.show({ look: game.start_look }, { animate: false });
    board.root.querySelectorAll("[tabindex]").forEach((cell) => cell.removeAttribute("tabindex"));
    this.boards.push(board);
  }

  rules() {
    const { t } = this.context;
    const title = (game) => t.maybe(`games.title.${game.name}`, game.title);
    const { variants, wish } = this;
    const pick = (name) => this.set({ game: { ...wish.game, [wish.family]: name } }, { reload: true });
    const isSized = variants.length > 1 && variants.every((game) => /\/\d+$/.test(game.name));
    const sizes = variants.map((game) => ({ value: game.name, label: game.name.split("/")[1] }));
    return [
      el("h2", {}, this.familyTitle(wish.family)),
      isSized ? segments(t("play.setup.size"), "rules", sizes, this.name, pick)
        : variants.length > 1 ? select(t("play.setup.rules"), "rules", variants.map((game) => ({ value: game.name, label: title(game) })), this.name, pick)
        : el("p", { class: "soft" }, t.maybe(`games.about.${wish.family}`, title(variants[0]))),
      this.mayPie && toggle(t("play.setup.pie"), "pie", wish.pie, (pie) => this.set({ pie }), t("play.setup.pie-hint")),
      this.clock(),
    ];
  }

  clock() {
    const { t } = this.context;
    const known = CLOCKS.includes(this.wish.clock);
    const choices = [...CLOCKS.map((value) => ({ value, label: t(`play.clock.${value}`) })), { value: "own", label: t("play.clock.own") }];
    const hint = known ? null : el("input", { type: "text", name: "own-clock", value: this.wish.clock === "own" ? "" : this.wish.clock, maxlength: 20, placeholder: "5+3", "aria-label": t("play.clock.own"), oninput: (event) => { this.wish.clock = event.target.value.trim() || "own"; } });
    return select(t("play.setup.clock"), "clock", choices, known ? this.wish.clock : "own", (clock) => this.set({ clock }), hint);
  }

  players() {
    const { t } = this.context;
    const { wish } = this;
    const choices = AGAINST.map(([value, picture], i) => ({ value, label: t(`play.setup.${value}`), picture: el("kbd", {}, String(i + 1)) && icon(picture === "swap" ? "bot" : picture, 20) }));
    return [
      el("h2", {}, t("play.setup.players")),
      segments(t("play.setup.who"), "against", choices, wish.against, (against) => this.set({ against })),
      el("p", { class: "soft small keys-hint" }, t("play.setup.keys")),
      { person: () => this.twoPeople(), bot: () => this.againstBot(), bots: () => [this.level("first"), this.level("second")] }[wish.against](),
    ];
  }

  side(seat) {
    return this.labels.side(seat);
  }

  twoPeople() {
    const { t } = this.context;
    const { names } = this.wish;
    const field = (seat) => text(t("play.setup.name", { side: this.side(seat) }), `name-${seat}`, names[seat], (name) => { names[seat] = name; }, { placeholder: t(`play.setup.${seat}`) });
    const swap = () => this.set({ names: { first: names.second, second: names.first } });
    return [field("first"), el("button", { type: "button", class: "quiet", onclick: swap }, icon("swap"), t("play.setup.swap")), field("second")];
  }

  againstBot() {
    const { t } = this.context;
    const sides = ["first", "second", "lot"].map((value) => ({ value, label: value === "lot" ? t("play.setup.lot") : t(`play.setup.play-${value}`, { side: this.side(value) }) }));
    return [segments(t("play.setup.side"), "seat", sides, this.wish.seat, (seat) => this.set({ seat })), this.level("second", t("play.setup.level"))];
  }

  level(seat, label = this.context.t("play.setup.level-of", { side: this.side(seat) })) {
    const { t } = this.context;
    const { levels } = this.game;
    const chosen = levelOf(this.wish, this.game, seat);
    const about = levels.find((level) => level.name === chosen);
    const choices = levels.map((level) => ({ value: level.name, label: t.maybe(`games.level.${level.name}`, level.title) }));
    return select(label, `level-${seat}`, choices, chosen, (level) => this.set({ level: { ...this.wish.level, [seat]: level } }), el("span", { class: "hint" }, about ? levelAbout(t, about.description) : ""));
  }

  manners() {
    const { t, prefs } = this.context;
    const { wish } = this;
    const speeds = ["usual", "fast", "slow"].map((value) => ({ value, label: t(`play.speed.${value}`) }));
    const seats = ["fixed", "flip", "upside-down"].map((value) => ({ value, label: t(`play.hotseat.${value}`) }));
    const keep = (name) => (value) => { prefs.set(name, value); this.paint(); };
    return [
      el("h2", {}, t("play.setup.manners")),
      wish.against === "person" ? select(t("play.setup.hotseat"), "hotseat", seats, prefs.get("hotseat"), keep("hotseat"))
        : select(t("play.setup.speed"), "speed", speeds, wish.speed, (speed) => this.set({ speed })),
      toggle(t("play.setup.confirm"), "confirm", prefs.get("confirm"), keep("confirm"), t("play.setup.confirm-hint")),
      toggle(t("play.setup.sounds"), "sounds", prefs.get("sounds"), keep("sounds")),
      toggle(t("play.setup.speech"), "speech", prefs.get("speech"), keep("speech")),
      toggle(t("play.setup.coordinates"), "coordinates", prefs.get("coordinates"), keep("coordinates")),
    ];
  }

  /** SPEC E1: 1, 2 and 3 choose who plays. */
  keys = (event) => {
    if (isTyping(event) || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape") return void this.context.go("/");
    const chosen = AGAINST[Number(event.key) - 1];
    if (chosen) this.set({ against: chosen[0] });
  };

  async start() {
    const { api, go, t } = this.context;
    const asked = tableOf(this.wish, this.game, t.language);
    if (this.wish.pie && this.mayPie) asked.pie = true;
    this.context.prefs.set("last_setup", structuredClone(this.wish));
    try {
      const { table } = await api.post("/api/tables", asked);
      await go(`/play/${table.id}`);
    } catch (error) {
      showError(error);
    }
  }

  leaveBoards() {
    for (const board of this.boards) board.destroy();
    this.boards = [];
  }

  leave() {
    document.removeEventListener("keydown", this.keys);
    this.leaveBoards();
  }
}

const ORDER = ["draughts", "chess", "atoll", "ur"];
const order = (family) => (ORDER.includes(family) ? ORDER.indexOf(family) : ORDER.length);
