// After a game the app may be put on the home screen: by the browser's own question, on iOS by two touches.
// In the app a line says that its list is its own.
{
  const isInApp = navigator.standalone || matchMedia("(display-mode: standalone)").matches;
  const part = document.querySelector("[data-install]");
  const show = selector => {
    part.hidden = false;
    part.querySelector(selector).hidden = false;
  };

  document.querySelectorAll("[data-inside]").forEach(line => (line.hidden = !isInApp));

  // Asked only here, and never in the middle of a game.
  addEventListener("beforeinstallprompt", event => {
    event.preventDefault();
    if (!part || isInApp) return;
    show("[data-install-ask]");
    part.querySelector("button").onclick = () => event.prompt();
  });
  addEventListener("appinstalled", () => part && (part.hidden = true));
  // Only Safari on iOS knows this word, and says false in a tab.
  if (part && navigator.standalone === false) show("[data-install-steps]");
}
