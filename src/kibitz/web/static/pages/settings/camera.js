/** The camera (SPEC A6, A19): address and port, the URL that follows while typing, a test, and saving. */

import { el, fill } from "/lib/dom.js";
import { icon } from "/lib/icons.js";

export async function camera({ t, api }) {
  const kept = await api.get("/api/preferences");
  const host = el("input", { type: "text", id: "camera-host", value: kept.camera_host, maxlength: 253, placeholder: "192.168.1.20", spellcheck: "false", autocapitalize: "none", inputmode: "url", oninput: typed });
  const port = el("input", { type: "number", id: "camera-port", value: String(kept.camera_port), min: 1, max: 65535, oninput: typed });
  const url = el("output", { class: "url", id: "camera-url", for: "camera-host camera-port" });
  const said = el("p", { class: "said", role: "status" });
  const save = el("button", { type: "button", class: "primary", id: "camera-save", onclick: () => act(store) }, icon("save"), t("common.save"));
  const test = el("button", { type: "button", id: "camera-test", onclick: () => act(tried) }, icon("camera"), t("settings.camera.test"));

  /** What the server will make of it; it has the last word. */
  function address() {
    const name = host.value.trim();
    return name ? `http://${name.includes(":") ? `[${name}]` : name}:${port.value || "…"}/shot.jpg` : "";
  }

  function typed() {
    url.value = address() || t("settings.camera.none");
    test.disabled = !address();
    fill(said);
  }

  async function store() {
    const now = await api.put("/api/preferences", { camera_host: host.value.trim(), camera_port: Number(port.value) });
    host.value = now.camera_host;
    typed();
    tell("check", t("settings.camera.saved"), "good");
  }

  async function tried() {
    tell("clock", t("settings.camera.testing"), "");
    const found = await api.post("/api/cameras/test", { source: address() });
    tell(found.ok ? "check" : "alert", found.ok ? t("settings.camera.works", { width: found.width, height: found.height }) : found.message, found.ok ? "good" : "bad");
    if (found.picture) said.append(el("img", { class: "shot", src: `data:image/jpeg;base64,${found.picture}`, alt: t("settings.camera.picture") }));
  }

  function tell(sign, text, kind) {
    fill(said, icon(sign, 20), el("span", {}, text));
    said.className = `said ${kind}`;
  }

  async function act(run) {
    save.disabled = test.disabled = true;
    try {
      await run();
    } catch (error) {
      tell("alert", error.message, "bad");
    }
    save.disabled = false;
    test.disabled = !address();
  }

  const element = el("section", { class: "card stack camera" },
    el("h2", {}, t("settings.camera.title")),
    el("p", { class: "soft" }, t("settings.camera.text")),
    el("div", { class: "address" },
      el("div", { class: "field" }, el("label", { for: "camera-host" }, t("settings.camera.host")), host),
      el("div", { class: "field" }, el("label", { for: "camera-port" }, t("settings.camera.port")), port)),
    el("p", { class: "soft small" }, t("settings.camera.url"), " ", url),
    el("div", { class: "buttons" }, save, test), said);
  typed();
  return { element };
}
