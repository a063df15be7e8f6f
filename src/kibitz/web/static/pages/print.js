/** Boards and pieces on paper: choose, look at the pages, print at true size. */

import { showError } from "/lib/dialog.js";
import { el, fill } from "/lib/dom.js";
import { withQuery } from "/lib/api.js";
import { gameSelect } from "/lib/gamelist.js";
import { icon } from "/lib/icons.js";

const PAPERS = ["a4", "a3", "letter"];

export async function show(main, { t, api, query, setTitle }) {
  setTitle(t("print.title"));
  const { games } = await api.get("/api/games");
  const wanted = { game: "draughts/poznan", paper: /^en-(US|CA)/.test(navigator.language) ? "letter" : "a4", pieces: true, piece_set: "", layout: "kibitz", ...query };
  wanted.pieces = String(wanted.pieces) !== "false";
  if (!games.some((game) => game.name === wanted.game)) wanted.game = "draughts/poznan";
  let page = 1;
  let facts = null;
  let asking = 0;

  const sets = el("select", { id: "piece-set", onchange: (event) => change({ piece_set: event.target.value }) });
  const layouts = el("div", { class: "segments" });
  const said = el("p", { class: "soft", role: "status" });
  const picture = el("img", { class: "page", alt: t("print.preview") });
  const turner = el("div", { class: "row turner" });
  const save = el("a", { class: "button primary", id: "save", download: "" }, icon("download"), t("print.save"));

  const segment = (name, value, label, more = {}) => el("label", {}, el("input", { type: "radio", name, value, checked: String(wanted[name]) === String(value), onchange: () => change({ [name]: value }), ...more }), el("span", {}, label));

  async function change(changes) {
    const isOther = changes.game !== undefined && changes.game !== wanted.game;
    Object.assign(wanted, changes, isOther && { piece_set: "", layout: "kibitz" });
    page = 1;
    history.replaceState(null, "", withQuery("/print", wanted));
    await load(isOther).catch(showError);
  }

  async function load(anew) {
    const turn = ++asking;
    if (anew) paintSets(await api.get("/api/game", { name: wanted.game }));
    const found = await api.get("/api/print/pages", wanted);
    if (turn !== asking) return;
    facts = found;
    fill(layouts, facts.layouts.map((layout) => segment("layout", layout, t(`print.layout.${layout}`))));
    layoutField.hidden = facts.layouts.length < 2;
    setField.hidden = !wanted.pieces || sets.options.length < 2;
    paint();
  }

  function paintSets(game) {
    const title = (set) => t.maybe(`print.set.${set.name}`, set.title);
    fill(sets, game.piece_sets.map((set) => el("option", { value: set.name, selected: set.name === wanted.piece_set }, title(set))));
  }

  function paint() {
    picture.src = withQuery("/api/print/page", { ...wanted, page });
    picture.width = Math.round(facts.width_mm * 4);
    picture.height = Math.round(facts.height_mm * 4);
    save.href = withQuery("/api/print", wanted);
    said.textContent = `${t.plural("print.pages", facts.pages)} · ${t("print.cell", { millimetres: facts.cell_mm.toLocaleString(t.tag) })}`;
    const turn = (name, to) => el("button", { type: "button", class: "icon-only quiet", "aria-label": t(`print.${name}`), disabled: to < 1 || to > facts.pages, onclick: () => { page = to; paint(); } }, icon(name === "previous" ? "back" : "forward"));
    fill(turner, turn("previous", page - 1), el("span", { class: "number" }, t("print.page", { page, pages: facts.pages })), turn("next", page + 1));
    turner.hidden = facts.pages < 2;
  }

  const layoutField = el("fieldset", { class: "field" }, el("legend", {}, t("print.marks")), layouts, el("p", { class: "hint" }, t("print.marks-hint")));
  const setField = el("div", { class: "field" }, el("label", { for: "piece-set" }, t("print.piece-set")), sets);
  main.append(
    el("h1", {}, t("print.title")),
    el("div", { class: "printing" },
      el("section", { class: "card stack" },
        el("div", { class: "field" }, el("label", { for: "game" }, t("print.game")), gameSelect({ t, games, chosen: wanted.game, id: "game", onchange: (game) => change({ game }) })),
        el("fieldset", { class: "field" }, el("legend", {}, t("print.paper")), el("div", { class: "segments" }, PAPERS.map((paper) => segment("paper", paper, t(`print.papers.${paper}`))))),
        el("label", { class: "switch" }, el("input", { type: "checkbox", id: "pieces", checked: wanted.pieces, onchange: (event) => change({ pieces: event.target.checked }) }), t("print.pieces")),
        setField, layoutField, said,
        el("div", { class: "buttons" }, save),
        el("ul", { class: "advice" }, ["size", "matt", "card", "marks", "flat"].map((name) => el("li", {}, icon("check", 18), el("span", {}, t(`print.advice.${name}`)))))),
      el("section", { class: "preview" }, picture, turner)));
  await load(true);
}
