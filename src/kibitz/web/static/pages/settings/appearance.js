/** Light or dark, the colours of the board and the pieces, and a board to see them on. */

import { choice } from "/pages/settings/fields.js";
import { Board } from "/lib/board.js";
import { el, svg } from "/lib/dom.js";
import { icon } from "/lib/icons.js";

const THEMES = { system: "system", light: "sun", dark: "moon" };
const BOARDS = ["walnut", "slate", "sea", "paper", "contrast"];
const PIECES = ["set", "ivory", "contrast"];
const SHOWN = "chess";

export async function appearance({ t, api, prefs }) {
  const game = await api.get("/api/game", { name: SHOWN });
  const host = el("div", { class: "sample", "aria-hidden": "true" });
  const board = new Board(host, { game, texts: t, prefs, label: t("settings.look.sample") });
  board.show({ look: game.start_look, last: [52, 36], turn: "second", legal: [] }, { animate: false });
  host.querySelectorAll("[tabindex]").forEach((cell) => cell.removeAttribute("tabindex"));
  const set = (name) => (value) => prefs.set(name, value);
  const element = el("section", { class: "card stack looks" }, el("h2", {}, t("settings.look.title")),
    choice({ name: "theme", label: t("common.theme"), options: Object.entries(THEMES).map(([value, sign]) => [value, t(`common.theme-${value}`), icon(sign, 18)]), value: prefs.get("theme"), onchange: set("theme"), hidden: true }),
    el("div", { class: "with-sample" },
      el("div", { class: "stack" },
        choice({ name: "board", label: t("settings.look.board"), options: BOARDS.map((value) => [value, t(`settings.look.boards.${value}`), swatch(value)]), value: prefs.get("board"), onchange: set("board") }),
        choice({ name: "pieces", label: t("settings.look.pieces"), options: PIECES.map((value) => [value, t(`settings.look.piece-colours.${value}`)]), value: prefs.get("pieces"), onchange: set("pieces") })),
      host));
  return { element, leave: () => board.destroy() };
}

/** Four cells of a board in its colours. */
function swatch(name) {
  const cell = (x, y, tone) => svg("rect", { class: tone, x, y, width: 11, height: 11 });
  return svg("svg", { class: "swatch", "data-board": name, viewBox: "0 0 22 22", width: 22, height: 22, "aria-hidden": "true" }, cell(0, 0, "light"), cell(11, 0, "dark"), cell(0, 11, "dark"), cell(11, 11, "light"));
}
