// Brings the board closer: by two fingers, a double tap, the wheel, or the buttons beside it.
{
  const MOST = 5;
  // How much of a board's height the view shows at first: all of most boards, but a tall one is not made to fit,
  // or a finger would not find its routes.
  const OPENING = 494;
  const view = document.querySelector("[data-board]");
  let zoom = 1, apart = 0, tapped = null;

  // The point of the board under x, y stays there.
  const to = (wanted, x, y) => {
    const svg = view.querySelector("svg"), before = svg.getBoundingClientRect();
    zoom = Math.min(MOST, Math.max(1, wanted));
    view.style.setProperty("--zoom", zoom);
    const after = svg.getBoundingClientRect(), grown = after.width / before.width;
    view.scrollLeft += (x - before.left) * grown + after.left - x;
    view.scrollTop += (y - before.top) * grown + after.top - y;
  };

  const buttons = document.querySelector("[data-zooms]");
  if (buttons) buttons.hidden = false;
  buttons?.addEventListener("click", ({ target }) => {
    const { left, top, width, height } = view.getBoundingClientRect();
    if (target.dataset.zoom) to(zoom * target.dataset.zoom, left + width / 2, top + height / 2);
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

  const again = ({ timeStamp, clientX, clientY }) =>
    tapped && timeStamp - tapped.timeStamp < 350 && Math.hypot(clientX - tapped.clientX, clientY - tapped.clientY) < 24;
  const tap = ({ timeStamp, clientX, clientY }) => {
    const twice = again({ timeStamp, clientX, clientY });
    if (twice) to(zoom < 2 ? 2.2 : 1, clientX, clientY);
    tapped = twice ? null : { timeStamp, clientX, clientY };
  };
  view?.addEventListener("board:tap", ({ detail }) => tap(detail));
  // Where the whole board has room it is shown whole.
  const roomy = matchMedia("(min-width: 64rem) and (orientation: landscape)");
  document.addEventListener("DOMContentLoaded", () => {
    const svg = view?.querySelector("svg");
    if (!svg || roomy.matches) return;
    const { left, top, width, height } = view.getBoundingClientRect();
    to(svg.viewBox.baseVal.height / OPENING, left + width / 2, top + height / 2);
  });

  // The first of two taps brings up rows, maybe just there: the second is still for the board and claims nothing.
  addEventListener("click", (event) => {
    if (!view || view.contains(event.target) || !again(event)) return;
    event.preventDefault();
    event.stopPropagation();
    tap(event);
  }, true);
}
