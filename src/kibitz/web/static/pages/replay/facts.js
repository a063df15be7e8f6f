/** What is known of a game, its name to be changed, and every file it can be taken home as. */

import { askText, showError, toast } from "/lib/dialog.js";
import { el } from "/lib/dom.js";
import { withQuery } from "/lib/api.js";
import { gameTitle } from "/lib/gamelist.js";
import { icon } from "/lib/icons.js";
import { called, day, person } from "/pages/archive/card.js";
import { key } from "/pages/archive/filters.js";

const HIDDEN_TAGS = new Set(["first", "second", "white", "black", "red", "blue", "yellow", "green", "result", "date", "setup", "fen", "gametype", "gamemode"]);
const OF_A_POSITION = new Set(["png", "svg", "text"]);

export function facts({ t, api, kept, game, go, about, ply, setTitle }) {
  const { summary } = kept;
  const mayChange = about?.role !== "spectator";
  const title = el("h1", {}, called(t, summary));
  const rename = async () => {
    const name = await askText(t("archive.rename"), t("common.name"), summary.name, 120);
    if (!name || name === summary.name) return;
    Object.assign(summary, await api.patch(`/api/archive/${summary.id}`, { name }));
    title.textContent = summary.name;
    setTitle(summary.name);
  };
  const remove = async () => {
    await api.delete(`/api/archive/${summary.id}`);
    await go("/archive");
    toast(t("archive.was-deleted", { name: called(t, summary) }), { seconds: 10, action: { label: t("common.undo"), run: () => api.post(`/api/archive/${summary.id}/restore`).then(() => go(`/archive/${summary.id}`)).catch(showError) } });
  };
  const act = (name, label, run) => el("button", { type: "button", class: "icon-only quiet", title: label, "aria-label": label, onclick: () => run().catch(showError) }, icon(name, 20));
  const people = summary.players.map(({ name }) => person(t, name)).join(" – ");
  const tags = kept.tags.filter(([name]) => !HIDDEN_TAGS.has(name.toLowerCase()));
  return el("section", { class: "card facts stack" },
    el("div", { class: "row nowrap top" }, el("div", { class: "grow" }, title, people && el("p", {}, people)), mayChange && act("edit", t("archive.rename"), rename), mayChange && act("trash", t("archive.delete"), remove)),
    el("p", { class: "row small" }, el("span", { class: "pill" }, t(`archive.result.${key(summary.result)}`)), el("span", { class: "soft" }, gameTitle(t, game.name, game.title)), el("span", { class: "soft" }, day(t, summary))),
    tags.length > 0 && el("details", { class: "tags" }, el("summary", {}, t("archive.replay.tags")), el("dl", {}, tags.slice(0, 40).map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]))),
    summary.open_table && el("a", { class: "button", href: `/play/${summary.open_table}` }, icon("play"), t("archive.replay.running")),
    downloads(t, kept, ply));
}

/** Pictures are of the position that is shown when they are asked for. */
function downloads(t, kept, ply) {
  const path = `/api/archive/${kept.summary.id}/file`;
  const link = (format) => el("a", { class: "button", dataset: { format }, download: "", href: withQuery(path, { format }), onclick: (event) => {
    if (OF_A_POSITION.has(format)) event.currentTarget.href = withQuery(path, { format, ply: ply() });
  } }, icon("download", 18), t(`archive.format.${format}`));
  return el("details", { class: "downloads" }, el("summary", { class: "button" }, icon("download"), t("archive.replay.download")), el("div", { class: "buttons" }, kept.formats.map(link)));
}
