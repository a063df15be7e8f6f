/** Play on screen: choose what and against whom, then the game. */

export async function show(main, context) {
  const { params, t, setTitle } = context;
  setTitle(t("play.title"));
  if (params.id) {
    const { showGame } = await import("/pages/play/game.js");
    return showGame(main, context, params.id);
  }
  const { showSetup } = await import("/pages/play/setup.js");
  return showSetup(main, context);
}
