/** Looking back during a game: the board shows an earlier position, and nothing is taken back. */

import { showError } from "/lib/dialog.js";
import { moveText } from "/lib/titles.js";
import { History } from "/pages/play/history.js";

export class Looking {
  constructor(page) {
    this.page = page;
    this.history = new History(page.context.api, page.table);
    this.ply = /** @type {number|null} */ (null); // null: the game as it stands
    this.past = null;
  }

  get isBack() {
    return this.ply !== null;
  }

  /** The ply on the board. */
  get shown() {
    return this.ply ?? this.page.state.ply;
  }

  /** A new state has come: what was looked at may have been taken back. */
  heard(state) {
    this.history.keep(state);
    if (this.ply !== null && this.ply > state.ply) this.ply = null;
  }

  /** Show the position after so many moves; the game goes on meanwhile. */
  async to(ply) {
    const { page } = this;
    const wanted = Math.max(0, Math.min(page.state.ply, ply));
    page.proposed = null;
    page.board.cancel();
    try {
      this.past = wanted === page.state.ply ? null : await this.history.position(wanted);
    } catch (error) {
      return showError(error);
    }
    this.ply = this.past ? wanted : null;
    page.paint();
    this.#say();
  }

  /** Where the keys lead; undefined for other keys. Up and down are left alone: they are hit by mistake. */
  keyed(key) {
    const { shown } = this;
    return {
      ArrowLeft: shown - 1,
      PageUp: shown - 1,
      ArrowRight: shown + 1,
      PageDown: shown + 1,
      Home: 0,
      End: Infinity,
    }[key];
  }

  #say() {
    const {
      context: { t, announce },
      board,
      state,
    } = this.page;
    const move = state.moves[this.shown - 1];
    const side = board.labels.side(move?.seat ?? "first");
    announce(move ? t("play.speech.said", { side, move: moveText(t, state.game, move.move) }) : t("play.do.first"));
  }
}
