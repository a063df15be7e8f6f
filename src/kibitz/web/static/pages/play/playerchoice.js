/** The second half of the form: who plays, on which side, how strong, and how it feels at the board. */

import { el } from "/lib/dom.js";
import { icon } from "/lib/icons.js";
import { levelAbout } from "/lib/titles.js";
import { segments, select, text, toggle } from "/pages/play/fields.js";
import { levelOf } from "/pages/play/wish.js";

/** Who plays, in the order of the keys 1, 2, 3 (SPEC E1). */
export const AGAINST = ["person", "bot", "bots"];

export function players(form) {
  const { t } = form.context;
  const { wish } = form;
  const choices = AGAINST.map((value) => ({
    value,
    label: t(`play.setup.${value}`),
    picture: icon(value === "person" ? "person" : "bot", 20),
  }));
  const seated = { person: twoPeople, bot: againstBot, bots: twoBots }[wish.against];
  return [
    el("h2", {}, t("play.setup.players")),
    segments(t("play.setup.who"), "against", choices, wish.against, (against) => form.set({ against })),
    el("p", { class: "soft small keys-hint" }, t("play.setup.keys")),
    seated(form),
  ];
}

function twoPeople(form) {
  const { t } = form.context;
  const { names } = form.wish;
  const field = (seat) => {
    const label = t("play.setup.name", { side: form.labels.side(seat) });
    const keep = (name) => (names[seat] = name);
    return text(label, `name-${seat}`, names[seat], keep, { placeholder: t(`play.setup.${seat}`) });
  };
  const swap = () => form.set({ names: { first: names.second, second: names.first } });
  const button = el("button", { type: "button", class: "quiet", onclick: swap }, icon("swap"), t("play.setup.swap"));
  return [field("first"), button, field("second")];
}

function againstBot(form) {
  const { t } = form.context;
  const side = (value) => t(`play.setup.play-${value}`, { side: form.labels.side(value) });
  const choices = [
    { value: "first", label: side("first") },
    { value: "second", label: side("second") },
    { value: "lot", label: t("play.setup.lot") },
  ];
  const sides = segments(t("play.setup.side"), "seat", choices, form.wish.seat, (seat) => form.set({ seat }));
  return [sides, level(form, "second", t("play.setup.level"))];
}

function twoBots(form) {
  const label = (seat) => form.context.t("play.setup.level-of", { side: form.labels.side(seat) });
  return [level(form, "first", label("first")), level(form, "second", label("second"))];
}

function level(form, seat, label) {
  const { t } = form.context;
  const { levels } = form.game;
  const chosen = levelOf(form.wish, form.game, seat);
  const about = levels.find((one) => one.name === chosen);
  const choices = levels.map(({ name, title }) => ({ value: name, label: t.maybe(`games.level.${name}`, title) }));
  const choose = (name) => form.set({ level: { ...form.wish.level, [seat]: name } });
  const hint = el("span", { class: "hint" }, about ? levelAbout(t, about.description) : "");
  return select(label, `level-${seat}`, choices, chosen, choose, hint);
}

/** How it feels at the board; these are remembered for every game. */
export function manners(form) {
  const { t, prefs } = form.context;
  const keep = (name) => (value) => {
    prefs.set(name, value);
    form.paint();
  };
  const yes = (name, hint = "") => toggle(t(`play.setup.${name}`), name, prefs.get(name), keep(name), hint);
  return [
    el("h2", {}, t("play.setup.manners")),
    form.wish.against === "person" ? arrangement(form, keep("hotseat")) : pace(form),
    yes("confirm", t("play.setup.confirm-hint")),
    yes("sounds"),
    yes("speech"),
    yes("coordinates"),
  ];
}

function arrangement({ context: { t, prefs } }, choose) {
  const choices = ["fixed", "flip", "upside-down"].map((value) => ({ value, label: t(`play.hotseat.${value}`) }));
  return select(t("play.setup.hotseat"), "hotseat", choices, prefs.get("hotseat"), choose);
}

function pace(form) {
  const { t } = form.context;
  const choices = ["usual", "fast", "slow"].map((value) => ({ value, label: t(`play.speed.${value}`) }));
  return select(t("play.setup.speed"), "speed", choices, form.wish.speed, (speed) => form.set({ speed }));
}
