// Follows a table: on every new version its parts ask for themselves anew. The stream may end unheard, so there is a timer too.
{
  const parts = [...document.querySelectorAll("[data-follow]")].map((part) => ({ part, known: part.dataset.version, open: [] }));
  let stream;
  const typing = (part) => part.contains(document.activeElement) && document.activeElement.matches("input:not([type=hidden])");
  const ask = ({ part }) => document.hidden || typing(part) || htmx.trigger(part, "news");
  const news = () => parts.forEach(ask);
  const listen = () => {
    stream?.close();
    stream = new EventSource(parts[0].part.dataset.follow);
    stream.onmessage = ({ data }) => parts.forEach((one) => {
      if (one.known !== undefined && one.known !== data) ask(one);
      one.known = data;
    });
  };
  if (parts.length) {
    // What somebody has open stays open.
    document.addEventListener("htmx:before:swap", () => {
      for (const one of parts) one.open = [...one.part.querySelectorAll("details[open]")].map(({ id }) => id);
    });
    document.addEventListener("htmx:after:swap", () => {
      for (const { open } of parts) for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    });
    document.addEventListener("visibilitychange", () => document.hidden ? stream.close() : (listen(), news()));
    addEventListener("online", () => (listen(), news()));
    setInterval(news, 15000);
    listen();
  }
}
