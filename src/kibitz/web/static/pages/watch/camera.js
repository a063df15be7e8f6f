/** The choice of a camera: simulated table, phone by QR code, an address, USB; each can be tried before it is used. */

import { el, fill } from "/lib/dom.js";
import { icon } from "/lib/icons.js";
import { addressOf } from "/pages/watch/wish.js";

const KINDS = [["simulated", "play"], ["phone", "phone"], ["address", "globe"], ["usb", "camera"]];

export class CameraFields {
  constructor(context, wish, kept, changed) {
    Object.assign(this, { context, wish, changed });
    this.host = kept.camera_host ?? "";
    this.port = kept.camera_port ?? 8080;
    this.usb = [];
    this.said = el("div", { class: "said", role: "status" });
  }

  async load(game) {
    const { usb } = await this.context.api.get("/api/cameras", { game });
    this.usb = usb;
    if (!usb.some(({ source }) => source === this.wish.usb)) this.wish.usb = usb[0]?.source ?? "";
  }

  get address() {
    return addressOf(this.host, this.port);
  }

  get isReady() {
    return { simulated: true, phone: true, address: Boolean(this.address), usb: Boolean(this.wish.usb) }[this.wish.camera] ?? false;
  }

  paint() {
    const { t } = this.context;
    const pick = (camera) => { this.wish.camera = camera; fill(this.said); this.changed(); };
    const cards = KINDS.map(([value, picture]) =>
      el("label", { class: "kind" }, el("input", { type: "radio", name: "camera", value, checked: value === this.wish.camera, onchange: () => pick(value) }),
        icon(picture, 28), el("span", { class: "words" }, el("strong", {}, t(`watch.camera.${value}`)), el("span", { class: "soft small" }, t(`watch.camera.${value}-text`)))));
    const more = { simulated: () => null, phone: () => this.#phone(), address: () => this.#address(), usb: () => this.#usb() }[this.wish.camera]?.();
    return [el("fieldset", { class: "kinds", "data-field": "camera" }, el("legend", { class: "only-heard" }, t("watch.setup.camera")), cards), more];
  }

  #phone() {
    const { t, about } = this.context;
    return el("div", { class: "more stack" }, el("p", {}, t("watch.camera.phone-how")),
      !about?.lan && el("p", { class: "note" }, icon("info", 20), el("span", {}, t("watch.camera.phone-lan"), " ", el("code", {}, "kibitz serve --lan"))));
  }

  #address() {
    const { t } = this.context;
    const url = el("output", { class: "url" }, this.address || t("watch.camera.no-address"));
    const typed = () => { url.value = this.address || t("watch.camera.no-address"); fill(this.said); start(); };
    const start = () => document.querySelector(".page-watch .start")?.toggleAttribute("disabled", !this.isReady);
    const host = el("input", { type: "text", id: "cam-host", value: this.host, maxlength: 300, placeholder: "192.168.1.20", spellcheck: "false", autocapitalize: "none", inputmode: "url", oninput: (event) => { this.host = event.target.value; typed(); } });
    const port = el("input", { type: "number", id: "cam-port", value: String(this.port), min: 1, max: 65535, oninput: (event) => { this.port = Number(event.target.value); typed(); } });
    return el("div", { class: "more stack" },
      el("div", { class: "address" },
        el("div", { class: "field", "data-field": "host" }, el("label", { for: "cam-host" }, t("watch.camera.host")), host),
        el("div", { class: "field", "data-field": "port" }, el("label", { for: "cam-port" }, t("watch.camera.port")), port)),
      el("p", { class: "small" }, el("span", { class: "soft" }, t("watch.camera.url"), " "), url),
      this.#tester(() => this.address));
  }

  #usb() {
    const { t } = this.context;
    if (!this.usb.length) return el("div", { class: "more" }, el("p", { class: "note" }, icon("info", 20), el("span", {}, t("watch.camera.no-usb"))));
    const one = ({ source, name }) => el("label", { class: "switch" },
      el("input", { type: "radio", name: "usb", class: "plain", value: source, checked: source === this.wish.usb, onchange: () => { this.wish.usb = source; fill(this.said); this.changed(); } }),
      el("span", {}, name || t("watch.camera.number", { number: Number(source.slice(4)) + 1 })));
    return el("div", { class: "more stack" }, el("div", { "data-field": "usb" }, this.usb.map(one)), this.#tester(() => this.wish.usb));
  }

  #tester(source) {
    const { t } = this.context;
    return [el("div", { class: "buttons" }, el("button", { type: "button", class: "try", onclick: (event) => this.#try(event.currentTarget, source()) }, icon("camera", 20), t("watch.camera.test"))), this.said];
  }

  /** Ask the camera for a picture, and show it. */
  async #try(button, source) {
    const { t, api } = this.context;
    if (!source) return;
    button.disabled = true;
    this.#tell("clock", t("watch.camera.testing"), "");
    try {
      const { ok, width, height, message, picture } = await api.post("/api/cameras/test", { source });
      if (ok) this.#tell("check", t("watch.camera.works", { width, height }), "good", picture);
      else this.#tell("alert", message, "bad");
    } catch (error) {
      this.#tell("alert", error.message, "bad");
    }
    button.disabled = false;
  }

  #tell(sign, text, kind, picture = null) {
    this.said.className = `said ${kind}`;
    fill(this.said, el("p", {}, icon(sign, 20), el("span", {}, text)), picture && el("img", { class: "preview", src: `data:image/jpeg;base64,${picture}`, alt: t0(this.context) }));
  }

  /** Remember the address for the next time. */
  async keep() {
    if (this.wish.camera !== "address" || this.host.includes("://")) return;
    await this.context.api.put("/api/preferences", { camera_host: this.host.trim(), camera_port: this.port || 8080 });
  }
}

const t0 = ({ t }) => t("watch.camera.preview");
