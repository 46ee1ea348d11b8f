// Draws a state on the board and on the strip under it, and puts names and numbers into texts.
import { UNKNOWN, nextPlayer, plus, stationsLeft, turnsLeft } from "./state.js";

const QUIET = 0.55; // of an open route's colour beside claimed ones, as companion/picture/palette.py has it
const FULL = { "fill-opacity": "1", "stroke-opacity": "1" };
// route colours with a figure
const MARKED = ["red", "orange", "yellow", "green", "blue", "purple", "black", "white"];
const DIGITS = 9; // numbers that the picture has for offers
const FEW = 6; // trains

// Sets attributes on the parts of a picture; what is null is taken off.
export const setAttributes = (svg, changes) => {
  for (const [selector, attributes] of Object.entries(changes)) {
    const part = svg.querySelector(selector);
    for (const [name, value] of Object.entries(attributes))
      value === null ? part?.removeAttribute(name) : part?.setAttribute(name, value);
  }
};

// What French and Swedish change beside a name, as companion/i18n.py does.
const VOWEL = /^([aàáâãäåæeèéêëiìíîïoòóôõöøœuùúûü]|y(?![aeiou])|h(é|e[cnlr]|il|ip|onor|or|u[bg]|y))/i;
const genitive = (name) => {
  if (/[sxz]$/i.test(name)) return "";
  return /(^| )\p{L}*\p{Ll}$/u.test(name) ? "s" : ":s";
};
const BENT = {
  fr: (text, values) => text.replace(/\b([dD]|[qQ]u)e {(\w+)}/g, (same, start, name) =>
    (VOWEL.test(values[name] ?? "") ? `${start}’{${name}}` : same)),
  sv: (text, values) => text.replace(/\{(\w+)\}s(?!\p{L})/gu, (_, name) =>
    `{${name}}${genitive(values[name] ?? "")}`),
};

// A text with values put in for its names in braces.
export const filled = (sentence, values, lang = document.documentElement.lang) => {
  const bent = BENT[lang]?.(sentence, values) ?? sentence;
  return bent.replace(/{(\w+)}/g, (_, name) => values[name] ?? "");
};

// The same in the plural form of a number. `of` has the place of each small number's form; a larger number
// takes that of a small one of its plural category.
export const counted = ({ forms, of }, n, values) => {
  const kind = (number) => new Intl.PluralRules(document.documentElement.lang).select(number);
  const like = n === UNKNOWN ? of.length - 1 : [...of].findIndex((_, small) => kind(small) === kind(n));
  return filled(forms[of[n] ?? of[like] ?? 0], { n, ...values });
};

export class Picture {
  constructor(svg, state) {
    this.svg = svg;
    // All is sent, and nothing offered yet.
    this.shown = attributes(svg, state, state, []);
  }

  // Draws a state; `offered` routes are numbered in order.
  paint(known, drawn, offered) {
    const wanted = attributes(this.svg, known, drawn, offered);
    const changes = {};
    for (const [selector, now] of Object.entries(wanted)) {
      const was = this.shown[selector];
      for (const [name, value] of Object.entries(now))
        if (was?.[name] !== value) (changes[selector] ??= {})[name] = value;
    }
    setAttributes(this.svg, changes);
    this.shown = wanted;
  }
}

// Every attribute that depends on the state, by the selector of its part. What `drawn` has and `known` does
// not is not sent yet.
export const attributes = (svg, known, drawn, offered) => {
  const { board, played } = drawn, found = {};
  const routes = Object.values(board.routes).filter(({ sign }) => sign);
  const quiet = Object.keys(drawn.owners).length > 0;
  found['[data-layer="routes"]'] = {
    "fill-opacity": quiet ? `${QUIET}` : null, "stroke-opacity": quiet ? `${(1 + QUIET) / 2}` : null,
  };
  for (const route of routes) {
    const [owner] = drawn.owners[route.id] ?? [], sent = known.owners[route.id]?.[0] === owner;
    const space = owner ? (sent ? claimed(owner, played) : unsent(owner, played)) : open(route);
    found[`[data-route="${route.id}"]`] = offered.includes(route.id) ? { ...space, ...FULL } : space;
    found[`[data-marks="${route.id}"]`] = signsAlong(route, owner, sent);
    if (route.ferry)
      found[`[data-loco="${route.id}"]`] = {
        "marker-mid": owner && sent ? "none" : "url(#board-locomotive)",
      };
  }
  for (const city of Object.keys(board.cities).filter((id) => board.cities[id].spots))
    found[`[data-city="${city}"]`] = { "font-weight": isBold(city, known, drawn) ? "bold" : null };
  Object.assign(found, layers(svg, known, drawn, offered));
  return found;
};

const NONE = {
  "data-owner": null, "data-unsent": null, "marker-end": null, "fill-opacity": null, "stroke-opacity": null,
};

// The attributes of a route that is open, claimed, or claimed and not sent yet.
const open = ({ color, tunnel, bed }) => ({
  ...NONE,
  fill: bed ? "var(--b-land)" : `var(--b-${color}-fill)`,
  stroke: `var(--b-${color}-edge)`,
  "stroke-width": tunnel ? "2.2" : null,
  "stroke-dasharray": tunnel ? "2 1.33" : null,
});

const fillOf = (player, { players }) => players.find(({ color }) => color === player).fill;

const claimed = (owner, played) => ({
  ...NONE,
  ...FULL,
  "data-owner": owner,
  fill: fillOf(owner, played),
  stroke: "var(--b-casing)",
  "stroke-width": "1.4",
  "stroke-dasharray": "none",
});

