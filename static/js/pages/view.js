// How the board lies in its view: moved by one finger, brought closer by two, and what a tap is.

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

// Brings the board closer: by two fingers, a double tap, the wheel, or buttons.
{
  const MOST = 5, NEARLY = 1.005; // two sizes so near are one
  // The height that the view shows at first: a tall board is not made to fit, or a finger would not find its
  // routes.
  const OPENING = 494;
  const view = document.querySelector("[data-board]");
  let zoom = 1, apart = 0, tapped = null;

  const svg = () => view.querySelector("svg");
  const middle = () => {
    const { left, top, width, height } = view.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };

  // At which all of the board has room in the view.
  const least = () => {
    const { width, height } = svg().getBoundingClientRect();
    return zoom * Math.min(view.clientWidth / width, view.clientHeight / height);
  };

  // All of it, or as near as at first where all of it is shown already.
  const fit = () => to(view.classList.contains("whole") ? opening() : least(), ...middle());
  const opening = () => (roomy.matches ? 1 : Math.max(1, svg().viewBox.baseVal.height / OPENING));

  // A place of the board comes to where nothing lies over it.
  const bring = (wanted, place) => {
    to(wanted, ...middle());
    const { x, y } = place.matrixTransform(svg().getScreenCTM()), all = view.getBoundingClientRect();
    const cover = parseFloat(view.style.getPropertyValue("--cover")) || 0;
    view.scrollLeft += x - (all.left + all.width / 2);
    view.scrollTop += y - (all.top + (all.height - cover) / 2);
  };

  // The point of the board under x, y stays there.
  const to = (wanted, x, y) => {
    const before = svg().getBoundingClientRect(), all = least();
    zoom = Math.min(MOST, Math.max(Math.min(1, all), wanted));
    const isWhole = zoom <= all * NEARLY;
    whole?.setAttribute("aria-pressed", isWhole);
    view.classList.toggle("whole", isWhole);
    view.style.setProperty("--zoom", zoom);
    const after = svg().getBoundingClientRect(), grown = after.width / before.width;
    view.scrollLeft += (x - before.left) * grown + after.left - x;
    view.scrollTop += (y - before.top) * grown + after.top - y;
  };

  const buttons = document.querySelector("[data-zooms]"), whole = buttons?.querySelector("[data-whole]");
  if (buttons) buttons.hidden = false;
  buttons?.addEventListener("click", ({ target }) => {
    if (target.closest("[data-whole]")) fit();
    else if (target.dataset.zoom) to(zoom * target.dataset.zoom, ...middle());
  });

  view?.addEventListener("wheel", (event) => {
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
    event.preventDefault();
    to(zoom * Math.exp(-event.deltaY / 400), event.clientX, event.clientY);
  }, { passive: false });

  view?.addEventListener("board:pinch", ({ detail: [a, b] }) => {
    const now = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    if (apart) to((zoom * now) / apart, (a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2);
    apart = now;
  });
  view?.addEventListener("board:lift", () => (apart = 0));

  const met = (x, y) => new DOMPoint(x, y).matrixTransform(svg().getScreenCTM().inverse());
  const again = ({ timeStamp, clientX, clientY }) =>
    tapped && timeStamp - tapped.timeStamp < 350
      && Math.hypot(clientX - tapped.clientX, clientY - tapped.clientY) < 24;
  const tap = ({ timeStamp, clientX, clientY }) => {
    const twice = again({ timeStamp, clientX, clientY });
    // The rows that the first tap brings up may move the board, so what was meant is the place that it met.
    if (twice) bring(zoom < 2 ? 2.2 : 1, tapped.place);
    tapped = twice ? null : { timeStamp, clientX, clientY, place: met(clientX, clientY) };
  };
  view?.addEventListener("board:tap", ({ detail }) => tap(detail));
  // Where the whole board has room it is shown whole.
  const roomy = matchMedia("(min-width: 64rem) and (orientation: landscape)");
  document.addEventListener("DOMContentLoaded", () => {
    const svg = view?.querySelector("svg");
    if (!svg || roomy.matches) return;
    const { left, top, width, height } = view.getBoundingClientRect();
    to(opening(), left + width / 2, top + height / 2);
  });

  // The first of two taps may bring up rows just there: the second is still for the board and claims nothing.
  addEventListener("click", (event) => {
    if (!view || view.contains(event.target)) return;
    if (!again(event)) return (tapped = null); // who taps elsewhere in between means another tap
    event.preventDefault();
    event.stopPropagation();
    tap(event);
  }, true);
}
