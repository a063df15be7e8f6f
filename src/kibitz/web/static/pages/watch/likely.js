/** Which legal moves would explain what the camera sees, the likeliest first. */

import { lookAfter } from "/lib/board/looks.js";

const MOST = 3;

/** @returns {any[]} legal moves that come nearer to the look seen than standing still */
export function likely(game, state, sight) {
  if (!sight?.seen || state.turn === "chance") return [];
  const hidden = new Set(sight.hidden);
  const cells = game.plan.cells.map((_, i) => i).filter((i) => !game.plan.cells[i].tray && !hidden.has(i));
  const apart = (look) => cells.filter((i) => look[i] !== sight.seen[i]).length;
  const still = apart(state.look);
  return state.legal
    .map((move) => ({ move, off: apart(lookAfter(game, state.look, move, state.turn)) }))
    .filter(({ off }) => off < still)
    .sort((a, b) => a.off - b.off)
    .slice(0, MOST)
    .map(({ move }) => move);
}
