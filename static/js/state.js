// A table as data. `apply(state, entry)` gives the state after an entry, or the code of the rule that refuses
// it, and `nextPlayer(state)` says whose turn it is, as the server does (tests/browser/test_two_engines.py).
// docs/architecture.md lists a state's fields.
//
// What only the server can know is UNKNOWN, and so is what follows from it; `played.unknown` lists what the
// board's rules leave so.

export const UNKNOWN = "?"; // also what people see

const CHANGES = ["strike", "amend"];
// What an entry may change: copied first.
const FIELDS = ["owners", "stations", "markers", "pieces", "points", "figures", "final", "prices"];
// Any other member of a claim is of a rule that only the server knows.
const KNOWN_MEMBERS =
  ["type", "player", "route", "late", "takes", "line", "doubled", "marker", "shared", "id", "at"];

// The state of a table before its first entry.
export const begun = (board, played) => ({
  board, played, version: 0, log: [], ...structuredClone(played.opening),
});

// The state after news, or null where something between is missing. News hold the log behind its first
// `known` entries, prices that changed since version `since`, and fields that are not as at the beginning.
export const updated = (state, news) => {
  const { log, known, since, prices: changed, ...fields } = news, { opening } = state.played;
  if (since && since !== state.version) return null;
  if (known > state.log.length) return null;
  const prices = { ...(since ? state.prices : opening.prices), ...changed };
  return {
    ...state,
    ...opening,
    ...fields,
    log: [...state.log.slice(0, known), ...log],
    prices: Object.fromEntries(Object.entries(prices).filter(([, price]) => price)),
  };
};

export const apply = (state, entry) => {
  if (CHANGES.includes(entry.type)) return corrected(state, entry);
  const why = refusal(state, entry);
  if (why) return why;
  if (endsTurn(state, entry) && hasHadLastTurn(state, entry.player)) return "final-turn-had";
  return step({ ...copied(state), log: [...state.log, entry] }, entry, state.log.length + 1);
};

// The code of the rule that refuses an entry, or null.
export const refusal = (state, entry) => {
  if (state.finished) return "after-finish";
  return entry.type in REFUSALS ? REFUSALS[entry.type](state, entry) : null;
};

const hasHadLastTurn = ({ final }, player) =>
  final && final !== UNKNOWN && final.had[player] === final.turns;

// By the type of an entry: the code of the rule that refuses it, or null.
const REFUSALS = {
  claim(state, entry) {
    const { player, route, shared } = entry;
    const owners = state.owners[route] ?? [], twins = twinsOf(state, route);
    if (shared && !owners.length) return "not-shared";
    if (owners.length && !shared) return "route-taken";
    if (owners.length > 1 || owners.includes(player)) return "route-taken";
    if (twins.some((twin) => state.owners[twin]?.includes(player))) return "own-twin";
    if (!owners.length && isClosed(state, route)) return "twin-closed";
    const [needed] = price(state, entry);
    const left = state.pieces[player][state.board.routes[route].pieces];
    return left !== UNKNOWN && needed !== UNKNOWN && left < needed ? "not-enough-trains" : null;
  },
  station(state, { player, city }) {
    if (city in state.stations) return "city-taken";
    return stationsLeft(state, player) ? null : "no-stations-left";
  },
  harbour({ board, markers, owners }, { player, city }) {
    if (city in markers) return "city-taken";
    const leadsThere = ([route, by]) => by.includes(player) && board.routes[route].ends.includes(city);
    return Object.entries(owners).some(leadsThere) ? null : "no-route-there";
  },
};

// By the type of an entry: what an allowed one changes in `next`, a copy that nobody else has.
const STEPS = {
  claim(next, entry) {
    const { player, route, marker } = entry, { unknown } = next.played;
    const hasOwnPrice = route in next.prices, [pieces, points] = price(next, entry);
    (next.owners[route] ??= []).push(player);
    take(next, player, next.board.routes[route].pieces, unknown.includes("pieces") ? UNKNOWN : pieces);
    if (unknown.includes("points")) makeUnknownForAll(next, "points");
    else next.points[player] = plus(next.points[player], points);
    if (marker) mark(next, player, marker);
    if (Object.keys(entry).some((member) => !KNOWN_MEMBERS.includes(member))) makeUnknown(next, player);
    // A claim at a price of a rule's own may have changed that rule's other prices and figures.
    if (!hasOwnPrice || !unknown.length) return;
    if (unknown.includes("figures")) next.figures[player] = next.figures[player].map(() => UNKNOWN);
    next.prices = Object.fromEntries(Object.keys(next.prices).map((name) => [name, [UNKNOWN, UNKNOWN]]));
  },
  station: (next, { player, city }) => (next.stations[city] = player),
  draw() {},
  "catch-up": (next) => Object.assign(next, { followed: false, final: null }),
  finish(next) {
    next.finished = true;
    // Hidden points are shown now, and only the server knows them.
    for (const player in next.points) next.points[player] ??= UNKNOWN;
  },
  count(next, { player }) {
    if (next.played.unknown.includes("points")) next.points[player] = UNKNOWN;
  },
  exchange(next, { player, to, n }) {
    const other = Object.keys(next.pieces[player]).find((kind) => kind !== to);
    take(next, player, other, n);
    take(next, player, to, -n);
  },
  harbour: (next, { player, city }) => mark(next, player, city),
  home: (next, { player, city }) => mark(next, player, city),
  buy: (next, { player }) => addToFigure(next, player, "cards", 1),
};

