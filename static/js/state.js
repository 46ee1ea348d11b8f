// A table as data, and the one step that an entry does to it: `apply` gives the state after an entry, or the
// code of the rule that refuses it. Pure: what it is given stays as it is. tests/browser/test_two_engines.py
// proves that the server's engine says the same after every entry. What only the server knows is UNKNOWN, and
// stays it.
//
// The fields are told in docs/architecture.md; companion/pages/table/table_model.py makes them.

export const UNKNOWN = "?";

const CHANGES = ["strike", "amend"];
const FIELDS = ["owners", "stations", "markers", "pieces", "points", "figures", "final", "prices"];
// What is told with a claim, and what `STEPS` takes in; anything else is a rule that only the server knows.
const MEMBERS =
  ["type", "player", "route", "late", "takes", "line", "doubled", "marker", "shared", "id", "at"];

// The state of a table before its first entry.
export const begun = (board, played) => ({
  board, played, version: 0, log: [], ...structuredClone(played.opening),
});

// The state as the server tells it; null where what it tells does not follow on what is known.
export const heard = (known, told) => {
  if (told.since && told.since !== known.version) return null;
  if (told.known > known.log.length) return null;
  const { log, known: length, since, prices, ...fields } = told;
  const { opening } = known.played, before = since ? known.prices : opening.prices;
  const now = Object.entries({ ...before, ...prices }).filter(([, price]) => price);
  const next = { log: [...known.log.slice(0, length), ...log], prices: Object.fromEntries(now) };
  // What is as it was at the beginning goes without saying.
  return { ...known, ...opening, ...fields, ...next };
};

export const apply = (state, entry) => {
  if (CHANGES.includes(entry.type)) return corrected(state, entry);
  const why = refusal(state, entry) ?? (endsTurn(state, entry) && hadLastTurn(state, entry.player));
  if (why) return why;
  return step({ ...copied(state), log: [...state.log, entry] }, entry);
};

// Why the rules refuse an entry, as a code; null where they allow it, or only the server can tell.
export const refusal = (state, entry) =>
  state.finished ? "after-finish" : entry.type in REFUSALS ? REFUSALS[entry.type](state, entry) : null;

const hadLastTurn = ({ final }, player) =>
  final && final !== UNKNOWN && final.had[player] === final.turns ? "final-turn-had" : null;

const REFUSALS = {
  claim(state, entry) {
    const { player, route, shared } = entry;
    const owners = state.owners[route] ?? [], twins = twinsOf(state, route);
    if (shared && !owners.length) return "not-shared";
    if (shared ? owners.includes(player) || owners.length > 1 : owners.length) return "route-taken";
    if (twins.some((twin) => state.owners[twin]?.includes(player))) return "own-twin";
    if (!owners.length && isClosed(state, route)) return "twin-closed";
    const [pieces] = price(state, entry);
    const left = state.pieces[player][state.board.routes[route].pieces];
    return left !== UNKNOWN && pieces !== UNKNOWN && left < pieces ? "not-enough-trains" : null;
  },
  station(state, { player, city }) {
    if (city in state.stations) return "city-taken";
    return stationsLeft(state, player) ? null : "no-stations-left";
  },
  harbour: (state, { city }) => (city in state.markers ? "city-taken" : null),
};

