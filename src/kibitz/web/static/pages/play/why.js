/** Why a move is refused: the rule, in the user's words, and the cells it concerns. */

import { toast } from "/lib/dialog.js";
import { sound } from "/lib/sound.js";

/** Say which rule it is. @param {any} page @param {{from: number, to?: number}} refused */
export async function explainRefusal(page, { from, to }) {
  const {
    context: { t, announce },
    state,
    board,
  } = page;
  if (!page.isOurs) return;
  sound("wrong");
  const said = await reason(page, from, to).catch(() => null);
  const text = said?.message || t(to === undefined ? "play.no-move" : "play.not-there");
  announce(text);
  toast(text, { seconds: 6 });
  const cells = said?.cells?.length ? said.cells : (state.remarks.must_capture ?? []);
  if (cells.length && state.ply === page.state.ply)
    board.show({ ...page.state, legal: page.state.legal }, { animate: false, lit: cells });
}

async function reason(page, from, to) {
  const {
    context: { t, api },
    state,
    board,
    table,
  } = page;
  if (board.owner(from) !== state.turn) return { message: board.owner(from) ? t("reason.not-your-turn") : "" };
  if (to === undefined) return withoutTarget(page);
  return api.get(`/api/tables/${table.id}/why`, { ply: state.ply, from, to, language: t.language });
}

/** A piece that cannot move at all: because another must capture, because of the dice, or because it is shut in. */
function withoutTarget({ context: { t }, state, game }) {
  if (state.remarks.must_capture?.length)
    return { message: t("reason.obligatory-capture"), cells: state.remarks.must_capture };
  if (game.chancy && state.remarks.roll !== undefined)
    return { message: t("play.roll-no-move", { roll: state.remarks.roll }) };
  return { message: t("play.no-move") };
}