// Carries out an allowed entry in `next`, a copy that nobody else has; `place` is its number in the log.
const step = (next, entry, place) => {
  if (!entry) return next;
  if (entry.type in STEPS) STEPS[entry.type](next, entry);
  else makeUnknown(next, entry.player);
  const { type, player } = entry, cards = next.played.figures.indexOf("cards");
  // Some cards are handed back at the end of a turn; which, only the server knows.
  if (cards >= 0 && next.played.turns.includes(type) && next.figures[player][cards])
    next.figures[player][cards] = UNKNOWN;
  if (!endsTurn(next, entry)) return next;
  next.lastTurn = player;
  if (next.final === null) next.final = finalRound(next, player, place);
  else if (next.final !== UNKNOWN && !hasHadLastTurn(next, player))
    next.final.had[player] = (next.final.had[player] ?? 0) + 1;
  return next;
};

// A late entry belongs to a turn that is long over.
const endsTurn = ({ played, followed }, { type, late }) => followed && !late && played.turns.includes(type);

// The final round that begins when this player's turn ends, or null.
const finalRound = ({ board, pieces, played: { players, unknown } }, player, place) => {
  const left = (color) => Object.values(pieces[color]).reduce(plus, 0);
  const mayBeFew = (color) => left(color) === UNKNOWN || left(color) <= board.finalRoundAt;
  if (unknown.includes("final")) return UNKNOWN;
  if (unknown.includes("final-when-few"))
    return players.some(({ color }) => mayBeFew(color)) ? UNKNOWN : null;
  if (left(player) === UNKNOWN) return UNKNOWN;
  return mayBeFew(player) ? { by: player, place, turns: board.finalTurns, had: {} } : null;
};

