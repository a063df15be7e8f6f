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

  /** @param {boolean} hasEnded whether there is nothing more to see, though the game is not over */
  paint(state, hasEnded) {
    const isOver = Boolean(state.outcome) || hasEnded;
    if (isOver === !this.root.hidden) return;
    this.root.hidden = !isOver;
    if (isOver) this.#show(state);
    else clearInterval(this.timer);
  }

  #show(state) {
    const { page } = this;
    const { t, api } = page.context;
    this.count = el("span", { class: "number" });
    const replay = el("a", { class: "button", hidden: true }, icon("archive", 20), t("play.ask.to-replay"));
    api.get(`/api/tables/${page.table.id}`).then(({ table }) => {
      replay.setAttribute("href", `/archive/${table.archive_id}`);
      replay.hidden = !table.archive_id;
    }).catch(() => {});
    fill(this.root,
      el("h2", {}, state.outcome ? ended(t, page.board.labels, state) : t("watch.say.ended")),
      el("div", { class: "buttons" },
        page.mayTouch && el("button", { type: "button", class: "primary", "data-do": "again", onclick: () => this.again() }, icon("play", 20), t("watch.again"), " ", this.count),
        replay));
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
    const { context: { api, go, t }, table, camera } = this.page;
    clearInterval(this.timer);
    if (camera?.source !== "simulated") return void go("/watch");
    sessionStorage.setItem(LOOPS, String(isLoop ? loops() + 1 : 0));
    try {
      const { table: next } = await api.post("/api/tables", { game: table.game, players: table.players, clock: table.clock, language: t.language, camera: { source: "simulated", piece_set: table.piece_set ?? "" } });
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
