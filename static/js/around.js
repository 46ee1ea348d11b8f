// The pages around a table: at each new version of it, parts of the page ask for themselves anew.
import { PATIENCE } from "./sync.js";

// `known` is the version that a part shows, `open` has the ids of its open details.
const parts = [...document.querySelectorAll("[data-follow]")]
  .map((part) => ({ part, known: part.dataset.version, open: [] }));

const isTypedIn = (part) =>
  part.contains(document.activeElement) && document.activeElement.matches("input:not([type=hidden])");
// A part in which somebody is typing stays as it is.
const renew = ({ part }) => {
  if (!document.hidden && !isTypedIn(part)) htmx.trigger(part, "news");
};
const renewAll = () => parts.forEach(renew);

// An answered question at the door leaves the page at once, also without a stream.
document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  if ("knock" in ctx.sourceElement.dataset) renewAll();
});

let stream;
// Listens for new versions. A part that does not say its version is renewed from the second one on.
const follow = () => {
  stream?.close();
  stream = new EventSource(parts[0].part.dataset.follow);
  stream.onmessage = ({ data: version }) => parts.forEach((one) => {
    if (one.known !== undefined && one.known !== version) renew(one);
    one.known = version;
  });
};

if (parts.length) {
  // Details that somebody opened stay open.
  document.addEventListener("htmx:before:swap", () => {
    for (const one of parts) one.open = [...one.part.querySelectorAll("details[open]")].map(({ id }) => id);
  });
  document.addEventListener("htmx:after:swap", () => {
    for (const id of parts.flatMap(({ open }) => open)) document.getElementById(id)?.setAttribute("open", "");
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return stream?.close();
    follow();
    renewAll();
  });
  addEventListener("online", () => {
    follow();
    renewAll();
  });
  setInterval(renewAll, PATIENCE);
  // A browser has six connections to a server, and the page's own files go first.
  document.readyState === "complete" ? follow() : addEventListener("load", follow);
}
