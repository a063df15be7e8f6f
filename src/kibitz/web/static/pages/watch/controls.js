/** The buttons of a watched board. */

import { askText, confirmed, showError, toast } from "/lib/dialog.js";
import { el, fill } from "/lib/dom.js";
import { icon } from "/lib/icons.js";
import { askPosition } from "/pages/watch/position.js";
import { share } from "/pages/watch/share.js";

export class Controls {
  constructor(page) {
    this.page = page;
    this.root = el("section", { class: "controls" });
    this.key = "";
  }

  /** Draw the buttons that make sense now; nothing is redrawn under a finger while it stays the same. */
  paint(state, camera) {
    const { prefs } = this.page.context;
    const key = [state.phase === "paused", Boolean(state.outcome), state.ply > 0, state.claims.length > 0, prefs.get("sounds"), prefs.get("speech"), Boolean(camera)].join("|");
    if (key === this.key) return;
    this.key = key;
    const focused = document.activeElement?.getAttribute?.("data-do");
    fill(this.root, this.page.mayTouch && this.#deeds(state), this.#small());
    if (focused) /** @type {HTMLElement|null} */ (this.root.querySelector(`[data-do="${focused}"]`))?.focus();
  }

  #deeds(state) {
    const { t } = this.page.context;
    const [over, paused] = [Boolean(state.outcome), state.phase === "paused"];
    return el("div", { class: "buttons grid" },
      this.#button("undo", "undo", t("watch.do.undo"), () => this.act({ action: "undo" }), { disabled: !state.ply }),
      !over && (paused ? this.#button("go-on", "play", t("play.do.go-on"), () => this.act({ action: "go_on" }), { kind: "primary" }) : this.#button("pause", "pause", t("play.do.pause"), () => this.act({ action: "pause" }))),
      this.page.game.from_board && this.#button("reset", "board", t("watch.do.reset"), () => this.reset()),
      this.#button("save", "save", t("play.do.save"), () => this.save()),
      !over && this.#button("draw", "handshake", t("play.do.draw"), () => this.draw(state)),
      !over && this.#button("resign", "flag", t("play.do.resign"), () => this.resign(), { kind: "danger" }),
      this.#button("share", "wall", t("watch.do.share"), () => share(this.page.context, this.page.table.id).catch(showError)),
      this.#button("end", "close", t("watch.do.end"), () => this.end()));
  }

  #small() {
    const { t, prefs } = this.page.context;
    const toggle = (name, picture, label) => el("button", { type: "button", class: "icon-only", "data-do": name, title: label, "aria-label": label, "aria-pressed": String(prefs.get(name)), onclick: () => prefs.set(name, !prefs.get(name)) }, icon(picture));
    return el("div", { class: "buttons small-ones" },
      toggle("sounds", prefs.get("sounds") ? "sound" : "mute", t(prefs.get("sounds") ? "play.do.sound-on" : "play.do.sound-off")),
      toggle("speech", "speech", t(prefs.get("speech") ? "play.do.speech-on" : "play.do.speech-off")),
      el("button", { type: "button", class: "icon-only", "data-do": "flip", title: t("play.do.flip"), "aria-label": t("play.do.flip"), onclick: () => { this.page.board.flip(!this.page.board.turned); this.page.paint(); } }, icon("flip")));
  }

  #button(name, picture, label, run, { kind = "", disabled = false } = {}) {
    return el("button", { type: "button", class: kind, "data-do": name, disabled, onclick: run }, icon(picture, 20), label);
  }

  async act(action) {
    try {
      await this.page.act(action);
      return true;
    } catch (error) {
      showError(error);
      return false;
    }
  }

  /** SPEC A16: the position now on the real board is the start. */
  async reset() {
    await askPosition(this.page, { title: "watch.do.reset", text: "watch.position.reset-text", turn: "first" }).catch(showError);
  }

  async draw(state) {
    const { t } = this.page.context;
    if (state.claims.length) return this.act({ action: "claim" });
    if (await confirmed(t("play.ask.draw"), t("play.ask.draw-text"))) await this.act({ action: "draw" });
  }

  async resign() {
    const { page } = this;
    const { t } = page.context;
    const seat = (page.state.turn === "chance" ? page.state.remarks.mover : page.state.turn) ?? "first";
    if (await confirmed(t("play.ask.resign"), t("play.ask.resign-text", { side: page.board.labels.side(seat) }), t("play.do.resign"), t("common.cancel"), "danger")) await this.act({ action: "resign", seat });
  }

  async save() {
    const { t } = this.page.context;
    const name = await askText(t("play.ask.save"), t("play.ask.save-label"), this.page.state.name ?? "");
    if (name !== null && (await this.act({ action: "save", name }))) toast(t("play.ask.saved", { name: this.page.state.name || name }));
  }

  async end() {
    const { page } = this;
    const { t, api, go } = page.context;
    if (!page.state.outcome && !(await confirmed(t("watch.end.title"), t("watch.end.text"), t("watch.do.end"), t("common.cancel")))) return;
    try {
      await api.delete(`/api/tables/${page.table.id}`);
    } catch (error) {
      return showError(error);
    }
    await go("/watch");
  }
}
