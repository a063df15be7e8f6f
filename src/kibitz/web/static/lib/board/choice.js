/** One path, several moves: which piece shall it become? */

import { ask } from "/lib/dialog.js";
import { el, svg } from "/lib/dom.js";

/** @returns {Promise<any>} the move chosen, or null */
export function askWhich(board, moves) {
  const t = board.texts;
  const body = el(
    "div",
    { class: "choices", role: "group" },
    moves.map((move, i) => button(board, move, i === 0)),
  );
  return ask({
    title: t("board.which"),
    body,
    buttons: [{ label: t("common.cancel"), value: null }],
    className: "choice-dialog",
  }).then(() => (body.dataset.chosen ? moves[Number(body.dataset.chosen)] : null));

  function button(of, move, isFirst) {
    const face = becomes(of, move);
    const label = face > 0 ? of.labels.piece(face) : move.move;
    const choose = (event) => {
      body.dataset.chosen = String(moves.indexOf(move));
      event.target.closest("dialog").close();
    };
    return el(
      "button",
      { type: "button", class: "choice", title: move.move, autofocus: isFirst, onclick: choose },
      face > 0 ? picture(of, face) : "",
      el("span", {}, label),
    );
  }
}

/** The face that a promotion leads to, read off the notation (`e8=Q`). */
function becomes(board, move) {
  const letter = /=?([A-Z])[+#]?$/.exec(move.move)?.[1];
  return board.game.faces.findIndex(
    (face) => letter && face.owner === board.state.turn && face.symbol.toUpperCase() === letter,
  );
}

function picture(board, face) {
  return svg(
    "svg",
    { viewBox: "-50 -50 100 100", width: 64, height: 64, "aria-hidden": "true", class: "board-piece" },
    board.box.draw(face),
  );
}
