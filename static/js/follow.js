// Follows a table: on every new version the part asks for itself anew. The stream may end unheard, so there is a timer too.
document.querySelectorAll("[data-follow]").forEach(part => {
  let stream, known = part.dataset.version, open = [];
  const typing = () => part.contains(document.activeElement) && document.activeElement.matches("input:not([type=hidden])");
  const news = () => document.hidden || typing() || htmx.trigger(part, "news");
  // What somebody has open stays open.
  document.addEventListener("htmx:before:swap", () => {
    open = [...part.querySelectorAll("details[open]")].map(one => one.id);
  });
  document.addEventListener("htmx:after:swap", () => {
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  });
  const listen = () => {
    stream?.close();
    stream = new EventSource(part.dataset.follow);
    stream.onmessage = ({ data }) => {
      if (known !== undefined && known !== data) news();
      known = data;
    };
  };
  document.addEventListener("visibilitychange", () => document.hidden ? stream.close() : (listen(), news()));
  addEventListener("online", () => (listen(), news()));
  setInterval(news, 15000);
  listen();
});
