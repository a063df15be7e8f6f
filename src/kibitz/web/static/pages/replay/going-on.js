/** Going on from a position of a kept game: as a new game, between people or against a bot. */

import { ask } from "/lib/dialog.js";

const USUAL_LEVELS = ["medium", "easy", "hard"];

export async function goOn({ t, api, go, kept, game, ply }) {
  const buttons = [
    { label: t("archive.go-on.people"), value: "people", kind: "primary", icon: "person" },
    { label: t("archive.go-on.as-first"), value: "first", icon: "bot" },
    { label: t("archive.go-on.as-second"), value: "second", icon: "bot" },
  ];
  const choice = await ask({ title: t("archive.go-on.title"), text: t("archive.go-on.text", { step: ply }), buttons, className: "go-on" });
  if (!choice) return;
  const names = game.levels.map((level) => level.name);
  const level = USUAL_LEVELS.find((name) => names.includes(name)) ?? names.at(-1);
  const seat = (name) => (choice === "people" || choice === name ? { kind: "person" } : { kind: "bot", level });
  const { table } = await api.post("/api/tables", { game: game.name, from_archive: { id: kept.summary.id, ply }, players: { first: seat("first"), second: seat("second") }, language: t.language, delay_ms: choice === "people" ? 0 : 400 });
  await go(`/play/${table.id}`);
}
