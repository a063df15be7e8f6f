/** What this browser remembers about its user. */

const KEY = "kibitz";

/** Every preference with the value it has before anyone chooses. */
export const DEFAULTS = {
  language: "",
  theme: "system", // system, light, dark
  board: "walnut", // walnut, slate, sea, paper, contrast
  pieces: "set", // set: the colours of the piece set; or ivory, contrast
  piece_set: {}, // by game family: the name of the set chosen
  coordinates: true,
  sounds: true,
  speech: false,
  animation: true,
  confirm: false, // Confirm and Undo after choosing a move (SPEC C1)
  hotseat: "fixed", // fixed, flip, upside-down
  left_handed: false,
  hide_moves: false,
  last_setup: {},
};

let values = { ...DEFAULTS, ...stored() };
const listeners = new Set();

function stored() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return Object.fromEntries(Object.entries(found).filter(([name]) => name in DEFAULTS));
  } catch {
    return {};
  }
}

export const prefs = {
  get: (name) => values[name],
  all: () => ({ ...values }),
  /** Remember a value and tell everyone who listens. */
  set(name, value) {
    if (!(name in DEFAULTS)) throw new Error(`no preference ${name}`);
    values = { ...values, [name]: value };
    try {
      localStorage.setItem(KEY, JSON.stringify(values));
    } catch {
      // a browser without storage forgets; nothing else breaks
    }
    for (const listener of listeners) listener(name, value);
  },
  /** Be told of changes; returns the way to stop. */
  on(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

addEventListener("storage", (event) => {
  if (event.key !== KEY) return;
  const before = values;
  values = { ...DEFAULTS, ...stored() };
  for (const name of Object.keys(DEFAULTS)) {
    if (JSON.stringify(before[name]) !== JSON.stringify(values[name]))
      listeners.forEach((each) => each(name, values[name]));
  }
});

/** Whether things may move: the user's wish and the system's. */
export function mayAnimate() {
  return values.animation && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Put the theme and the board's colours on the page. */
export function dress(root = document.documentElement) {
  if (values.theme === "system") delete root.dataset.theme;
  else root.dataset.theme = values.theme;
  root.dataset.board = values.board;
  root.dataset.pieces = values.pieces;
  root.dataset.motion = values.animation ? "on" : "off";
}
