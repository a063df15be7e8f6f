/** Games and players by name, in the user's language. */

/** "Royal Game of Ur: Finkel's rules", "Russian draughts", "Chess". */
export function gameTitle(t, { name, game = name, title }) {
  const family = t.maybe(`games.family.${game.split("/")[0]}`, "");
  const own = t.maybe(`games.title.${game}`, title);
  return !family || own === family || game.startsWith("draughts/") ? own : `${family}: ${own}`;
}

/** A bot by its level. */
export function botTitle(t, level) {
  return t("menu.bot", { level: t.maybe(`games.level.${level}`, level || t("games.level.max")) });
}

/** What a level is like, in the user's language; numbers in it are blanks of the text. */
export function levelAbout(t, description) {
  const number = /\d[\d,.]*\d|\d/.exec(description)?.[0] ?? "";
  const plain = number ? description.replace(number, " n ") : description;
  const key = plain
    .toLowerCase()
    .replace(/[^a-z]+/g, "-")
    .replace(/^-|-$/g, "");
  return t.maybe(`games.level-about.${key}`, description, { n: number.replace(",", "\u202f") });
}

const LETTERS = { K: "king", Q: "queen", R: "rook", B: "bishop", N: "knight" };

/** A move as it is written in the user's language: records keep the international letters, pages show Sf3 for Nf3. */
export function moveText(t, game, move) {
  if (game.split("/")[0] !== "chess" || /^O-O/.test(move)) return move;
  return move.replace(/[KQRBN]/g, (letter) => t(`games.letter.${LETTERS[letter]}`));
}
