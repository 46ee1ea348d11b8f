// Loads a page that is older than the server anew: when all is sent, and nobody is in the middle of something.
const renewal = {
  PAUSE: 60_000, // while some servers are newer than others, and where a worker still brings the older page

  // Loading anew would close the tickets of a phone that goes round.
  busy: () => document.querySelector("#choice:not([data-empty]), [data-close]")
    || [...document.querySelectorAll("input, textarea")].some((field) => field.value !== field.defaultValue),

  async look() {
    if (!server.newer || this.busy() || Date.now() - sessionStorage.renewed < this.PAUSE) return;
    if ((await outbox.all()).some(({ why }) => !why)) return;
    // Where a newer worker waits, people are asked, and decide.
    if ((await navigator.serviceWorker?.getRegistration())?.waiting) return;
    sessionStorage.renewed = Date.now();
    location.reload();
  },
};

document.addEventListener("htmx:finally:request", () => renewal.look());
