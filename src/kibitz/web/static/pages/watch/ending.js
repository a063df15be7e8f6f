/** The end of a watched game: the result, and once more; a simulated table begins again by itself. */

import { showError } from "/lib/dialog.js";
import { el, fill } from "/lib/dom.js";
import { icon } from "/lib/icons.js";
import { ended } from "/pages/play/telling.js";

const WAIT_S = 12;
const MOST_LOOPS = 5; // a demonstration that nobody stops does not fill the archive
const LOOPS = "kibitz-loops";

export class Ending {
  constructor(page) {
    this.page = page;
    this.root = el("section", { class: "ending card", hidden: true });
  }

  paint(state) {
    const isOver = Boolean(state.outcome);
    if (isOver === !this.root.hidden) return;
    this.root.hidden = !isOver;
    if (isOver) this.#show(state);
    else clearInterval(this.timer);
  }

  #show(state) {
    const { page } = this;
    const { t } = page.context;
    this.count = el("span", { class: "number" });
    fill(this.root,
      el("h2", {}, ended(t, page.board.labels, state)),
      el("div", { class: "buttons" },
        page.mayTouch && el("button", { type: "button", class: "primary", "data-do": "again", onclick: () => this.again() }, icon("play", 20), t("watch.again"), " ", this.count),
        page.table.archive_id && el("a", { class: "button", href: `/archive/${page.table.archive_id}` }, icon("archive", 20), t("play.ask.to-replay"))));
    if (page.mayTouch && page.camera?.source === "simulated" && loops() < MOST_LOOPS) this.#countDown();
  }

  #countDown() {
    let left = WAIT_S;
    const stop = () => { clearInterval(this.timer); this.count.textContent = ""; };
    const tick = () => {
      this.count.textContent = `(${left})`;
      if (left-- > 0) return;
      stop();
      if (!document.hidden) this.again(true);
    };
    tick();
    this.timer = setInterval(tick, 1000);
    document.addEventListener("pointerdown", stop, { once: true });
  }

  /** The same again: game, players, clock, camera. */
  async again(isLoop = false) {
    const { context: { api, go, t }, table } = this.page;
    clearInterval(this.timer);
    sessionStorage.setItem(LOOPS, String(isLoop ? loops() + 1 : 0));
    try {
      const { table: next } = await api.post("/api/tables", { game: table.game, players: table.players, clock: table.clock, language: t.language, camera: { source: table.camera_source ?? "simulated", piece_set: table.piece_set ?? "" } });
      await go(`/watch/${next.id}`);
    } catch (error) {
      showError(error);
    }
  }

  close() {
    clearInterval(this.timer);
  }
}

const loops = () => Number(sessionStorage.getItem(LOOPS) ?? 0);
