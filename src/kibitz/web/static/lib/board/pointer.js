/** Mouse and finger: click and click, or drag; a shaky tap stays a tap. */

const FAR_ENOUGH_PX = 7;

/**
 * @param {SVGSVGElement} root
 * @param {{down: (cell: number) => boolean, tap: (cell: number) => void, drag: (point: [number, number], over: number|null) => void,
 *   drop: (cell: number|null) => void, hover: (cell: number|null) => void}} to `down` says whether the piece may be dragged
 * @returns {() => void} stops listening
 */
export function listenToPointer(root, to) {
  let held = null;

  const cellAt = (event) => {
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const cell = under instanceof Element && root.contains(under) ? under.closest("[data-cell]") : null;
    return cell ? Number(cell.getAttribute("data-cell")) : null;
  };
  const pointAt = (event) => {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(root.getScreenCTM().inverse());
    return /** @type {[number, number]} */ ([at.x, at.y]);
  };
  const down = (event) => {
    if (event.button !== 0 || held) return;
    const cell = cellAt(event);
    if (cell === null) return;
    event.preventDefault(); // the focus stays where it was: arrow keys go on stepping through the game
    held = { id: event.pointerId, cell, x: event.clientX, y: event.clientY, dragging: false, may: to.down(cell) };
  };
  const move = (event) => {
    if (!held) return event.pointerType === "mouse" && to.hover(cellAt(event));
    if (event.pointerId !== held.id || !held.may) return;
    if (!held.dragging && Math.hypot(event.clientX - held.x, event.clientY - held.y) < FAR_ENOUGH_PX) return;
    if (!held.dragging) root.setPointerCapture?.(held.id);
    held.dragging = true;
    to.drag(pointAt(event), cellAt(event));
  };
  const up = (event) => {
    if (!held || event.pointerId !== held.id) return;
    const was = held;
    held = null;
    const cell = cellAt(event);
    if (was.dragging) to.drop(cell);
    else if (cell === was.cell) to.tap(cell);
  };
  const lost = (event) => {
    if (held && event.pointerId === held.id) {
      const was = held;
      held = null;
      if (was.dragging) to.drop(null);
    }
  };
  const leave = () => !held && to.hover(null);
  /** @type {[string, (event: any) => void][]} */
  const pairs = [
    ["pointerdown", down],
    ["pointermove", move],
    ["pointerup", up],
    ["pointercancel", lost],
    ["pointerleave", leave],
  ];
  for (const [name, listener] of pairs) root.addEventListener(name, listener);
  return () => pairs.forEach(([name, listener]) => root.removeEventListener(name, listener));
}
