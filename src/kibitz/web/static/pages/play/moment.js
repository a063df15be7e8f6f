/** The buttons of this very moment: confirm, end the chain, skip, swap, back to the game. */

import { el, fill } from "/lib/dom.js";
import { icon } from "/lib/icons.js";
import { moveText } from "/lib/titles.js";

export class Moment {
  constructor(page) {
    this.page = page;
    this.root = el("div", { class: "actions" });
    this.key = "";
  }

  paint() {
    const made = this.#made();
    const key = made.map((one) => one.textContent).join("|");
    if (key === this.key) return;
    this.key = key;
    fill(this.root, made);
  }

  #made() {
    const { page } = this;
    const { t } = page.context;
    if (page.looking.isBack)
      return [
        words(t("play.looking-back", { ply: page.looking.shown })),
        button("to-game", t("play.to-game"), "last", () => page.looking.to(page.state.ply)),
      ];
    if (page.proposed) return this.#question(page.proposed);
    if (page.board.canEnd) return [button("end-chain", t("play.end-chain"), "check", () => page.board.end())];
    if (!page.isOurs || page.board.isChoosing) return [];
    return page.board.specials.flatMap((move) => this.#special(move));
  }

  #question(move) {
    const { page } = this;
    const { t } = page.context;
    return [
      words(t("play.proposed", { move: moveText(t, page.game.name, move.move) })),
      button("confirm", t("play.confirm"), "check", () => page.send(move)),
      button("unchoose", t("play.undo-choice"), "undo", () => page.unchoose(), ""),
    ];
  }

  /** A move without a cell of its own; a skip is offered only when it is the only one (SPEC E3). */
  #special(move) {
    const { page } = this;
    const { t } = page.context;
    const name = move.move === "pass" ? "skip" : move.move;
    const text = t.maybe(`play.${name}-text`, "", { roll: page.state.remarks.roll });
    const play = () => page.send(move);
    return [
      text && words(text),
      button(name, t.maybe(`play.${name}`, move.move), "forward", play, name === "skip" ? "primary" : ""),
    ].filter(Boolean);
  }

  /** Those who play by keyboard go on where the next key is needed. */
  takeFocus() {
    if (this.page.host.contains(document.activeElement))
      /** @type {HTMLElement|null} */ (this.root.querySelector("button"))?.focus();
  }

  giveFocusBack() {
    if (this.root.contains(document.activeElement)) this.page.board.focus();
  }
}

const words = (text) => el("span", { class: "soft number" }, text);

function button(name, label, picture, run, kind = "primary") {
  return el("button", { type: "button", class: kind, "data-do": name, onclick: run }, icon(picture, 20), label);
}
