/** What is looked for: one line for a word and the game, the rest folded away until it is wanted. */

import { el } from "/lib/dom.js";
import { gameSelect } from "/lib/gamelist.js";
import { icon } from "/lib/icons.js";

const RESULTS = ["1-0", "0-1", "1/2-1/2", "*"];
const FOLDED = ["player", "result", "from", "to", "position"];
const PAUSE_MS = 250;

/** @param {{t: any, games: any[], wanted: any, changed: () => void}} options `wanted` is changed in place */
export function filters({ t, games, wanted, changed }) {
  let waiting = 0;
  const soon = () => { clearTimeout(waiting); waiting = setTimeout(changed, PAUSE_MS); };
  const set = (name, value, later = false) => { wanted[name] = value.trim(); later ? soon() : changed(); };

  const input = (name, type, attributes = {}) => el("input", { type, id: `find-${name}`, value: wanted[name], oninput: (event) => set(name, event.target.value, true), ...attributes });
  const field = (name, made, className = "") => el("div", { class: `field ${className}` }, el("label", { for: made.id }, t(`archive.find.${name}`)), made);
  const result = el("select", { id: "find-result", onchange: (event) => set("result", event.target.value) },
    el("option", { value: "" }, t("archive.find.any-result")),
    RESULTS.map((value) => el("option", { value, selected: wanted.result === value }, t(`archive.result.${key(value)}`))));
  const game = gameSelect({ t, games, chosen: wanted.game, id: "find-game", any: t("archive.find.any-game"), onchange: (name) => set("game", name) });

  const isOpen = FOLDED.some((name) => wanted[name]);
  const folded = el("div", { class: "folded fields", id: "folded-filters", hidden: !isOpen },
    field("player", input("player", "search", { maxlength: 100 })),
    field("result", result),
    field("from", input("from", "date")),
    field("to", input("to", "date")),
    field("position", input("position", "search", { maxlength: 2000, placeholder: t("archive.find.position-hint"), spellcheck: "false" }), "wide"));
  const more = el("button", { type: "button", class: "quiet", id: "more-filters", "aria-expanded": String(isOpen), "aria-controls": "folded-filters", onclick: () => { folded.hidden = !folded.hidden; more.setAttribute("aria-expanded", String(!folded.hidden)); } }, t("archive.find.more"));

  return el("form", { class: "find card", role: "search", onsubmit: (event) => { event.preventDefault(); changed(); } },
    el("div", { class: "fields first" },
      el("div", { class: "field search" }, el("label", { for: "find-text" }, t("archive.find.text")), el("div", { class: "with-icon" }, icon("search", 20), input("text", "search", { maxlength: 100, placeholder: t("archive.find.text-hint") }))),
      field("game", game), more),
    folded);
}

/** Results as keys of texts. */
export function key(result) {
  return { "1-0": "first", "0-1": "second", "1/2-1/2": "draw" }[result] ?? "open";
}
