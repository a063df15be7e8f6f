/** A choice among games, by family. */

import { el } from "/lib/dom.js";
import { gameTitle as titled } from "/lib/titles.js";

/** A game in words. */
export function gameTitle(t, name, fallback = name) {
  return titled(t, { name, title: fallback });
}

/**
 * A choice among games, by family.
 * @param {{t: any, games: any[], chosen?: string, id: string, any?: string, onchange: (name: string) => void}} options
 * `any` is the text of a choice of all games; then whole families can be chosen, too
 */
export function gameSelect({ t, games, chosen = "", id, any = "", onchange }) {
  const families = [...new Set(games.map((game) => game.family))];
  const option = (value, text) => el("option", { value, selected: value === chosen }, text);
  const group = (family) => {
    const own = games.filter((game) => game.family === family);
    const all = any && own.length > 1 ? [option(family, t.maybe(`games.family.${family}`, family))] : [];
    return el("optgroup", { label: t.maybe(`games.family.${family}`, family) }, all, own.map((game) => option(game.name, gameTitle(t, game.name, game.title))));
  };
  return el("select", { id, onchange: (event) => onchange(event.target.value) }, any ? option("", any) : null, families.map(group));
}
