/** The bar on top of every page: back to the menu, where one is, language, appearance. */

import { el, fill } from "/lib/dom.js";
import { icon } from "/lib/icons.js";
import { prefs } from "/lib/prefs.js";
import { LANGUAGES } from "/lib/texts.js";

const THEMES = { system: "system", light: "sun", dark: "moon" };

/** @param {HTMLElement} bar @param {HTMLElement} main @param {import("/lib/texts.js").Texts} t */
export function paintBar(bar, main, t, page) {
  const isMenu = page === "menu";
  const title = bar.querySelector(".where")?.textContent ?? "";
  const skip = (event) => {
    event.preventDefault();
    main.focus();
  };
  fill(
    bar,
    el("a", { class: "skip", href: "#main", onclick: skip }, t("common.skip")),
    el(
      "a",
      { class: "brand", href: "/", "aria-label": isMenu ? "Kibitz" : t("common.to-menu") },
      !isMenu && icon("back"),
      el("img", { src: "/icons/kibitz.svg", alt: "" }),
      el("span", { class: "name" }, "Kibitz"),
    ),
    el("span", { class: "where" }, title),
    languageChoice(t),
    themeButton(t),
  );
}

function languageChoice(t) {
  const languages = Object.entries(LANGUAGES).map(([code, name]) =>
    el("option", { value: code, selected: code === t.language }, name),
  );
  return el(
    "select",
    {
      "aria-label": t("common.language"),
      id: "language",
      onchange: (event) => prefs.set("language", event.target.value),
    },
    languages,
  );
}

function themeButton(t) {
  const now = prefs.get("theme");
  const names = Object.keys(THEMES);
  const next = names[(names.indexOf(now) + 1) % names.length];
  const label = `${t("common.theme")}: ${t(`common.theme-${now}`)}`;
  const change = () => {
    prefs.set("theme", next);
    document.getElementById("theme")?.focus();
  };
  return el(
    "button",
    { type: "button", class: "icon-only quiet", id: "theme", title: label, "aria-label": label, onclick: change },
    icon(THEMES[now] ?? "system"),
  );
}
