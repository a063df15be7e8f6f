/** Pieces as SVG: discs, crowned discs, triangles, stones and chessmen; sides differ by more than colour. */

import { svg } from "/lib/dom.js";
import { CHESSMEN } from "/lib/board/chessmen.js";

const NAMED = {
  black: "#1c1c1c",
  white: "#ffffff",
  red: "#d02020",
  blue: "#1f4fd0",
  green: "#1f9a3c",
  yellow: "#f2c81e",
  light: "#f2ead8",
  dark: "#2b2b2b",
};
const IVORY = ["#f6ecd8", "#3a2f2a"];
const CONTRAST = ["#ffffff", "#000000"];
const CROWN = "M-19 13h38M-18 8L-22 -12l11.5 9L0 -18l10.5 15L22 -12l-4 20z";

/** The pieces of a set by face, in the colours that the user prefers. */
export class PieceBox {
  constructor(game, setName = "", liking = "set") {
    this.game = game;
    this.set = game.piece_sets.find((set) => set.name === setName) ?? game.piece_sets[0];
    const isPainted = game.plan.shapes.some((shape) => shape.tone === "first"); // the print has the sides' colours
    this.liking = isPainted ? "set" : liking;
    this.brighter = brighterSide(game);
  }

  /** The piece that shows a face; trays show the plain piece of their owner. */
  piece(face) {
    const wanted = this.game.faces[face];
    const shown = wanted.tray ? this.game.faces.find((one) => one.owner === wanted.owner && !one.tray) : wanted;
    const piece = this.set?.pieces.find((one) => one.face === shown?.name);
    return piece && { ...piece, colour: this.#colour(piece.colour, wanted.owner) };
  }

  #colour(colour, owner) {
    const own = NAMED[colour] ?? colour;
    if (this.liking === "set") return own;
    const [bright, dim] = this.liking === "contrast" ? CONTRAST : IVORY;
    return owner === this.brighter ? bright : dim;
  }

  /** A piece for a cell 100 across, around the origin. */
  draw(face) {
    const { owner, rank } = this.game.faces[face];
    const piece = this.piece(face);
    if (!piece) return svg("g", { class: "piece" });
    const group = svg(
      "g",
      { class: `piece ${owner} ${piece.shape} rank-${rank}` },
      body(piece, owner, rank, this.game.faces[face]),
    );
    group.style.setProperty("--piece", piece.colour);
    const light = brightness(piece.colour);
    group.style.setProperty("--on-piece", light > 0.6 ? "#241a12" : "#fff7ea");
    group.style.setProperty("--groove", light < 0.2 ? "white" : "black");
    return group;
  }
}

/** The side that plays White where pieces are light and dark: told by the set that shows it most clearly. */
function brighterSide(game) {
  const leads = game.piece_sets.map((set) => shade(game, set, "first") - shade(game, set, "second"));
  const clearest = leads.reduce((best, lead) => (Math.abs(lead) > Math.abs(best) ? lead : best), 0);
  return clearest >= 0 ? "first" : "second";
}

function shade(game, set, side) {
  const face = game.faces.find((one) => one.owner === side && !one.tray);
  const colour = set.pieces.find((one) => one.face === face?.name)?.colour ?? "#808080";
  return brightness(NAMED[colour] ?? colour);
}

function body(piece, owner, rank, face) {
  if (piece.shape === "chessman")
    return CHESSMEN[rank] ? chessman(CHESSMEN[rank]) : lettered(piece, owner, face.symbol);
  const flat = piece.shape === "triangle" ? triangle() : disc(radius(piece), owner, piece.shape, rank);
  return rank === "king" ? [...flat, crown(piece.shape)] : flat;
}

const radius = (piece) => 50 * Math.min(0.84, piece.width + 0.1);

function disc(r, owner, shape, rank) {
  const ground = [svg("circle", { class: "shade", cy: 3.5, r }), svg("circle", { class: "body", r })];
  if (shape === "stone")
    return [
      ...ground,
      svg("circle", { class: "shine", r: r * 0.8 }),
      owner === "first"
        ? svg("circle", { class: "mark", r: r * 0.2 })
        : svg("circle", { class: "mark-line", r: r * 0.42 }),
    ];
  const rim = svg("circle", { class: "groove", r: r * 0.78 });
  if (rank === "king") return [...ground, rim];
  return [
    ...ground,
    rim,
    owner === "first"
      ? svg("circle", { class: "groove", r: r * 0.46 })
      : svg("circle", { class: "groove notched", r: r * 0.5, pathLength: 96 }),
  ];
}

function triangle() {
  const points = "0,-44 41,30 -41,30";
  return [svg("polygon", { class: "shade", points: "0,-40 41,34 -41,34" }), svg("polygon", { class: "body", points })];
}

function crown(shape) {
  const scale = shape === "triangle" ? 0.62 : 1;
  return svg("path", {
    class: "crown",
    d: CROWN,
    transform: `translate(0 ${shape === "triangle" ? 9 : 2}) scale(${scale})`,
  });
}

function chessman({ body: outline, lines, spots = [] }) {
  return svg(
    "g",
    { transform: "translate(-50 -51)" },
    svg("path", { class: "body", d: outline }),
    svg("path", { class: "lines", d: lines }),
    spots.map(([cx, cy, r]) => svg("circle", { class: "spot", cx, cy, r })),
  );
}

function lettered(piece, owner, symbol) {
  return [...disc(radius(piece), owner, "disc", "king"), svg("text", { class: "letter", y: 13 }, symbol.toUpperCase())];
}

/** From 0 (black) to 1 (white), as eyes weigh the colours. */
export function brightness(colour) {
  const value = parseInt(String(colour).slice(1), 16) || 0;
  return (0.299 * (value >> 16) + 0.587 * ((value >> 8) & 255) + 0.114 * (value & 255)) / 255;
}

/** The name of the colour a hex value looks like, for words and labels. */
export function colourName(colour) {
  const value = parseInt(String(NAMED[colour] ?? colour).slice(1), 16) || 0;
  const parts = [value >> 16, (value >> 8) & 255, value & 255];
  const [most, least] = [Math.max(...parts), Math.min(...parts)];
  if (most - least < 70) return most > 150 ? "white" : "black";
  const [red, green, blue] = parts;
  if (red > 190 && green > 150) return "yellow";
  return red === most ? "red" : blue === most ? "blue" : green === most ? "green" : "white";
}
