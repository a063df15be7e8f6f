/** Other devices: the links with their QR codes, when the local network is served. */

import { el } from "/lib/dom.js";
import { withQuery } from "/lib/api.js";

export async function devices({ t, api }) {
  const found = await api.get("/api/pairing").catch(() => null);
  if (!found) return null;
  const link = (name, url) => el("figure", { class: "device" },
    el("img", { src: withQuery("/api/qr", { text: url }), alt: t("settings.devices.code", { name: t(`settings.devices.${name}`) }), width: 160, height: 160 }),
    el("figcaption", {}, el("strong", {}, t(`settings.devices.${name}`)), el("small", { class: "soft" }, t(`settings.devices.${name}-text`))));
  const shown = found.lan ? el("div", { class: "devices" }, link("operator", found.operator_url), link("spectator", found.spectator_url)) : el("p", {}, t("settings.devices.off"));
  return el("section", { class: "card stack" }, el("h2", {}, t("settings.devices.title")), shown, !found.lan && el("code", { class: "command" }, "kibitz serve --lan"));
}
