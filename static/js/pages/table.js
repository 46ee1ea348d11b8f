// How the board lies in its view, and how a tap becomes a route: "board:tap" asks what it may mean, and the
// answer (`rowsInTime` in offline.js) has a button for each route to claim.
import { page } from "../offline.js";

const view = document.querySelector("[data-board]");
const svg = () => view.querySelector("svg");
const onScreen = (x, y) => new DOMPoint(x, y).matrixTransform(svg().getScreenCTM());
const onBoard = (x, y) => new DOMPoint(x, y).matrixTransform(svg().getScreenCTM().inverse());

// Moves the board under one finger, and tells a tap from a drag.
{
  const SLIP = 9; // pixels a finger may slip and still tap
  const down = new Map();
  let isDragged = false;

  const move = (event) => {
    const before = down.get(event.pointerId);
    if (!before) return;
    const distance = Math.hypot(event.clientX - before.startX, event.clientY - before.startY);
    if (distance > SLIP || down.size > 1) isDragged = true;
    if (isDragged && down.size === 1) {
      view.scrollLeft -= event.clientX - before.clientX;
      view.scrollTop -= event.clientY - before.clientY;
    }
    down.set(event.pointerId, Object.assign(before, { clientX: event.clientX, clientY: event.clientY }));
    if (down.size === 2) view.dispatchEvent(new CustomEvent("board:pinch", { detail: [...down.values()] }));
  };

  const up = (event) => {
    if (!down.delete(event.pointerId)) return;
    if (!isDragged && event.type === "pointerup" && event.button === 0)
      view.dispatchEvent(new CustomEvent("board:tap", { detail: event }));
    if (!down.size) isDragged = false;
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
  let zoom = 1, apart = 0, tapped = null;

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
  const fit = () => zoomTo(view.classList.contains("whole") ? opening() : least(), ...middle());
  const opening = () => (roomy.matches ? 1 : Math.max(1, svg().viewBox.baseVal.height / OPENING));

  // A point of the board comes to where nothing lies over it.
  const bring = (wanted, point) => {
    zoomTo(wanted, ...middle());
    const { x, y } = onScreen(point.x, point.y), all = view.getBoundingClientRect();
    const cover = parseFloat(view.style.getPropertyValue("--cover")) || 0;
    view.scrollLeft += x - (all.left + all.width / 2);
    view.scrollTop += y - (all.top + (all.height - cover) / 2);
  };

  // The point of the board under x, y stays there.
  const zoomTo = (wanted, x, y) => {
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
    else if (target.dataset.zoom) zoomTo(zoom * target.dataset.zoom, ...middle());
  });

  view?.addEventListener("wheel", (event) => {
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
    event.preventDefault();
    zoomTo(zoom * Math.exp(-event.deltaY / 400), event.clientX, event.clientY);
  }, { passive: false });

  view?.addEventListener("board:pinch", ({ detail: [a, b] }) => {
    const now = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    if (apart) zoomTo((zoom * now) / apart, (a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2);
    apart = now;
  });
  view?.addEventListener("board:lift", () => (apart = 0));

  const isSecondTap = ({ timeStamp, clientX, clientY }) =>
    tapped && timeStamp - tapped.timeStamp < 350
      && Math.hypot(clientX - tapped.clientX, clientY - tapped.clientY) < 24;
  const tap = (event) => {
    const { timeStamp, clientX, clientY } = event, isDouble = isSecondTap(event);
    // The rows that the first tap brings up may move the board, so what was meant is the point that it met.
    if (isDouble) bring(zoom < 2 ? 2.2 : 1, tapped.point);
    tapped = isDouble ? null : { timeStamp, clientX, clientY, point: onBoard(clientX, clientY) };
  };
  view?.addEventListener("board:tap", ({ detail }) => tap(detail));
  // Where the whole board has room it is shown whole.
  const roomy = matchMedia("(min-width: 64rem) and (orientation: landscape)");
  document.addEventListener("DOMContentLoaded", () => {
    if (view && svg() && !roomy.matches) zoomTo(opening(), ...middle());
  });

  // The first of two taps may bring up rows just there: the second is still for the board and claims nothing.
  addEventListener("click", (event) => {
    if (!view || view.contains(event.target)) return;
    if (!isSecondTap(event)) return (tapped = null); // who taps elsewhere in between means another tap
    event.preventDefault();
    event.stopPropagation();
    tap(event);
  }, true);
}

// A tap on the board asks what it may mean; the rows never hide what is offered.
{
  const TWICE = 360; // ms: a second tap by then is a double tap, and claims nothing
  let point = null, tapped = 0, claiming;

  view?.addEventListener("board:tap", ({ detail: { clientX, clientY } }) => {
    point = onBoard(clientX, clientY);
    const scale = svg().getScreenCTM().a;
    const values = { x: point.x.toFixed(1), y: point.y.toFixed(1), scale: scale.toFixed(3) };
    clearTimeout(claiming);
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
    const { x, y } = onScreen(spot.x, spot.y);
    const edge = all.bottom - cover;
    if (y > edge - 40 || y < all.top) view.scrollTop += y - (all.top + edge) / 2;
    if (x > all.right - 40 || x < all.left + 40) view.scrollLeft += x - (all.left + all.right) / 2;
    reveal(choice, all.top, edge);
  };

  // So are the numbers of what is offered, as many as have room there.
  const reveal = (choice, top, edge) => {
    const { board } = page.server ?? {};
    const tags = JSON.parse(choice.dataset.offer).map((id) => board?.routes[id]?.tag).filter(Boolean);
    const heights = tags.map(([x, y]) => onScreen(x, y).y);
    const over = Math.max(...heights) - (edge - 20), spare = Math.min(...heights) - (top + 20);
    if (over > 0 && spare > 0) view.scrollTop += Math.min(over, spare);
  };

  let shown; // the rows that were on the page last
  const showRows = () => {
    const choice = document.getElementById("choice");
    if (!view || !choice || choice === shown) return;
    shown = choice;
    const [first] = JSON.parse(choice.dataset.offer), [x, y] = page.server?.board?.routes[first]?.tag ?? [];
    const isEmpty = "empty" in choice.dataset, typed = document.querySelector("#find input");
    if (isEmpty && typed !== document.activeElement) typed.value = "";
    // Where a board is entered afterwards, a tap that clearly means one route claims it or takes it off.
    const clear = point && choice.querySelector("[data-sure]");
    const soon = Math.max(0, tapped + TWICE - performance.now());
    if (clear) claiming = setTimeout(() => clear.isConnected && clear.click(), soon);
    uncover(choice, clear || isEmpty ? null : (point ?? (first && { x, y })));
    point = null;
  };
  view?.addEventListener("board:pinch", () => clearTimeout(claiming));
  document.addEventListener("htmx:after:swap", showRows);
  document.addEventListener("DOMContentLoaded", () => {
    if (view) view.scrollLeft = (view.scrollWidth - view.clientWidth) / 2;
    showRows();
  });
}

// What is asked before a claim is seen whole, also under the last row.
document.addEventListener("toggle", ({ target }) =>
  target.matches(".doubt[open]") && target.scrollIntoView({ block: "nearest" }), true);

// A phone of one's own buzzes when its turn comes, and when one of its tickets is complete.
{
  const state = () => document.getElementById("state")?.dataset ?? {};
  const look = () => ({ isYours: state().yours !== undefined, complete: Number(state().complete ?? 0) });
  let before = look();

  document.addEventListener("htmx:after:swap", () => {
    const now = look();
    if (now.isYours && !before.isYours) navigator.vibrate?.(60);
    if (now.complete > before.complete) {
      navigator.vibrate?.([40, 60, 40]);
      const tickets = document.getElementById("tickets");
      tickets?.classList.remove("punching");
      requestAnimationFrame(() => tickets?.classList.add("punching"));
    }
    before = now;
  });
}

// Redo stands in the place of Undo for ten seconds, on the page that took something back.
{
  const SHOWN = 10_000; // ms

  const onPage = () => document.querySelector("[data-redo]");
  const until = new Map(); // when each Redo is hidden, by what it brings back
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

// The second of two quick taps on a button under the players does nothing, for it stands for another turn by
// then; keys are pressed on purpose.
{
  const QUICK = 400;
  let last = {};
  addEventListener("click", (event) => {
    const button = event.target.closest(".state form[data-entry] button");
    const id = event.isTrusted && event.detail && button?.id.replace("redo", "undo");
    if (!id) return;
    const isSecond = id === last.id && event.timeStamp - last.at < QUICK;
    last = { id, at: event.timeStamp };
    if (!isSecond) return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
}
