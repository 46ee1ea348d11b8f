// Brings the worker that opens the app without a network. A new one takes over where no game is open, or when asked to.
{
  const line = document.querySelector("[data-worker]"), { serviceWorker } = navigator;
  let agreed = false;

  const ask = ({ waiting }) => waiting && serviceWorker.controller && waiting.postMessage({ ready: true });

  const come = async () => {
    const known = await serviceWorker.register(line.dataset.worker, { updateViaCache: "none" });
    const newer = () => known.installing?.addEventListener("statechange", () => ask(known));
    known.addEventListener("updatefound", newer);
    newer();
    ask(known);
    line.querySelector("button").addEventListener("click", () => {
      agreed = true;
      known.waiting ? known.waiting.postMessage({ now: true }) : location.reload();
    });
  };

  if (line && isSecureContext && serviceWorker) {
    serviceWorker.addEventListener("message", ({ data }) => (line.hidden = !data.ready));
    // Only the page where somebody agreed begins anew; another goes on as it is.
    serviceWorker.addEventListener("controllerchange", () => (line.hidden = true, agreed && location.reload()));
    // A table that says no is not to be shown from what was kept.
    document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
      const gone = [401, 403, 404, 410].includes(ctx.response?.status) && /^.*?\/t\/[\w-]+(?=\/now\b)/.exec(ctx.request.action);
      if (gone) serviceWorker.controller?.postMessage({ gone: gone[0] });
    });
    addEventListener("load", () => come().catch(() => null));
  }

  const retry = () => fetch(location, { cache: "no-store" }).then(({ status }) => status < 500 && location.reload(), () => null);
  // The page for when nothing else is there stands in for the one that was wanted.
  const stand = document.querySelector("[data-retry]");
  if (stand && stand.dataset.retry !== location.pathname) {
    addEventListener("online", retry);
    setInterval(retry, 5000);
  }
}
