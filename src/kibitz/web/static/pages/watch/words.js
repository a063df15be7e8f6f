/** What to say beside the state: what is wrong, which rule, which cells, what to do. */

import { ended } from "/pages/play/telling.js";

/** One or two sentences for the state shown. */
export function message(t, labels, name, state, camera, table) {
  const side = (seat) => labels.side(seat);
  switch (name) {
    case "over": return state.outcome ? ended(t, labels, state) : state.message;
    case "opening": return t("watch.say.opening");
    case "ended": return t("watch.say.ended");
    case "looking": return t("watch.say.looking");
    case "waiting": return t("watch.say.phone");
    case "no-board": return t.maybe(`watch.reason.${camera.reason}`, camera.message || t("watch.reason.no_marks"));
    case "camera-lost": return [t("watch.say.lost"), camera?.message].filter(Boolean).join(" ");
    case "paused": return state.message || t("watch.say.paused");
    case "illegal": case "out-of-step": case "unclear": return state.message;
    case "moving": return state.message || t("waiting.underway");
  }
  return following(t, side, state, table);
}

function following(t, side, state, table) {
  if (state.announced) return t("watch.say.announced", { side: side(state.turn), move: state.announced.move });
  if (table.players[state.turn]?.kind === "bot") return t("watch.say.thinking", { side: side(state.turn) });
  const check = state.remarks.check !== undefined ? `${t("play.check")} ` : "";
  const last = state.moves.at(-1);
  const made = last && last.seat && last.seat !== "chance" ? `${t("play.speech.said", { side: side(last.seat), move: last.move })}. ` : "";
  if (state.turn === "chance") return `${made}${t("watch.say.roll", { side: side(state.remarks.mover ?? "first") })}`;
  return `${made}${check}${t("play.turn", { side: side(state.turn) })}.`;
}
