/** A picture seen from above: the CSS matrix that takes four corners of it to the corners of a box. */

/** @param {number[][]} corners in pixels, clockwise from the board's upper left */
export function warp(corners, width, height) {
  const goals = [[0, 0], [width, 0], [width, height], [0, height]];
  const rows = [];
  corners.forEach(([x, y], i) => {
    const [u, v] = goals[i];
    rows.push([x, y, 1, 0, 0, 0, -u * x, -u * y, u], [0, 0, 0, x, y, 1, -v * x, -v * y, v]);
  });
  const h = solved(rows);
  if (!h) return "";
  const [a, b, c, d, e, f, g, k] = h;
  return `matrix3d(${[a, d, 0, g, b, e, 0, k, 0, 0, 1, 0, c, f, 0, 1].map((value) => value.toPrecision(9)).join(",")})`;
}

/** Gauss with pivots; each row ends with its right side. */
function solved(rows) {
  const n = rows.length;
  for (let i = 0; i < n; i++) {
    const best = rows.slice(i).reduce((at, row, j) => (Math.abs(row[i]) > Math.abs(rows[at][i]) ? i + j : at), i);
    if (Math.abs(rows[best][i]) < 1e-9) return null;
    [rows[i], rows[best]] = [rows[best], rows[i]];
    for (let j = 0; j < n; j++) {
      if (j === i) continue;
      const share = rows[j][i] / rows[i][i];
      for (let k = i; k <= n; k++) rows[j][k] -= share * rows[i][k];
    }
  }
  return rows.map((row, i) => row[n] / row[i]);
}