const STEPS = {
  claim(next, entry) {
    const { player, route, marker } = entry, { untold } = next.played, priced = route in next.prices;
    const [pieces, points] = price(next, entry);
    (next.owners[route] ??= []).push(player);
    take(next, player, next.board.routes[route].pieces, untold.includes("pieces") ? UNKNOWN : pieces);
    if (untold.includes("points")) forget(next, "points");
    else next.points[player] = plus(next.points[player], points);
    if (marker) mark(next, player, marker);
    if (Object.keys(entry).some((member) => !MEMBERS.includes(member))) unknown(next, player);
    if (!priced || !untold.length) return;
    if (untold.includes("figures")) next.figures[player] = next.figures[player].map(() => UNKNOWN);
    next.prices = Object.fromEntries(Object.keys(next.prices).map((name) => [name, [UNKNOWN, UNKNOWN]]));
  },
  station: (next, { player, city }) => (next.stations[city] = player),
  draw() {},
  "catch-up": (next) => Object.assign(next, { followed: false, final: null }),
  finish(next) {
    next.finished = true;
    for (const player in next.points) next.points[player] ??= UNKNOWN;
  },
  count: (next, { player }) => next.played.untold.includes("points") && (next.points[player] = UNKNOWN),
  exchange(next, { player, to, n }) {
    const other = Object.keys(next.pieces[player]).find((kind) => kind !== to);
    take(next, player, other, n);
    take(next, player, to, -n);
  },
  harbour: (next, { player, city }) => mark(next, player, city),
  home: (next, { player, city }) => mark(next, player, city),
  buy: (next, { player }) => figure(next, player, "cards", 1),
};

// Takes an entry in that is allowed. `next` is a copy that nobody else has.
const step = (next, entry) => {
  if (!entry) return next;
  entry.type in STEPS ? STEPS[entry.type](next, entry) : unknown(next, entry.player);
  const { type, player } = entry, cards = next.played.figures.indexOf("cards");
  // Some cards go back with a turn.
  if (cards >= 0 && next.played.turns.includes(type) && next.figures[player][cards])
    next.figures[player][cards] = UNKNOWN;
  if (!endsTurn(next, entry)) return next;
  next.lastTurn = player;
  if (next.final === null) next.final = finalRound(next, player);
  else if (next.final !== UNKNOWN && !hadLastTurn(next, player))
    next.final.had[player] = (next.final.had[player] ?? 0) + 1;
  return next;
};

// Whether a turn ended with this entry when it was made.
const endsTurn = ({ played, followed }, { type, late }) => followed && !late && played.turns.includes(type);

// The final round that the end of a player's turn begins, if it does.
const finalRound = ({ board, pieces, played }, by) => {
  const left = Object.values(pieces[by]).reduce(plus, 0);
  if (played.untold.includes("final") || left === UNKNOWN) return UNKNOWN;
  return left <= board.finalRoundAt ? { by, turns: board.finalTurns, had: {} } : null;
};

// A strike or an amendment: the log is read anew from its beginning. Of a log that is cut, because it is so
// long, only the server knows what becomes.
const corrected = (state, change) => {
  const log = [...state.log, change], added = addedTo(state, change);
  if (added) return { ...added, log };
  if (state.cut) {
    const next = { ...copied(state), log, final: UNKNOWN };
    for (const name of ["pieces", "points", "figures"]) forget(next, name);
    return next;
  }
  let next = { ...begun(state.board, state.played), version: state.version };
  for (const entry of inForce(log)) {
    const why = entry && refusal(next, entry);
    if (why) return why;
    next = step(next, entry);
  }
  // What claims took and brought at their time is not known any more.
  if (state.played.untold.length) for (const name of ["pieces", "points", "figures"]) forget(next, name);
  if (state.played.untold.length && next.followed) next.final = UNKNOWN;
  return { ...next, log };
};

// What is only told besides of the newest claim changes nothing that came before; null where it is more than
// that.
const addedTo = (state, { type, entry: place, with: now }) => {
  const newest = state.log.findLastIndex((entry) => entry?.type === "claim");
  const was = inForce(state.log)[newest];
  if (type !== "amend" || place !== newest + 1 || !state.played.untold.length) return null;
  if (was?.route !== now.route || was.player !== now.player) return null;
  const next = copied(state);
  if (was.marker) mark(next, was.player, was.marker, true);
  if (now.marker) mark(next, now.player, now.marker);
  return next;
};

