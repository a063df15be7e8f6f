/** Moves spoken by the browser's own voice; off until somebody turns it on. */

import { prefs } from "/lib/prefs.js";

const CHESSMEN = { K: "king", Q: "queen", R: "rook", B: "bishop", N: "knight" };

/** Say a text now, in the language of the pages. */
export function speak(text, t) {
  if (!prefs.get("speech") || !("speechSynthesis" in window) || !text) return;
  const said = new SpeechSynthesisUtterance(text);
  const tags = [t.tag, t.tag.split("-")[0], "hr"];
  const voices = speechSynthesis.getVoices();
  const voice = tags
    .map((tag) => voices.find((one) => one.lang.replace("_", "-").toLowerCase().startsWith(tag.toLowerCase())))
    .find(Boolean);
  if (voice) said.voice = voice;
  said.lang = voice?.lang ?? t.tag;
  speechSynthesis.cancel();
  speechSynthesis.speak(said);
}

/** A move as one says it: "knight takes f3, check". */
export function spokenMove(move, game, t) {
  if (/^O-O-O/.test(move)) return t("play.speech.castles-long");
  if (/^O-O/.test(move)) return t("play.speech.castles");
  if (/^r\d+$/.test(move) && game.chancy) return t("play.speech.roll", { roll: move.slice(1) });
  const isChess = game.family === "chess";
  const head = isChess && move[0] in CHESSMEN ? `${t(`games.rank.${CHESSMEN[move[0]]}`)} ` : "";
  const promoted = /=([QRBN])/.exec(move)?.[1];
  const body = move
    .slice(head ? 1 : 0)
    .replace(/=[QRBN]/, promoted ? `, ${t(`games.rank.${CHESSMEN[promoted]}`)}` : "")
    .replace(/x/g, ` ${t("play.speech.takes")} `)
    .replace(/-/g, " ")
    .replace("#", `, ${t("play.speech.mate")}`)
    .replace("+", `, ${t("play.speech.check")}`);
  return `${head}${body}`.replace(/\s+/g, " ").trim();
}
