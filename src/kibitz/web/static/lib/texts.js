/** All words of the pages, in the language chosen: `t("play.turn", {seat})`, `t.plural("play.moves", 3)`. */

import { api } from "/lib/api.js";

/**
 * @typedef {((key: string, values?: Record<string, any>) => string)
 *   & {plural: Function, has: Function, maybe: Function, language: string, tag: string}} Texts
 */

/** The language tag that browsers know for each of ours. */
export const TAGS = { en: "en", pl: "pl", sr: "sr-Latn", "sr-Cyrl": "sr-Cyrl" };
export const LANGUAGES = { en: "English", pl: "Polski", sr: "Srpski", "sr-Cyrl": "Српски" };

/** The language a newcomer most likely reads. */
export function likelyLanguage(wanted = navigator.languages ?? [navigator.language]) {
  for (const tag of wanted) {
    const [short] = tag.toLowerCase().split("-");
    if (["sr", "hr", "bs", "sh", "cnr"].includes(short)) return /cyrl|^sr(-rs)?$/i.test(tag) ? "sr-Cyrl" : "sr";
    if (short in LANGUAGES) return short;
  }
  return "en";
}

/** @param {string} language @returns {Promise<Texts>} */
export async function loadTexts(language) {
  const { texts } = await api.get("/api/texts", { language });
  return makeTexts(language, texts);
}

/** @param {string} language @param {Record<string, string>} texts @returns {Texts} */
export function makeTexts(language, texts) {
  const rules = new Intl.PluralRules(TAGS[language] ?? "en");
  const t = (key, values = {}) => (key in texts ? filledIn(texts[key], values) : missing(key));
  return Object.assign(t, {
    language,
    tag: TAGS[language] ?? "en",
    has: (key) => key in texts,
    maybe: (key, otherwise, values = {}) => (key in texts ? filledIn(texts[key], values) : otherwise),
    plural: (key, count, values = {}) => t(form(texts, key, rules.select(count)), { count, ...values }),
  });
}

function form(texts, key, wanted) {
  return [wanted, "other", "many"].map((each) => `${key}.${each}`).find((each) => each in texts) ?? key;
}

function filledIn(text, values) {
  return text.replace(/\{(\w+)\}/g, (all, name) => (name in values ? String(values[name]) : all));
}

function missing(key) {
  console.warn(`no text for ${key}`);
  return key;
}
