/** One kept game, step by step: board, moves, notes, analysis, downloads, and going on from any position. */

import { called } from "/pages/archive/card.js";
import { Analysis } from "/pages/replay/analysis.js";
import { facts } from "/pages/replay/facts.js";
import { goOn } from "/pages/replay/going-on.js";
import { listenToKeys } from "/pages/replay/keys.js";
import { MoveList, glyphOf, words } from "/pages/replay/moves.js";
import { Player } from "/pages/replay/player.js";
import { Board } from "/lib/board.js";
import { showError, toast } from "/lib/dialog.js";
import { withQuery } from "/lib/api.js";
import { el, fill } from "/lib/dom.js";
import { gameTitle } from "/lib/gamelist.js";
import { icon } from "/lib/icons.js";

export async function show(main, context) {
  const { t, api, params, prefs, setTitle, announce, query } = context;
  const kept = await api.get(`/api/archive/${Number(params.id) || 0}`);
  const game = await api.get("/api/game", { name: kept.summary.game });
  setTitle(called(t, kept.summary));
  const last = kept.steps.length - 1;

  const host = el("div", { class: "board-place" });
  const bar = el("div", { class: "eval-bar", hidden: true }, el("div", { class: "second" }), el("span", { class: "only-heard" }));
  const board = new Board(host, { game, texts: t, prefs, label: gameTitle(t, game.name, game.title) });
  const player = new Player(last, shown);
  const moves = new MoveList(kept, game, t, (ply) => player.go(ply));
  const analysis = new Analysis({ ...context, kept, side: (seat) => board.labels.side(seat), go: (ply) => player.go(ply), changed: () => { moves.mark(analysis.marks); shown(player.at); } });
  const note = el("div", { class: "notes", "aria-live": "polite" });
  const setup = el("input", { type: "text", readonly: true, class: "setup", id: "setup", "aria-label": t("archive.replay.position") });
  const where = el("span", { class: "where-at number", "aria-live": "off" });
  const address = location.pathname;
  let turned = false;
  let written = 0;

  function shown(ply, { animate = true } = {}) {
    const step = kept.steps[ply];
    const best = analysis.bestAt(ply);
    board.show({ ...step, turn: step.turn, legal: [], cells: [] }, { animate, arrows: best ? [{ path: best.path, kind: "best" }] : [] });
    moves.at(ply);
    analysis.at(ply);
    setup.value = step.setup;
    where.textContent = t("archive.replay.step", { step: ply, steps: last });
    painted(ply, step);
    buttons.first.disabled = buttons.back.disabled = ply === 0;
    buttons.forward.disabled = buttons.last.disabled = ply === last;
    clearTimeout(written);
    written = setTimeout(() => history.replaceState(null, "", `${address}?ply=${ply}`), 400);
  }

  function painted(ply, step) {
    const value = analysis.valueAt(ply);
    bar.hidden = value === null;
    if (value !== null) {
      bar.firstChild.style.setProperty("--second", `${Math.round(100 * (1 - value))}%`);
      bar.lastChild.textContent = analysis.said(value);
    }
    const told = step.notes.filter((text) => !glyphOf(text));
    fill(note, told.map((text) => el("p", {}, text)), analysis.sentence(ply) && el("p", { class: "judged" }, analysis.sentence(ply)), ply === last && ending());
    announce(step.move ? words(t, step) : step.placed ? t("archive.replay.placed") : t("archive.replay.start"));
  }

  function ending() {
    if (!kept.outcome) return null;
    const reason = t.maybe(`outcome.${kept.outcome.reason}`, kept.outcome.reason);
    const text = kept.outcome.winner ? t("ruling.won", { seat: t(`seat.${kept.outcome.winner}`), reason }) : t("ruling.drawn", { reason });
    return el("p", { class: "ending" }, icon("flag", 18), text);
  }

  const button = (name, label, run) => el("button", { type: "button", class: "icon-only", id: `go-${name}`, title: label, "aria-label": label, onclick: run }, icon(name));
  const buttons = {
    first: button("first", t("archive.replay.first"), () => player.go(0)),
    back: button("back", t("archive.replay.back"), () => player.step(-1)),
    play: button("play", t("archive.replay.play"), () => player.toggle()),
    forward: button("forward", t("archive.replay.forward"), () => player.step(1)),
    last: button("last", t("archive.replay.last"), () => player.go(last)),
  };
  const speed = el("button", { type: "button", id: "speed", class: "quiet number", title: t("archive.replay.speed"), onclick: () => { player.faster(); paintPlay(); } });
  const flip = button("flip", t("archive.replay.flip"), () => { turned = !turned; board.flip(turned); });

  function paintPlay() {
    const label = t(player.running ? "archive.replay.pause" : "archive.replay.play");
    fill(buttons.play, icon(player.running ? "pause" : "play"));
    buttons.play.title = label;
    buttons.play.setAttribute("aria-label", label);
    speed.textContent = t("archive.replay.seconds", { seconds: player.seconds.toLocaleString(t.tag) });
    speed.setAttribute("aria-label", `${t("archive.replay.speed")}: ${speed.textContent}`);
  }
  player.onChange = paintPlay;

  const copy = async () => {
    await navigator.clipboard?.writeText(setup.value).catch(() => setup.select());
    toast(t("common.copied"));
  };
  const goingOn = el("button", { type: "button", class: "primary", id: "go-on", onclick: () => goOn({ ...context, kept, game, ply: player.at }).catch(showError) }, icon("play"), t("archive.replay.go-on"));

  main.append(el("div", { class: "replay" },
    el("div", { class: "front stack" },
      el("div", { class: "table" }, bar, host),
      el("div", { class: "controls row", role: "group", "aria-label": t("archive.replay.controls") }, buttons.first, buttons.back, buttons.play, buttons.forward, buttons.last, speed, flip, where)),
    el("div", { class: "side stack" },
      facts({ ...context, kept, game, ply: () => player.at }),
      el("section", { class: "card moves-card stack" }, el("h2", {}, t("archive.replay.moves")), moves.element, note),
      analysis.element,
      el("section", { class: "card stack" },
        el("div", { class: "field" }, el("label", { for: "setup" }, t("archive.replay.position")), el("div", { class: "row nowrap" }, setup, el("button", { type: "button", class: "icon-only", "aria-label": t("archive.replay.copy"), title: t("archive.replay.copy"), onclick: copy }, icon("copy")))),
        el("div", { class: "buttons" }, context.about?.role !== "spectator" && goingOn, elsewhere("to-test", "test", t("archive.replay.to-test"), () => ["/test", { game: game.name, setup: setup.value }]), elsewhere("same", "search", t("archive.replay.same"), () => ["/archive", { game: game.name, position: setup.value }]))))));

  /** A link that takes the position shown along. */
  function elsewhere(id, sign, label, place) {
    const follow = (event) => { event.preventDefault(); event.stopPropagation(); context.go(withQuery(...place())); };
    return el("a", { class: "button", id, href: withQuery(...place()), onclick: follow }, icon(sign), label);
  }

  const silence = listenToKeys(host, { step: (by) => player.step(by), go: (end) => player.go(end ? last : 0), flip: () => flip.click() });
  paintPlay();
  const from = query.ply === undefined ? (kept.outcome ? 0 : last) : Math.min(last, Number(query.ply) || 0);
  player.at = from;
  shown(from, { animate: false });
  await analysis.look().catch(() => {});
  return () => { clearTimeout(written); player.pause(); silence(); analysis.leave(); board.destroy(); };
}
