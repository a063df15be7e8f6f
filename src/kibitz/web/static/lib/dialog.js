/** Questions in native dialogs, passing notices, and errors in one sentence. */

import { el, fill } from "/lib/dom.js";
import { icon } from "/lib/icons.js";

let t = (key) => key;

/** Give the dialogs their words. */
export function useTexts(texts) {
  t = texts;
}

/**
 * Ask something; resolves with the value of the button pressed, or null when the dialog was left by Esc.
 * @param {{title: string, text?: string, body?: Node, className?: string,
 *   buttons: {label: string, value: any, kind?: string, icon?: string}[]}} question
 */
export function ask({ title, text, body, buttons, className = "" }) {
  return new Promise((resolve) => {
    let answer = null;
    const dialog = /** @type {HTMLDialogElement} */ (
      el("dialog", { class: `card dialog ${className}`, "aria-labelledby": "dialog-title" })
    );
    const made = buttons.map((button) =>
      el(
        "button",
        {
          type: "button",
          class: button.kind ?? "",
          "data-value": String(button.value),
          onclick: () => {
            answer = button.value;
            dialog.close();
          },
        },
        button.icon && icon(button.icon),
        button.label,
      ),
    );
    dialog.append(
      el("h2", { id: "dialog-title" }, title),
      text ? el("p", {}, text) : "",
      body ?? "",
      el("div", { class: "buttons" }, made),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(answer);
    });
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    document.body.append(dialog);
    dialog.showModal();
    const first = ["[autofocus]", "input", ".primary", "button"].map((one) => dialog.querySelector(one)).find(Boolean);
    /** @type {HTMLElement|undefined} */ (first)?.focus();
  });
}

/** Yes or no. @returns {Promise<boolean>} */
export async function confirmed(title, text, yes = t("common.yes"), no = t("common.no"), kind = "primary") {
  const buttons = [
    { label: no, value: false },
    { label: yes, value: true, kind },
  ];
  return Boolean(await ask({ title, text, buttons }));
}

/** A line of text, or null. @returns {Promise<string|null>} */
export async function askText(title, label, value = "", longest = 100) {
  const input = /** @type {HTMLInputElement} */ (
    el("input", { type: "text", value, maxlength: longest, autofocus: true, id: "dialog-text" })
  );
  const body = el("div", { class: "field" }, el("label", { for: "dialog-text" }, label), input);
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault(); // else the key goes on to whatever gets the focus back
    /** @type {HTMLElement} */ (input.closest("dialog")?.querySelector(".primary"))?.click();
  });
  const buttons = [
    { label: t("common.cancel"), value: false },
    { label: t("common.ok"), value: true, kind: "primary" },
  ];
  return (await ask({ title, body, buttons })) ? input.value.trim() : null;
}

/** A notice that goes by itself; an action may be offered (undo). */
export function toast(text, { kind = "info", action = null, seconds = 5 } = {}) {
  const host = document.getElementById("toasts");
  if (!host) return;
  const note = el(
    "div",
    { class: `toast ${kind}`, role: kind === "error" ? "alert" : "status" },
    icon(kind === "error" ? "alert" : "info"),
    el("span", {}, text),
  );
  const gone = () => note.remove();
  if (action)
    note.append(
      el(
        "button",
        {
          type: "button",
          class: "quiet",
          onclick: () => {
            gone();
            action.run();
          },
        },
        action.label,
      ),
    );
  note.append(
    el(
      "button",
      { type: "button", class: "icon-only quiet", "aria-label": t("common.close"), onclick: gone },
      icon("close"),
    ),
  );
  const same = [...host.children].find((other) => other.textContent === note.textContent);
  if (same) same.remove();
  host.append(note);
  setTimeout(gone, seconds * 1000);
}

/** An error in one sentence, wherever it came from. */
export function showError(error) {
  if (error?.name === "AbortError") return;
  if (!error?.code) console.error(error);
  toast(error?.code ? error.message : t("common.unexpected"), { kind: "error", seconds: 8 });
}

/** Show an error in the place where the answer should have been, with a way to try again. */
export function errorCard(element, error, again) {
  fill(
    element,
    el(
      "div",
      { class: "card error-card", role: "alert" },
      icon("alert"),
      el("p", {}, error?.message ?? String(error)),
      again ? el("button", { type: "button", onclick: again }, t("common.again")) : "",
    ),
  );
}
