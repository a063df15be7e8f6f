/** Choices and switches that remember what was chosen. */

import { el } from "/lib/dom.js";

/** One of several. @param {{name: string, label: string, options: any[][], value: string, onchange: (value: string) => void, hidden?: boolean}} wish */
export function choice({ name, label, options, value, onchange, hidden = false }) {
  const one = ([code, shown, picture]) => el("label", {}, el("input", { type: "radio", name, value: code, checked: code === value, onchange: () => onchange(code) }), el("span", {}, picture, shown));
  return el("fieldset", { class: "field" }, el("legend", { class: hidden ? "only-heard" : "" }, label), el("div", { class: `segments choose-${name}` }, options.map(one)));
}

/** Preferences that are on or off. */
export function switches({ t, prefs }, names) {
  const one = (name) => el("label", { class: "switch" },
    el("input", { type: "checkbox", id: `pref-${name}`, checked: Boolean(prefs.get(name)), onchange: (event) => prefs.set(name, event.target.checked) }),
    el("span", {}, t(`settings.switch.${name}`), t.has(`settings.switch-hint.${name}`) && el("small", { class: "soft hint" }, t(`settings.switch-hint.${name}`))));
  return el("div", { class: "switches" }, names.map(one));
}
