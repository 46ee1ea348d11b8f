// A turn that is told late: what the server makes of it, and so what this phone shows until then.
// companion/rules/arrival.py says what the rule is; tests/browser/test_two_engines.py that both say the same.
import { UNKNOWN, apply, inForce, seatsAfter, turnsLeft } from "./state.js";

// The state after an entry whose phone knew the first `logLength` entries of the log, or the code of the rule
// that refuses it. `isOwn` says of a place whether this phone told what stands there.
export const takeIn = (state, entry, logLength, isOwn) =>
  withAll(state, arrived(state, entry, logLength, isOwn));

// The state after the entries that are stored together.
export const withAll = (state, entries) => {
  const [draw, strike] = entries;
  // A draw that is struck at once changes nothing, also where it would be a turn too many.
  if (draw.type === "draw" && strike?.type === "strike") return { ...state, log: [...state.log, ...entries] };
  return entries.reduce((next, one) => (typeof next === "string" ? next : apply(next, one)), state);
};

export const arrived = (state, entry, logLength, isOwn) => {
  const { log, final, followed, finished, played: { turns } } = state;
  if (!(logLength < log.length) || !turns.includes(entry.type) || entry.late) return [entry];
  if (!followed || finished || final === UNKNOWN) return [entry];
  const order = orderOf(state, entry.player, logLength);
  const gap = order.slots.findIndex((slot) => fits(slot, entry, log, logLength, isOwn));
  if (final && (gap < 0 || gap > order.begun)) {
    const spare = toldByOthers(state, entry.player, logLength, isOwn);
    if (spare && !turnsLeft(state, entry.player)) return [{ type: "amend", entry: spare, with: entry }];
  }
  if (gap < 0) return [entry];
  if (order.slots[gap].place) return forDraw(state, order, gap, entry);
  return before(state, order, gap, entry);
};

const fits = (slot, { player }, log, logLength, isOwn) => {
  if (slot.player !== player || slot.seen <= logLength || isOwn(slot.seen)) return false;
  const isAmended = () => log.some((other) => other?.type === "amend" && other.entry === slot.place);
  return !slot.place || (slot.place === slot.seen && log[slot.place - 1].type === "draw" && !isAmended());
};

// The place of a last turn that others told as a draw for this player since then; 0 if there is none.
const toldByOthers = ({ log, final }, player, logLength, isOwn) => 1 + inForce(log).findIndex((told, n) =>
  n >= Math.max(logLength, final.place) && told?.type === "draw" && told === log[n] && told.player === player
    && (told.before || !isOwn(n + 1)));

// A turn for which somebody told a draw: as a rule the draw amended.
const forDraw = (state, order, gap, entry) => {
  const { place } = order.slots[gap], amended = { type: "amend", entry: place, with: entry };
  const after = apply(state, amended), isAllowed = typeof after !== "string";
  if (isAllowed && ((state.final && gap > order.begun) || !begins(state, entry))) return [amended];
  if (after.final?.place <= place) return [amended, ...had(order.since(gap), state, after.final)];
  const struck = { type: "strike", entry: place, before: true };
  return [struck, ...before(apply(state, struck), order, gap, entry)];
};

// A turn that was taken before others that are in the log.
const before = (state, order, gap, entry) => {
  const place = state.log.length + 1;
  if (state.final && gap > order.begun) return [entry];
  if (begins(state, entry)) return [...notBegun(state), entry, ...had(order.since(gap), state)];
  if (entry.type === "draw") return [entry, { type: "strike", entry: place, before: true }];
  return [{ ...entry, late: true }];
};

// What makes late the turns with which the final round began in the log: it began before them.
const notBegun = (state) => {
  const changes = [];
  for (let now = state; now.final?.place; now = apply(now, changes.at(-1))) {
    const { place } = now.final, began = inForce(now.log)[place - 1];
    changes.push(began.type === "draw" ? { type: "strike", entry: place, before: true }
      : { type: "amend", entry: place, with: { ...began, late: true } });
  }
  return changes;
};

// Whether the final round begins after this turn, or had begun where it was told in time.
const begins = (state, entry) => {
  const { final } = apply({ ...state, final: null }, entry);
  return Boolean(final) && final !== UNKNOWN;
};

// A draw for everybody who has had a turn since, as often as the final round, where there is one, has not
// counted it.
const had = (since, { board }, final) => [...new Set(since)].flatMap((player) => {
  const turns = since.filter((other) => other === player).length;
  const more = Math.min(turns, board.finalTurns) - (final?.had[player] ?? 0);
  return Array.from({ length: Math.max(0, more) }, () => ({ type: "draw", player, before: true }));
});

// The turns of a log in the order in which they were taken. Each has its player, its place, none if nobody
// told it, and `seen`, the place of the entry that showed it: its own, or that of the next turn told in time.
const orderOf = (state, about, logLength) => {
  const { log, final, played } = state, slots = [], stands = inForce(log);
  let last = seatsAfter(state, played.starts).at(-2), begun = null;
  const beganAt = (place) => log[place]?.type === "draw" && log[place].before;
  const note = (n) => (begun = Math.min(n, begun ?? n));
  const turnsOf = (seat) => slots.filter(({ player }, n) => n > begun && player === seat).length;

  const take = (player, place) => {
    const round = seatsAfter(state, last);
    const hasTurns = (seat) => !final || begun === null || turnsOf(seat) < final.turns;
    const passed = round.slice(0, round.indexOf(player)).filter(hasTurns);
    slots.push(...passed.map((seat) => ({ player: seat, seen: place })), { player, seen: place, place });
    if (final?.place === place) note(slots.length - 1);
    last = player;
  };
  const fill = (player, place, passed = false) => {
    const closes = (slot) =>
      slot.player === player && slot.place === slot.seen && log[slot.seen - 1].type !== "draw";
    const first = passed ? (begun ?? slots.length) : slots.findLastIndex(closes);
    const isSince = !passed && player === about && place > logLength;
    const n = slots.findIndex((slot, at) =>
      slot.player === player && !slot.place && (isSince ? slot.seen > logLength : at > first));
    if (n < 0) return;
    slots[n].place = place;
    if (beganAt(place) || final?.place === place) note(n);
  };
  // Whether this player's turn went by untold since the final round began.
  const isPassed = (player) =>
    begun !== null && slots.some((slot, n) => n > begun && slot.player === player && !slot.place);

  for (const [n, told] of log.entries()) {
    const place = n + 1, entry = stands[n], isTurn = played.turns.includes(entry?.type);
    const passed = isTurn && !told.late && isPassed(entry.player);
    if (isTurn && !entry.before)
      (told.late || passed || beganAt(place) ? fill : take)(entry.player, place, passed);
    else if (told?.type === "strike" && told.before && told.entry === n && !stands[n - 1])
      fill(log[n - 1].player, n);
  }
  begun ??= slots.length;
  const since = (gap) => slots.slice(gap + 1).filter(({ place }) => place).map(({ player }) => player);
  return { slots, begun, since };
};
