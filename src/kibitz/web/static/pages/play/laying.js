/** The parts of the game page and where they lie. */

import { Board } from "/lib/board.js";
import { Clocks } from "/lib/clock.js";
import { el, fill } from "/lib/dom.js";
import { gameTitle } from "/lib/titles.js";
import { Controls } from "/pages/play/controls.js";
import { Dice } from "/pages/play/dice.js";
import { Evaluation } from "/pages/play/evaluation.js";
import { Moment } from "/pages/play/moment.js";
import { MoveList } from "/pages/play/movelist.js";
import { Plate } from "/pages/play/plates.js";
import { Seating } from "/pages/play/seating.js";

/** Make every part of the page and lay it out. */
export function layOut(page) {
  const {
    context: { t, prefs, announce },
    game,
  } = page;
  page.host = el("div", { class: "board-host" });
  page.board = new Board(page.host, { game, texts: t, prefs, announce });
  page.plates = { first: new Plate(page, "first"), second: new Plate(page, "second") };
  page.clocks = new Clocks((seat, text, facts) => page.plates[seat].paintClock(text, facts));
  page.moves = new MoveList(t, (ply) => page.looking.to(ply), game.name);
  page.moment = new Moment(page);
  page.evaluation = new Evaluation(page);
  page.controls = new Controls(page);
  page.seating = new Seating(page);
  page.dice = game.chancy ? new Dice(t, game) : null;
  page.status = el("p", { class: "status", role: "status" });
  page.rolls = el("section", { class: "rolls card", hidden: !game.chancy });
  page.upper = el("div", { class: "upper" });
  page.lower = el("div", { class: "lower" });
  page.layout = el("div", { class: kinds(game, prefs) }, parts(page));
  page.main.classList.add("in-game", "wide");
  fill(page.main, el("h1", { class: "only-heard" }, gameTitle(t, game)), page.layout);
}

function kinds(game, prefs) {
  return ["game", prefs.get("left_handed") && "left-handed", game.chancy && "with-dice"].filter(Boolean).join(" ");
}

function parts(page) {
  const now = [page.status, page.dice?.root ?? "", page.moment.root, page.evaluation.root];
  return [
    el("div", { class: "board-area" }, page.host),
    page.upper,
    el("div", { class: "now card" }, now),
    page.lower,
    page.moves.root,
    page.controls.root,
    page.rolls,
  ];
}
