import { shown } from "../offline.js";
import "./view.js";

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
    const { board } = shown.known ?? {}, matrix = view.querySelector("svg").getScreenCTM();
    const tags = JSON.parse(choice.dataset.offer).map((id) => board?.routes[id]?.tag).filter(Boolean);
    const heights = tags.map(([x, y]) => new DOMPoint(x, y).matrixTransform(matrix).y);
    const over = Math.max(...heights) - (edge - 20), spare = Math.min(...heights) - (top + 20);
    if (over > 0 && spare > 0) view.scrollTop += Math.min(over, spare);
  };

  const heed = () => {
    const choice = document.getElementById("choice");
    if (!view || !choice || choice === heed.seen) return;
    heed.seen = choice;
    const [first] = JSON.parse(choice.dataset.offer), [x, y] = shown.known?.board?.routes[first]?.tag ?? [];
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
