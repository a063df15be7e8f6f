/** Elements from data: `el("button", {class: "primary", onclick: go}, icon, "Go")`. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} tag
 * @param {Record<string, any>} [attributes] `on...` are listeners, `class`, `dataset`; false and null are left out
 * @param {...any} children nodes, texts, lists of them; false and null are left out
 * @returns {HTMLElement}
 */
export function el(tag, attributes = {}, ...children) {
  return /** @type {HTMLElement} */ (filled(document.createElement(tag), attributes, children));
}

/** The same for SVG elements. @returns {SVGElement} */
export function svg(tag, attributes = {}, ...children) {
  return /** @type {SVGElement} */ (filled(document.createElementNS(SVG, tag), attributes, children));
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) set(element, name, value);
  element.append(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

function set(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else if (name === "dataset") Object.assign(element.dataset, value);
  else if (name === "value" || name === "checked" || name === "disabled") element[name] = value;
  else element.setAttribute(name, value === true ? "" : String(value));
}

/** Replace all that an element holds. */
export function fill(element, ...children) {
  element.replaceChildren(
    ...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/** Whether keys pressed now are meant for a text, a choice or a dialog, and so are not ours. */
export function isTyping(event) {
  const at = event.target;
  if (!(at instanceof Element)) return false;
  return Boolean(
    at.closest("dialog, textarea, select, [contenteditable], input:not([type=checkbox], [type=radio], [type=button])"),
  );
}
