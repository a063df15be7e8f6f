/** Who sits below: the board, the names and the clocks turn together. */

import { mayAnimate } from "/lib/prefs.js";
import { facing, hasSides, lowerSeat } from "/pages/play/sides.js";

const FACING_MS = 700; // long enough to see where the piece went

export class Seating {
  constructor(page) {
    this.page = page;
    this.natural = lowerSeat(page.game);
    this.faced = null;
    this.isTurned = false;
  }

  /** The seat that the board turns to; it turns only after the move has been seen. */
  face(isAtOnce) {
    const {
      state,
      table,
      context: { prefs },
    } = this.page;
    const turn = state.turn === "chance" ? state.remarks.mover : state.turn;
    const faced = facing(table.players, turn, prefs.get("hotseat"));
    clearTimeout(this.later);
    if (isAtOnce || !mayAnimate()) this.faced = faced;
    else
      this.later = setTimeout(() => {
        this.faced = faced;
        this.page.paint();
      }, FACING_MS);
  }

  turn() {
    this.isTurned = !this.isTurned;
    this.page.paint();
  }

  paint() {
    const { page, natural } = this;
    const turned = (hasSides(page.game) && this.faced !== null && this.faced !== natural) !== this.isTurned;
    const isUpsideDown = !turned && page.people === 2 && page.context.prefs.get("hotseat") === "upside-down";
    page.board.flip(turned || (isUpsideDown && `${other(natural)}-upside-down`));
    page.layout.style.setProperty("--wide", String(page.board.aspect));
    const below = turned ? other(natural) : natural;
    if (page.lower.firstChild !== page.plates[below].root) {
      page.upper.replaceChildren(page.plates[other(below)].root);
      page.lower.replaceChildren(page.plates[below].root);
    }
    page.upper.classList.toggle("upside-down", isUpsideDown);
  }

  stop() {
    clearTimeout(this.later);
  }
}

const other = (seat) => (seat === "first" ? "second" : "first");
