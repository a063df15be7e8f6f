/** The test board (SPEC D9): put anything anywhere, and hear what the referee says to it. */

import { faceAfter } from "/pages/sandbox/faces.js";
import { Tray } from "/pages/sandbox/tray.js";
import { Board } from "/lib/board.js";
import { confirmed, showError, toast } from "/lib/dialog.js";
import { el, fill } from "/lib/dom.js";
import { gameSelect, gameTitle } from "/lib/gamelist.js";
import { icon } from "/lib/icons.js";

const USUAL_GAME = "draughts/kaaz";
const PAUSE_MS = 200;
const ACTIONS = ["move", "back", "set_init", "init", "clear", "init_and_valid"];
const WITH_LOOK = new Set(["move", "set_init", "init_and_valid"]);

export async function show(main, context) {
  const { t, api, prefs, query, go, setTitle, announce } = context;
  setTitle(t("sandbox.title"));
  const { games } = await api.get("/api/games");
  const name = games.some((game) => game.name === query.game) ? query.game : USUAL_GAME;
  const game = await api.get("/api/game", { name });
  let state = await begun();
  let look = [...state.look];
  let turn = state.turn === "second" ? "second" : "first";
  let isUnsaved = false;
  let waiting = 0;
  let queue = Promise.resolve();

  async function begun() {
    try {
      return await api.post("/api/sandbox", { game: name, language: t.language, setup: query.setup ?? "" });
    } catch (error) {
      if (!query.setup) throw error;
      showError(error);
      return api.post("/api/sandbox", { game: name, language: t.language });
    }
  }

  async function ask(action) {
    try {
      return await api.post(`/api/sandbox/${state.id}`, action);
    } catch (error) {
      if (error.status !== 404) throw error;
      state = await api.post("/api/sandbox", { game: name, language: t.language });
      return api.post(`/api/sandbox/${state.id}`, action);
    }
  }

  /** Buttons act one after the other, each on the board that the one before left. */
  function press(action) {
    queue = queue.then(() => act(action));
    return queue;
  }

  async function act(action) {
    clearTimeout(waiting);
    const before = state.log[0]?.number;
    try {
      take(await ask({ action, ...(WITH_LOOK.has(action) && { look }), ...(action === "set_init" && { turn }) }));
      if (state.log[0]?.number !== before || action !== "move") announce(state.log[0]?.text ?? "");
      if (["init", "set_init"].includes(action)) isUnsaved = false;
    } catch (error) {
      showError(error);
    }
  }

  function take(found, { keepLook = false } = {}) {
    state = found;
    if (!keepLook) look = [...found.look];
    paint();
  }

  function changed(cell) {
    const face = faceAfter(game, look, cell, tray.chosen);
    if (face === look[cell]) return;
    look[cell] = face;
    isUnsaved = true;
    paintBoard();
    announce(`${board.labels.place(cell)}, ${board.game.faces[face].tray ? t.plural("board.stones", board.game.faces[face].count) : board.labels.piece(face)}`);
    describeSoon();
  }

  function describeSoon() {
    clearTimeout(waiting);
    waiting = setTimeout(async () => {
      try {
        const asked = look.join();
        const found = await ask({ action: "describe", look, turn });
        if (asked === look.join()) take(found, { keepLook: true });
      } catch (error) {
        showError(error);
      }
    }, PAUSE_MS);
  }

  // --- what is seen

  const host = el("div", { class: "board-place" });
  const board = new Board(host, { game, texts: t, prefs, label: gameTitle(t, game.name, game.title) });
  board.onCell = changed;
  const tray = new Tray({ t, game, box: board.box, labels: board.labels });
  const log = el("ol", { class: "log", reversed: true, "aria-label": t("sandbox.log"), "aria-live": "polite" });
  const console_ = el("pre", { class: "console" });
  const setup = el("input", { type: "text", id: "setup", class: "setup", spellcheck: "false", autocomplete: "off", maxlength: 2000, onkeydown: (event) => event.key === "Enter" && setUp() });
  const problem = el("p", { class: "problem small", role: "status" });
  const whose = el("span", { class: "pill", id: "whose" });
  const seat = (value) => el("label", {}, el("input", { type: "radio", name: "turn", value, checked: turn === value, onchange: () => { turn = value; describeSoon(); } }), el("span", {}, board.labels.side(value)));

  function paintBoard() {
    const wrong = state.wrong ? look.map((_, cell) => cell).filter((cell) => state.cells.includes(cell) && look[cell] === state.look[cell]) : [];
    board.show({ look, turn, cells: wrong, last: [], legal: [] }, { animate: false, anew: true });
  }

  function paint() {
    paintBoard();
    fill(log, state.log.map((line) => el("li", { class: line.good ? "good" : "bad", value: line.number }, el("span", { class: "number" }, `${line.number}:`), icon(line.good ? "check" : "alert", 18), el("span", { class: "said" }, line.text))));
    console_.textContent = [...state.console].reverse().join("\n");
    consoleBox.hidden = !state.console.length;
    if (document.activeElement !== setup) setup.value = state.setup;
    problem.textContent = state.problem;
    openPlay.disabled = copyButton.disabled = !state.setup;
    whose.textContent = t("sandbox.whose", { seat: state.turn === "chance" ? t("seat.chance") : board.labels.side(state.turn) });
    history.replaceState(null, "", `/test?${new URLSearchParams({ game: name, ...(state.good_setup !== game.start_setup && { setup: state.good_setup }) })}`);
  }

  async function setUp() {
    try {
      take(await ask({ action: "setup", setup: setup.value.trim() }));
      isUnsaved = false;
      setup.value = state.setup;
    } catch (error) {
      showError(error);
    }
  }

  async function copy() {
    await navigator.clipboard?.writeText(setup.value).catch(() => setup.select());
    isUnsaved = false;
    toast(t("common.copied"));
  }

  async function play() {
    try {
      const { table } = await api.post("/api/tables", { game: name, setup: state.setup, language: t.language });
      isUnsaved = false;
      await go(`/play/${table.id}`);
    } catch (error) {
      showError(error);
    }
  }

  const consoleBox = el("details", { class: "console-box" }, el("summary", {}, t("sandbox.console")), console_);
  const copyButton = el("button", { type: "button", id: "copy", class: "icon-only", title: t("sandbox.copy"), "aria-label": t("sandbox.copy"), onclick: copy }, icon("copy"));
  const openPlay = el("button", { type: "button", id: "open-play", onclick: play }, icon("play"), t("sandbox.open-play"));
  const choice = gameSelect({ t, games, chosen: name, id: "game", onchange: async (wanted) => { if (!(await go(`/test?game=${encodeURIComponent(wanted)}`))) choice.value = name; } });

  main.append(
    el("div", { class: "sandbox" },
      el("div", { class: "table stack" }, host, tray.element),
      el("div", { class: "side stack" },
        el("section", { class: "card stack" },
          el("div", { class: "field" }, el("label", { for: "game" }, t("sandbox.game")), choice),
          el("div", { class: "acts" }, ACTIONS.map((action) => el("button", { type: "button", class: action === "move" ? "primary" : "", dataset: { action }, title: t(`sandbox.about.${action}`), onclick: () => press(action) }, t(`sandbox.act.${action}`)))),
          el("fieldset", { class: "field" }, el("legend", {}, t("sandbox.side")), el("div", { class: "segments" }, seat("first"), seat("second")))),
        el("section", { class: "card stack log-card" }, el("div", { class: "row" }, el("h2", { class: "grow" }, t("sandbox.log")), whose), log, consoleBox),
        el("section", { class: "card stack" },
          el("div", { class: "field" }, el("label", { for: "setup" }, t("sandbox.setup")), el("div", { class: "row nowrap" }, setup, copyButton), problem),
          el("div", { class: "buttons" }, el("button", { type: "button", id: "set-up", onclick: setUp }, icon("board"), t("sandbox.set-up")), openPlay)))));
  paint();

  const unload = (event) => { if (isUnsaved) event.preventDefault(); };
  addEventListener("beforeunload", unload);
  return {
    leave: () => { clearTimeout(waiting); removeEventListener("beforeunload", unload); board.destroy(); },
    mayLeave: async () => !isUnsaved || confirmed(t("sandbox.leave"), t("sandbox.leave-text"), t("sandbox.leave-yes"), t("sandbox.leave-no")),
  };
}
