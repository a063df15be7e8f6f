/** How it stands, always as colour, word and icon. */

import { el, fill } from "/lib/dom.js";
import { icon } from "/lib/icons.js";

/** Kind of colour, and icon, of every state there is. */
export const STATES = {
  following: ["good", "eye"],
  playing: ["good", "board"],
  moving: ["busy", "hand"],
  unclear: ["warn", "search"],
  illegal: ["bad", "alert"],
  "out-of-step": ["warn", "swap"],
  "camera-lost": ["bad", "lost"],
  "no-board": ["warn", "search"],
  opening: ["busy", "camera"],
  looking: ["busy", "eye"],
  waiting: ["busy", "phone"],
  paused: ["plain", "pause"],
  over: ["done", "flag"],
  ended: ["done", "flag"],
};

/** Which state to show: the game's, or the camera's where that comes first; without a camera it is played on screen. */
export function standing(state, camera, isWatched = true) {
  if (state.outcome || state.phase === "over") return "over";
  if (!isWatched && state.phase === "following") return "playing";
  if (state.phase === "paused" || !camera) return state.phase;
  if (camera.state === "opening") return camera.source === "phone" ? "waiting" : "opening";
  if (camera.state === "ended") return "ended";
  if (camera.state !== "connected") return "camera-lost";
  if (!camera.found) return "no-board";
  return !camera.ready && ["following", "camera-lost"].includes(state.phase) ? "looking" : state.phase;
}

/** The state as a badge. */
export function badge(t, name) {
  const [kind, picture] = STATES[name] ?? STATES.following;
  return el("span", { class: `state ${kind}`, "data-state": name }, icon(picture, 22), el("strong", {}, t(`watch.state.${name}`)));
}

export class StatusBar {
  constructor(t) {
    this.t = t;
    this.badge = el("div", { class: "badge" });
    this.text = el("p", { class: "message" });
    this.root = el("section", { class: "status card", role: "status" }, this.badge, this.text);
    this.key = "";
  }

  /** Show it; says whether the state is another one than before. */
  paint(name, message) {
    const key = `${name}|${message}`;
    if (key === this.key) return false;
    const isOther = !this.key.startsWith(`${name}|`);
    this.key = key;
    if (isOther) fill(this.badge, badge(this.t, name));
    this.root.className = `status card ${STATES[name]?.[0] ?? ""}`;
    this.text.textContent = message;
    return isOther;
  }
}
