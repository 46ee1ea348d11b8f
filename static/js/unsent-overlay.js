// Draws what is not sent yet over the last known state: on the picture, in trains, points and turn, in the last action.
const overlay = {
  get state() {
    return document.getElementById("state");
  },

  told(entry) {
    const { player, route, city } = unsent.fields(entry);
    const named = { player: chart.player(player), entry: entry.about, route: route && chart.name(route), city: city && chart.town(city) };
    return unsent.say(unsent.words[entry.kind], named);
  },

  show(entries) {
    if (!this.state || !unsent.words.entries) return;
    const { id: at } = document.activeElement;
    if (!("unsent" in this.state.dataset)) this.pure = this.state.outerHTML.replaceAll("htmx-request", "");
    else this.state.outerHTML = this.pure;
    const struck = entries.map(({ undoes }) => undoes);
    const turns = entries.filter(({ n, kind }) => !struck.includes(n) && /claim|station|draw/.test(kind));
    picture.under(() => (picture.over.unsent = {}));
    for (const turn of turns) this.count(unsent.fields(turn));
    if (entries.length) this.tell(entries, turns.at(-1));
    // The same player's next turn is not the same entry again.
    for (const id of this.state.querySelectorAll("[name=id]")) if (entries.length) id.value = unsent.once();
    htmx.process(this.state);
    if (at && document.activeElement === document.body) document.getElementById(at)?.focus();
  },

  // What one entry does to trains, points and picture, and whose turn is next.
  count({ player, route, city }) {
    const panel = chart.panel(player), paint = {}, fill = document.querySelector(`#p-${player} rect`).getAttribute("fill");
    const field = this.state.querySelector(".turn [name=player]"), panels = [...this.state.querySelectorAll(".panel")];
    const add = (part, by) => part && (part.textContent = part.textContent.replace(/\d+/, (sum) => +sum + by));
    if (route && !chart.owner(route)) {
      const length = chart.length(route);
      add(panel.querySelector(".panel-trains b"), field ? -length : length);
      add(panel.querySelector(".panel-points"), unsent.words.points[length]);
      panel.dataset.trains -= length;
      paint[`[data-route="${route}"]`] = { "data-unsent": player, fill, "fill-opacity": 0.5, stroke: fill, "stroke-dasharray": "2 1.3" };
      paint[`[data-marks="${route}"]`] = { "marker-mid": `url(#board-own-${player})` };
    }
    if (city) paint[`[data-city="${city}"]`] = { "font-weight": "bold" };
    picture.under(() => Object.assign(picture.over.unsent, paint));
    if (!field) return;
    const next = panels[(panels.indexOf(panel) + 1) % panels.length];
    field.value = next.value;
    for (const one of panels) one === next ? one.setAttribute("aria-current", true) : one.removeAttribute("aria-current");
    this.state.querySelector(".turn-whose").textContent = unsent.say(unsent.words.turn, { name: chart.player(next.value) });
  },

  tell(entries, newest) {
    const { words } = unsent, { state } = this, n = entries.filter(({ version }) => !version).length, undo = state.querySelector(".last form");
    state.dataset.unsent = n;
    state.querySelector(".last-words").textContent = unsent.say(n > 1 ? words.more : n ? words.one : "{entry}", { n, entry: this.told(entries.at(-1)) });
    if (newest || entries.some((one) => one.kind === "strike" && unsent.fields(one).entry === undo?.elements.entry.value)) undo?.remove();
    if (!newest) return;
    const form = choices.piece("[data-entry=strike]", {});
    form.dataset.undoes = newest.n;
    state.querySelector(".last").append(form);
  },
};
