// Asks the server, listens for new versions of a table, and asks again where news may have been missed.

const PATIENCE = 15_000; // ms between two looks for news; a stream may have ended without a sign

// Only an answer with our header is the server's: in a hotel's network somebody else may answer.
export const server = {
  version: document.querySelector("meta[name=trackside]").content,
  strange: false, // whether the last answer was somebody else's
  differs: false, // whether the server has another version of this page
};

// A whole answer of the server; anything else throws. A redirect is never ours.
export const ask = async (address, request) => {
  const headers = { ...request?.headers, Trackside: server.version };
  const answer = await fetch(address, { ...request, headers, redirect: "manual" });
  const text = await answer.text(), version = answer.headers.get("Trackside");
  server.strange = !version;
  if (!version) throw new TypeError("somebody else answered");
  // An answer that was cut off among its headers arrives as one without a text.
  if (!text && answer.status === 200 && !answer.headers.has("HX-Refresh")) throw new TypeError("cut off");
  server.differs = version !== server.version;
  return { status: answer.status, headers: answer.headers, text };
};

// The same as a browser's Response, which htmx works with.
export const response = ({ text, ...rest }) => new Response(text || null, rest);

document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  ctx.fetch = async (address, request) => response(await ask(address, request));
});

// The table's own page: the version that it shows, set by offline.js, and the newest that the stream has
// named.
const table = document.querySelector("[data-table]");
let stream, asking = false;

export const live = {
  version: 0,
  wanted: 0,

  // Asks what is new since the version that is shown; with `whole`, for the whole state.
  async ask(whole = false) {
    if (asking || document.hidden || !live.version || !document.getElementById("state")) return;
    asking = true;
    const before = live.version, values = { since: whole ? 0 : before };
    const player = document.querySelector("#choice [data-player]")?.value;
    if (player) values.player = player;
    const options = { source: table, target: "#state", swap: "outerMorph", values };
    await htmx.ajax("GET", table.dataset.now, options);
    asking = false;
    if (live.wanted > live.version) setTimeout(live.ask, live.version > before ? 20 : 2000);
  },

  async look() {
    if (document.hidden || !table) return;
    listen();
    await live.ask();
  },
};

const listen = () => {
  if (stream && stream.readyState !== EventSource.CLOSED) return;
  stream = new EventSource(table.dataset.stream);
  stream.onmessage = ({ data }) => {
    live.wanted = Number(data);
    if (live.wanted > live.version) live.ask();
  };
};

// After a phone slept, its stream may look open and be dead.
const wake = () => {
  stream?.close();
  live.look();
};

if (table) {
  document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
    if (ctx.request.method === "POST") ctx.request.body.set("since", live.version);
  });
  document.addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  // A page that was just loaded hears from the stream whether it is behind already.
  addEventListener("pageshow", ({ persisted }) => (persisted ? wake() : listen()));
  setInterval(live.look, PATIENCE);
}

// Every other page around a table: at a new version, each of its parts asks for itself again.
const parts = [...document.querySelectorAll("[data-follow]")]
  .map((part) => ({ part, known: part.dataset.version, open: [] }));

const typing = (part) =>
  part.contains(document.activeElement) && document.activeElement.matches("input:not([type=hidden])");
const renew = ({ part }) => document.hidden || typing(part) || htmx.trigger(part, "news");
const news = () => parts.forEach(renew);

// An answered question at the door leaves the page at once, also without a stream.
document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  if ("knock" in ctx.sourceElement.dataset) table ? live.look() : news();
});

const follow = () => {
  stream?.close();
  stream = new EventSource(parts[0].part.dataset.follow);
  stream.onmessage = ({ data }) => parts.forEach((one) => {
    if (one.known !== undefined && one.known !== data) renew(one);
    one.known = data;
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
    news();
  });
  addEventListener("online", () => {
    follow();
    news();
  });
  setInterval(news, PATIENCE);
  // A browser has six connections to a server, and the page's own files go first.
  document.readyState === "complete" ? follow() : addEventListener("load", follow);
}
