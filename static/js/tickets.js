// A player's tickets are off the screen as soon as the page is hidden; on a shared phone they are closed then, and
// when the phone is left alone. What was half typed is sent along, to stand there when they are opened again.
{
  const page = document.querySelector("[data-tickets]");
  const { seconds, stay, close } = page?.dataset ?? {};
  let touched = Date.now(), told = touched, closed = false;

  const typed = () => new URLSearchParams({ find: page.querySelector("[name=find]")?.value ?? "" });
  const blank = () => (page.hidden = true);

  const shut = async () => {
    if (closed) return;
    closed = true;
    const find = typed();
    blank();
    await fetch(close, { method: "POST", body: find, keepalive: true, redirect: "manual" }).catch(() => null);
  };

  const look = () => {
    const left = seconds - (Date.now() - touched) / 1000;
    const warning = page.querySelector("[data-warning]");
    warning.textContent = left < 15 ? warning.dataset.warning : "";
    if (left <= 0) return shut().then(() => location.reload());
    if (touched - told > seconds * 250) fetch(stay, { method: "POST" }).catch(() => null), (told = touched);
  };

  if (page) {
    addEventListener("pageshow", ({ persisted }) => persisted && (blank(), location.reload()));
    addEventListener("pagehide", () => (close ? shut() : blank()));
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) return close ? shut() : blank();
      close ? shut().then(() => location.reload()) : (page.hidden = false);
    });
  }
  if (close) {
    for (const touch of ["pointerdown", "keydown", "scroll"])
      addEventListener(touch, () => (touched = Date.now()), { passive: true, capture: true });
    setInterval(look, 1000);
  }
}
