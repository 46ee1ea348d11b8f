// A turn that is told late: what the server makes of it, and so what this phone shows until then.
// companion/rules/arrival.py says what the rule is; tests/browser/test_two_engines.py that both say the same.
import { UNKNOWN, apply, inForce } from "./state.js";

// The state after an entry whose phone knew the first `known` entries of the log, or the code of the rule
// that refuses it. `isOwn` says of a place whether this phone told what stands there.
export const takeIn = (state, entry, known, isOwn) =>
  withAll(state, arrived(state, entry, known, isOwn));

// The state after the entries that are stored together.
export const withAll = (state, entries) => {
  const [draw, strike] = entries;
  // A draw that is struck at once changes nothing, also where it would be a turn too many.
  if (draw.type === "draw" && strike?.type === "strike") return { ...state, log: [...state.log, ...entries] };
  return entries.reduce((next, one) => (typeof next === "string" ? next : apply(next, one)), state);
};

export const arrived = (state, entry, known, isOwn) => {
  const { log, final, followed, finished, played: { turns } } = state;
  if (!(known < log.length) || !turns.includes(entry.type) || entry.late) return [entry];
  if (!followed || finished || final === UNKNOWN) return [entry];
  const order = orderOf(state, entry.player, known);
  const gap = order.slots.findIndex((slot) => fits(slot, entry, log, known, isOwn));
  if (gap < 0) return [entry];
  if (order.slots[gap].place) return forDraw(state, order, gap, entry);
  return before(state, order, gap, entry, log.length + 1);
};

const fits = (slot, { player }, log, known, isOwn) => {
  if (slot.player !== player || slot.seen <= known || isOwn(slot.seen)) return false;
  const isAmended = () => log.some((other) => other?.type === "amend" && other.entry === slot.place);
  return !slot.place || (slot.place === slot.seen && log[slot.place - 1].type === "draw" && !isAmended());
};

// A turn for which somebody told a draw: as a rule the draw amended.
const forDraw = (state, order, gap, entry) => {
  const { place } = order.slots[gap], amended = { type: "amend", entry: place, with: entry };
  if ((state.final && gap > order.begun) || !begins(state, entry)) return [amended];
  const after = apply(state, amended);
  if (typeof after === "string" || (after.final && after.final.place <= place)) return [amended];
  if (after.final) return [amended, ...had(order.since(gap), state, after.final)];
  return [{ type: "strike", entry: place, before: true },
    ...before(state, order, gap, entry, state.log.length + 2)];
};

// A turn that was taken before others that are in the log.
const before = (state, order, gap, entry, place) => {
  const { final } = state, late = { ...entry, late: true };
  if (final && gap > order.begun) return [entry];
  if (begins(state, entry)) return [final ? late : entry, ...had(order.since(gap), state, final)];
  return entry.type === "draw" ? [entry, { type: "strike", entry: place, before: true }] : [late];
};

// Whether the final round begins after this turn, or had begun where it was told in time.
const begins = (state, entry) => {
  const { final } = apply({ ...state, final: null }, entry);
  return Boolean(final) && final !== UNKNOWN;
};

const had = (since, { board }, final) => {
  const turns = final?.turns ?? board.finalTurns, told = { ...final?.had };
  return since.flatMap((player) => {
    told[player] = (told[player] ?? 0) + 1;
    return told[player] > turns ? [] : [{ type: "draw", player, before: true }];
  });
};

// The turns of a log in the order in which they were taken. Each has its player, its place, none if nobody
// told it, and `seen`, the place of the entry that showed it: its own, or that of the next turn told in time.
const orderOf = ({ log, final, played }, about, known) => {
  const slots = [], stands = inForce(log), seats = played.players.map(({ color }) => color);
  let last = null, begun = null;
  const beganAt = (place) => log[place]?.type === "draw" && log[place].before;
  const note = (n) => (begun = Math.min(n, begun ?? n));
  const turnsOf = (seat) => slots.filter(({ player }, n) => n > begun && player === seat).length;

  const take = (player, place) => {
    const first = last === null ? seats.indexOf(played.starts) : seats.indexOf(last) + 1;
    const round = [...seats.slice(first), ...seats.slice(0, first)], to = round.indexOf(player);
    const hasTurns = (seat) => !final || begun === null || turnsOf(seat) < final.turns;
    const passed = round.slice(0, to).filter(hasTurns);
    slots.push(...passed.map((seat) => ({ player: seat, seen: place })), { player, seen: place, place });
    if (final?.place === place) note(slots.length - 1);
    last = player;
  };
  const fill = (player, place) => {
    const closes = (slot) =>
      slot.player === player && slot.place === slot.seen && log[slot.seen - 1].type !== "draw";
    const first = slots.findLastIndex(closes);
    const n = slots.findIndex((slot, at) => slot.player === player && !slot.place
      && (player === about ? slot.seen > known : at > first));
    if (n < 0) return;
    slots[n].place = place;
    if (beganAt(place) || final?.place === place) note(n);
  };

  for (const [n, told] of log.entries()) {
    const place = n + 1, entry = stands[n];
    if (played.turns.includes(entry?.type) && !entry.before)
      (entry.late || beganAt(place) ? fill : take)(entry.player, place);
    else if (told?.type === "strike" && told.before && told.entry === n && !stands[n - 1])
      fill(log[n - 1].player, n);
    else if (told?.type === "amend" && beganAt(place))
      note(slots.findIndex((slot) => slot.place === told.entry));
  }
  begun ??= slots.length;
  const since = (gap) =>
    slots.slice(gap + 1, begun + 1).filter(({ place }) => place).map(({ player }) => player);
  return { slots, begun, since };
};
