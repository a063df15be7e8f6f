/** The moves of a game in rows, both sides beside each other; rolls stand small before what they led to. */

import { el } from "/lib/dom.js";
import { icon } from "/lib/icons.js";

const GLYPHS = { $1: "!", $2: "?", $3: "!!", $4: "??", $5: "!?", $6: "?!" }; // PGN standard of 1994, section 10
const MARKS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/** The glyph that a note stands for, if it is one. */
export function glyphOf(note) {
  return GLYPHS[note.trim()] ?? "";
}

/** A step in words, for those who listen. */
export function words(t, step) {
  return t(step.seat === "chance" ? "ruling.rolled" : "ruling.played", { move: step.move, seat: t(`seat.${step.seat ?? "first"}`) });
}

export class MoveList {
  constructor(kept, game, t, go) {
    Object.assign(this, { kept, t, chips: new Map() });
    const start = this.#chip(kept.steps[0], t("archive.replay.start"), go);
    this.element = el("ol", { class: "moves", "aria-label": t("archive.replay.moves") }, el("li", { class: "start" }, start), this.#rows().map((row, number) => this.#row(row, number + 1, go)));
  }

  /** Steps by row: a row ends where the first player comes again after the second. */
  #rows() {
    const rows = [];
    for (const step of this.kept.steps.slice(1)) {
      const side = step.seat === "chance" ? (step.turn === "second" ? "second" : "first") : (step.seat ?? "first");
      const row = rows.at(-1);
      if (!row || (side === "first" && row.second.length) || step.placed) rows.push({ first: [], second: [] });
      rows.at(-1)[side].push(step);
    }
    return rows;
  }

  #row(row, number, go) {
    const cell = (steps) => el("span", { class: "cell" }, steps.map((step) => this.#chip(step, step.move, go)));
    return el("li", {}, el("span", { class: "number soft" }, `${number}.`), cell(row.first), cell(row.second));
  }

  #chip(step, text, go) {
    const glyphs = step.notes.map(glyphOf).filter(Boolean).join("");
    const noted = step.notes.some((note) => !glyphOf(note));
    const shown = step.placed ? [icon("edit", 16), this.t("archive.replay.placed-short")] : text;
    const chip = el("button", { type: "button", class: `chip ${step.seat === "chance" ? "roll" : ""} ${noted ? "noted" : ""}`, dataset: { ply: String(step.ply) }, onclick: () => go(step.ply) }, el("span", {}, shown), el("span", { class: "glyph" }, glyphs));
    this.chips.set(step.ply, chip);
    return chip;
  }

  /** Show where the game stands, and keep that move in view. */
  at(ply) {
    for (const [at, chip] of this.chips) at === ply ? chip.setAttribute("aria-current", "step") : chip.removeAttribute("aria-current");
    const chip = this.chips.get(ply);
    if (!chip) return;
    const [list, place] = [this.element.getBoundingClientRect(), chip.getBoundingClientRect()];
    if (place.top < list.top) this.element.scrollTop -= list.top - place.top + 8;
    else if (place.bottom > list.bottom) this.element.scrollTop += place.bottom - list.bottom + 8;
  }

  /** Put the analysis' marks behind the moves. @param {Map<number, string>} marks */
  mark(marks) {
    for (const [ply, chip] of this.chips) {
      const mark = marks.get(ply) ?? "";
      chip.classList.remove(...Object.keys(MARKS));
      if (!mark) continue;
      chip.classList.add(mark);
      chip.lastChild.textContent = MARKS[mark];
      chip.title = this.t(`archive.analysis.${mark}`);
    }
  }
}