// The state after a strike or an amendment, or the code of a refusal: the log is read again.
const corrected = (state, change) => {
  const log = [...state.log, change], remarked = withOtherMarker(state, change);
  if (remarked) return { ...remarked, log };
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

// The state after an amendment of the marker of the newest claim, without reading the log again; null for any
// other change.
const withOtherMarker = (state, { type, entry: place, with: now }) => {
  if (type !== "amend" || !state.played.unknown.length) return null;
  const newest = state.log.findLastIndex((entry) => entry?.type === "claim");
  const was = inForce(state.log)[newest];
  if (place !== newest + 1 || was?.route !== now.route || was.player !== now.player) return null;
  const next = copied(state);
  if (was.marker) unmark(next, was.player, was.marker);
  if (now.marker) mark(next, now.player, now.marker);
  return next;
};

// The entries of a log that count, in their places and as amended; null for struck ones and corrections.
export const inForce = (log) => {
  const struck = new Set(), amended = {}, isChange = (entry) => CHANGES.includes(entry?.type);
  // The newest first, for a correction may be struck too.
  for (let place = log.length; place; place -= 1) {
    const entry = log[place - 1];
    if (!isChange(entry) || struck.has(place)) continue;
    if (entry.type === "strike") struck.add(entry.entry);
    else amended[entry.entry] ??= entry.with;
  }
  return log.map((entry, n) =>
    struck.has(n + 1) || isChange(entry) ? null : (amended[n + 1] ?? entry));
};

// [pieces, points] that a claim takes and brings.
export const price = ({ board, played, prices }, { route, line, doubled }) => {
  const { length } = board.routes[route], hidden = played.unknown.includes("points");
  const [pieces, points] = prices[route] ?? [length, hidden ? null : board.points[length]];
  const takes = pieces ?? UNKNOWN, brings = points ?? UNKNOWN;
  return [plus(takes, line ? 1 : 0), doubled ? plus(brings, brings) : brings];
};

// The other tracks of a double or triple route.
const twinsOf = ({ board, played }, route) => played.twins[route] ?? board.routes[route].twins;

// Whether a free track is closed because as many beside it are claimed as this few players may use.
const isClosed = (state, route) => {
  const claimed = twinsOf(state, route).filter((twin) => twin in state.owners).length;
  return claimed > 0 && claimed >= openTracks(state, route);
};

// How many tracks of a double or triple route this many players may use.
export const openTracks = (state, route) => {
  const { board, played } = state, count = twinsOf(state, route).length + 1;
  if (count === 1 || board.routes[route].allOpen) return count;
  return board.open[played.variant][played.players.length][count];
};

export const stationsLeft = ({ board, stations }, player) =>
  board.stations - Object.values(stations).filter((owner) => owner === player).length;

// The last turns that a player still has; 0 unless a final round is known.
export const turnsLeft = ({ final }, player) =>
  final && final !== UNKNOWN ? Math.max(0, final.turns - (final.had[player] ?? 0)) : 0;

// The colours of all players from the seat after this one on.
export const seatsAfter = ({ played: { players } }, player) => {
  const seats = players.map(({ color }) => color), first = seats.indexOf(player) + 1;
  return [...seats.slice(first), ...seats.slice(0, first)];
};

// All players in the order of their next turns. In the final round, where entries may be late, whoever has
// had the most turns had the last one; of several, the last after who began it.
export const seatsInTurn = (state) => {
  const { final, lastTurn, played: { starts } } = state, had = (player) => final.had[player] ?? 0;
  if (lastTurn === null) return [starts, ...seatsAfter(state, starts).slice(0, -1)];
  if (!final || final === UNKNOWN) return seatsAfter(state, lastTurn);
  const seats = seatsAfter(state, final.by), most = Math.max(...seats.map(had));
  return seatsAfter(state, seats.findLast((player) => had(player) === most));
};

// Whose turn it is. Passes over who has stopped or had their last turn; UNKNOWN where the final round is.
export const nextPlayer = (state) => {
  if (state.final === UNKNOWN && state.lastTurn !== null) return UNKNOWN;
  const all = seatsInTurn(state), playing = all.filter((color) => !state.stopped?.includes(color));
  const seats = playing.length ? playing : all;
  return seats.find((color) => turnsLeft(state, color)) ?? seats[0];
};

// A sum, UNKNOWN where a part is; points that the table hides are null, and stay so.
export const plus = (one, other) => {
  if (one === UNKNOWN || other === UNKNOWN) return UNKNOWN;
  return one === null ? null : one + other;
};

// Takes pieces of a kind from a player, also from the label if it shows them.
const take = (next, player, kind, n) => {
  const left = plus(next.pieces[player][kind], n === UNKNOWN ? n : -n);
  next.pieces[player][kind] = left;
  const kinds = Object.keys(next.pieces[player]), shown = next.played.figures.indexOf("pieces");
  if (shown >= 0) next.figures[player][shown + kinds.indexOf(kind)] = left;
};

// Puts a player's marker or harbour in a city; their label counts those left.
const mark = (next, player, city) => {
  next.markers[city] = player;
  addToFigure(next, player, "markers", -1);
};

const unmark = (next, player, city) => {
  delete next.markers[city];
  addToFigure(next, player, "markers", 1);
};

// Adds to a figure on a player's label, if the board has it.
const addToFigure = (next, player, name, n) => {
  const place = next.played.figures.indexOf(name);
  if (place >= 0) next.figures[player][place] = plus(next.figures[player][place], n);
};

// Makes all numbers of a player unknown.
const makeUnknown = (next, player) => {
  for (const kind in next.pieces[player]) next.pieces[player][kind] = UNKNOWN;
  next.points[player] = UNKNOWN;
  next.figures[player] = next.figures[player]?.map(() => UNKNOWN);
};

// Makes the figures, pieces or points of all players unknown; points that the table hides stay hidden.
const makeUnknownForAll = (next, field) => {
  for (const [player, now] of Object.entries(next[field])) {
    if (field === "figures") next.figures[player] = now.map(() => UNKNOWN);
    else if (field === "pieces") for (const kind in now) now[kind] = UNKNOWN;
    else if (now !== null) next.points[player] = UNKNOWN;
  }
};

// A copy of what an entry may change.
const copied = (state) => {
  const next = { ...state };
  for (const name of FIELDS) next[name] = structuredClone(state[name]);
  return next;
};
