/** The shell: language, theme, the bar on top, and the page that the address names. */

import { api, sayWhenOffline } from "/lib/api.js";
import { confirmed, errorCard, showError, useTexts } from "/lib/dialog.js";
import { el, fill } from "/lib/dom.js";
import { icon } from "/lib/icons.js";
import { dress, prefs } from "/lib/prefs.js";
import { likelyLanguage, loadTexts } from "/lib/texts.js";
import { paintBar as drawBar } from "/lib/topbar.js";

/** @type {[RegExp, string][]} */
const PAGES = [
  [/^\/$/, "menu"],
  [/^\/play(?:\/(?<id>[^/]+))?$/, "play"],
  [/^\/watch(?:\/(?<id>[^/]+))?$/, "watch"],
  [/^\/archive$/, "archive"],
  [/^\/archive\/(?<id>[^/]+)$/, "replay"],
  [/^\/test$/, "sandbox"],
  [/^\/print$/, "print"],
  [/^\/settings$/, "settings"],
  [/^\/live\/(?<id>[^/]+)$/, "live"],
  [/^\/wall$/, "wall"],
];

let main = /** @type {HTMLElement} */ (document.getElementById("main"));
const bar = /** @type {HTMLElement} */ (document.getElementById("bar"));
const heard = /** @type {HTMLElement} */ (document.getElementById("heard"));
const offline = /** @type {HTMLElement} */ (document.getElementById("offline"));

let t;
let about = null;
let leave = null;
let mayLeave = null;
let shown = "";
let turnsOfPage = 0;

async function start() {
  dress();
  const [name] = found(location.pathname);
  Promise.all([import(`/pages/${name}.js`), style(name)]).catch(() => {}); // on its way while the texts come
  const known = api.get("/api/about").catch(() => null);
  await speak(prefs.get("language") || likelyLanguage());
  about = await known;
  prefs.on(changed);
  addEventListener("popstate", back);
  document.addEventListener("click", followed);
  document.addEventListener("kibitz-offline", () => connected(false));
  document.addEventListener("kibitz-online", () => connected(true));
  addEventListener("offline", () => connected(false));
  if (about && about.role === "") return stranger();
  await open(location.pathname + location.search);
  if ("serviceWorker" in navigator && isSecureContext) navigator.serviceWorker.register("/sw.js").catch(() => {});
}

/** Somebody without a link: only the operator's link or the spectators' one lets people in. */
function stranger() {
  paintBar("menu");
  fill(
    main,
    el("div", { class: "card stack" }, el("h1", {}, t("common.stranger")), el("p", {}, t("common.stranger-text"))),
  );
}

async function speak(language) {
  t = await loadTexts(language);
  useTexts(t);
  sayWhenOffline(t("common.offline-error"));
  document.documentElement.lang = t.tag;
}

async function changed(name, value) {
  dress();
  if (name !== "language") return paintBar();
  await speak(value || likelyLanguage());
  await open(shown, { keepPlace: true });
}

/** Go to a page of ours; a page with a running game asks first. */
export async function go(path, { replace = false } = {}) {
  if (mayLeave && !(await mayLeave())) return false;
  history[replace ? "replaceState" : "pushState"](null, "", path);
  await open(path);
  return true;
}

async function back() {
  if (mayLeave && !(await mayLeave())) {
    history.pushState(null, "", shown);
    return;
  }
  await open(location.pathname + location.search);
}

function followed(event) {
  const link = event.target instanceof Element && event.target.closest("a[href^='/']");
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (link.hasAttribute("download") || link.target || link.getAttribute("href").startsWith("/api/")) return;
  event.preventDefault();
  go(link.getAttribute("href"));
}

async function open(address, { keepPlace = false } = {}) {
  const turn = ++turnsOfPage;
  const url = new URL(address, location.origin);
  const [name, params] = found(url.pathname);
  await leaving();
  shown = address;
  if (!keepPlace) scrollTo(0, 0);
  try {
    const [page] = await Promise.all([import(`/pages/${name}.js`), style(name)]);
    if (turn !== turnsOfPage) return;
    stage(name);
    setTitle("");
    paintBar(name);
    const left = await page.show(main, context(url, params, turn));
    if (turn !== turnsOfPage) return done(left);
    leave = typeof left === "function" ? left : (left?.leave ?? null);
    mayLeave = left?.mayLeave ?? null;
  } catch (error) {
    if (turn === turnsOfPage) failed(error, address);
  }
  if (!main.contains(document.activeElement) && !keepPlace) main.focus({ preventScroll: true });
}

function done(left) {
  (typeof left === "function" ? left : left?.leave)?.();
}

/** Every page gets a place of its own: one that is left while it still loads paints where nobody looks. */
function stage(name) {
  const fresh = el("main", { id: "main", tabindex: -1, class: `page-${name}` });
  main.replaceWith(fresh);
  main = fresh;
}

async function leaving() {
  const last = leave;
  leave = mayLeave = null;
  try {
    await last?.();
  } catch (error) {
    console.error(error);
  }
}

function failed(error, address) {
  if (!error?.code) console.error(error);
  const message = t("common.page-failed", { path: address });
  errorCard(main, error?.code ? error : { message }, () => open(address));
}

/** @returns {[string, Record<string, string>]} */
function found(path) {
  for (const [pattern, name] of PAGES) {
    const match = pattern.exec(path);
    if (match) return [name, { ...match.groups }];
  }
  return ["lost", {}];
}

function context(url, params, turn) {
  const query = Object.fromEntries(url.searchParams);
  return {
    path: url.pathname,
    params,
    query,
    api,
    t,
    texts: t,
    prefs,
    go,
    setTitle: (title) => turn === turnsOfPage && setTitle(title),
    announce,
    about,
    showError,
    confirmed,
  };
}

const styles = new Map();

/** Each page brings its own sheet; it is there before the page shows. */
function style(name) {
  if (!styles.has(name))
    styles.set(
      name,
      new Promise((resolve) => {
        const link = el("link", {
          rel: "stylesheet",
          href: `/style/pages/${name}.css`,
          onload: resolve,
          onerror: resolve,
        });
        document.head.append(link);
      }),
    );
  return styles.get(name);
}

function setTitle(title) {
  document.title = title ? `${title} · Kibitz` : "Kibitz";
  const where = bar.querySelector(".where");
  if (where) where.textContent = title;
}

/** Say something to people who listen instead of looking. */
export function announce(text) {
  heard.textContent = heard.textContent === text ? `${text}\u00a0` : text;
}

function connected(isThere) {
  offline.hidden = isThere;
  if (!isThere) fill(offline, icon("lost", 20), t("common.offline"));
}

function paintBar(page = main.className.split(" ")[0].replace("page-", "")) {
  drawBar(bar, main, t, page);
}

start().catch((error) => {
  fill(main, el("div", { class: "card error-card", role: "alert" }, el("p", {}, error?.message ?? String(error))));
});
