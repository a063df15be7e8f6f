/** The first half of the form: which game, by which rules, on what size of board, with which clock. */

import { Board } from "/lib/board.js";
import { el } from "/lib/dom.js";
import { segments, select, toggle } from "/pages/play/fields.js";

const CLOCKS = ["up", "3+2", "5+3", "10+5", "15+10", "30", "5d3", "10b3x30"];

/** A family of games by its name in the user's language. */
export function familyTitle({ context: { t }, games }, family) {
  return t.maybe(`games.family.${family}`, games.find((game) => game.family === family).title);
}

/** A card for each family, with a small board as it looks before the first move. */
export function familyCards(form) {
  const { t } = form.context;
  const legend = el("legend", { class: "only-heard" }, t("play.setup.game"));
  const cards = form.families.map((family) => familyCard(form, family));
  return el("fieldset", { class: "families", "data-field": "family" }, legend, cards);
}

function familyCard(form, family) {
  const { t } = form.context;
  const host = el("div", { class: "miniature", "aria-hidden": "true", "data-family": family });
  const choose = () => form.set({ family }, { reload: true });
  const isChosen = family === form.wish.family;
  return el(
    "label",
    { class: "family card" },
    el("input", { type: "radio", name: "family", value: family, checked: isChosen, onchange: choose }),
    host,
    el("strong", {}, familyTitle(form, family)),
    el("span", { class: "soft small about" }, t.maybe(`games.about.${family}`, "")),
  );
}

/** Draw the small board of a family; a game that is on it already is left alone. */
export async function drawMiniature(form, family) {
  const host = form.main.querySelector(`.miniature[data-family="${CSS.escape(family)}"]`);
  const game = await form.detail(form.usual(family));
  if (!host?.isConnected || form.boards.get(family)?.game === game) return;
  form.boards.get(family)?.destroy();
  const { prefs, t } = form.context;
  const quiet = { get: (name) => (name === "coordinates" ? false : prefs.get(name)) };
  const board = new Board(host, { game, texts: t, prefs: quiet, upright: false });
  board.show({ look: game.start_look }, { animate: false });
  board.root.querySelectorAll("[tabindex]").forEach((cell) => cell.removeAttribute("tabindex"));
  form.boards.set(family, board);
}

/** Rules or size, the pie rule where there is one, the clock. */
export function rules(form) {
  const { t } = form.context;
  const { wish } = form;
  const pie = () =>
    toggle(t("play.setup.pie"), "pie", wish.pie, (on) => form.set({ pie: on }), t("play.setup.pie-hint"));
  return [el("h2", {}, familyTitle(form, wish.family)), ruleChoice(form), form.mayPie && pie(), clock(form)];
}

function ruleChoice(form) {
  const { t } = form.context;
  const { variants, wish } = form;
  const pick = (name) => form.set({ game: { ...wish.game, [wish.family]: name } }, { reload: true });
  const titled = variants.map((game) => ({ value: game.name, label: t.maybe(`games.title.${game.name}`, game.title) }));
  if (variants.length === 1) return el("p", { class: "soft" }, t.maybe(`games.about.${wish.family}`, titled[0].label));
  const isSized = variants.every((game) => /\/\d+$/.test(game.name));
  const sizes = variants.map((game) => ({ value: game.name, label: game.name.split("/")[1] }));
  if (isSized) return segments(t("play.setup.size"), "rules", sizes, form.name, pick);
  return select(t("play.setup.rules"), "rules", titled, form.name, pick);
}

function clock(form) {
  const { t } = form.context;
  const { wish } = form;
  const isKnown = CLOCKS.includes(wish.clock);
  const choices = [...CLOCKS, "own"].map((value) => ({ value, label: t(`play.clock.${value}`) }));
  const own = isKnown ? null : ownClock(form);
  const choose = (chosen) => form.set({ clock: chosen });
  return select(t("play.setup.clock"), "clock", choices, isKnown ? wish.clock : "own", choose, own);
}

/** A clock as people write it: 5+3, 5d3, 10b3x30. */
function ownClock({ context: { t }, wish }) {
  const write = (event) => (wish.clock = event.target.value.trim() || "own");
  const value = wish.clock === "own" ? "" : wish.clock;
  const named = { name: "own-clock", "aria-label": t("play.clock.own"), placeholder: "5+3", maxlength: 20 };
  return el("input", { type: "text", value, oninput: write, ...named });
}
