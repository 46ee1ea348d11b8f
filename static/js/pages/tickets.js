// A player's tickets are off the screen as soon as the page is hidden; on a shared phone they are closed
// then, and when the phone is left alone. What was half typed is sent along, to stand there when they are
// opened again.
import { ask } from "../sync.js";

{
  const page = document.querySelector("[data-tickets]");
  const { seconds, stay: stayAddress, close: closeAddress } = page?.dataset ?? {};
  let touched = Date.now(), told = 0, closing; // when it was touched, and the server told so

  const typed = () => new URLSearchParams({ find: page.querySelector("[name=find]")?.value ?? "" });
  const hide = () => (page.hidden = true);
  const post = (address, more) =>
    ask(address, { method: "POST", headers: { "HX-Request": "true" }, ...more }).catch(() => ({}));

  // Has the server close the tickets; false if it fails to, or if no answer came (then there is no status).
  const closeOnServer = async (body) => {
    const { status } = await post(closeAddress, { body, keepalive: true });
    return status !== undefined && status < 500;
  };

  // Hides the tickets and has the server close them, however many tries that takes: as long as they are open
  // there, it would show them again.
  const shut = () => (closing ??= (async () => {
    const body = typed();
    hide();
    while (!(await closeOnServer(body))) {
      document.querySelector("[data-closing]").hidden = false;
      await htmx.timeout(1000);
    }
  })());
  // Closes the tickets, and shows the page on which they are opened again.
  const cover = () => shut().then(() => location.replace(""));

  // Tells the server that somebody is here. The answer may be that the tickets are closed: a page that was
  // loaded anew may have come before the old one's word of it.
  const tellServer = async () => {
    told = Date.now();
    if ((await post(stayAddress)).status === 409) cover();
  };

  // Closes the tickets when nobody has touched the page for so many seconds, after a warning.
  const checkTime = () => {
    const left = seconds - (Date.now() - touched) / 1000;
    const warning = page.querySelector("[data-warning]");
    warning.textContent = left < 15 ? warning.dataset.warning : "";
    if (left <= 0) return cover();
    if (!told || touched - told > seconds * 250) tellServer();
  };

  // Coming back or loading anew is no opening. The old page's word that it was closed may be late, or lost.
  // (Its older name, which every browser has, tells it by a number: 0 where a link or a form led here.)
  if (closeAddress && performance.navigation?.type) cover();

  if (page) {
    addEventListener("pageshow", ({ persisted }) => persisted && (hide(), location.reload()));
    addEventListener("pagehide", () => (closeAddress ? shut() : hide()));
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) return closeAddress ? shut() : hide();
      closeAddress ? cover() : (page.hidden = false);
    });
  }
  // A fetch does not say by itself where a picture was touched.
  page?.addEventListener("click", (event) => {
    const { target, offsetX, offsetY } = event;
    if (target.type !== "image") return;
    event.preventDefault();
    const values = { [`${target.name}.x`]: offsetX, [`${target.name}.y`]: offsetY };
    const first = page.querySelector("[name=first]");
    if (first) values.first = first.value;
    const options = { source: target, target: "#found", swap: "outerHTML", values };
    htmx.ajax("POST", target.form.getAttribute("action"), options);
  });

  if (closeAddress) {
    for (const touch of ["pointerdown", "keydown", "scroll"])
      addEventListener(touch, () => (touched = Date.now()), { passive: true, capture: true });
    setInterval(checkTime, 1000);
  }
}

// An answer that a newer one overtook is not shown: it would bring back a ticket that was taken back.
document.addEventListener("htmx:before:swap", ({ detail: { tasks } }) => {
  const shown = document.getElementById("hand"), brought = tasks[0]?.fragment.querySelector("#hand");
  if (brought && Number(brought.dataset.version) < Number(shown?.dataset.version)) tasks.length = 0;
});

// The keyboard takes half of the screen: what is found stands in the other half.
{
  const lift = (target) => target?.closest?.("[data-find=adds]") && target.scrollIntoView({ block: "start" });
  document.addEventListener("focusin", ({ target }) => lift(target));
  lift(document.activeElement);
}
