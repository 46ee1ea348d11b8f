// What the picture itself tells of the board and of the game, for a page that has nobody to ask.
const chart = {
  part: (kind, name) => document.querySelector(`[data-board] [data-${kind}="${name}"]`),
  panel: (player) => document.querySelector(`.panel[value="${player}"]`),
  player: (color) => chart.panel(color)?.querySelector(".panel-name").textContent,

  // From city to city through the middle of every space.
  line(route) {
    const [x, y, ...steps] = chart.part("marks", route).getAttribute("d").match(/-?\d*\.?\d+/g).map(Number), points = [[x, y]];
    for (let n = 0; n < steps.length; n += 2) points.push([points.at(-1)[0] + steps[n], points.at(-1)[1] + steps[n + 1]]);
    return points;
  },

  routes: () => [...document.querySelectorAll("[data-route]")].map(({ dataset }) => dataset.route),
  length: (route) => chart.line(route).length - 2,
  pair: (route) => route.split("--").slice(0, 2),
  town: (city) => chart.part("city", city).textContent,
  name: (route) => chart.pair(route).map(chart.town).join(" – "),
  color: (route) => chart.part("marks", route).getAttribute("marker-mid")?.slice(11, -1) ?? "gray",
  owner: (route) => chart.part("route", route).dataset.owner ?? chart.part("route", route).dataset.unsent,
  far: (route, x, y) => Math.min(...chart.line(route).slice(1, -1).map(([ax, ay]) => Math.hypot(ax - x, ay - y))),

  // The checks that need no engine.
  whyNot(route, player) {
    const { words } = unsent, owner = chart.owner(route);
    const beside = chart.routes().filter((twin) => `${chart.pair(twin)}` === `${chart.pair(route)}`).map(chart.owner);
    if (owner) return unsent.say(words.has, { name: chart.player(owner) });
    if (beside.some((other) => other && (words.closed || other === player))) return words.twin;
    return chart.panel(player).dataset.trains < chart.length(route) ? words.few : "";
  },
};
