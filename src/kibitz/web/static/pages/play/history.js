/** The positions of the game so far, to look back at without taking anything back. */

export class History {
  constructor(api, table) {
    this.api = api;
    this.table = table;
    /** @type {Map<number, {look: number[], last: number[], remarks: any}>} */
    this.at = new Map();
    this.ply = 0;
  }

  /** Remember a state; what was taken back is forgotten. */
  keep(state) {
    for (const ply of this.at.keys()) if (ply > state.ply) this.at.delete(ply);
    this.at.set(state.ply, { look: state.look, last: state.last, remarks: state.remarks });
    this.ply = state.ply;
  }

  /** The position after so many moves, asked of the archive when this page has not seen it. */
  async position(ply) {
    if (!this.at.has(ply)) await this.#load();
    return this.at.get(ply) ?? null;
  }

  async #load() {
    const { steps } = await this.api.get(`/api/archive/${this.table.archive_id}`);
    steps.forEach((step, i) => {
      const ply = step.ply ?? i;
      if (!this.at.has(ply)) this.at.set(ply, { look: step.look, last: step.last ?? [], remarks: step.remarks ?? {} });
    });
  }
}
