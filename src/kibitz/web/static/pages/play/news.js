/** What has just happened: a sound, a voice, a line for those who listen, and the end of the game. */

import { sound } from "/lib/sound.js";
import { speak, spokenMove } from "/lib/speech.js";
import { showResult } from "/pages/play/result.js";
import { lastMove, standing } from "/pages/play/telling.js";

const RESULT_MS = 900; // the last move is seen before the dialog covers it

/** Tell of the move that led to this state. */
export function tellMove(page, before) {
  const {
    context: { t, announce },
    state,
    board,
    game,
    table,
  } = page;
  const last = lastMove(t, board.labels, state);
  if (!last) return;
  const count = (look) => look.filter((face) => game.faces[face].owner && !game.faces[face].tray).length;
  sound(state.remarks.check !== undefined ? "check" : count(state.look) < count(before.look) ? "capture" : "move");
  announce(`${last.text}. ${standing(t, board.labels, state, { table, isRolling: false }).text}`);
  const isOwn = last.source === "screen" && page.people === 1;
  if (!isOwn)
    speak(t("play.speech.said", { side: board.labels.side(last.seat), move: spokenMove(last.move, game, t) }), t);
}

/** Tell of the end; returns the timer of the dialog. */
export function tellEnd(page) {
  const { winner } = page.state.outcome;
  sound(page.ownSeat && winner && winner !== page.ownSeat ? "lost" : "end");
  return setTimeout(() => showResult(page), RESULT_MS);
}
