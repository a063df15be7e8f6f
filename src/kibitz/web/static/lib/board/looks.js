/** Looks worked out in the page: a move shown before the server has answered, and what moved between two looks. */

/** The look after a move, as far as a page can know it (a promoted man is not yet exchanged). */
export function lookAfter(game, look, move, turn) {
  const after = [...look];
  const [from, to] = [move.path[0], move.shown?.at(-1) ?? move.path.at(-1)];
  for (const cell of move.takes ?? []) after[cell] = 0;
  if (move.path.length === 1) after[to] = pieceOf(game, turn);
  else if (move.path.length) carry(game, look, after, from, to, turn);
  const rest = move.shown ? move.path.slice(move.shown.length) : [];
  if (rest.length === 2) carry(game, look, after, rest[0], rest[1], turn);
  return after;
}

function carry(game, look, after, from, to, turn) {
  const face = game.faces[look[from]];
  after[from] = face.tray ? counted(game, face, -1) : 0;
  const target = game.faces[look[to]];
  after[to] = target.tray ? counted(game, target, 1) : face.tray ? pieceOf(game, turn) : look[from];
}

function counted(game, face, by) {
  const found = game.faces.findIndex((one) => one.tray && one.owner === face.owner && one.count === face.count + by);
  return found < 0 ? game.faces.indexOf(face) : found;
}

/** The face of a plain piece of this side. */
export function pieceOf(game, owner) {
  return Math.max(
    0,
    game.faces.findIndex((face) => face.owner === owner && !face.tray),
  );
}

/**
 * How pieces went from one look to another: slides along paths, pieces gone, pieces come.
 * @returns {{slides: {path: number[], face: number}[], gone: number[], come: number[]}}
 */
export function difference(game, before, after, last = []) {
  const isPiece = (face) => face > 0 && !game.faces[face].tray;
  const changed = before.map((_, cell) => cell).filter((cell) => before[cell] !== after[cell]);
  const slides = told(game, before, after, last, isPiece);
  const used = new Set(slides.flatMap(({ path }) => [path[0], path.at(-1)]));
  const gone = changed.filter((cell) => isPiece(before[cell]) && !slides.some(({ path }) => path[0] === cell));
  const come = changed.filter((cell) => isPiece(after[cell]) && !used.has(cell));
  return paired(before, after, slides, gone, come);
}

/** The slides that the last move's path tells; castling has two pieces in it. */
function told(game, before, after, last, isPiece) {
  if (last.length < 2) return [];
  const owner = (cell) => game.faces[before[cell]]?.owner;
  const two =
    last.length === 4 &&
    last[2] !== last[0] &&
    isPiece(before[last[2]]) &&
    owner(last[2]) === owner(last[0]) &&
    !isPiece(after[last[2]]);
  const paths = two ? [last.slice(0, 2), last.slice(2)] : [last];
  return paths
    .filter((path) => leads(game, before, after, path, isPiece))
    .map((path) => ({ path, face: after[path.at(-1)] }));
}

function leads(game, before, after, path, isPiece) {
  const [from, to] = [path[0], path.at(-1)];
  if (before[from] === after[from] && before[to] === after[to]) return false;
  const tray = game.faces[before[from]].tray;
  return (
    (isPiece(before[from]) || tray) &&
    isPiece(after[to]) &&
    game.faces[before[from]].owner === game.faces[after[to]].owner
  );
}

/** Equal pieces that are gone here and come there have moved (a take-back). */
function paired(before, after, slides, gone, come) {
  if (gone.length + come.length > 6) return { slides, gone, come };
  const left = [...come];
  const stay = gone.filter((from) => {
    const at = left.findIndex((to) => after[to] === before[from]);
    if (at < 0) return true;
    slides.push({ path: [from, left[at]], face: after[left[at]] });
    left.splice(at, 1);
    return false;
  });
  return { slides, gone: stay, come: left };
}
