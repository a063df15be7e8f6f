/** The phone as camera: its browser sends JPEG pictures, each acknowledged before the next. */

import { el, fill } from "/lib/dom.js";
import { icon } from "/lib/icons.js";
import { likelyLanguage, loadTexts } from "/lib/texts.js";
import { prefs } from "/lib/prefs.js";
import { Sender } from "/pages/phone/sender.js";

const SIZES = { small: [640, 480], medium: [1280, 720], large: [1920, 1080] };
const EVERY_MS = 66; // fifteen pictures a second: the referee looks at ten
const QUALITY = 0.82;

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const query = new URLSearchParams(location.search);

async function start() {
  const t = await loadTexts(prefs.get("language") || likelyLanguage());
  document.documentElement.lang = t.tag;
  document.title = t("phone.title");
  const table = query.get("table") ?? "";
  if (!/^[a-z0-9]{6,16}$/.test(table)) return void fill(main, el("div", { class: "welcome" }, el("h1", {}, t("phone.title")), el("p", {}, t("phone.no-table"))));
  new Phone(t, table).welcome();
}

class Phone {
  constructor(t, table) {
    Object.assign(this, { t, table });
    this.size = "medium";
    this.facing = "environment";
    this.video = /** @type {HTMLVideoElement} */ (el("video", { playsinline: true, muted: true, autoplay: true }));
    this.video.muted = true;
    this.canvas = document.createElement("canvas");
    this.chips = el("div", { class: "over", role: "status" });
    this.said = el("p", { class: "say soft small", role: "status" });
    this.sender = new Sender(table, { onAnswer: (answer) => this.#answered(answer), onLine: (isOpen) => this.#line(isOpen) });
    document.addEventListener("visibilitychange", () => !document.hidden && this.stream && this.#stayAwake());
  }

  /** Before the camera: one button; without https, single photographs. */
  welcome() {
    const { t } = this;
    const live = Boolean(navigator.mediaDevices?.getUserMedia);
    fill(main,
      el("div", { class: "stage" }, el("div", { class: "welcome" }, el("img", { src: "/icons/kibitz.svg", alt: "" }), el("h1", {}, t("phone.title")), el("p", {}, t("phone.lead")), !live && el("p", { class: "soft" }, t("phone.photo-hint")))),
      el("div", { class: "deck" },
        live && el("button", { type: "button", class: "primary", id: "start", onclick: () => this.begin() }, icon("camera"), t("phone.start")),
        this.#photoButton(live ? "" : "primary"), this.said));
    main.querySelector("button")?.focus();
  }

  /** A photograph by the phone's own camera: works without https, too. */
  #photoButton(kind) {
    const { t } = this;
    const input = /** @type {HTMLInputElement} */ (el("input", { type: "file", accept: "image/*", capture: "environment", class: "file", id: "photo" }));
    input.addEventListener("change", () => input.files?.[0] && this.#photo(input.files[0]));
    return [el("label", { class: `button ${kind}`, for: "photo" }, icon("camera", 20), t("phone.photo")), input];
  }

  async #photo(file) {
    const { t } = this;
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, 2400 / Math.max(bitmap.width, bitmap.height));
    Object.assign(this.canvas, { width: Math.round(bitmap.width * scale), height: Math.round(bitmap.height * scale) });
    this.canvas.getContext("2d")?.drawImage(bitmap, 0, 0, this.canvas.width, this.canvas.height);
    const answer = await this.sender.post(await this.#jpeg(0.88));
    this.said.textContent = answer?.ok ? t("phone.photo-sent") : (answer?.error?.message ?? t("phone.offline"));
  }

  async begin() {
    const { t } = this;
    try {
      const [width, height] = SIZES[this.size];
      this.stream?.getTracks().forEach((track) => track.stop());
      this.stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: { ideal: this.facing }, width: { ideal: width }, height: { ideal: height } } });
    } catch (error) {
      this.said.textContent = t(["NotFoundError", "OverconstrainedError"].includes(error.name) ? "phone.none" : "phone.denied");
      return;
    }
    this.video.srcObject = this.stream;
    await this.video.play().catch(() => {});
    if (!this.running) this.#show();
    this.#stayAwake();
    if (!this.running) this.#run();
  }

  #show() {
    const { t } = this;
    const size = el("select", { id: "size", "aria-label": t("phone.size"), onchange: (event) => { this.size = event.target.value; this.begin(); } }, Object.keys(SIZES).map((name) => el("option", { value: name, selected: name === this.size }, t(`phone.${name}`))));
    const other = el("button", { type: "button", onclick: () => { this.facing = this.facing === "environment" ? "user" : "environment"; this.begin(); } }, icon("swap", 20), t("phone.other"));
    fill(main, el("div", { class: "stage" }, this.video, this.chips), el("div", { class: "deck" }, el("div", { class: "row" }, size, other, el("button", { type: "button", class: "danger", onclick: () => this.stop() }, icon("close", 20), t("phone.stop"))), this.said));
    this.#chip("", t("phone.ready"));
  }

  stop() {
    this.running = false;
    this.stream?.getTracks().forEach((track) => track.stop());
    this.stream = null;
    this.lock?.release?.().catch(() => {});
    this.sender.close();
    this.welcome();
  }

  /** Send while the camera runs; a picture is taken only when the last one has arrived. */
  async #run() {
    this.running = true;
    this.sent = [];
    while (this.running) {
      const began = performance.now();
      if (this.video.videoWidth) await this.#one();
      await new Promise((resolve) => setTimeout(resolve, Math.max(4, EVERY_MS - (performance.now() - began))));
    }
  }

  async #one() {
    const { videoWidth: width, videoHeight: height } = this.video;
    if (this.canvas.width !== width || this.canvas.height !== height) Object.assign(this.canvas, { width, height });
    this.canvas.getContext("2d")?.drawImage(this.video, 0, 0);
    await this.sender.send(await this.#jpeg(QUALITY));
    this.sent = [...this.sent.filter((at) => performance.now() - at < 2000), performance.now()];
  }

  #jpeg(quality) {
    return new Promise((resolve) => this.canvas.toBlob(resolve, "image/jpeg", quality));
  }

  // --- how it stands

  #answered(answer) {
    const { t } = this;
    if (!answer.ok) return this.#chip("bad", answer.error?.message ?? t("phone.offline"));
    main.dataset.sent = String(Number(main.dataset.sent ?? 0) + 1);
    if (answer.found) this.#chip("good", t("phone.found"), "check");
    else this.#chip("warn", answer.reason ? t.maybe(`watch.reason.${answer.reason}`, answer.message) : t("phone.not-found"), "search");
    this.said.textContent = `${t("phone.sent", { fps: Math.round((this.sent?.length ?? 0) / 2) })} · ${t(this.lock ? "phone.awake" : "phone.asleep")}`;
  }

  #line(isOpen) {
    if (isOpen === null) {
      this.stop();
      this.said.textContent = this.t("phone.closed");
    } else if (!isOpen) this.#chip("bad", this.t("phone.offline"), "alert");
  }

  #chip(kind, text, picture = "camera") {
    const key = kind + text;
    if (key === this.chipKey) return;
    this.chipKey = key;
    fill(this.chips, el("span", { class: `chip ${kind}` }, icon(picture, 20), text));
  }

  /** A dark screen is a blind camera; the browser may refuse, and then the person is told. */
  async #stayAwake() {
    try {
      this.lock = await navigator.wakeLock?.request("screen");
      this.lock?.addEventListener("release", () => { this.lock = null; });
    } catch {
      this.lock = null;
    }
  }
}

start();
