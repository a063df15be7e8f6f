/** Watch a real board: choose game and camera, then follow it. */

import { showError } from "/lib/dialog.js";

export async function show(main, context) {
  const { params, query, t, setTitle, go, about } = context;
  setTitle(t("watch.title"));
  if (params.id) {
    const { showTable } = await import("/pages/watch/table.js");
    return showTable(main, context, params.id);
  }
  if (about?.role === "spectator") return void (await go("/wall", { replace: true }));
  if (query.demo) return demo(context, query.game || "draughts/poznan");
  const { showSetup } = await import("/pages/watch/setup.js");
  return showSetup(main, context);
}

/** The simulated table at once: what a newcomer is shown first. */
async function demo({ api, go, t }, game) {
  try {
    const { table } = await api.post("/api/tables", { game, camera: { source: "simulated" }, language: t.language });
    await go(`/watch/${table.id}`, { replace: true });
  } catch (error) {
    showError(error);
    await go("/watch", { replace: true });
  }
}
