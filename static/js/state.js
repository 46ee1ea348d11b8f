// A table as data. `apply(state, entry)` gives the state after an entry, or the code of the rule that refuses
// it, as the server does (tests/browser/test_two_engines.py). docs/architecture.md lists a state's fields.
//
// What only the server can know is UNKNOWN, and so is what follows from it. `played.unknown` lists it
// (`unknown_to_phones` in companion/rules/mechanics/); besides, cards of technologies.py after a turn, points
// after the end, a correction in a log that came cut, and the numbers of a player whose entry has a type or a
// member that is not known here.

export const UNKNOWN = "?"; // also what people see

const CHANGES = ["strike", "amend"];
// What an entry may change, and is copied before.
const FIELDS = ["owners", "stations", "markers", "pieces", "points", "figures", "final", "prices"];
// With any other member of a claim, a rule comes in that only the server knows.
const KNOWN_MEMBERS =
  ["type", "player", "route", "late", "takes", "line", "doubled", "marker", "shared", "id", "at"];

// The state of a table before its first entry.
export const begun = (board, played) => ({
  board, played, version: 0, log: [], ...structuredClone(played.opening),
});

// The state that news make of the known one. They hold the log and the prices since version `since`, and
// every other field that is not as at the beginning. Null where something is missing between the two.
export const updated = (known, news) => {
  const { log, known: length, since, prices: changes, ...fields } = news, { opening } = known.played;
  if (since && since !== known.version) return null;
  if (length > known.log.length) return null;
  const prices = { ...(since ? known.prices : opening.prices), ...changes };
  return {
    ...known,
    ...opening,
    ...fields,
    log: [...known.log.slice(0, length), ...log],
    prices: Object.fromEntries(Object.entries(prices).filter(([, price]) => price)),
  };
};

export const apply = (state, entry) => {
  if (CHANGES.includes(entry.type)) return corrected(state, entry);
  const why = refusal(state, entry) ?? (endsTurn(state, entry) && hadLastTurn(state, entry.player));
  if (why) return why;
  return step({ ...copied(state), log: [...state.log, entry] }, entry, state.log.length + 1);
};

// The code of the rule that refuses an entry, or null.
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
  harbour({ board, markers, owners }, { player, city }) {
    if (city in markers) return "city-taken";
    const isThere = ([route, by]) => by.includes(player) && board.routes[route].ends.includes(city);
    return Object.entries(owners).some(isThere) ? null : "no-route-there";
  },
};

// By the type of an entry: what it changes. `next` is a copy that nobody else has.
const STEPS = {
  claim(next, entry) {
    const { player, route, marker } = entry, { unknown } = next.played, priced = route in next.prices;
    const [pieces, points] = price(next, entry);
    (next.owners[route] ??= []).push(player);
    take(next, player, next.board.routes[route].pieces, unknown.includes("pieces") ? UNKNOWN : pieces);
    if (unknown.includes("points")) makeUnknownForAll(next, "points");
    else next.points[player] = plus(next.points[player], points);
    if (marker) mark(next, player, marker);
    if (Object.keys(entry).some((member) => !KNOWN_MEMBERS.includes(member))) makeUnknown(next, player);
    // A claim at a price of a rule's own may have changed that rule's other prices and figures.
    if (!priced || !unknown.length) return;
    if (unknown.includes("figures")) next.figures[player] = next.figures[player].map(() => UNKNOWN);
    next.prices = Object.fromEntries(Object.keys(next.prices).map((name) => [name, [UNKNOWN, UNKNOWN]]));
  },
  station: (next, { player, city }) => (next.stations[city] = player),
  draw() {},
  "catch-up": (next) => Object.assign(next, { followed: false, final: null }),
  finish(next) {
    next.finished = true;
    for (const player in next.points) next.points[player] ??= UNKNOWN;
  },
  count: (next, { player }) => next.played.unknown.includes("points") && (next.points[player] = UNKNOWN),
  exchange(next, { player, to, n }) {
    const other = Object.keys(next.pieces[player]).find((kind) => kind !== to);
    take(next, player, other, n);
    take(next, player, to, -n);
  },
  harbour: (next, { player, city }) => mark(next, player, city),
  home: (next, { player, city }) => mark(next, player, city),
  buy: (next, { player }) => figure(next, player, "cards", 1),
};

