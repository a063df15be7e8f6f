/** What stands where a table was. */

import { el, fill } from "/lib/dom.js";

export function gone(main, t) {
  fill(main, el("div", { class: "card stack gone" }, el("h1", {}, t("play.table-gone")), el("p", {}, t("play.table-gone-text")),
    el("div", { class: "buttons" }, el("a", { class: "button primary", href: "/watch" }, t("watch.title")), el("a", { class: "button", href: "/archive" }, t("play.to-archive")))));
}