// The entries of a log as they count, each in its place: what was taken back, or changes others, is null.
export const inForce = (log) => {
  const struck = new Set(), instead = {};
  for (let place = log.length; place; place -= 1) {
    const entry = log[place - 1];
    if (!CHANGES.includes(entry?.type) || struck.has(place)) continue;
    entry.type === "strike" ? struck.add(entry.entry) : (instead[entry.entry] ??= entry.with);
  }
  return log.map((entry, n) =>
    struck.has(n + 1) || CHANGES.includes(entry?.type) ? null : (instead[n + 1] ?? entry));
};

// What a claim takes from its player and brings them, as far as that is known.
export const price = ({ board, played, prices }, { route, line, doubled }) => {
  const { length } = board.routes[route];
  const [pieces, points] = prices[route]
    ?? [length, played.untold.includes("points") ? null : board.points[length]];
  const takes = pieces ?? UNKNOWN, brings = points ?? UNKNOWN;
  return [plus(takes, line ? 1 : 0), doubled ? plus(brings, brings) : brings];
};

const twinsOf = ({ board, played }, route) => played.twins[route] ?? board.routes[route].twins ?? [];

// Whether tracks beside a free one are claimed, and the players are too few for more.
const isClosed = (state, route) => {
  const twins = twinsOf(state, route), claimed = twins.filter((twin) => twin in state.owners).length;
  return claimed > 0 && claimed >= openTracks(state, route);
};

// How many of a track and those beside it the players may claim.
export const openTracks = (state, route) => {
  const { board, played } = state, count = twinsOf(state, route).length + 1;
  if (count === 1 || board.routes[route].allOpen) return count;
  return board.open[played.variant][played.players.length][count];
};

export const stationsLeft = ({ board, stations }, player) =>
  board.stations - Object.values(stations).filter((owner) => owner === player).length;

export const turnsLeft = ({ final }, player) =>
  final && final !== UNKNOWN ? Math.max(0, final.turns - (final.had[player] ?? 0)) : 0;

// Whose turn it likely is: the seat after the last turn, passing over those who have had their last one.
export const nextPlayer = (state) => {
  const { played: { players, starts }, lastTurn } = state, seats = players.map(({ color }) => color);
  if (lastTurn === null) return starts;
  const first = seats.indexOf(lastTurn) + 1, clockwise = [...seats.slice(first), ...seats.slice(0, first)];
  return clockwise.find((color) => turnsLeft(state, color)) ?? clockwise[0];
};

const plus = (one, other) => {
  if (one === UNKNOWN || other === UNKNOWN) return UNKNOWN;
  return one === null ? null : one + other;
};

const take = (next, player, kind, n) => {
  const left = (next.pieces[player][kind] = plus(next.pieces[player][kind], n === UNKNOWN ? n : -n));
  const kinds = Object.keys(next.pieces[player]), shown = next.played.figures.indexOf("pieces");
  if (shown >= 0) next.figures[player][shown + kinds.indexOf(kind)] = left;
};

// A marker or harbour in a city, of which everybody has some; or off again.
const mark = (next, player, city, off = false) => {
  if (off) delete next.markers[city];
  else next.markers[city] = player;
  figure(next, player, "markers", off ? 1 : -1);
};

const figure = (next, player, of, more) => {
  const place = next.played.figures.indexOf(of);
  if (place >= 0) next.figures[player][place] = plus(next.figures[player][place], more);
};

// An entry of a rule that only the server knows.
const unknown = (next, player) => {
  for (const kind in next.pieces[player]) next.pieces[player][kind] = UNKNOWN;
  next.points[player] = UNKNOWN;
  next.figures[player] = next.figures[player]?.map(() => UNKNOWN);
};

// Nobody's numbers of this kind are known any more.
const forget = (next, name) => {
  for (const [player, now] of Object.entries(next[name])) {
    if (name === "figures") next.figures[player] = now.map(() => UNKNOWN);
    else if (name === "pieces") for (const kind in now) now[kind] = UNKNOWN;
    else if (now !== null) next.points[player] = UNKNOWN;
  }
};

const copied = (state) => {
  const next = { ...state };
  for (const name of FIELDS) next[name] = structuredClone(state[name]);
  return next;
};
