/** The camera picture on the page (SPEC A4): rings on recognised pieces, the raw picture while there is no board. */

import { el, fill } from "/lib/dom.js";
import { icon } from "/lib/icons.js";
import { Feed } from "/pages/watch/feed.js";
import { warp } from "/pages/watch/warp.js";

const WRONG = "#ff3b30";

export class CameraPicture {
  /** @param {{t: any, game: any, id: string, onSight?: (sight: any) => void, onCorners?: (corners: number[][]) => void}} options */
  constructor({ t, game, id, onSight = () => {}, onCorners = null }) {
    Object.assign(this, { t, game, onSight, onCorners });
    this.canvas = /** @type {HTMLCanvasElement} */ (el("canvas", { class: "picture", width: 1280, height: 720, role: "img", "aria-label": t("watch.picture.label") }));
    this.pen = this.canvas.getContext("2d");
    this.window = el("div", { class: "window" }, this.canvas);
    this.veil = el("div", { class: "veil", hidden: true });
    this.tools = el("div", { class: "tools" });
    this.root = el("figure", { class: "camera card" }, el("div", { class: "frame" }, this.window, this.veil), this.tools);
    this.sight = null;
    this.bitmap = null;
    this.isAbove = false;
    this.tapped = null;
    this.marked = [];
    this.canvas.addEventListener("pointerdown", (event) => this.#tap(event));
    this.resized = new ResizeObserver(() => this.#place());
    this.resized.observe(this.window);
    this.feed = new Feed(id, { onPicture: (bitmap, at) => this.#show(bitmap, at), onSight: (sight) => this.#saw(sight) });
    this.paintTools();
  }

  #saw(sight) {
    const had = Boolean(this.sight?.suggestion);
    this.sight = sight;
    if (had !== Boolean(sight.suggestion)) this.paintTools();
    this.onSight(sight);
  }

  #show(bitmap, at) {
    this.bitmap?.close();
    this.bitmap = bitmap;
    this.canvas.dataset.frames = String(this.feed.shown);
    this.canvas.dataset.lateMs = String(Math.round(Date.now() - at * 1000));
    if (!this.due) this.due = requestAnimationFrame(() => this.#draw());
  }

  #draw() {
    this.due = 0;
    if (!this.bitmap) return;
    const { width, height } = this.bitmap;
    if (this.canvas.width !== width || this.canvas.height !== height) Object.assign(this.canvas, { width, height });
    this.pen.drawImage(this.bitmap, 0, 0);
    if (this.sight?.size) this.#drawOver(width / this.sight.size[0]);
    this.#place();
  }

  #drawOver(scale) {
    const { pen, sight } = this;
    const line = this.#line(scale);
    if (this.tapped) return this.#drawTapped(scale, line);
    if (sight.suggestion && !sight.corners) this.#outline(sight.suggestion, scale, "#ffd54a", line, [12, 8]);
    if (sight.corners && !this.isAbove) this.#outline(sight.corners, scale, "#58c2b2cc", line / 1.5, []);
    for (const { cell, x, y, r, colour } of sight.rings) {
      pen.setLineDash([]);
      this.#circle(x * scale, y * scale, r * scale, "#ffffffb0", line * 2);
      this.#circle(x * scale, y * scale, r * scale, colour, line * 1.3);
      if (this.marked.includes(cell)) this.#circle(x * scale, y * scale, r * scale * 1.25, WRONG, line * 1.6, [8, 5]);
    }
  }

  /** A width in the picture that shows as about two pixels on the screen. */
  #line(scale) {
    const [[ax, ay], [bx, by]] = this.sight.corners ?? [[0, 0], [0, 0]];
    const across = this.isAbove && this.sight.corners ? Math.hypot(bx - ax, by - ay) * scale : this.canvas.width;
    return (1.6 * across) / Math.max(200, this.window.clientWidth);
  }

