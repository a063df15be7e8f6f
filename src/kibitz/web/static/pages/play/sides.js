/** Who sits where: the seat at the lower edge of the board, and what is missing of each side. */

/** The seat whose pieces stand lower on the printed board; the first player where none stand. */
export function lowerSeat(game) {
  const heights = { first: [], second: [] };
  game.start_look.forEach((face, cell) => heights[game.faces[face].owner]?.push(game.plan.cells[cell].centre[1]));
  const mean = (list) => list.reduce((sum, y) => sum + y, 0) / (list.length || 1);
  return heights.second.length && mean(heights.second) > mean(heights.first) ? "second" : "first";
}

/** Boards without sides (Atoll) are not turned for anybody. */
export function hasSides(game) {
  return game.start_look.some((face) => game.faces[face].owner);
}

/** Pieces of a side that are gone, as faces; trays count for themselves. */
export function missing(game, look, owner, remarks = {}) {
  const told = remarks.captured?.[owner];
  if (told)
    return Object.entries(told).flatMap(([rank, count]) =>
      Array(count).fill(game.faces.findIndex((face) => face.owner === owner && face.rank === rank)),
    );
  if (game.chancy) return [];
  const count = (of) => of.filter((face) => game.faces[face].owner === owner && !game.faces[face].tray).length;
  const plain = game.faces.findIndex((face) => face.owner === owner && !face.tray);
  return Array(Math.max(0, count(game.start_look) - count(look))).fill(plain);
}

/** Whom the board faces: a person against a bot, else the arrangement for two people. */
export function facing(players, turn, arrangement) {
  const [first, second] = [players.first.kind, players.second.kind];
  if (first !== second) return first === "person" ? "first" : "second";
  if (first === "person" && arrangement === "flip" && turn !== "chance") return turn;
  return null;
}
