// Draws what is not sent yet over the last known state: on the picture, in trains, points and turn, in the last action.
const overlay = {
  get state() {
    return unsent.box && document.getElementById("state");
  },

  show(entries) {
    if (!this.state) return;
    const at = document.activeElement.id;
    if (this.state.dataset.unsent) this.state.outerHTML = this.pure;
    else this.pure = this.state.outerHTML.replaceAll("htmx-request", "");
    const struck = entries.map(({ undoes }) => undoes);
    const turns = entries.filter(({ n, kind }) => !struck.includes(n) && /claim|station|draw|harbour|exchange/.test(kind));
    picture.under(() => (picture.over.unsent = {}));
    for (const turn of turns) this.count(turn);
    if (entries.length) this.tell(entries, turns.at(-1));
    htmx.process(this.state);
    if (document.activeElement === document.body) document.getElementById(at)?.focus();
  },

  // What one entry does to trains, points and picture, and whose turn is next.
  count({ player, route, city }) {
    const panel = chart.panel(player), panels = [...document.querySelectorAll(".panel")];
    const field = document.querySelector(".turn [name=player]");
    const paint = (kind, name, looks) => picture.under(() => (picture.over.unsent[`[data-${kind}="${name}"]`] = looks));
    if (route && !chart.owner(route)) {
      const length = chart.takes(route), fill = document.querySelector(`#p-${player} rect`).getAttribute("fill");
      const trains = panel.querySelector(".panel-trains b"), points = panel.querySelector(".panel-points");
      trains.textContent = +trains.textContent + (field ? -length : length);
      if (field) trains.nextElementSibling.textContent = counted(words.left, +trains.textContent);
      panel.dataset.points = +panel.dataset.points + (words.points[route] ?? words.points[chart.length(route)]);
      if (points) points.textContent = counted(words.worth, +panel.dataset.points);
      panel.dataset.trains -= length;
      paint("route", route, { "data-unsent": player, fill, stroke: fill, "marker-end": `url(#board-sign-${player})` });
      paint("marks", route, { "marker-mid": `url(#board-own-${player})` });
    }
    if (city) paint("city", city, { "font-weight": "bold" });
    if (!field) return;
    const next = panels[(panels.indexOf(panel) + 1) % panels.length];
    field.value = next.value;
    for (const one of panels) one.ariaCurrent = one === next || null;
    document.querySelector(".turn-whose").textContent = filled(words.turn, { name: chart.player(next.value) });
  },

  tell(entries, newest) {
    const n = entries.filter(({ version }) => !version).length;
    this.state.dataset.unsent = n;
    document.querySelector(".last-words").textContent = n > 1 ? counted(words.more, n, { entry: entries.at(-1).told }) : filled(words.last[n], { entry: entries.at(-1).told });
    if (newest || entries.some(({ kind }) => kind === "strike")) document.querySelector(".last form")?.remove();
    if (newest) {
      const form = unsent.piece("[data-entry=strike]");
      form.dataset.undoes = newest.n;
      document.querySelector(".last").append(form);
    }
    // The same player's next turn is not the same entry again.
    for (const id of this.state.querySelectorAll("[name=id]")) id.value = unsent.once();
  },
};
