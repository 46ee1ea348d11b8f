// What the picture itself tells of the board and of the game, for a page that has nobody to ask.
const chart = {
  part: (kind, name) => document.querySelector(`[data-board] [data-${kind}="${name}"]`),
  panel: (player) => document.querySelector(`.panel[value="${player}"]`),
  player: (color) => chart.panel(color)?.querySelector(".panel-name").textContent,

  // From city to city through the middle of every space: the path tells the steps.
  line(route) {
    let x = 0, y = 0;
    const steps = chart.part("marks", route).getAttribute("d").matchAll(/(-?\d*\.?\d+) ?(-?\d*\.?\d+)/g);
    return [...steps].map(([, right, down]) => [(x += +right), (y += +down)]);
  },

  routes: () => [...document.querySelectorAll("[data-route]")].map(({ dataset }) => dataset.route),
  length: (route) => chart.line(route).length - 2,
  takes: (route) => words.takes[route] ?? chart.length(route),
  worth: (route) => (route in words.takes ? words.points[route] : words.points[chart.length(route)]) ?? 0,
  town: (city) => chart.part("city", city)?.textContent,
  name: (route) => route?.split("--").slice(0, 2).map(chart.town).join(" – "),
  color: (route) => chart.part("marks", route).getAttribute("marker-mid")?.slice(11, -1) ?? "gray",
  owner: (route) => chart.part("route", route).dataset.owner ?? chart.part("route", route).dataset.unsent,
  far: (route, x, y) => Math.min(...chart.line(route).slice(1, -1).map(([ax, ay]) => Math.hypot(ax - x, ay - y))),

  // The checks that need no engine.
  whyNot(route, player) {
    const owner = chart.owner(route), closes = (other) => other && (words.closed || other === player);
    if (owner) return filled(words.has, { name: chart.player(owner) });
    if (chart.routes().some((twin) => chart.name(twin) === chart.name(route) && closes(chart.owner(twin)))) return words.twin;
    const panel = chart.panel(player), kind = panel.querySelectorAll("[data-figure]")[words.kinds[route]];
    return (kind?.dataset.figure ?? panel.dataset.trains) < chart.takes(route) && words.few;
  },
};
