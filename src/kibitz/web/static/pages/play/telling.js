/** How things stand, in one sentence. */

import { moveText } from "/lib/titles.js";

/** @returns {{text: string, kind: ""|"warn"|"bad"|"good"|"busy"}} */
export function standing(t, labels, state, { table, isRolling }) {
  const side = (seat) => labels.side(seat);
  const mover = state.remarks.mover ?? state.turn;
  if (state.outcome) return { text: ended(t, labels, state), kind: "good" };
  if (state.phase === "paused") return { text: state.message || t("play.paused"), kind: "warn" };
  if (isRolling) return { text: t("play.rolling"), kind: "busy" };
  if (state.remarks.check !== undefined)
    return { text: `${t("play.check")} ${t("play.turn", { side: side(mover) })}`, kind: "bad" };
  const isBot = table.players[mover]?.kind === "bot";
  if (isBot && state.turn !== "chance") return { text: t("play.thinking", { side: side(mover) }), kind: "busy" };
  if (state.remarks.must_capture?.length)
    return {
      text: `${t("play.turn", { side: side(mover) })}. ${t("play.must-capture", { side: side(mover) })}`,
      kind: "warn",
    };
  if (state.remarks.roll !== undefined && state.remarks.roll !== null)
    return {
      text: `${t("play.turn", { side: side(mover) })}. ${t("play.rolled", { side: side(mover), roll: state.remarks.roll })}.`,
      kind: "",
    };
  return { text: t("play.turn", { side: side(mover) }), kind: "" };
}

/** Who won and why. */
export function ended(t, labels, { outcome }) {
  return t("play.ended", { who: whoWon(t, labels, { outcome }), reason: reasonOf(t, outcome) });
}

/** "Red wins", or "Draw". */
export function whoWon(t, labels, { outcome }) {
  return outcome.winner ? t("play.wins", { side: labels.side(outcome.winner) }) : t("play.drawn");
}

/** The reason as a sentence of its own. */
export function whyWon(t, { outcome }) {
  const reason = reasonOf(t, outcome);
  return `${reason[0].toLocaleUpperCase(t.tag)}${reason.slice(1)}.`;
}

function reasonOf(t, { reason }) {
  return t.maybe(`outcome.${reason}`, reason);
}

/** The last move in words, for those who listen. */
export function lastMove(t, labels, state) {
  const last = state.moves.filter(({ seat }) => seat !== "chance").at(-1);
  return last
    ? {
        ...last,
        text: t("play.speech.said", {
          side: labels.side(last.seat ?? "first"),
          move: moveText(t, state.game, last.move),
        }),
      }
    : null;
}
