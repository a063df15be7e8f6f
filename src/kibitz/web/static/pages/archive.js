/** The archive: find, open, rename, delete and restore games, bring files in, take everything home. */

import { filters } from "/pages/archive/filters.js";
import { gameCard } from "/pages/archive/card.js";
import { dropTarget, importFiles } from "/pages/archive/importing.js";
import { errorCard } from "/lib/dialog.js";
import { el, fill } from "/lib/dom.js";
import { withQuery } from "/lib/api.js";
import { icon } from "/lib/icons.js";

const PER_PAGE = 24;

export async function show(main, context) {
  const { t, api, setTitle, query, about } = context;
  setTitle(t("archive.title"));
  const mayChange = about?.role !== "spectator";
  const { games } = await api.get("/api/games");
  const wanted = { game: "", player: "", result: "", from: "", to: "", text: "", position: "", deleted: "", ...query };

  const count = el("p", { class: "soft count", role: "status" });
  const list = el("ul", { class: "games", "aria-label": t("archive.games") });
  const more = el("button", { type: "button", class: "more", hidden: true, onclick: () => load(false) }, t("archive.more"));
  let after = null;
  let asking = 0;

  async function load(anew = true) {
    const turn = ++asking;
    if (anew) after = null;
    history.replaceState(null, "", withQuery("/archive", { ...wanted }));
    try {
      const page = await api.get("/api/archive", { ...wanted, after, limit: PER_PAGE });
      if (turn !== asking) return;
      if (anew) fill(list);
      after = page.after;
      more.hidden = after === null;
      list.append(...page.games.map((game) => gameCard(game, { ...context, mayChange, changed: load })));
      told(page.total);
    } catch (error) {
      if (turn === asking) problem(error);
    }
  }

  function told(total) {
    count.textContent = t.plural(wanted.deleted ? "archive.deleted-count" : "archive.count", total);
    if (!total) list.append(emptyCard());
  }

  function problem(error) {
    more.hidden = true;
    count.textContent = "";
    const place = el("li", { class: "whole" });
    errorCard(place, error, () => load());
    fill(list, place);
  }

  function emptyCard() {
    const isSearch = Object.entries(wanted).some(([name, value]) => value && name !== "deleted");
    const key = isSearch ? "nothing-found" : wanted.deleted ? "nothing-deleted" : "empty";
    const start = el("a", { class: "button primary", href: "/play" }, icon("board"), t("archive.play-one"));
    return el("li", { class: "whole card stack empty" }, icon("archive", 40), el("p", {}, t(`archive.${key}`)), key === "empty" && start);
  }

  const reports = el("section", { class: "reports", "aria-live": "polite", hidden: true });
  const bringIn = async (files) => {
    if (await importFiles(files, { ...context, place: reports })) await load();
  };
  const chooser = el("input", { type: "file", multiple: true, hidden: true, id: "files", accept: ".pdn,.pgn,.json,application/json,text/plain", onchange: () => { bringIn([...chooser.files]); chooser.value = ""; } });

  main.append(
    el("div", { class: "head row" },
      el("h1", { class: "grow" }, t(wanted.deleted ? "archive.title-deleted" : "archive.title")),
      mayChange && !wanted.deleted && el("button", { type: "button", class: "primary", id: "import", onclick: () => chooser.click() }, icon("upload"), t("archive.import")),
      mayChange && !wanted.deleted && el("a", { class: "button", id: "export", href: "/api/archive/export", download: "" }, icon("download"), t("archive.export")),
      mayChange && el("a", { class: "button", href: wanted.deleted ? "/archive" : "/archive?deleted=true" }, icon(wanted.deleted ? "archive" : "trash"), t(wanted.deleted ? "archive.show-kept" : "archive.show-deleted")),
      chooser),
    ...(mayChange && !wanted.deleted ? [el("p", { class: "soft small drop-hint" }, t("archive.drop-hint"))] : []),
    filters({ t, games, wanted, changed: () => load() }),
    reports, count, list, el("div", { class: "row more-row" }, more));

  const stop = mayChange ? dropTarget(t("archive.drop-here"), bringIn) : () => {};
  await load();
  return () => { asking++; stop(); };
}
