/** Links with QR codes: for spectators, and for a phone that is to be the camera. */

import { ask, toast } from "/lib/dialog.js";
import { el } from "/lib/dom.js";
import { icon } from "/lib/icons.js";

/** A link as a QR code with the address below it. */
export function codeOf(t, url, label) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      toast(t("common.copied"));
    } catch {
      // the address can be read and typed
    }
  };
  return el("div", { class: "code" }, el("img", { src: `/api/qr?text=${encodeURIComponent(url)}`, alt: label, width: 220, height: 220 }),
    el("a", { class: "small address", href: url, target: "_blank", rel: "noopener" }, url.replace(/token=.*/, "…")),
    el("button", { type: "button", class: "quiet small", onclick: copy }, icon("copy", 18), t("common.copy")));
}

/** The link for spectators, in a dialog. */
export async function share({ t, api }, id) {
  const pairing = await api.get("/api/pairing", { table: id });
  const body = el("div", { class: "stack share" }, codeOf(t, pairing.spectator_url, t("watch.share.title")), !pairing.lan && lanHint(t));
  await ask({ title: t("watch.share.title"), text: t("watch.share.text"), body, buttons: [{ label: t("common.close"), value: true, kind: "primary" }] });
}

/** How to let other devices in. */
export function lanHint(t) {
  return el("p", { class: "note" }, icon("info", 20), el("span", {}, t("watch.camera.phone-lan"), " ", el("code", {}, "kibitz serve --lan")));
}
