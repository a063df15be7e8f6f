/** Left, Right, Home and End step through the game whatever was clicked last, except in text fields. */

const TEXT = "dialog, textarea, [contenteditable], input:not([type=checkbox], [type=radio], [type=button], [readonly])";

/** @param {Element} board cells reached by Tab keep their arrows; cells that were clicked do not */
export function listenToKeys(board, { step, go, flip }) {
  let walking = false;
  const pointer = () => { walking = false; };
  const focus = (event) => { walking = walking || (event.key === "Tab"); };
  const acts = { ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => go(false), End: () => go(true), f: flip, F: flip };
  const press = (event) => {
    focus(event);
    const act = acts[event.key];
    const target = event.target instanceof Element ? event.target : document.body;
    if (!act || event.ctrlKey || event.metaKey || event.altKey || target.closest(TEXT)) return;
    if (walking && board.contains(target) && event.key.length > 1) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  document.addEventListener("keydown", press, true);
  document.addEventListener("pointerdown", pointer, true);
  return () => {
    document.removeEventListener("keydown", press, true);
    document.removeEventListener("pointerdown", pointer, true);
  };
}
