/** An address that names no page. */

import { el } from "/lib/dom.js";

export async function show(main, { t, path }) {
  main.append(
    el(
      "div",
      { class: "card stack" },
      el("h1", {}, t("common.no-page")),
      el("p", {}, t("common.no-page-text", { path })),
      el("a", { class: "button primary", href: "/" }, t("common.to-menu")),
    ),
  );
}
