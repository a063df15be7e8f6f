/** What a cell shows after it was pressed. */

/** Faces in the order of SPEC D9: empty, first man, second man, first king, second king, and so on. */
export function cycle(game) {
  const faces = game.faces.map((face, index) => ({ ...face, index })).filter((face) => !face.tray);
  const ranks = [...new Set(faces.map((face) => face.rank).filter(Boolean))];
  const owners = ["first", "second"];
  const ordered = ranks.flatMap((rank) => owners.map((owner) => faces.find((face) => face.rank === rank && face.owner === owner)));
  return [0, ...ordered.filter(Boolean).map((face) => face.index)];
}

/** The faces of a tray's owner, by how many stones they show. */
function counts(game, look, cell) {
  const owner = game.faces[look[cell]].owner;
  return game.faces.map((face, index) => ({ ...face, index })).filter((face) => face.tray && face.owner === owner).sort((a, b) => a.count - b.count).map((face) => face.index);
}

/** @param {number|null} chosen the face of the piece tray; null goes round all faces */
export function faceAfter(game, look, cell, chosen) {
  const order = game.plan.cells[cell].tray ? counts(game, look, cell) : cycle(game);
  if (chosen === null || game.plan.cells[cell].tray) return order[(order.indexOf(look[cell]) + 1) % order.length];
  return look[cell] === chosen ? 0 : chosen;
}
