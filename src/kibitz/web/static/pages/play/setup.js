/** The form before a game (SPEC C1, E1): game, rules, players, sides, clock, arrangement. */

import { Labels } from "/lib/board/labels.js";
import { PieceBox } from "/lib/board/pieces.js";
import { showError } from "/lib/dialog.js";
import { el, fill, isTyping } from "/lib/dom.js";
import { icon } from "/lib/icons.js";
import { drawMiniature, familyCards, rules } from "/pages/play/gamechoice.js";
import { AGAINST, manners, players } from "/pages/play/playerchoice.js";
import { remembered, tableOf } from "/pages/play/wish.js";

const ORDER = ["draughts", "chess", "atoll", "ur"];
const USUAL = ["atoll/5"]; // where the first of a family is not what most people play

export async function showSetup(main, context) {
  const { api, prefs, query } = context;
  const { games } = await api.get("/api/games");
  const form = new Setup(main, context, games, remembered(prefs.get("last_setup")));
  if (query.game) form.choose(query.game);
  form.build();
  document.addEventListener("keydown", form.keys);
  await form.load();
  return () => form.leave();
}

class Setup {
  constructor(main, context, games, wish) {
    this.main = main;
    this.context = context;
    this.games = games;
    this.wish = wish;
    this.details = new Map();
    this.boards = new Map();
    const place = (family) => (ORDER.includes(family) ? ORDER.indexOf(family) : ORDER.length);
    this.families = [...new Set(games.map((game) => game.family))].sort((a, b) => place(a) - place(b));
    if (!this.families.includes(wish.family)) wish.family = this.families[0];
  }

  // --- what is chosen

  /** Choose a game or a family by its name. */
  choose(name) {
    const found = this.games.find((game) => game.name === name || game.family === name);
    if (!found) return;
    this.wish.family = found.family;
    if (found.name === name) this.wish.game[found.family] = name;
  }

  /** The games of the family chosen; the pie rule is a switch, not a game of its own. */
  get variants() {
    return this.#variantsOf(this.wish.family);
  }

  #variantsOf(family) {
    return this.games.filter((game) => game.family === family && !game.name.endsWith("-pie"));
  }

  /** The game that a family stands for: the one chosen last, or the one most people play. */
  usual(family) {
    const names = this.#variantsOf(family).map((game) => game.name);
    const wanted = this.wish.game[family];
    return names.includes(wanted) ? wanted : (names.find((name) => USUAL.includes(name)) ?? names[0]);
  }

  get name() {
    return this.usual(this.wish.family);
  }

  get mayPie() {
    return this.games.some((game) => game.name === `${this.name}-pie`);
  }

  /** All about a game, asked for until it is answered. */
  async detail(name) {
    if (!this.details.has(name)) this.details.set(name, this.context.api.get("/api/game", { name }));
    try {
      return await this.details.get(name);
    } catch (error) {
      this.details.delete(name);
      throw error;
    }
  }

  set(change, { reload = false } = {}) {
    Object.assign(this.wish, change);
    this.context.prefs.set("last_setup", structuredClone(this.wish));
    if (reload) this.load().catch(showError);
    else if (this.game) this.paint();
  }

  // --- drawing

  build() {
    const { t } = this.context;
    const submit = (event) => {
      event.preventDefault();
      this.start();
    };
    const start = el("button", { type: "submit", class: "primary start" }, icon("play"), t("play.setup.start"));
    this.cards = { rules: card(), players: card(), manners: card() };
    this.columns = el("div", { class: "columns" }, Object.values(this.cards));
    const form = el(
      "form",
      { class: "setup", onsubmit: submit },
      familyCards(this),
      this.columns,
      el("div", { class: "start-bar" }, start),
    );
    fill(this.main, el("h1", {}, t("play.setup.title")), form);
    for (const family of this.families) drawMiniature(this, family).catch(() => {});
  }

  /** Ask for the game chosen, and draw the form for it. */
  async load() {
    const { name } = this;
    this.columns.setAttribute("aria-busy", "true");
    try {
      const game = await this.detail(name);
      if (name === this.name) this.#show(game);
    } finally {
      if (name === this.name) this.columns.setAttribute("aria-busy", "false");
    }
  }

  #show(game) {
    const { prefs, t } = this.context;
    this.game = game;
    this.labels = new Labels(game, t, new PieceBox(game, prefs.get("piece_set")[game.family], prefs.get("pieces")));
    this.paint();
    drawMiniature(this, this.wish.family).catch(() => {});
  }

  paint() {
    const at = document.activeElement?.closest?.("[data-field]")?.getAttribute("data-field");
    const value = /** @type {any} */ (document.activeElement)?.value;
    fill(this.cards.rules, rules(this));
    fill(this.cards.players, players(this));
    fill(this.cards.manners, manners(this));
    this.#refocus(at, value);
  }

  /** The field that had the focus is a new one now. */
  #refocus(name, value) {
    if (!name || this.main.contains(document.activeElement)) return;
    const inputs = [...this.main.querySelectorAll(`[data-field="${CSS.escape(name)}"] :is(input, select)`)];
    (inputs.find((input) => input.value === value) ?? inputs[0])?.focus();
  }

  // --- doing

  /** SPEC E1: 1, 2 and 3 choose who plays. */
  keys = (event) => {
    if (isTyping(event) || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape") return void this.context.go("/");
    const against = AGAINST[Number(event.key) - 1];
    if (against) this.set({ against });
  };

  async start() {
    const { api, go, prefs, t } = this.context;
    prefs.set("last_setup", structuredClone(this.wish));
    try {
      const game = await this.detail(this.name); // it may be on its way still
      const asked = { ...tableOf(this.wish, game, t.language), pie: this.wish.pie && this.mayPie };
      const { table } = await api.post("/api/tables", asked);
      await go(`/play/${table.id}`);
    } catch (error) {
      showError(error);
    }
  }

  leave() {
    document.removeEventListener("keydown", this.keys);
    for (const board of this.boards.values()) board.destroy();
  }
}

const card = () => el("div", { class: "card stack" });
