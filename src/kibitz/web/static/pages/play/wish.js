/** What somebody wants to play, and how it is asked for. */

export const DEFAULT_WISH = {
  family: "draughts",
  game: {}, // the rule set chosen in each family
  against: "bot", // person, bot, bots
  seat: "first", // which side the person takes against the bot; "lot" for chance
  level: { first: "medium", second: "medium" },
  names: { first: "", second: "" },
  clock: "up",
  speed: "usual", // SPEC E1: usual waits a moment, fast answers at once, slow is for looking on
  pie: false,
};

/** How long bots wait at least, in milliseconds (SPEC E1: 400 against a person, 200 among themselves). */
export function delayOf({ speed, against }) {
  return { fast: 0, usual: against === "bots" ? 200 : 400, slow: 1500 }[speed] ?? 400;
}

/** The seat that the person takes; drawing lots is done here, once. */
export function seatOf({ seat }, lot = Math.random()) {
  return seat === "lot" ? (lot < 0.5 ? "first" : "second") : seat;
}

/** The request that opens the table. */
export function tableOf(wish, game, language) {
  const person = (seat) => ({ kind: "person", name: wish.names[seat].trim() });
  const bot = (seat) => ({ kind: "bot", level: levelOf(wish, game, seat) });
  const own = seatOf(wish);
  const seats = {
    person: { first: person("first"), second: person("second") },
    bot: {
      first: own === "first" ? { kind: "person", name: wish.names.first.trim() } : bot("second"),
      second: own === "second" ? { kind: "person", name: wish.names.first.trim() } : bot("second"),
    },
    bots: { first: bot("first"), second: bot("second") },
  };
  return {
    game: game.name,
    players: seats[wish.against],
    clock: wish.clock,
    language,
    delay_ms: wish.against === "person" ? 0 : delayOf(wish),
  };
}

/** The level chosen, or the nearest there is in this game. */
export function levelOf(wish, game, seat) {
  const names = game.levels.map((level) => level.name);
  return names.includes(wish.level[seat]) ? wish.level[seat] : (names[Math.min(2, names.length - 1)] ?? "");
}

/** A wish as it was left last time, with whatever has come since. */
export function remembered(kept) {
  const known = Object.fromEntries(Object.entries(kept ?? {}).filter(([name]) => name in DEFAULT_WISH));
  return { ...structuredClone(DEFAULT_WISH), ...structuredClone(known) };
}
