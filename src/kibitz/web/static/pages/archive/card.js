/** One game of the list: its last position, who played, how it ended, and what can be done with it. */

import { key } from "/pages/archive/filters.js";
import { askText, confirmed, showError, toast } from "/lib/dialog.js";
import { el } from "/lib/dom.js";
import { gameTitle } from "/lib/gamelist.js";
import { icon } from "/lib/icons.js";
import { botTitle } from "/lib/titles.js";

const UNDO_S = 10;

export function gameCard(game, context) {
  const { t } = context;
  const path = `/archive/${game.id}`;
  const picture = el("img", { class: "thumbnail", src: `/api/archive/${game.id}/thumbnail`, alt: "", loading: "lazy", decoding: "async" });
  const open = game.deleted ? el("div", { class: "open" }, picture) : el("a", { class: "open", href: game.open_table ? `/play/${game.open_table}` : path, tabindex: -1, "aria-hidden": "true" }, picture);
  return el("li", { class: "game card", dataset: { id: String(game.id) } },
    open,
    el("div", { class: "facts" },
      el("h2", {}, game.deleted ? called(t, game) : el("a", { href: path }, called(t, game))),
      el("p", { class: "soft small" }, gameTitle(t, game.game, game.title)),
      players(t, game),
      el("p", { class: "row small" }, el("span", { class: `pill result-${key(game.result)}` }, t(`archive.result.${key(game.result)}`)), game.saved && el("span", { class: "soft" }, day(t, game)), el("span", { class: "soft" }, t.plural("archive.moves", game.steps)))),
    context.mayChange && el("div", { class: "acts" }, game.deleted ? deletedActs(game, context) : keptActs(game, context)));
}

/** Its name; a game that nobody named is called by the moment it began. */
export function called(t, game) {
  return game.saved ? game.name : new Intl.DateTimeFormat(t.tag, { dateStyle: "long", timeStyle: "short" }).format(new Date(1000 * game.started_at));
}

export function players(t, game) {
  const names = game.players.map(({ name }) => person(t, name));
  return names.length ? el("p", { class: "small people" }, names.join(" – ")) : null;
}

/** A player's name; bots are named after their level. */
export function person(t, name) {
  const bot = /^kibitz:(\w+)$/.exec(name);
  return bot ? botTitle(t, bot[1]) : name;
}

export function day(t, game) {
  const [year, month, of] = game.played_on.split("-").map(Number);
  return new Intl.DateTimeFormat(t.tag, { dateStyle: "medium" }).format(new Date(year, month - 1, of));
}

function act(name, label, run, kind = "") {
  return el("button", { type: "button", class: `icon-only quiet ${kind}`, title: label, "aria-label": label, onclick: () => run().catch(showError) }, icon(name, 20));
}

function keptActs(game, { t, api, changed }) {
  const rename = async () => {
    const name = await askText(t("archive.rename"), t("common.name"), game.name, 120);
    if (name && name !== game.name) { await api.patch(`/api/archive/${game.id}`, { name }); await changed(); }
  };
  const remove = async () => {
    await api.delete(`/api/archive/${game.id}`);
    await changed();
    const back = async () => { await api.post(`/api/archive/${game.id}/restore`).catch(showError); await changed(); };
    toast(t("archive.was-deleted", { name: called(t, game) }), { action: { label: t("common.undo"), run: back }, seconds: UNDO_S });
  };
  return [act("edit", t("archive.rename-named", { name: called(t, game) }), rename), act("trash", t("archive.delete-named", { name: called(t, game) }), remove)];
}

function deletedActs(game, { t, api, changed }) {
  const restore = async () => { await api.post(`/api/archive/${game.id}/restore`); await changed(); };
  const purge = async () => {
    if (!(await confirmed(t("archive.purge"), t("archive.purge-text", { name: called(t, game) }), t("archive.purge"), t("common.cancel"), "danger"))) return;
    await api.delete(`/api/archive/${game.id}?purge=true`);
    await changed();
  };
  return [act("undo", t("archive.restore-named", { name: called(t, game) }), restore), act("trash", t("archive.purge-named", { name: called(t, game) }), purge, "danger")];
}
