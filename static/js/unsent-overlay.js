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
    const struck = entries.map(({ undoes }) => undoes), stands = entries.filter(({ n }) => !struck.includes(n));
    const newest = stands.filter(({ kind }) => kind in words.undone).at(-1);
    picture.under(() => (picture.over.unsent = {}));
    for (const entry of stands) this.count(entry);
    if (entries.length) this.tell(entries, newest);
    htmx.process(this.state);
    if (document.activeElement === document.body) document.getElementById(at)?.focus();
  },

  // What one entry does to trains, points, other figures and picture, and whose turn is next.
  count({ kind, player, route, city, does }) {
    const panel = chart.panel(player), panels = [...document.querySelectorAll(".panel")];
    const field = document.querySelector(".turn [name=player]");
    const paint = (kind, name, looks) => picture.under(() => (picture.over.unsent[`[data-${kind}="${name}"]`] = looks));
    if (!panel || kind === "amend") return;
    if (kind === "claim" && route && !chart.owner(route)) {
      const fill = document.querySelector(`#p-${player} rect`).getAttribute("fill"), takes = -chart.takes(route);
      does ??= { trains: takes, points: chart.worth(route), figures: { [words.kinds[route]]: takes } };
      paint("route", route, { "data-unsent": player, fill, stroke: fill, "marker-end": `url(#board-sign-${player})` });
      paint("marks", route, { "marker-mid": `url(#board-own-${player})` });
    }
    if (does) this.move(panel, does, field);
    if (city) paint("city", city, { "font-weight": "bold" });
    if (!field || !words.undone[kind]) return;
    const next = panels[(panels.indexOf(panel) + 1) % panels.length];
    field.value = next.value;
    for (const one of panels) one.ariaCurrent = one === next || null;
    document.querySelector(".turn-whose").textContent = filled(words.turn, { name: chart.player(next.value) });
  },

  // The numbers on a player's label. Where routes are only entered, it counts up what is used.
  move(panel, { trains = 0, points = 0, figures = {} }, live) {
    const left = panel.querySelector(".panel-trains b"), worth = panel.querySelector("[data-worth]");
    left.textContent = +left.textContent + (live ? trains : -trains);
    if (live) left.nextElementSibling.textContent = counted(words.left, +left.textContent);
    panel.dataset.trains = +panel.dataset.trains + trains;
    panel.dataset.points = +panel.dataset.points + points;
    if (worth) worth.textContent = counted(words.worth, +panel.dataset.points);
    for (const [place, figure] of panel.querySelectorAll("[data-figure]").entries()) {
      figure.dataset.figure = +figure.dataset.figure + (figures[place] ?? 0);
      if (figures[place]) figure.textContent = counted(words.figures[place], +figure.dataset.figure);
    }
  },

  tell(entries, newest) {
    const n = entries.filter(({ version }) => !version).length;
    this.state.dataset.unsent = n;
    document.querySelector(".last-words").textContent = n > 1 ? counted(words.more, n, { entry: entries.at(-1).told }) : filled(words.last[n], { entry: entries.at(-1).told });
    if (newest || entries.some(({ kind }) => kind === "strike")) document.querySelector(".last form")?.remove();
    if (newest) {
      // What may be said of the claim before is no longer said of the last one.
      this.state.querySelector(".chips")?.remove();
      const form = unsent.piece("[data-entry=strike]");
      form.dataset.undoes = newest.n;
      document.querySelector(".last").append(form);
    }
    // The same player's next turn is not the same entry again.
    for (const id of this.state.querySelectorAll("[name=id]")) id.value = unsent.once();
  },
};