// Carries out an allowed entry, at its place in the log, in a copy that nobody else has.
const step = (next, entry, place) => {
  if (!entry) return next;
  entry.type in STEPS ? STEPS[entry.type](next, entry) : makeUnknown(next, entry.player);
  const { type, player } = entry, cards = next.played.figures.indexOf("cards");
  // Some cards are handed back at the end of a turn; which, only the server knows.
  if (cards >= 0 && next.played.turns.includes(type) && next.figures[player][cards])
    next.figures[player][cards] = UNKNOWN;
  if (!endsTurn(next, entry)) return next;
  next.lastTurn = player;
  if (next.final === null) next.final = finalRound(next, player, place);
  else if (next.final !== UNKNOWN && !hadLastTurn(next, player))
    next.final.had[player] = (next.final.had[player] ?? 0) + 1;
  return next;
};

// A late entry belongs to a turn that is long over.
const endsTurn = ({ played, followed }, { type, late }) => followed && !late && played.turns.includes(type);

// The final round that the end of a turn at this place in the log begins, or null.
const finalRound = ({ board, pieces, played: { players, unknown } }, by, place) => {
  const left = (player) => Object.values(pieces[player]).reduce(plus, 0);
  const mayBeFew = (player) => left(player) === UNKNOWN || left(player) <= board.finalRoundAt;
  if (unknown.includes("final")) return UNKNOWN;
  if (unknown.includes("final-when-few"))
    return players.some(({ color }) => mayBeFew(color)) ? UNKNOWN : null;
  if (left(by) === UNKNOWN) return UNKNOWN;
  return mayBeFew(by) ? { by, place, turns: board.finalTurns, had: {} } : null;
};

// The state after a strike or an amendment: the log is read again from its beginning.
const corrected = (state, change) => {
  const log = [...state.log, change], withMore = newestClaimAmended(state, change);
  if (withMore) return { ...withMore, log };
  // A very long log is sent without its beginning, so it cannot be read again here.
  if (state.cut) {
    const next = { ...copied(state), log, final: UNKNOWN };
    for (const field of ["pieces", "points", "figures"]) makeUnknownForAll(next, field);
    return next;
  }
  let next = { ...begun(state.board, state.played), version: state.version, stopped: state.stopped };
  for (const [n, entry] of inForce(log).entries()) {
    const why = entry && refusal(next, entry);
    if (why) return why;
    next = step(next, entry, n + 1);
  }
  // What the board's own rules made of each entry at its time, only the server can work out again.
  const { unknown } = state.played;
  for (const field of ["pieces", "points", "figures"])
    if (unknown.includes(field)) makeUnknownForAll(next, field);
  if (unknown.includes("final") && next.followed) next.final = UNKNOWN;
  return { ...next, log };
};

// The state after an amendment that only puts a marker to the newest claim or takes it off: nothing has to be
// read again. Null for any other change.
const newestClaimAmended = (state, { type, entry: place, with: now }) => {
  const newest = state.log.findLastIndex((entry) => entry?.type === "claim");
  const was = inForce(state.log)[newest];
  if (type !== "amend" || place !== newest + 1 || !state.played.unknown.length) return null;
  if (was?.route !== now.route || was.player !== now.player) return null;
  const next = copied(state);
  if (was.marker) mark(next, was.player, was.marker, true);
  if (now.marker) mark(next, now.player, now.marker);
  return next;
};

// The entries of a log that count, each in its place; null for what was struck, and for corrections.
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

// The pieces that a claim takes, and the points that it brings.
export const price = ({ board, played, prices }, { route, line, doubled }) => {
  const { length } = board.routes[route];
  const [pieces, points] = prices[route]
    ?? [length, played.unknown.includes("points") ? null : board.points[length]];
  const takes = pieces ?? UNKNOWN, brings = points ?? UNKNOWN;
  return [plus(takes, line ? 1 : 0), doubled ? plus(brings, brings) : brings];
};

