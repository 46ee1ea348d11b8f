// How the board lies in its view, what a tap on it is and asks, and small things beside it.
import { page } from "../offline.js";

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

// A tap on the board asks what it may mean; the rows never hide what is offered.
{
  const view = document.querySelector("[data-board]");
  const TWICE = 360; // ms: a second tap by then is a double tap, and claims nothing
  let place = null, tapped = 0, sure;

  view?.addEventListener("board:tap", ({ detail: { clientX, clientY } }) => {
    const matrix = view.querySelector("svg").getScreenCTM();
    place = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    const values = { x: place.x.toFixed(1), y: place.y.toFixed(1), scale: matrix.a.toFixed(3) };
    clearTimeout(sure);
    tapped = performance.now();
    const player = document.querySelector("#choice [data-player]")?.value;
    if (player) values.player = player;
    htmx.ajax("GET", view.dataset.board, { source: view, target: "#choice", swap: "outerHTML", values });
  });

  // Where the rows lie over the board, the board may be pushed up from under them, and what was tapped is.
  const uncover = (choice, spot) => {
    const rows = choice.getBoundingClientRect(), all = view.getBoundingClientRect();
    const cover = rows.left < all.right ? Math.max(0, all.bottom - rows.top) : 0;
    view.classList.toggle("choosing", rows.height > 0);
    view.style.setProperty("--cover", `${rows.height && cover}px`);
    if (!spot || !rows.height) return;
    const { x, y } = new DOMPoint(spot.x, spot.y).matrixTransform(view.querySelector("svg").getScreenCTM());
    const edge = all.bottom - cover;
    if (y > edge - 40 || y < all.top) view.scrollTop += y - (all.top + edge) / 2;
    if (x > all.right - 40 || x < all.left + 40) view.scrollLeft += x - (all.left + all.right) / 2;
    reveal(choice, all.top, edge);
  };

  // So are the numbers of what is offered, as many as have room there.
  const reveal = (choice, top, edge) => {
    const { board } = page.server ?? {}, matrix = view.querySelector("svg").getScreenCTM();
    const tags = JSON.parse(choice.dataset.offer).map((id) => board?.routes[id]?.tag).filter(Boolean);
    const heights = tags.map(([x, y]) => new DOMPoint(x, y).matrixTransform(matrix).y);
    const over = Math.max(...heights) - (edge - 20), spare = Math.min(...heights) - (top + 20);
    if (over > 0 && spare > 0) view.scrollTop += Math.min(over, spare);
  };

  const heed = () => {
    const choice = document.getElementById("choice");
    if (!view || !choice || choice === heed.seen) return;
    heed.seen = choice;
    const [first] = JSON.parse(choice.dataset.offer), [x, y] = page.server?.board?.routes[first]?.tag ?? [];
    const typed = document.querySelector("#find input");
    if ("empty" in choice.dataset && typed !== document.activeElement) typed.value = "";
    // Where a board is entered afterwards, a tap that clearly means one route claims it or takes it off.
    const clear = place && choice.querySelector("[data-sure]");
    const soon = Math.max(0, tapped + TWICE - performance.now());
    if (clear) sure = setTimeout(() => clear.isConnected && clear.click(), soon);
    uncover(choice, clear || "empty" in choice.dataset ? null : (place ?? (first && { x, y })));
    place = null;
  };
  view?.addEventListener("board:pinch", () => clearTimeout(sure));
  document.addEventListener("htmx:after:swap", heed);
  document.addEventListener("DOMContentLoaded", () => {
    if (view) view.scrollLeft = (view.scrollWidth - view.clientWidth) / 2;
    heed();
  });
}

// What is asked before a claim is seen whole, also under the last row.
document.addEventListener("toggle", ({ target }) =>
  target.matches(".doubt[open]") && target.scrollIntoView({ block: "nearest" }), true);

// A phone of one's own buzzes when its turn comes, and when one of its tickets is complete.
{
  const state = () => document.getElementById("state")?.dataset ?? {};
  const look = () => [state().yours !== undefined, +(state().complete ?? 0)];
  let [yours, complete] = look();

  document.addEventListener("htmx:after:swap", () => {
    const [now, done] = look();
    if (now && !yours) navigator.vibrate?.(60);
    if (done > complete) {
      navigator.vibrate?.([40, 60, 40]);
      const tickets = document.getElementById("tickets");
      tickets?.classList.remove("punching");
      requestAnimationFrame(() => tickets?.classList.add("punching"));
    }
    [yours, complete] = [now, done];
  });
}

// Redo stands in the place of Undo for ten seconds, on the page that took something back.
{
  const SHOWN = 10_000; // ms

  const onPage = () => document.querySelector("[data-redo]");
  const until = new Map(); // when each Redo goes, by what it brings back
  if (onPage()) until.set(onPage().dataset.redo, 0);

  // One of two parts is shown; the keyboard's focus goes with it.
  const show = (part, instead) => {
    const focused = instead?.contains(document.activeElement);
    part.hidden = false;
    if (instead) instead.hidden = true;
    if (focused) part.querySelector("button").focus({ preventScroll: true });
  };

  // Shows Redo where something was taken back just now, else Undo.
  const offerRedo = () => {
    const redo = onPage(), name = redo?.dataset.redo, undo = document.querySelector(".undo:not([data-redo])");
    if (name && !until.has(name)) {
      until.set(name, Date.now() + SHOWN);
      setTimeout(offerRedo, SHOWN);
    }
    if (redo && Date.now() < until.get(name)) show(redo, undo);
    else if (undo) show(undo, redo);
    else if (redo) redo.hidden = true;
  };

  for (const drawn of ["htmx:after:swap", "undo:drawn"]) document.addEventListener(drawn, offerRedo);
}

// The second of two quick taps (keys are pressed on purpose) on a button under the players does nothing: it
// stands for another turn by then.
{
  const QUICK = 400;
  let last = {};
  addEventListener("click", (event) => {
    const button = event.target.closest(".state form[data-entry] button");
    const id = event.isTrusted && event.detail && button?.id.replace("redo", "undo");
    if (!id) return;
    const twice = id === last.id && event.timeStamp - last.at < QUICK;
    last = { id, at: event.timeStamp };
    if (!twice) return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
}
