/** "This is the position now": what the camera sees, put right by hand where needed, and whose turn it is. */

import { Board } from "/lib/board.js";
import { ask } from "/lib/dialog.js";
import { el } from "/lib/dom.js";
import { segments } from "/pages/play/fields.js";

/** Ask, and tell the table; nothing happens when the question is left. */
export async function askPosition(page, { title = "watch.position.title", text = "watch.position.text", turn = "" } = {}) {
  const { context: { t, prefs }, game, state, sight } = page;
  const look = state.look.map((face, cell) => (sight?.seen && !game.plan.cells[cell].tray && !sight.hidden.includes(cell) ? sight.seen[cell] : face));
  const chosen = { turn: turn || (state.turn === "second" ? "second" : "first") };
  const host = el("div", { class: "position-board" });
  const sides = ["first", "second"].map((value) => ({ value, label: page.board.labels.side(value) }));
  const body = el("div", { class: "stack position" }, el("p", { class: "small soft" }, t(text)), host, segments(t("watch.position.turn"), "turn", sides, chosen.turn, (value) => { chosen.turn = value; }));
  const board = new Board(host, { game, texts: t, prefs, interactive: true, pieceSet: page.board.pieceSet });
  board.onCell = (cell) => { look[cell] = next(game, cell, look[cell]); board.show({ look }, { animate: false }); };
  board.show({ look }, { animate: false });
  const answer = await ask({ title: t(title), body, className: "position-dialog", buttons: [{ label: t("common.cancel"), value: false }, { label: t("watch.position.use"), value: true, kind: "primary", icon: "check" }] });
  board.destroy();
  if (answer) await page.act({ action: "reset", turn: chosen.turn, look });
}

/** The next face that this cell can show. */
function next(game, cell, face) {
  const isTray = game.plan.cells[cell].tray;
  for (let step = 1; step <= game.faces.length; step++) {
    const at = (face + step) % game.faces.length;
    if (Boolean(game.faces[at].tray) === isTray) return at;
  }
  return face;
}
