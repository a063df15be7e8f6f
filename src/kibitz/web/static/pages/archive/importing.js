/** Files brought in by choosing or dropping them: one after the other, and what became of each. */

import { el, fill } from "/lib/dom.js";
import { icon } from "/lib/icons.js";

const MOST_FILES = 200;
const LARGEST_BYTES = 8 * 2 ** 20;

/** Import files and list what became of them; says whether anything is new. */
export async function importFiles(files, { t, api, place, announce }) {
  const shown = files.slice(0, MOST_FILES);
  const list = el("ul", {});
  const close = el("button", { type: "button", class: "icon-only quiet", "aria-label": t("common.close"), onclick: () => { place.hidden = true; } }, icon("close"));
  place.hidden = false;
  fill(place, el("div", { class: "card stack" }, el("div", { class: "row" }, el("h2", { class: "grow" }, t("archive.imported")), close), list));
  let good = 0;
  for (const file of shown) {
    const line = el("li", { class: "row" }, el("div", { class: "spinner small-spinner" }), el("span", {}, file.name));
    list.append(line);
    const isNew = await one(file, line, t, api);
    good += isNew ? 1 : 0;
  }
  if (files.length > shown.length) list.append(el("li", {}, t("archive.too-many-files", { count: MOST_FILES })));
  announce(t.plural("archive.imported-count", good));
  return good > 0;
}

async function one(file, line, t, api) {
  try {
    if (file.size > LARGEST_BYTES) throw new Error(t("archive.too-large", { name: file.name, megabytes: LARGEST_BYTES / 2 ** 20 }));
    const { ids, already } = await api.upload("/api/archive/import", file, { name: file.name });
    const said = already ? t("archive.there-already", { name: file.name }) : t.plural("archive.came-in", ids.length, { name: file.name });
    fill(line, icon(already ? "info" : "check"), el("span", { class: "grow" }, said), el("a", { class: "button quiet", href: `/archive/${ids[0]}` }, t("archive.open")));
    line.classList.add(already ? "known" : "good");
    return !already;
  } catch (error) {
    fill(line, icon("alert"), el("span", { class: "grow" }, error.message));
    line.classList.add("bad");
    return false;
  }
}

/** The whole page takes files; returns the way to end that. */
export function dropTarget(words, take) {
  const veil = el("div", { class: "drop-veil", hidden: true }, icon("upload", 48), el("p", {}, words));
  document.body.append(veil);
  let inside = 0;
  const carries = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  const listeners = {
    dragenter: (event) => { if (carries(event)) { inside++; veil.hidden = false; } },
    dragleave: (event) => { if (carries(event) && --inside <= 0) { inside = 0; veil.hidden = true; } },
    dragover: (event) => { if (carries(event)) event.preventDefault(); },
    drop: (event) => {
      if (!carries(event)) return;
      event.preventDefault();
      inside = 0;
      veil.hidden = true;
      take([...event.dataTransfer.files]);
    },
  };
  for (const [name, listener] of Object.entries(listeners)) document.addEventListener(name, listener);
  return () => {
    for (const [name, listener] of Object.entries(listeners)) document.removeEventListener(name, listener);
    veil.remove();
  };
}
