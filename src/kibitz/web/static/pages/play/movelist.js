/** The moves so far: clickable, with the one that is shown marked. */

import { el, fill } from "/lib/dom.js";
import { icon } from "/lib/icons.js";
import { moveText } from "/lib/titles.js";

/** @type {[string, number][]} */
const BUTTONS = [
  ["first", -Infinity],
  ["back", -1],
  ["forward", 1],
  ["last", Infinity],
];

export class MoveList {
  /** @param {any} t @param {(ply: number) => void} go to the position after so many moves @param {string} game */
  constructor(t, go, game = "") {
    this.game = game;
    this.t = t;
    this.go = go;
    this.list = el("ol", { class: "moves number", tabindex: -1 });
    this.buttons = el(
      "div",
      { class: "steps", role: "group", "aria-label": t("play.moves") },
      BUTTONS.map(([name, by]) =>
        el(
          "button",
          {
            type: "button",
            class: "icon-only",
            "data-step": name,
            title: t(`play.do.${name}`),
            "aria-label": t(`play.do.${name}`),
            onclick: () => this.go(this.shown + by),
          },
          icon(name),
        ),
      ),
    );
    this.root = el("section", { class: "move-list card", "aria-label": t("play.moves") }, this.list, this.buttons);
    this.shown = 0;
    this.key = null;
  }

  /** @param {any[]} moves of the state @param {number} shown the ply on the board @param {number} ply the ply of the game */
  paint(moves, shown, ply) {
    this.shown = shown;
    const key = moves.map(({ move }) => move).join(" ");
    if (key !== this.key) this.#write(moves);
    this.key = key;
    let current = null;
    for (const button of this.list.querySelectorAll("button")) {
      const isNow = this.#covers(button, shown);
      button.setAttribute("aria-current", String(isNow));
      if (isNow) current = button;
    }
    requestAnimationFrame(() => this.#keepInSight(current)); // it measures: not before the board is drawn
    for (const button of this.buttons.children)
      button.toggleAttribute(
        "disabled",
        ["first", "back"].includes(button.getAttribute("data-step")) ? shown <= 0 : shown >= ply,
      );
  }

  /** A roll and the move made with it are one entry. */
  #covers(button, shown) {
    return Number(button.dataset.from) <= shown && shown <= Number(button.dataset.ply);
  }

  #keepInSight(button) {
    if (!button) return void (this.list.scrollTop = 0);
    const [row, list] = [button.closest("li") ?? button, this.list];
    const top = row.offsetTop - list.offsetTop;
    if (top < list.scrollTop || top + row.offsetHeight > list.scrollTop + list.clientHeight)
      list.scrollTop = top - list.clientHeight / 2;
  }

  #write(moves) {
    if (!moves.some(({ seat }) => seat !== "chance"))
      return void fill(this.list, el("li", { class: "soft none" }, this.t("play.no-moves")));
    fill(
      this.list,
      rows(moves).map((row, i) =>
        el(
          "li",
          {},
          el("span", { class: "soft count" }, `${i + 1}.`),
          ["first", "second"].map((seat) => this.#cell(row, seat)),
        ),
      ),
    );
  }

  #cell(row, seat) {
    const entries = row.filter((entry) => entry.seat === seat);
    return el(
      "span",
      { class: `of ${seat}` },
      entries.map(({ from, ply, move, roll }) =>
        el(
          "button",
          { type: "button", class: "quiet move", "data-ply": ply, "data-from": from, onclick: () => this.go(ply) },
          roll !== null && el("span", { class: "roll" }, roll),
          moveText(this.t, this.game, move),
        ),
      ),
    );
  }
}

/** Entries in rows: a row ends when its second player has moved and the first one is on again. */
function rows(moves) {
  const found = [];
  for (const entry of entries(moves)) {
    const row = found.at(-1);
    if (!row || (entry.seat === "first" && row.at(-1).seat !== "first")) found.push([entry]);
    else row.push(entry);
  }
  return found;
}

function entries(moves) {
  const found = [];
  let roll = null;
  for (const { ply, move, seat } of moves) {
    if (seat === "chance") {
      roll = { text: move.replace(/^r/, ""), ply };
      continue;
    }
    found.push({ seat: seat ?? "first", move, ply, from: roll ? roll.ply : ply, roll: roll?.text ?? null });
    roll = null;
  }
  return found;
}
