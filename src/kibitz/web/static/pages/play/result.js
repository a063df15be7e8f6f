/** The end of a game: who won, why, and "play again?" (SPEC B4). */

import { ask, showError } from "/lib/dialog.js";
import { el } from "/lib/dom.js";
import { histogram } from "/pages/play/dice.js";
import { whoWon, whyWon } from "/pages/play/telling.js";

export async function showResult(page) {
  const { t, go } = page.context;
  const { state, table, board } = page;
  const isMate = state.outcome.reason === "checkmate";
  const title = isMate ? t("play.mate") : whoWon(t, board.labels, state);
  const body = el(
    "div",
    { class: "stack" },
    el("p", {}, isMate ? whoWon(t, board.labels, state) : whyWon(t, state)),
    page.game.chancy && histogram(t, page.game, state.moves),
    el("p", {}, t("play.ask.again")),
  );
  const answer = await ask({
    title,
    body,
    className: "result",
    buttons: [
      { label: t("play.ask.again-no"), value: "look" },
      { label: t("play.ask.to-replay"), value: "replay" },
      { label: t("play.ask.again-swap"), value: "swap", icon: "swap" },
      { label: t("play.ask.again-yes"), value: "again", kind: "primary", icon: "play" },
    ],
  });
  if (answer === "replay") return go(`/archive/${table.archive_id}`);
  if (answer === "again" || answer === "swap") return again(page, answer === "swap").catch(showError);
}

async function again({ context: { api, go, t }, table, state }, isSwapped) {
  const { first, second } = table.players;
  const players = isSwapped ? { first: second, second: first } : { first, second };
  const asked = {
    game: table.game,
    players,
    clock: table.clock ?? "up",
    language: t.language,
    delay_ms: state.delay_ms ?? 0,
  };
  const opened = await api.post("/api/tables", asked);
  await go(`/play/${opened.table.id}`);
}
