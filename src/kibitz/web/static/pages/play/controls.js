/** The buttons of a running game; each asks first where something would be lost. */

import { askText, confirmed, showError, toast } from "/lib/dialog.js";
import { el, fill } from "/lib/dom.js";
import { icon } from "/lib/icons.js";
import { select } from "/pages/play/fields.js";

const PACES = { fast: 0, usual: 400, slow: 1500 };

export class Controls {
  constructor(page) {
    this.page = page;
    this.root = el("section", { class: "controls" });
    this.key = "";
  }

  /** Draw the buttons that make sense now; nothing is redrawn under a finger while it stays the same. */
  paint(state) {
    const { prefs } = this.page.context;
    const key = [
      state.phase,
      Boolean(state.outcome),
      this.#hasMoves(state),
      state.claims.join(),
      state.delay_ms,
      prefs.get("sounds"),
      prefs.get("speech"),
      this.page.evaluation.isOn,
      prefs.get("hide_moves"),
    ].join("|");
    if (key === this.key) return;
    this.key = key;
    const focused = document.activeElement?.getAttribute?.("data-do");
    fill(this.root, this.#buttons(state));
    if (focused) /** @type {HTMLElement|null} */ (this.root.querySelector(`[data-do="${focused}"]`))?.focus();
  }

  #buttons(state) {
    const { page } = this;
    const { t, prefs } = page.context;
    if (!page.mayTouch)
      return el(
        "div",
        { class: "buttons grid" },
        this.#button("flip", "flip", t("play.do.flip"), () => page.seating.turn()),
      );
    const [over, paused] = [Boolean(state.outcome), state.phase === "paused"];
    const people = page.people;
    const sounds = prefs.get("sounds");
    const speech = prefs.get("speech");
    return [
      el(
        "div",
        { class: "buttons grid" },
        people > 0 &&
          this.#button("undo", "undo", t("play.do.undo"), () => this.undo(), { disabled: !this.#hasMoves(state) }),
        this.#button("flip", "flip", t("play.do.flip"), () => page.seating.turn()),
        !over &&
          (paused
            ? this.#button("go-on", "play", t("play.do.go-on"), () => this.act({ action: "go_on" }), {
                kind: "primary",
              })
            : this.#button("pause", "pause", t("play.do.pause"), () => this.act({ action: "pause" }))),
        this.#button("save", "save", t("play.do.save"), () => this.save()),
        !over &&
          people === 2 &&
          !page.game.chancy &&
          this.#button("draw", "handshake", t("play.do.draw"), () => this.draw()),
        !over &&
          state.claims.length > 0 &&
          people > 0 &&
          this.#button("claim", "handshake", t("play.do.claim"), () => this.act({ action: "claim" })),
        !over &&
          people > 0 &&
          this.#button("resign", "flag", t("play.do.resign"), () => this.resign(), { kind: "danger" }),
        over && this.#button("new", "plus", t("play.do.new"), () => page.context.go("/play"), { kind: "primary" }),
      ),
      el(
        "div",
        { class: "buttons small-ones" },
        this.#toggle(
          "sounds",
          sounds ? "sound" : "mute",
          t(sounds ? "play.do.sound-on" : "play.do.sound-off"),
          sounds,
          () => prefs.set("sounds", !sounds),
        ),
        this.#toggle("speech", "speech", t(speech ? "play.do.speech-on" : "play.do.speech-off"), speech, () =>
          prefs.set("speech", !speech),
        ),
        this.#toggle("evaluation", "chart", t("play.evaluation"), page.evaluation.isOn, () => page.evaluation.toggle()),
        this.#toggle(
          "moves",
          "list",
          t(prefs.get("hide_moves") ? "play.do.show-moves" : "play.do.hide-moves"),
          !prefs.get("hide_moves"),
          () => prefs.set("hide_moves", !prefs.get("hide_moves")),
        ),
      ),
      !over && people === 0 && this.#pace(state),
      el("p", { class: "soft small keys-hint" }, t("play.board-keys")),
    ];
  }

  #hasMoves({ moves }) {
    return moves.some(({ seat }) => seat !== "chance");
  }

  #button(name, picture, label, run, { kind = "", disabled = false } = {}) {
    return el(
      "button",
      { type: "button", class: kind, "data-do": name, disabled, onclick: run },
      icon(picture, 20),
      label,
    );
  }

  #toggle(name, picture, label, isOn, run) {
    return el(
      "button",
      {
        type: "button",
        class: "icon-only",
        "data-do": name,
        title: label,
        "aria-label": label,
        "aria-pressed": String(isOn),
        onclick: run,
      },
      icon(picture),
    );
  }

  #pace(state) {
    const { t } = this.page.context;
    const now = Object.entries(PACES).reduce(
      (best, [name, ms]) => (Math.abs(ms - state.delay_ms) < Math.abs(PACES[best] - state.delay_ms) ? name : best),
      "usual",
    );
    const choices = Object.keys(PACES).map((value) => ({ value, label: t(`play.speed.${value}`) }));
    return select(t("play.setup.speed"), "speed", choices, now, (pace) =>
      this.act({ action: "speed", delay_ms: PACES[pace] }),
    );
  }

  async act(action) {
    try {
      await this.page.live.act({ ply: this.page.state.ply, ...action });
      return true;
    } catch (error) {
      showError(error);
      return false;
    }
  }

  /** Take back the person's last move, and the bot's answer with it. */
  async undo() {
    const { page } = this;
    page.board.cancel();
    if (!(await this.act({ action: "undo" }))) return;
    const isBots = () => page.table.players[page.state.turn]?.kind === "bot";
    if (page.people === 1 && isBots() && page.state.ply > 0) await this.act({ action: "undo" });
  }

  async resign() {
    const { page } = this;
    const { t } = page.context;
    const seat = page.ownSeat ?? (page.state.turn === "chance" ? page.state.remarks.mover : page.state.turn) ?? "first";
    if (
      await confirmed(
        t("play.ask.resign"),
        t("play.ask.resign-text", { side: page.board.labels.side(seat) }),
        t("play.do.resign"),
        t("common.cancel"),
        "danger",
      )
    )
      await this.act({ action: "resign", seat });
  }

  async draw() {
    const { t } = this.page.context;
    if (await confirmed(t("play.ask.draw"), t("play.ask.draw-text"))) await this.act({ action: "draw" });
  }

  async save() {
    const { t } = this.page.context;
    const name = await askText(t("play.ask.save"), t("play.ask.save-label"), this.page.state.name ?? "");
    if (name === null || !(await this.act({ action: "save", name }))) return;
    const { state } = await this.page.context.api.get(`/api/tables/${this.page.table.id}`);
    toast(t("play.ask.saved", { name: state.name || name }));
  }
}
