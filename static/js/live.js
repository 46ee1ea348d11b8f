// Keeps the table right: hears of new versions, fetches what changed, and looks again wherever news may have been missed.
const live = {};
{
  const table = document.querySelector("[data-table]");
  // The server's word that the table is gone stands in its place.
  const state = () => document.getElementById("state")?.dataset;
  live.shown = table && +state().version;
  let stream, asking = false, wanted = 0;

  const ask = async () => {
    if (asking || document.hidden || !state()) return;
    asking = true;
    const before = live.shown, values = { since: before }, player = document.querySelector("#choice [data-player]")?.value;
    if (player) values.player = player;
    await htmx.ajax("GET", table.dataset.now, { source: table, target: "#state", swap: "outerMorph", values });
    asking = false;
    if (wanted > live.shown) setTimeout(ask, live.shown > before ? 20 : 2000);
  };

  // What came says from which version its changes lead; from another one than is shown they are no use.
  const heed = () => {
    const version = +(state()?.version ?? live.shown);
    if (version === live.shown) return;
    if (+state().since !== live.shown) return ask();
    picture.change(JSON.parse(state().changes));
    live.shown = version;
  };

  const listen = () => {
    if (stream && stream.readyState !== EventSource.CLOSED) return;
    stream = new EventSource(table.dataset.stream);
    stream.onmessage = ({ data }) => {
      wanted = +data;
      if (wanted > live.shown) ask();
    };
  };

  // A stream that slept with its phone may look open and be dead.
  const wake = () => {
    stream?.close();
    look();
  };

  const look = () => {
    if (document.hidden || !table) return;
    listen();
    return ask();
  };
  live.look = look;

  if (table) {
    document.addEventListener("htmx:after:swap", heed);
    document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
      if (ctx.request.method === "POST") ctx.request.body.set("since", live.shown);
    });
    // Who was let in, or not, is gone from every phone: here at once, even where no stream passes.
    document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => "knock" in ctx.sourceElement.dataset && look());
    document.addEventListener("visibilitychange", wake);
    for (const moment of ["online", "pageshow"]) addEventListener(moment, wake);
    setInterval(look, 15000);
  }
}
