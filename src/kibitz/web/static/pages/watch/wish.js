/** What somebody wants to watch, and how it is asked for. */

export const DEFAULT_WISH = {
  game: "draughts/poznan",
  piece_set: "",
  camera: "simulated", // simulated, phone, address, usb
  usb: "",
  from_board: false,
  starts: "first",
  against: "person", // person, first-bot, second-bot: which side Kibitz plays
  level: "medium",
  names: { first: "", second: "" },
  clock: "up",
};

const KEY = "kibitz-watch";

/** A wish as it was left last time. */
export function remembered() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    const known = Object.fromEntries(Object.entries(kept).filter(([name]) => name in DEFAULT_WISH));
    return { ...structuredClone(DEFAULT_WISH), ...known };
  } catch {
    return structuredClone(DEFAULT_WISH);
  }
}

export function remember(wish) {
  try {
    localStorage.setItem(KEY, JSON.stringify(wish));
  } catch {
    // a browser without storage forgets
  }
}

/** The address of a phone with IP Webcam: a name and a port, or a whole address as it is. */
export function addressOf(host, port) {
  const name = host.trim();
  if (!name) return "";
  if (/^(https?|rtsp):\/\//i.test(name)) return name;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port || 8080}/shot.jpg`;
}

/** The source that the server is asked for. */
export function sourceOf(wish, address) {
  return { simulated: "simulated", phone: "phone", address, usb: wish.usb }[wish.camera] ?? "";
}

/** The request that opens the table. */
export function tableOf(wish, address, language) {
  const isFilm = wish.camera === "simulated";
  const seat = (name) => (wish.against === `${name}-bot` && !isFilm ? { kind: "bot", level: wish.level } : { kind: "person", name: wish.names[name].trim() });
  const camera = { source: sourceOf(wish, address), piece_set: wish.piece_set, from_board: wish.from_board && !isFilm, starts: wish.starts };
  return { game: wish.game, players: { first: seat("first"), second: seat("second") }, clock: wish.clock, language, camera };
}
