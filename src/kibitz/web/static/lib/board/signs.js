/** Which cells are marked, and how. */

/** @param {import("/lib/board.js").Board} board @returns {Record<string, Set<number>>} */
export function signsOf(board) {
  const { state, options, choosing, interactive } = board;
  const { remarks = {}, last = [], cells = [] } = state;
  const path = choosing.path;
  const idle = interactive && !board.onCell && !path.length;
  return {
    last: new Set(last),
    lit: new Set(options.lit ?? []),
    ghost: new Set(options.ghost ?? []),
    check: new Set(remarks.check === undefined ? [] : [remarks.check].flat()),
    must: new Set(idle ? (remarks.must_capture ?? []) : []),
    winning: new Set(remarks.winning ?? []),
    wrong: new Set(cells),
    picked: new Set([...path.slice(0, 1), ...path.slice(-1)]),
    target: new Set(interactive ? choosing.targets.keys() : []),
    movable: new Set(interactive && !board.onCell ? choosing.starts : []),
  };
}
