/** The menu (SPEC A15): arrows, Enter, Esc, hover, touch; and the games that are still open. */

import { confirmed, showError, toast } from "/lib/dialog.js";
import { el, fill, isTyping } from "/lib/dom.js";
import { icon } from "/lib/icons.js";
import { botTitle, gameTitle } from "/lib/titles.js";

const ITEMS = [
  ["watch", "/watch", "eye"],
  ["play", "/play", "board"],
  ["archive", "/archive", "archive"],
  ["test", "/test", "test"],
  ["print", "/print", "print"],
  ["settings", "/settings", "settings"],
];
const STEPS = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };

export async function show(main, context) {
  const { t, about } = context;
  const items = ITEMS.filter(([name]) => about?.role !== "spectator" || name === "archive").map((item) =>
    entry(t, ...item),
  );
  if (about?.role === "spectator") items.unshift(entry(t, "wall", "/wall", "wall"));
  else items.push(quitEntry(context));
  const nav = el("nav", { class: "menu", "aria-label": t("menu.title") }, items);
  const open = el("section", { class: "open-games", hidden: true });
  main.append(
    el(
      "div",
      { class: "hero" },
      el("img", { src: "/icons/kibitz.svg", alt: "", width: 92, height: 92 }),
      el("div", { class: "stack" }, el("h1", {}, "Kibitz"), el("p", { class: "lead" }, t("menu.lead")), demo(t, about)),
    ),
    nav,
    open,
  );
  const keys = (event) => step(event, items, context);
  document.addEventListener("keydown", keys);
  items[0].focus({ preventScroll: true });
  openGames(open, context).catch(() => {});
  return () => document.removeEventListener("keydown", keys);
}

/** The shortest way for a newcomer: the referee at work, no hardware needed. */
function demo(t, about) {
  if (about?.role === "spectator") return el("p", { class: "soft" }, t("menu.spectator"));
  return el("a", { class: "button primary demo", href: "/watch?demo=1" }, icon("play"), t("menu.demo"));
}

function entry(t, name, path, picture) {
  return el(
    "a",
    { class: "item card", href: path, "data-item": name, onpointerenter: hovered },
    icon(picture, 30),
    words(t, name),
  );
}

const words = (t, name) =>
  el(
    "span",
    { class: "words" },
    el("strong", {}, t(`menu.${name}.title`)),
    el("span", { class: "soft" }, t(`menu.${name}.text`)),
  );

function hovered(event) {
  if (event.pointerType === "mouse") event.currentTarget.focus({ preventScroll: true });
}

function quitEntry(context) {
  const { t } = context;
  return el(
    "button",
    { type: "button", class: "item card", "data-item": "quit", onpointerenter: hovered, onclick: () => quit(context) },
    icon("quit", 30),
    words(t, "quit"),
  );
}

function step(event, items, context) {
  if (isTyping(event) || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "Escape") {
    event.preventDefault(); // else the browser closes the question that this very key opens
    return void quit(context);
  }
  const at = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const goal =
    event.key === "Home"
      ? 0
      : event.key === "End"
        ? items.length - 1
        : event.key in STEPS
          ? (at + STEPS[event.key] + items.length) % items.length
          : -1;
  if (goal < 0) return;
  event.preventDefault();
  items[at < 0 && event.key in STEPS ? 0 : goal].focus();
}

async function quit({ t, api, about }) {
  if (about?.role === "spectator" || document.querySelector("dialog[open]")) return;
  if (!(await confirmed(t("menu.quit.ask"), t("menu.quit.ask-text"), t("menu.quit.title"), t("common.cancel")))) return;
  try {
    await api.post("/api/quit");
    fill(
      document.body,
      el(
        "main",
        {},
        el(
          "div",
          { class: "card goodbye" },
          el("img", { src: "/icons/kibitz.svg", alt: "", width: 72, height: 72 }),
          el("h1", {}, t("menu.quit.done")),
          el("p", {}, t("menu.quit.done-text")),
        ),
      ),
    );
  } catch (error) {
    showError(error);
  }
}

/** Tables that are still being played: a click goes on. */
async function openGames(section, { api, t, about }) {
  const { tables } = await api.get("/api/tables");
  const running = tables.filter((table) => !table.outcome).slice(0, 6);
  if (!running.length) return;
  const where = (table) =>
    about?.role === "spectator" ? `/live/${table.id}` : `/${table.camera ? "watch" : "play"}/${table.id}`;
  section.append(
    el("h2", {}, t("menu.open")),
    el(
      "div",
      { class: "open-list" },
      running.map((table) =>
        el(
          "div",
          { class: "open-entry" },
          el(
            "a",
            { class: "card open-game", href: where(table) },
            icon(table.camera ? "eye" : "board"),
            el(
              "span",
              { class: "words" },
              el("strong", {}, gameTitle(t, table)),
              el("span", { class: "soft number" }, `${names(t, table)} · ${t.plural("menu.moves", table.ply)}`),
            ),
          ),
          about?.role !== "spectator" && closer(t, api, table),
        ),
      ),
    ),
  );
  section.hidden = false;
}

/** Closes a table; its game stays in the archive. */
function closer(t, api, table) {
  const close = async (event) => {
    const entry = event.currentTarget.closest(".open-entry");
    try {
      await api.delete(`/api/tables/${table.id}`);
      entry.remove();
      toast(t("menu.closed"));
    } catch (error) {
      showError(error);
    }
  };
  const label = t("menu.close", { game: gameTitle(t, table) });
  return el(
    "button",
    { type: "button", class: "icon-only quiet", title: label, "aria-label": label, onclick: close },
    icon("close", 18),
  );
}

function names(t, { players }) {
  const one = ({ kind, level, name }) => name || (kind === "bot" ? botTitle(t, level) : t("menu.person"));
  return `${one(players.first)} – ${one(players.second)}`;
}
