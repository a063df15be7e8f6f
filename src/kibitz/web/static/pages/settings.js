/** Settings: the camera, the language, how things look and sound, other devices. */

import { appearance } from "/pages/settings/appearance.js";
import { camera } from "/pages/settings/camera.js";
import { devices } from "/pages/settings/devices.js";
import { choice, switches } from "/pages/settings/fields.js";
import { el } from "/lib/dom.js";
import { LANGUAGES } from "/lib/texts.js";

const HOTSEAT = ["fixed", "flip", "upside-down"];

export async function show(main, context) {
  const { t, api, prefs, setTitle, about } = context;
  setTitle(t("settings.title"));
  const isOperator = about?.role !== "spectator";
  const [looks, cam, others] = await Promise.all([
    appearance(context),
    isOperator ? camera(context) : null,
    isOperator ? devices(context) : null,
  ]);
  const speak = (language) => {
    if (isOperator) api.put("/api/preferences", { language }).catch(() => {});
    prefs.set("language", language);
  };
  const languages = Object.entries(LANGUAGES).map(([code, name]) => [code, full(code, name)]);
  const hotseats = HOTSEAT.map((value) => [value, t(`settings.play.hotseats.${value}`)]);
  main.append(
    el("h1", {}, t("settings.title")),
    el("div", { class: "columns" },
      el("div", { class: "stack" },
        cam?.element,
        section(t("settings.language.title"), choice({ name: "language", label: t("settings.language.label"), options: languages, value: t.language, onchange: speak, hidden: true })),
        section(t("settings.sound.title"), switches(context, ["sounds", "speech"]))),
      el("div", { class: "stack" },
        section(t("settings.play.title"),
          switches(context, ["confirm", "coordinates", "animation", "left_handed", "hide_moves"]),
          choice({ name: "hotseat", label: t("settings.play.hotseat"), options: hotseats, value: prefs.get("hotseat"), onchange: (value) => prefs.set("hotseat", value) })),
        others)),
    looks.element);
  return () => looks.leave();
}

/** Both Serbian scripts say which they are. */
function full(code, name) {
  return { sr: "Srpski (latinica)", "sr-Cyrl": "Српски (ћирилица)" }[code] ?? name;
}

function section(title, ...parts) {
  return el("section", { class: "card stack" }, el("h2", {}, title), parts);
}
