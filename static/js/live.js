// Keeps the table right: hears of new versions, fetches what changed, and looks again wherever news may have been missed.
{
  const table = document.querySelector("[data-table]");
  const state = () => document.getElementById("state").dataset;
  let shown = table && Number(state().version);
  let stream, asking = false, wanted = 0;

  const ask = async (since) => {
    if (asking || document.hidden) return;
    asking = true;
    const url = `${table.dataset.now}?since=${since}`;
    await htmx.ajax("GET", url, { source: table, target: "#state", swap: "outerMorph" }).catch(() => null);
    asking = false;
    if (wanted > shown && navigator.onLine) setTimeout(ask, 50, shown);
  };

  // What came says from which version its changes lead; from another one than is shown they are no use.
  const heed = () => {
    const version = Number(state().version), since = Number(state().since);
    if (version === shown) return;
    if (since !== shown) return ask(Math.min(version, shown));
    picture.change(JSON.parse(state().changes));
    shown = version;
  };

  const listen = () => {
    if (stream && stream.readyState !== EventSource.CLOSED) return;
    stream = new EventSource(table.dataset.stream);
    stream.onmessage = ({ data }) => {
      wanted = Number(data);
      if (wanted > shown) ask(shown);
    };
  };

  const look = () => {
    if (document.hidden) return;
    listen();
    ask(shown);
  };

  if (table) {
    document.addEventListener("htmx:after:swap", heed);
    document.addEventListener("htmx:config:request", ({ detail }) => detail.ctx.request.body.set?.("since", shown));
    document.addEventListener("visibilitychange", look);
    for (const moment of ["online", "pageshow"]) addEventListener(moment, look);
    setInterval(look, 15000);
  }
}