  #circle(x, y, r, colour, width, dash = []) {
    const { pen } = this;
    pen.setLineDash(dash);
    Object.assign(pen, { strokeStyle: colour, lineWidth: width });
    pen.beginPath();
    pen.arc(x, y, r, 0, 2 * Math.PI);
    pen.stroke();
  }

  #outline(points, scale, colour, width, dash) {
    const { pen } = this;
    pen.setLineDash(dash);
    Object.assign(pen, { strokeStyle: colour, lineWidth: width });
    pen.beginPath();
    points.forEach(([x, y], i) => pen[i ? "lineTo" : "moveTo"](x * scale, y * scale));
    pen.closePath();
    pen.stroke();
  }

  #drawTapped(scale, line) {
    const { pen, tapped, sight } = this;
    if (sight.suggestion) this.#outline(sight.suggestion, scale, "#ffd54a", line, [12, 8]);
    if (tapped.length > 1) this.#outline(tapped, scale, "#ffffff", line, []);
    tapped.forEach(([x, y], i) => {
      this.#circle(x * scale, y * scale, line * 6, "#ffffff", line * 3);
      this.#circle(x * scale, y * scale, line * 6, "#0e6a60", line * 1.5);
      Object.assign(pen, { fillStyle: "#ffffff", font: `700 ${line * 9}px sans-serif`, textAlign: "center", textBaseline: "middle" });
      pen.fillText(String(i + 1), x * scale, y * scale - line * 12);
    });
  }

  /** Raw, or warped so that the board fills the window. */
  #place() {
    const above = this.isAbove && this.sight?.corners && !this.tapped;
    const [wide, high] = above ? this.game.plan.size : [this.canvas.width, this.canvas.height];
    this.window.style.aspectRatio = `${wide} / ${high}`;
    this.window.classList.toggle("above", Boolean(above));
    const scale = this.sight?.size ? this.canvas.width / this.sight.size[0] : 1;
    const box = this.window.getBoundingClientRect();
    this.canvas.style.transform = above ? warp(this.sight.corners.map(([x, y]) => [x * scale, y * scale]), box.width, box.height) : "";
  }

  /** Cells to mark as wrong. */
  mark(cells) {
    this.marked = cells;
  }

  // --- four corners, for boards without marks

  paintTools() {
    const { t, onCorners } = this;
    const button = (name, picture, label, run, options = {}) => el("button", { type: "button", "data-do": name, onclick: run, ...options }, icon(picture, 18), label);
    if (this.tapped) {
      return fill(this.tools, el("span", { class: "say" }, t("watch.corners.tap", { count: this.tapped.length })),
        this.sight?.suggestion && button("suggestion", "check", t("watch.corners.suggestion"), () => this.#done(this.sight.suggestion), { class: "primary" }),
        button("cancel", "close", t("common.cancel"), () => this.#end()));
    }
    fill(this.tools,
      button("above", "board", t("watch.picture.above"), () => { this.isAbove = !this.isAbove; this.paintTools(); this.#place(); }, { "aria-pressed": String(this.isAbove) }),
      onCorners && this.sight?.suggestion && button("suggestion", "check", t("watch.corners.suggestion"), () => onCorners(this.sight.suggestion), { class: "primary" }),
      onCorners && button("corners", "edit", t("watch.corners.title"), () => this.#begin()),
      onCorners && this.hasCorners && button("marks", "undo", t("watch.corners.marks"), () => onCorners([])));
  }

  /** @param {boolean} tapped whether corners were tapped for this board */
  setCorners(tapped) {
    if (tapped === this.hasCorners) return;
    this.hasCorners = tapped;
    this.paintTools();
  }

  #begin() {
    this.tapped = [];
    this.root.classList.add("tapping");
    this.paintTools();
  }

  #end() {
    this.tapped = null;
    this.root.classList.remove("tapping");
    this.paintTools();
  }

  #tap(event) {
    if (!this.tapped || !this.sight?.size) return;
    event.preventDefault();
    const box = this.canvas.getBoundingClientRect();
    const [wide, high] = this.sight.size;
    this.tapped.push([((event.clientX - box.left) / box.width) * wide, ((event.clientY - box.top) / box.height) * high]);
    this.#draw();
    if (this.tapped.length === 4) this.#done(this.tapped);
    else this.paintTools();
  }

  #done(corners) {
    this.#end();
    this.onCorners(corners);
  }

  /** Words over the picture while there is none. */
  cover(...parts) {
    fill(this.veil, ...parts);
    this.veil.hidden = !parts.length;
    this.root.classList.toggle("covered", parts.length > 0);
  }

  close() {
    this.feed.close();
    this.resized.disconnect();
    cancelAnimationFrame(this.due);
    this.bitmap?.close();
    this.bitmap = null;
  }
}
