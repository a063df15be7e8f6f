/** The board itself: frame, decorations, cells, letters. Drawn once for each way of turning it. */

import { svg } from "/lib/dom.js";

const KNOWN_TONES = new Set(["light", "dark", "rosette", "tray"]);

const SIDES = new Set(["first", "second"]);

const points = (outline) => outline.map(([x, y]) => `${round(x)},${round(y)}`).join(" ");
const round = (value) => Math.round(value * 100) / 100;

/**
 * All layers of an SVG board, the lowest first.
 * @param {import("./geometry.js").Geometry} place
 */
export function drawBoard(place, label) {
  const { left, top, right, bottom } = place.view;
  const cells = place.plan.cells.map((plan, cell) => drawCell(place, plan, cell));
  const layer = (name) => svg("g", { class: `layer-${name}`, "aria-hidden": "true" });
  const layers = { pieces: layer("pieces"), marks: layer("marks"), over: layer("over") };
  const grid = svg("g", { role: "grid", "aria-label": label, class: "grid" }, rows(place, cells));
  const focus = svg("polygon", {
    class: "focus-ring",
    points: "",
    "vector-effect": "non-scaling-stroke",
    "aria-hidden": "true",
  });
  const root = /** @type {SVGSVGElement} */ (
    svg(
      "svg",
      {
        class: `board kind-${place.plan.kind.split("-")[0]} ${place.framed ? "framed" : "loose"}`,
        viewBox: [left, top, right - left, bottom - top].map(round).join(" "),
        preserveAspectRatio: "xMidYMid meet",
      },
      place.framed && drawFrame(place),
      svg(
        "g",
        { class: "shapes", "aria-hidden": "true" },
        place.plan.shapes.map((shape) => drawShape(place, shape)),
      ),
      grid,
      svg("g", { class: "captions", "aria-hidden": "true" }, place.captions.map(drawCaption)),
      layers.pieces,
      layers.marks,
      focus,
      layers.over,
    )
  );
  return { root, cells, layers, focus, aspect: round((right - left) / (bottom - top)) };
}

/** Rows as people listening walk them: from the top of the screen, left to right. */
function rows(place, cells) {
  const order = cells
    .map((_, cell) => cell)
    .sort((a, b) => place.centres[a][1] - place.centres[b][1] || place.centres[a][0] - place.centres[b][0]);
  const found = [];
  for (const cell of order) {
    const row = found.at(-1);
    const isSame = row && Math.abs(place.centres[row[0]][1] - place.centres[cell][1]) < 0.2 * place.usual;
    isSame ? row.push(cell) : found.push([cell]);
  }
  return found.map((row) =>
    svg(
      "g",
      { role: "row" },
      row.sort((a, b) => place.centres[a][0] - place.centres[b][0]).map((cell) => cells[cell]),
    ),
  );
}

function drawFrame(place) {
  const { left, top, right, bottom } = place.frame;
  const field = place.field;
  return svg(
    "g",
    { class: "frame", "aria-hidden": "true" },
    svg("rect", { class: "wood", x: left, y: top, width: right - left, height: bottom - top, rx: place.usual * 0.14 }),
    svg("rect", {
      class: "bed",
      x: field.left,
      y: field.top,
      width: field.right - field.left,
      height: field.bottom - field.top,
    }),
  );
}

function drawShape(place, shape) {
  const made = svg("polygon", {
    class: `shape tone-${shape.tone}`,
    points: points(shape.outline.map((point) => place.place(point))),
  });
  made.style.fill = place.plan.tones[shape.tone] ?? shape.tone;
  return SIDES.has(shape.tone) ? svg("g", {}, made, sideMark(place, shape)) : made;
}

/** A side's colour is never alone: a dot for the first player, a ring for the second, as on their stones. */
function sideMark(place, shape) {
  const [cx, cy] = [0, 1].map(
    (i) => shape.outline.reduce((sum, point) => sum + place.place(point)[i], 0) / shape.outline.length,
  );
  return svg("circle", {
    class: `side-mark ${shape.tone}`,
    cx: round(cx),
    cy: round(cy),
    r: round(place.usual * (shape.tone === "first" ? 0.1 : 0.14)),
  });
}

function drawCaption({ text, at: [x, y], height }) {
  return svg("text", { class: "caption", x: round(x), y: round(y + height * 0.36), "font-size": round(height) }, text);
}

function drawCell(place, plan, cell) {
  const outline = points(place.outline(cell));
  const ground = svg("polygon", { class: "ground", points: outline });
  if (!KNOWN_TONES.has(plan.tone)) ground.style.fill = place.plan.tones[plan.tone] ?? "";
  const hex = !place.framed && plan.tone === "light" ? " hex" : "";
  const kind = `cell tone-${plan.tone}${hex}${plan.tray ? " tray" : ""}${plan.playable ? "" : " idle"}`;
  const [x, y] = place.centres[cell];
  return svg(
    "g",
    { class: kind, role: "gridcell", tabindex: -1, "data-cell": cell, "data-name": plan.name },
    ground,
    plan.ornament?.length &&
      svg(
        "g",
        { class: "ornament" },
        plan.ornament.map((shape) => drawShape(place, shape)),
      ),
    plan.tray &&
      svg("rect", {
        class: "well",
        x: x - place.across[cell] * 0.42,
        y: y - place.across[cell] * 0.42,
        width: place.across[cell] * 0.84,
        height: place.across[cell] * 0.84,
        rx: place.across[cell] * 0.16,
      }),
    svg("polygon", { class: "tint", points: outline }),
    place.coordinates && plan.label && plan.label !== plan.name && square(place, cell, plan.label),
  );
}

/** The number that notation gives a draughts square, small in its corner. */
function square(place, cell, label) {
  const [x, y] = place.centres[cell];
  const half = place.across[cell] / 2;
  return svg(
    "text",
    { class: "square-number", x: round(x - half * 0.9), y: round(y - half * 0.62), "font-size": round(half * 0.3) },
    label,
  );
}

export { points, round };
