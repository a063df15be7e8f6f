/** When board and game disagree: what was seen beside what is believed, and one tap puts it right. */

import { Board } from "/lib/board.js";
import { showError } from "/lib/dialog.js";
import { el, fill } from "/lib/dom.js";
import { icon } from "/lib/icons.js";
import { likely } from "/pages/watch/likely.js";
import { askPosition } from "/pages/watch/position.js";

const OFFERED = new Set(["illegal", "out-of-step", "unclear"]);

export class Trouble {
  constructor(page) {
    this.page = page;
    this.actions = el("div", { class: "buttons choices-row" });
    this.host = el("div", { class: "seen-board" });
    this.seen = el("div", { class: "seen", hidden: true }, el("p", { class: "small soft" }, page.context.t("watch.trouble.seen")), this.host);
    this.lead = el("p", { class: "lead" });
    this.root = el("section", { class: "trouble card", hidden: true, "aria-label": page.context.t("watch.trouble.title") }, this.lead, this.actions, this.seen);
    this.key = "";
  }

  paint(name, state, sight) {
    const isOn = OFFERED.has(name) && this.page.mayTouch;
    this.root.hidden = !isOn;
    if (!isOn) return void (this.key = "");
    this.#paintSeen(name, sight);
    const moves = name === "unclear" ? [] : likely(this.page.game, state, sight);
    const key = [name, state.ply, state.choices.join("|"), moves.map(({ move }) => move).join("|")].join("·");
    if (key === this.key) return;
    this.key = key;
    fill(this.lead, this.page.context.t(`watch.trouble.${name}`));
    fill(this.actions, name === "unclear" ? this.#choices(state) : this.#corrections(state, moves));
  }

  #button(name, picture, label, run, kind = "") {
    return el("button", { type: "button", class: kind, "data-do": name, onclick: () => Promise.resolve(run()).catch(showError) }, icon(picture, 20), label);
  }

  #choices(state) {
    const { page } = this;
    return [
      ...state.choices.map((line, number) => this.#button(`choose-${number}`, "check", line.join(" "), () => page.act({ action: "choose", number }), number ? "" : "primary")),
      this.#position(),
    ];
  }

  #corrections(state, moves) {
    const { page } = this;
    const { t } = page.context;
    const other = state.turn === "first" ? "second" : "first";
    return [
      ...moves.map((move) => this.#button("likely", "check", t("watch.trouble.was", { move: move.move }), () => page.act({ action: "play", move: move.move }))),
      state.ply > 0 && this.#button("undo", "undo", t("watch.do.undo"), () => page.act({ action: "undo" })),
      page.game.from_board && this.#button("accept", "forward", t("watch.trouble.accept"), () => page.act({ action: "reset", turn: other })),
      this.#position(),
    ];
  }

  #position() {
    const { page } = this;
    return page.game.from_board && this.#button("position", "edit", page.context.t("watch.trouble.position"), () => askPosition(page));
  }

  /** A small board with what the camera reads, the cells that differ marked. */
  #paintSeen(name, sight) {
    const has = Boolean(sight?.seen) && name !== "unclear";
    this.seen.hidden = !has;
    if (!has) return;
    const { page } = this;
    this.board ??= new Board(this.host, { game: page.game, texts: page.context.t, prefs: { get: (key) => (key === "coordinates" ? false : page.context.prefs.get(key)) }, pieceSet: page.board.pieceSet, label: page.context.t("watch.trouble.seen") });
    const key = sight.seen.join() + sight.differs.join();
    if (key === this.seenKey) return;
    this.seenKey = key;
    const look = sight.seen.map((face, cell) => (page.game.plan.cells[cell].tray ? page.state.look[cell] : face));
    this.board.show({ look, cells: sight.differs }, { animate: false });
  }

  close() {
    this.board?.destroy();
  }
}
