// Asks the server, and notices when the state on the page is old: the stream names each new version, and what
// is new since `live.version` is asked for. So it is every PATIENCE too.

export const PATIENCE = 15_000; // ms between two looks for news; a stream may have ended without a sign

// Only an answer with our header is the server's: in a hotel's network somebody else may answer.
export const server = {
  version: document.querySelector("meta[name=trackside]").content,
  strange: false, // whether somebody else gave the last answer
  differs: false, // whether the server has another version of this page
};

// A whole answer of the server, with its text; anything else throws. A redirect is never the server's.
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

// Such an answer as a Response, which htmx works with.
export const response = ({ text, ...rest }) => new Response(text || null, rest);

document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  ctx.fetch = async (address, request) => response(await ask(address, request));
});

const table = document.querySelector("[data-table]");
let stream, isAsking = false;

export const live = {
  version: 0, // the one that the page shows, set by offline.js
  wanted: 0, // the newest that the stream has named

  // Asks what is new since the version that is shown, or for the `whole` state; offline.js takes it over.
  async ask(whole = false) {
    if (isAsking || document.hidden || !live.version || !document.getElementById("state")) return;
    isAsking = true;
    const before = live.version, values = { since: whole ? 0 : before };
    const player = document.querySelector("#choice [data-player]")?.value;
    if (player) values.player = player;
    const options = { source: table, target: "#state", swap: "outerMorph", values };
    await htmx.ajax("GET", table.dataset.now, options).finally(() => (isAsking = false));
    if (live.wanted > live.version) setTimeout(live.ask, live.version > before ? 20 : 2000);
  },

  // Asks for news, and listens for more.
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
  // An answered question at the door leaves the page at once, also without a stream.
  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    if ("knock" in ctx.sourceElement.dataset) live.look();
  });
  // A page that was just loaded hears from the stream whether it is behind already.
  addEventListener("pageshow", ({ persisted }) => (persisted ? wake() : listen()));
  setInterval(live.look, PATIENCE);
}
