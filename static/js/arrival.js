// A turn that arrives late: what the server stores for it, and so what this phone shows until then.
// companion/rules/arrival.py says what the rule is; tests/browser/test_two_engines.py that both say the same.
import { UNKNOWN, apply, inForce, seatsAfter, turnsLeft } from "./state.js";

// The state after an entry whose phone knew the first `knownLength` entries of the log, or the code of the
// rule that refuses it. `isOwn` says of a place whether this phone reported what is there.
export const takeIn = (state, entry, knownLength, isOwn) =>
  withAll(state, arrived(state, entry, knownLength, isOwn));

// The state after the entries that are stored together, or the code of the rule that refuses one.
export const withAll = (state, entries) => {
  const [draw, strike] = entries;
  // A draw that is struck at once changes nothing, also where it would be a turn too many.
  if (draw.type === "draw" && strike?.type === "strike") return { ...state, log: [...state.log, ...entries] };
  return entries.reduce((next, one) => (typeof next === "string" ? next : apply(next, one)), state);
};

// The entries that are stored for one: usually it alone. If others' turns since then skipped its player, it
// is that skipped turn.
export const arrived = (state, entry, knownLength, isOwn) => {
  const { log, final, followed, finished, played: { turns } } = state;
  if (!(knownLength < log.length) || !turns.includes(entry.type) || entry.late) return [entry];
  if (!followed || finished || final === UNKNOWN) return [entry];
  const order = new Order(state, entry.player, knownLength);
  const gap = order.slots.findIndex((slot) => mayFill(slot, entry, log, knownLength, isOwn));
  if (final && (gap < 0 || gap > order.finalStart)) {
    const draw = drawByOthers(log, final, entry.player, knownLength, isOwn);
    if (draw && !turnsLeft(state, entry.player)) return [{ type: "amend", entry: draw, with: entry }];
  }
  if (gap < 0) return [entry];
  return order.slots[gap].place ? inPlaceOfDraw(state, order, gap, entry) : inGap(state, order, gap, entry);
};

// Whether an entry may be the turn of this slot: its player's, skipped since then or entered as a draw by
// another phone. `place` is that of the entry that reports it, none if it was skipped; `shownAt` is where the
// log first shows that it was taken. What this phone reported there (`isOwn`) skips nobody.
const mayFill = ({ player, place, shownAt }, entry, log, knownLength, isOwn) => {
  if (player !== entry.player || shownAt <= knownLength || isOwn(shownAt)) return false;
  if (!place) return true;
  const wasReportedInTime = place === shownAt;
  return wasReportedInTime && isStandingDraw(log, place);
};

// Whether the entry at this place is a draw that nobody has amended.
const isStandingDraw = (log, place) => log[place - 1].type === "draw"
  && !log.some((other) => other?.type === "amend" && other.entry === place);

// The place of the first draw in the final round, beyond `knownLength`, that others entered for this player
// and nobody has amended, so that it can be amended now; 0 if there is none.
const drawByOthers = (log, final, player, knownLength, isOwn) => {
  const lastKnown = Math.max(knownLength, final.place);
  for (const [n, entry] of inForce(log).entries()) {
    const place = n + 1;
    if (place <= lastKnown || entry?.type !== "draw" || entry.player !== player) continue;
    const isUnamended = entry === log[n];
    // A draw with `before` was added to a late turn; nobody entered it, even if this phone sent that turn.
    const isByOthers = entry.before || !isOwn(place);
    if (isUnamended && isByOthers) return place;
  }
  return 0;
};

// The entries for a turn that somebody else entered as a draw: usually an amendment of that draw.
const inPlaceOfDraw = (state, order, gap, entry) => {
  const { place } = order.slots[gap], amended = { type: "amend", entry: place, with: entry };
  const after = apply(state, amended), isAllowed = typeof after !== "string";
  const isInFinal = state.final && gap > order.finalStart;
  if (isAllowed && (isInFinal || !startsFinalRound(state, entry))) return [amended];
  if (after.final?.place <= place) return [amended, ...drawsFor(order.playersSince(gap), state, after.final)];
  const struck = { type: "strike", entry: place, before: true };
  return [struck, ...inGap(apply(state, struck), order, gap, entry)];
};

// The entries for a skipped turn, which was taken before others that are in the log.
const inGap = (state, order, gap, entry) => {
  const place = state.log.length + 1;
  if (state.final && gap > order.finalStart) return [entry];
  if (startsFinalRound(state, entry))
    return [...withdrawnStarts(state), entry, ...drawsFor(order.playersSince(gap), state)];
  if (entry.type === "draw") return [entry, { type: "strike", entry: place, before: true }];
  return [{ ...entry, late: true }];
};

// Changes by which the turns that start the final round in the log no longer do: a new turn did so.
const withdrawnStarts = (state) => {
  const changes = [];
  let now = state;
  while (now.final?.place) {
    const { place } = now.final, start = inForce(now.log)[place - 1];
    const change = start.type === "draw" ? { type: "strike", entry: place, before: true }
      : { type: "amend", entry: place, with: { ...start, late: true } };
    changes.push(change);
    now = apply(now, change);
  }
  return changes;
};