const twinsOf = ({ board, played }, route) => played.twins[route] ?? board.routes[route].twins;

// Whether a free track is closed, because as many beside it are claimed as so few players may use.
const isClosed = (state, route) => {
  const twins = twinsOf(state, route), claimed = twins.filter((twin) => twin in state.owners).length;
  return claimed > 0 && claimed >= openTracks(state, route);
};

export const openTracks = (state, route) => {
  const { board, played } = state, count = twinsOf(state, route).length + 1;
  if (count === 1 || board.routes[route].allOpen) return count;
  return board.open[played.variant][played.players.length][count];
};

export const stationsLeft = ({ board, stations }, player) =>
  board.stations - Object.values(stations).filter((owner) => owner === player).length;

export const turnsLeft = ({ final }, player) =>
  final && final !== UNKNOWN ? Math.max(0, final.turns - (final.had[player] ?? 0)) : 0;

// All players, from the seat after this one on.
export const seatsAfter = ({ played: { players } }, player) => {
  const seats = players.map(({ color }) => color), first = seats.indexOf(player) + 1;
  return [...seats.slice(first), ...seats.slice(0, first)];
};

// The same after the last turn, or from who starts. In the final round the last turn is the furthest from who
// began it: others may be told late.
export const seatsInTurn = (state) => {
  const { final, lastTurn, played: { starts } } = state, had = (player) => final.had[player] ?? 0;
  if (lastTurn === null) return seatsAfter(state, seatsAfter(state, starts).at(-2));
  if (!final || final === UNKNOWN) return seatsAfter(state, lastTurn);
  const last = seatsAfter(state, final.by).reduce((one, other) => (had(other) >= had(one) ? other : one));
  return seatsAfter(state, last);
};

// Whose turn it is. Passes over who has stopped or had their last turn; where a final round may have begun
// unheard, nobody here knows who those are.
export const nextPlayer = (state) => {
  if (state.final === UNKNOWN && state.lastTurn !== null) return UNKNOWN;
  const all = seatsInTurn(state), left = all.filter((color) => !state.stopped?.includes(color));
  const seats = left.length ? left : all;
  return seats.find((color) => turnsLeft(state, color)) ?? seats[0];
};

// A sum; points that the table hides are null, and stay so.
const plus = (one, other) => {
  if (one === UNKNOWN || other === UNKNOWN) return UNKNOWN;
  return one === null ? null : one + other;
};

// Takes pieces from a player, also on the label where a rule shows them there by kind.
const take = (next, player, kind, n) => {
  const left = (next.pieces[player][kind] = plus(next.pieces[player][kind], n === UNKNOWN ? n : -n));
  const kinds = Object.keys(next.pieces[player]), shown = next.played.figures.indexOf("pieces");
  if (shown >= 0) next.figures[player][shown + kinds.indexOf(kind)] = left;
};

// Puts a marker or harbour in a city, or takes it off; the label counts those left.
const mark = (next, player, city, off = false) => {
  if (off) delete next.markers[city];
  else next.markers[city] = player;
  figure(next, player, "markers", off ? 1 : -1);
};

const figure = (next, player, of, more) => {
  const place = next.played.figures.indexOf(of);
  if (place >= 0) next.figures[player][place] = plus(next.figures[player][place], more);
};

const makeUnknown = (next, player) => {
  for (const kind in next.pieces[player]) next.pieces[player][kind] = UNKNOWN;
  next.points[player] = UNKNOWN;
  next.figures[player] = next.figures[player]?.map(() => UNKNOWN);
};

// Points that the table hides stay hidden.
const makeUnknownForAll = (next, field) => {
  for (const [player, now] of Object.entries(next[field])) {
    if (field === "figures") next.figures[player] = now.map(() => UNKNOWN);
    else if (field === "pieces") for (const kind in now) now[kind] = UNKNOWN;
    else if (now !== null) next.points[player] = UNKNOWN;
  }
};

const copied = (state) => {
  const next = { ...state };
  for (const name of FIELDS) next[name] = structuredClone(state[name]);
  return next;
};
