/** The dice of the game: they roll, settle, and only then show what has fallen (SPEC E3); and how often each fell. */

import { el, fill, svg } from "/lib/dom.js";
import { mayAnimate } from "/lib/prefs.js";
import { sound } from "/lib/sound.js";

const FLICKER_MS = 75;
const SETTLE_MS = 620;

export class Dice {
  constructor(t, game) {
    this.t = t;
    this.game = game;
    this.count = game.rolls?.some(({ roll }) => roll === 0) === false ? 3 : 4;
    this.tray = el("div", { class: "dice", "aria-hidden": "true" });
    this.number = el("output", { class: "roll-number number" });
    this.root = el("section", { class: "dice-box card", "aria-label": t("play.dice-hidden") }, this.tray, this.number);
    this.rolling = false;
    this.seen = -1;
  }

  /** Show a roll; a new one rolls first. Resolves when it has settled. */
  async show(roll, number, { seat, colour, pace = 1 }) {
    this.root.style.setProperty("--frame", colour);
    this.root.dataset.seat = seat;
    const isNew = number !== this.seen && this.seen !== -1;
    this.seen = number;
    if (roll === null || roll === undefined) return this.#blank();
    if (isNew && mayAnimate()) await this.#roll(number, pace);
    if (number === this.seen) this.#settle(roll);
  }

  async #roll(number, pace) {
    this.rolling = true;
    this.root.classList.add("rolling");
    this.number.textContent = "";
    sound("dice");
    const end = performance.now() + SETTLE_MS * pace;
    while (performance.now() < end && number === this.seen) {
      fill(
        this.tray,
        Array.from({ length: this.count }, () => die(Math.random() < 0.5, Math.random() * 60 - 30)),
      );
      await new Promise((resolve) => setTimeout(resolve, FLICKER_MS));
    }
    if (number === this.seen) this.rolling = false;
    this.root.classList.remove("rolling");
  }

  #settle(roll) {
    this.rolling = false;
    const marked = this.count === 3 && roll === 4 ? 0 : roll;
    fill(
      this.tray,
      Array.from({ length: this.count }, (_, i) => die(i < marked, [-7, 5, -3, 8][i % 4])),
    );
    this.number.textContent = String(roll);
    this.root.setAttribute("aria-label", this.t("play.dice-label", { roll }));
  }

  #blank() {
    fill(this.tray);
    this.number.textContent = "–";
  }
}

/** A die is a four-sided stone with two of its tips marked: a marked tip up counts one. */
function die(isMarked, turn) {
  return svg(
    "svg",
    { viewBox: "0 0 48 46", width: 44, height: 42, class: isMarked ? "die marked" : "die" },
    svg(
      "g",
      { transform: `rotate(${turn.toFixed(0)} 24 26)` },
      svg("path", { class: "stone", d: "M24 3L46 42H2z" }),
      svg("path", { class: "edges", d: "M24 3v26M2 42l22-13 22 13" }),
      isMarked && svg("circle", { class: "tip", cx: 24, cy: 27, r: 6.5 }),
    ),
  );
}

/** How often each number fell, beside what is expected of fair dice. */
export function histogram(t, game, moves) {
  const fallen = moves.filter(({ seat }) => seat === "chance").map(({ move }) => Number(move.replace(/^r/, "")));
  const rolls = game.rolls ?? [];
  if (!rolls.length) return el("div");
  const most = Math.max(0.001, ...rolls.map(({ roll, chance }) => Math.max(chance, share(fallen, roll))));
  const bar = (kind, value) => {
    const made = el("span", { class: `pillar ${kind}` });
    made.style.height = `${Math.round((100 * value) / most)}%`;
    return made;
  };
  return el(
    "figure",
    { class: "histogram" },
    el(
      "figcaption",
      { class: "small" },
      el("strong", {}, t("play.dice.histogram")),
      " ",
      el("span", { class: "key fallen" }, t("play.dice.fallen")),
      " ",
      el("span", { class: "key expected" }, t("play.dice.expected")),
    ),
    el(
      "div",
      { class: "bars" },
      rolls.map(({ roll, chance }) => {
        const times = fallen.filter((one) => one === roll).length;
        const label = `${roll}: ${times} ${t("play.dice.fallen")}, ${(chance * fallen.length).toFixed(1)} ${t("play.dice.expected")}`;
        return el(
          "div",
          { class: "pair", role: "img", "aria-label": label, title: label },
          el("div", { class: "pillars" }, bar("fallen", share(fallen, roll)), bar("expected", chance)),
          el("span", { class: "number small" }, String(roll)),
          el("span", { class: "number small soft" }, String(times)),
        );
      }),
    ),
  );
}

function share(fallen, roll) {
  return fallen.length ? fallen.filter((one) => one === roll).length / fallen.length : 0;
}