const unsent = (owner, played) => ({
  ...NONE,
  "data-unsent": owner,
  fill: fillOf(owner, played),
  stroke: fillOf(owner, played),
  "stroke-width": null,
  "stroke-dasharray": null,
  "marker-end": `url(#board-sign-${owner})`,
});

// The signs along a route, its owner's or else its colour's, on a line drawn only under a sent claim.
const signsAlong = ({ color }, owner, sent) => ({
  stroke: owner && sent ? "var(--b-casing)" : null,
  "marker-mid": owner ? `url(#board-own-${owner})` : MARKED.includes(color) ? `url(#board-${color})` : null,
});

// Big cities, and where something was built that is not sent yet.
const isBold = (city, known, { stations, markers, played }) =>
  played.bigCities.includes(city) || (city in { ...stations, ...markers }
    && !(city in { ...known.stations, ...known.markers }));

const layers = (svg, known, drawn, offered) => {
  const { board, played, finished } = drawn, found = {};
  const layer = (name, points) => (found[`[data-layer="${name}"]`] = { d: points });
  const cars = (routes) =>
    routes.map((id) => svg.querySelector(`[data-route="${id}"]`)?.getAttribute("d")).join("");
  const standing = { ...drawn.stations, ...drawn.markers };
  for (const { color } of played.players) {
    layer(`letters-${color}`, corners(signs(known, drawn, color)));
    layer(`stations-${color}`, corners(Object.keys(standing).filter((city) => standing[city] === color)
      .map((city) => board.cities[city].spots[0])));
  }
  const latest = finished ? [] : Object.keys(known.owners).slice(-1), numbered = offered.slice(0, DIGITS);
  const discs = numbered.map((id) => board.routes[id].tag);
  for (const end of ["", "-case"]) {
    layer(`last${end}`, cars(latest));
    layer(`offer${end}`, cars(numbered));
    layer(`discs${end}`, discs.map(([x, y]) => `M${x} ${y}h.1`).join(""));
  }
  for (let n = 0; n < DIGITS; n += 1) {
    const [x, y] = discs[n] ?? [];
    found[`[data-offer="${n + 1}"]`] = discs[n]
      ? { x: `${x}`, y: (y + 3.4).toFixed(1), display: "inline" } : { x: null, y: null, display: "none" };
  }
  return found;
};

// Where a player's letters are: on their sent routes, beside the first owner's where they are the second.
const signs = (known, { owners, board }, player) => Object.entries(known.owners).flatMap(([id, sent]) => {
  const { sign, second } = board.routes[id], isDrawn = sign && owners[id]?.[0] === sent[0];
  if (!isDrawn || !sent.includes(player)) return [];
  return [player === sent[0] ? sign : second];
});

const corners = (points) => {
  const ends = points.length === 1 ? [...points, ...points] : points; // one point alone is no line
  return ends.length ? `M${ends.map(([x, y]) => `${x} ${y}`).join("L")}` : "";
};

// The strip under the board. What a phone changes there is undone before an answer is merged in.
export class Strip {
  #undo = [];

  // Sets an attribute of a part, or its "text"; null takes an attribute off.
  set(part, name, value) {
    if (!part) return;
    const was = name === "text" ? part.textContent : part.getAttribute(name);
    if (was === value) return;
    const change = (to) => {
      if (name === "text") part.textContent = to;
      else if (to === null) part.removeAttribute(name);
      else part.setAttribute(name, to);
    };
    change(value);
    this.#undo.push(() => change(was));
  }

  replace(part, other) {
    if (!part) return;
    part.replaceWith(other);
    this.#undo.push(() => other.replaceWith(part));
  }

  add(around, part) {
    around.append(part);
    this.#undo.push(() => part.remove());
  }

  undo() {
    for (const undo of this.#undo.reverse()) undo();
    this.#undo = [];
  }

  // Shows each player's numbers, and whose turn it is; while that is unknown, no button ends a turn.
  paint(state, words) {
    const { players } = state.played;
    for (const { color } of players) this.#player(state, color, words);
    const field = document.querySelector(".turn input[name=player]"), next = nextPlayer(state);
    if (!field || field.value === next) return;
    this.set(field, "value", next);
    for (const panel of document.querySelectorAll(".panel"))
      this.set(panel, "aria-current", panel.value === next ? "true" : null);
    const name = players.find(({ color }) => color === next)?.name ?? UNKNOWN;
    this.set(document.querySelector(".turn-whose"), "text", filled(words.turn, { name }));
    if (next === UNKNOWN) this.replace(field.form, document.createComment("Drew cards"));
  }

  #player(state, color, words) {
    const panel = document.getElementById(`panel-${color}`);
    if (!panel) return;
    const left = Object.values(state.pieces[color]).reduce(plus, 0);
    const [trains, piece] = panel.querySelector(".panel-trains").children;
    const used = left === UNKNOWN ? UNKNOWN : words.of - left;
    this.set(trains, "text", `${state.followed ? left : used}`);
    if (state.followed) this.set(piece, "text", counted(words.left, left));
    const few = left <= FEW && state.followed ? " few" : "";
    this.set(panel.querySelector(".panel-trains"), "class", `panel-trains${few}`);
    this.set(panel.querySelector("[data-worth]"), "text", counted(words.worth, state.points[color] ?? 0));
    this.set(panel.querySelector("[data-stations]"), "text",
      counted(words.stations, stationsLeft(state, color)));
    panel.querySelectorAll("[data-figure]").forEach((part, place) =>
      this.set(part, "text", counted(words.figures[place], state.figures[color][place])));
    if (state.final && state.final !== UNKNOWN) {
      const turns = counted(words.turnsLeft, turnsLeft(state, color));
      this.set(panel.querySelector("[data-turns]"), "text", turns);
    }
  }
}
