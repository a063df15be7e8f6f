/** Fields of forms: one of a few, one of many, yes or no. */

import { el } from "/lib/dom.js";

let count = 0;

/** One of a few, all in sight. @param {{value: string, label: string, picture?: Node}[]} choices */
export function segments(legend, name, choices, chosen, onChange) {
  const group = `${name}-${++count}`;
  return el(
    "fieldset",
    { class: "field", "data-field": name },
    el("legend", { class: "label" }, legend),
    el(
      "div",
      { class: "segments" },
      choices.map(({ value, label, picture }) =>
        el(
          "label",
          {},
          el("input", {
            type: "radio",
            name: group,
            value,
            checked: value === chosen,
            onchange: () => onChange(value),
          }),
          el("span", {}, picture ?? "", label),
        ),
      ),
    ),
  );
}

/** One of many. @param {{value: string, label: string}[]} choices */
export function select(label, name, choices, chosen, onChange, hint = null) {
  const id = `${name}-${++count}`;
  const options = choices.map((choice) =>
    el("option", { value: choice.value, selected: choice.value === chosen }, choice.label),
  );
  return el(
    "div",
    { class: "field", "data-field": name },
    el("label", { for: id }, label),
    el("select", { id, name, onchange: (event) => onChange(event.target.value) }, options),
    hint,
  );
}

/** A line of text. */
export function text(label, name, value, onInput, { longest = 60, placeholder = "", hint = null } = {}) {
  const id = `${name}-${++count}`;
  return el(
    "div",
    { class: "field", "data-field": name },
    el("label", { for: id }, label),
    el("input", {
      id,
      name,
      type: "text",
      value,
      maxlength: longest,
      placeholder,
      autocomplete: "off",
      oninput: (event) => onInput(event.target.value),
    }),
    hint,
  );
}

/** Yes or no. */
export function toggle(label, name, checked, onChange, hint = "") {
  return el(
    "label",
    { class: "switch", "data-field": name },
    el("input", {
      type: "checkbox",
      role: "switch",
      name,
      checked,
      onchange: (event) => onChange(event.target.checked),
    }),
    el("span", {}, label, hint && el("span", { class: "soft small hint-line" }, hint)),
  );
}
