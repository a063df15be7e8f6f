/** Cells and pieces in words, for those who listen and for the move list. */

import { colourName } from "/lib/board/pieces.js";

export class Labels {
  /** @param {any} game @param {import("/lib/texts.js").Texts} t @param {import("./pieces.js").PieceBox} box */
  constructor(game, t, box) {
    this.game = game;
    this.t = t;
    this.box = box;
  }

  /** How players call a cell: `22` in draughts that count squares, else `c3`. */
  place(cell) {
    const { name, label, tray } = this.game.plan.cells[cell];
    if (tray) return this.t.maybe(`games.tray.${name}`, name);
    return label || name;
  }

  /** A piece in words: "red king". */
  piece(face) {
    const { owner, rank, name } = this.game.faces[face];
    if (!owner) return this.t("board.empty");
    const rankKey = [`games.rank.${this.game.family}.${rank}`, `games.rank.${rank}`].find((key) => this.t.has(key));
    if (!rankKey) return name;
    const gender = this.t.maybe(rankKey.replace("games.rank", "games.gender"), "m");
    return this.t("board.piece", {
      colour: this.t(`games.colour.${this.colour(owner, face)}.${gender}`),
      rank: this.t(rankKey),
    });
  }

  colour(owner, face = this.game.faces.findIndex((one) => one.owner === owner && !one.tray)) {
    return colourName(this.box.piece(face)?.colour ?? (owner === "first" ? "white" : "black"));
  }

  /** A side by the colour of its pieces: "Red". */
  side(owner) {
    return this.t.maybe(`games.side.${this.colour(owner)}`, this.t(`seat.${owner}`));
  }

  /** All that a cell says when it gets the focus. */
  cell(cell, face, signs) {
    const { tray, count } = this.game.faces[face];
    const holds = tray ? this.t.plural("board.stones", count) : this.piece(face);
    return [this.place(cell), holds, ...signs.map((sign) => this.t(`board.sign.${sign}`))].join(", ");
  }
}
