// Moves the board under one finger, and tells a tap from a drag.
{
  const SLIP = 9; // pixels a finger may slip and still tap
  const view = document.querySelector("[data-board]");
  const down = new Map();
  let dragged = false;

  const move = (event) => {
    const before = down.get(event.pointerId);
    if (!before) return;
    const far = Math.hypot(event.clientX - before.startX, event.clientY - before.startY);
    if (far > SLIP || down.size > 1) dragged = true;
    if (dragged && down.size === 1) {
      view.scrollLeft -= event.clientX - before.clientX;
      view.scrollTop -= event.clientY - before.clientY;
    }
    down.set(event.pointerId, Object.assign(before, { clientX: event.clientX, clientY: event.clientY }));
    if (down.size === 2) view.dispatchEvent(new CustomEvent("board:pinch", { detail: [...down.values()] }));
  };

  const up = (event) => {
    if (!down.delete(event.pointerId)) return;
    if (!dragged && event.type === "pointerup" && event.button === 0)
      view.dispatchEvent(new CustomEvent("board:tap", { detail: event }));
    if (!down.size) dragged = false;
    view.dispatchEvent(new CustomEvent("board:lift"));
  };

  view?.classList.add("steered");
  view?.addEventListener("pointerdown", (event) => {
    // A finger that touches the bar of the view itself scrolls as ever.
    if (event.target === view && event.offsetY > view.clientHeight) return;
    const { clientX, clientY } = event;
    down.set(event.pointerId, { clientX, clientY, startX: clientX, startY: clientY });
    if (event.pointerType !== "mouse") view.setPointerCapture(event.pointerId);
  });
  // Before anybody else, who might move the board in answer.
  for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, up, true);
  addEventListener("pointermove", move);
}