// Whether this turn starts the final round, or would have if it had been entered in time.
const startsFinalRound = (state, entry) => {
  const { final } = apply({ ...state, final: null }, entry);
  return Boolean(final) && final !== UNKNOWN;
};

// Draws that count these players' turns (each named once a turn) as their turns in the final round, but no
// more than that round has. If the log has the round already, `final`, turns counted there are left out.
const drawsFor = (players, { board }, final) => [...new Set(players)].flatMap((player) => {
  const turns = players.filter((other) => other === player).length, counted = final?.had[player] ?? 0;
  const missing = Math.min(turns, board.finalTurns) - counted;
  return Array.from({ length: Math.max(0, missing) }, () => ({ type: "draw", player, before: true }));
});

// The turns of a log as `slots` (see mayFill), in the order in which they were taken, including skipped ones;
// a skipped one is first shown at the next turn reported in time. It is made for a new turn of `player`,
// whose phone knew the first `knownLength` entries.
class Order {
  #finalStart = null;

  constructor(state, player, knownLength) {
    Object.assign(this, { state, player, knownLength, slots: [] });
    this.lastPlayer = seatsAfter(state, state.played.starts).at(-2);
    const { log, played: { turns } } = state, inLog = inForce(log);
    for (const [n, reported] of log.entries()) {
      const place = n + 1, entry = inLog[n];
      if (turns.includes(entry?.type) && !entry.before) {
        const fillsFinalRound = !reported.late && this.#wasSkippedInFinalRound(entry.player);
        const isLate = reported.late || fillsFinalRound || this.#isLateStart(place);
        if (isLate) this.#addLate(entry.player, place, fillsFinalRound);
        else this.#addInTime(entry.player, place);
      } else if (reported?.type === "strike" && reported.before) {
        // A late draw was struck at once, but fills a gap all the same.
        const isLateDraw = reported.entry === n && !inLog[n - 1];
        if (isLateDraw) this.#addLate(log[n - 1].player, n);
      }
    }
  }

  // The number of the slot whose turn started the final round; the number of slots if none did.
  get finalStart() {
    return this.#finalStart ?? this.slots.length;
  }

  // The player of every reported turn after a slot.
  playersSince(gap) {
    return this.slots.slice(gap + 1).filter(({ place }) => place).map(({ player }) => player);
  }

  // Whether a turn of this player in the final round was skipped and not reported since.
  #wasSkippedInFinalRound(player) {
    return this.slots.some((slot, n) => n > this.finalStart && slot.player === player && !slot.place);
  }

  // Whether the entry here is a late turn that started the final round: an added draw follows it.
  #isLateStart(place) {
    const following = this.state.log[place];
    return following?.type === "draw" && following.before;
  }

  #startsInState(place) {
    return this.state.final?.place === place;
  }

  // Adds a turn that was reported in time, and before it the turns that it skipped.
  #addInTime(player, place) {
    const round = seatsAfter(this.state, this.lastPlayer);
    const skipped = round.slice(0, round.indexOf(player)).filter((seat) => this.#hasTurns(seat));
    this.slots.push(...skipped.map((seat) => ({ player: seat, shownAt: place })));
    this.slots.push({ player, shownAt: place, place });
    if (this.#startsInState(place)) this.#noteFinalStart(this.slots.length - 1);
    this.lastPlayer = player;
  }

  // Whether this player has turns left, as far as slots were added: always before the final round.
  #hasTurns(seat) {
    const { final } = this.state;
    if (!final || this.#finalStart === null) return true;
    return this.slots.filter(({ player }, n) => n > this.#finalStart && player === seat).length < final.turns;
  }

  // Puts a turn that was reported late into the first slot that its player skipped and that it may fill.
  #addLate(player, place, fillsFinalRound = false) {
    const settles = (slot) => slot.player === player && this.#settlesEarlier(slot);
    const lastSettled = this.slots.findLastIndex(settles);
    const isNewToPhone = player === this.player && place > this.knownLength;
    const isOpen = (slot, n) => {
      if (fillsFinalRound) return n > this.finalStart;
      return isNewToPhone ? slot.shownAt > this.knownLength : n > lastSettled;
    };
    const gap = this.slots.findIndex((slot, n) => slot.player === player && !slot.place && isOpen(slot, n));
    if (gap < 0) return;
    this.slots[gap].place = place;
    if (this.#isLateStart(place) || this.#startsInState(place)) this.#noteFinalStart(gap);
  }

  // Whether no skipped turn before this one will be reported: its own player reported it in time. A draw
  // settles nothing, since somebody else may have entered it.
  #settlesEarlier({ place, shownAt }) {
    return place === shownAt && this.state.log[shownAt - 1].type !== "draw";
  }

  // Notes that the turn of a slot starts the final round; of several slots the first counts.
  #noteFinalStart(n) {
    this.#finalStart = Math.min(n, this.#finalStart ?? n);
  }
}
