// A tap on the board asks what it may mean; what is offered is drawn on the picture and never hidden by the rows.
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
  };

  const heed = () => {
    const choice = document.getElementById("choice");
    if (!view || !choice || choice === heed.seen) return;
    heed.seen = choice;
    const offer = JSON.parse(choice.dataset.offer);
    picture.offer(offer);
    const typed = document.querySelector("#find input");
    if ("empty" in choice.dataset && typed !== document.activeElement) typed.value = "";
    // Where a board is entered afterwards, a tap that clearly means one route claims it; Undo stands beside it.
    const clear = place && choice.querySelector("[data-sure]");
    if (clear) sure = setTimeout(() => clear.isConnected && clear.click(), Math.max(0, tapped + TWICE - performance.now()));
    uncover(choice, "empty" in choice.dataset ? null : (place ?? offer['[data-offer="1"]']));
    place = null;
  };
  view?.addEventListener("board:pinch", () => clearTimeout(sure));
  document.addEventListener("htmx:after:swap", heed);
  document.addEventListener("DOMContentLoaded", () => {
    if (view) view.scrollLeft = (view.scrollWidth - view.clientWidth) / 2;
    heed();
  });
}
