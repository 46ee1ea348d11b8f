// Brings the worker that opens the app without a network. A new one takes over where no game is open, or when asked to.
{
  const line = document.querySelector("[data-worker]"), { serviceWorker } = navigator;
  let agreed;

  // Nobody is asked in the middle of a game; the tally asks.
  addEventListener("beforeinstallprompt", (event) => event.preventDefault());

  if (line && serviceWorker) {
    // A page that was loaded anew already is of the version that waits, and need not be asked.
    serviceWorker.onmessage = ({ data, source }) => data.ready === server.version ? source.postMessage({ now: true }) : (line.hidden = false);
    // Only the page where somebody agreed begins anew; another goes on as it is.
    serviceWorker.oncontrollerchange = () => (line.hidden = true, agreed && location.reload());
    // A table that says no is not to be shown from what was kept.
    document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
      if (ctx.sourceElement.dataset.now && /40[134]|410/.test(ctx.response?.status))
        serviceWorker.controller?.postMessage({ gone: location.pathname });
    });
    addEventListener("load", async () => {
      const known = await serviceWorker.register(line.dataset.worker, { updateViaCache: "none" }).catch(() => {});
      known?.waiting?.postMessage({ ready: true });
      line.querySelector("button").onclick = () => {
        const newer = known.waiting ?? known.installing;
        agreed = true;
        newer ? newer.postMessage({ now: true }) : location.reload();
      };
    });
  }
}
