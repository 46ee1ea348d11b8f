// This phone's entries until the log on this page has them. Each is kept, and sent until an answer comes
// (docs/offline.md):
//
//   queued -> sending -> acknowledged (place and version are known) -> seen on this page, and forgotten
//                     -> refused (why), until somebody presses OK
//
// If two phones claim one route, the server refuses the second to arrive and says why; `showNotes` in
// offline.js shows it. An entry that is sent again has the same id, and gets the same answer.
import { ask, live, server } from "./sync.js";

// What an answer means: the first line that fits. Only one that names a place in the log says that the entry
// was taken. Status 0 is no answer, or one cut off.
const OUTCOMES = [
  { fits: ({ place }) => place, becomes: "acknowledged" }, // whatever its status
  { fits: ({ status }) => [401, 403, 404].includes(status), becomes: "queued", note: "gone" },
  { fits: ({ status }) => [408, 425, 429].includes(status), becomes: "queued", note: "away" },
  { fits: ({ status }) => status >= 400 && status < 500, becomes: "refused" }, // 409 and 422 among them
  { fits: () => true, becomes: "queued", note: "away" },
];

export const outcome = (answer) => OUTCOMES.find(({ fits }) => fits(answer));

export const settings = {
  patience: 8000, // ms an answer may take
  again: 5000, // ms until what is left is tried once more
};

// Entries that could not be stored in IndexedDB, with numbers above all stored ones.
const unstored = { entries: [], leases: {}, last: 1e12 };
let opening;
let busy = false; // while entries are being sent
let again = false; // whether somebody asked to send while that went on
let isNewsDue = false; // whether an entry was acknowledged that no form waited for

const open = () => (opening ??= new Promise((done, fail) => {
  const asked = indexedDB.open("trackside", 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore("kept");
  asked.onsuccess = () => done(asked.result);
  asked.onerror = fail;
  setTimeout(fail, 2000); // some browsers never answer
}));

export const READ = "readonly";

// Does some work on what is stored under a name, stores what it changes, all or nothing, and returns its
// result. "strict" outlives a flat battery; READ stores nothing.
export const stored = async (work, durability = "relaxed", name = "entries") => {
  const options = durability === READ ? [READ] : ["readwrite", { durability }];
  const transaction = (await open()).transaction("kept", ...options), store = transaction.objectStore("kept");
  return new Promise((done, fail) => {
    let result;
    store.get(name).onsuccess = ({ target }) => {
      const kept = target.result ?? { entries: [], leases: {}, last: 1 };
      result = work(kept);
      if (durability !== READ) store.put(kept, name);
    };
    transaction.oncomplete = () => done(result);
    transaction.onabort = fail;
  });
};

export const forgetAll = async () =>
  (await open()).transaction("kept", "readwrite").objectStore("kept").clear();

// The entries that some work returns of the stored and the unstored ones.
const onAll = async (work, durability) =>
  [await stored(work, durability).catch(() => []), work(unstored)].flat();

const waits = ({ state }) => ["queued", "sending"].includes(state);

const changed = () => document.dispatchEvent(new CustomEvent("outbox:change"));

// Whether this page's log has the entry; of a table that it does not show, nothing is waited for.
const isSeen = ({ table, version }) => !outbox.shows.has(table) || version <= live.version;

export const outbox = {
  shows: new Set(), // the tables whose boards this page shows
  waiting: new Map(), // the forms that wait for an answer, by the numbers of their entries
  full: false, // whether nothing could be stored
  away: false, // whether the server did not answer
  gone: false, // whether the server no longer knows this phone
  get busy() {
    return busy;
  },

  all: () => onAll(({ entries }) => entries, READ),

  // Replaces every entry by the list that `becomes` returns for it.
  replace: (becomes) => onAll((kept) => (kept.entries = kept.entries.flatMap(becomes))),

  // Keeps an entry, and returns it with its number; for a button pressed twice, the first one. What the phone
  // knew (`since`, and `logLength` entries) is what it knew at the first waiting tap: of the turns since
  // then, the first are theirs.
  async add(entry) {
    const keep = (kept) => {
      const same = kept.entries.find(({ body }) => body === entry.body);
      if (same) return same;
      const isBefore = (one) => one.table === entry.table && one.kind !== "keep" && waits(one);
      const { since, logLength } = kept.entries.find(isBefore) ?? entry;
      entry = { ...entry, since, logLength, state: "queued", n: kept.last++ };
      kept.entries.push(entry);
      return entry;
    };
    const found = !unstored.entries.length && (await stored(keep, "strict").catch(() => {}));
    outbox.full = !found;
    return found || keep(unstored);
  },

  // Corrects entry number `n`. If it was never sent, `changes` are made in it, or without any it is taken
  // out. If it may have arrived, `correction` is kept behind it. Returns what is left to be sent, or null.
  async correct(n, correction, changes = null) {
    const wasNeverSent = (one) => one.n === n && one.state === "queued" && !one.tried;
    const left = await outbox.replace((one) => {
      if (!wasNeverSent(one)) return [one];
      return changes ? [{ ...one, ...changes }] : [];
    });
    const there = left.find((one) => one.n === n), place = outbox.places.get(n) ?? there?.place;
    if (!there && !place) return null;
    if (there && wasNeverSent(there)) return there;
    return outbox.add({ ...correction, about: n, ...withPlace(correction, place) });
  },

  places: new Map(), // the places in the log of entries that this page sent, by their numbers

  // Sends what is kept: after each entry, when the network may be back, and on a timer.
  async drain() {
    if (busy) return (again = true);
    busy = true;
    do {
      again = false;
      for (const table of new Set((await outbox.all()).map((one) => one.table))) await sendAll(table);
    } while (again);
    busy = false;
    if (isNewsDue && !outbox.away) await live.look();
    isNewsDue = false;
    await outbox.forgetSeen();
    changed();
    reloadWhenIdle();
  },

  async forgetSeen() {
    const seen = (one) => one.state === "acknowledged" && isSeen(one);
    if (!(await outbox.all()).some(seen)) return;
    await outbox.replace((one) => (seen(one) ? [] : [one]));
    changed();
  },
};

// A correction's body and entry with the place of what it corrects; nothing without one.
const withPlace = ({ body, entry }, place) =>
  place ? { body: `${body}&entry=${place}`, entry: entry && { ...entry, entry: Number(place) } } : {};

// Sends a table's entries; tries again soon where another tab sends.
const sendAll = async (table) => {
  let entry = await next(table, 0);
  while (entry && (await send(entry))) entry = await next(table, entry.n);
  if (entry === null) setTimeout(outbox.drain, 300);
};

// The oldest entry to be sent behind number `after`, marked so; null while another tab sends. That tab's
// lease ends by itself should it be closed.
const next = async (table, after) => {
  const oldest = ({ entries }) => entries.find((one) => one.table === table && waits(one) && one.n > after);
  const take = (kept) => {
    const { tab, until } = kept.leases[table] ?? {}, entry = oldest(kept), now = Date.now();
    if (until > now && tab !== sessionStorage.tab) return null;
    if (entry) Object.assign(entry, { state: "sending", tried: true });
    kept.leases[table] = entry && { tab: sessionStorage.tab, until: now + settings.patience + 1000 };
    return entry;
  };
  // A phone whose storage is full can still send what is in it.
  const found = await stored(take).catch(() => stored(oldest, READ).catch(() => {}));
  return found === undefined ? take(unstored) : found;
};

// Sends one entry and notes the outcome; returns whether the next may follow.
const send = async (entry) => {
  const answer = await ask(entry.action, {
    method: "POST",
    // What the phone knew when the entry was made, and what the page shows now.
    body: new URLSearchParams(`${entry.body}&since=${entry.since ?? live.version}&shown=${live.version}`),
    headers: { "HX-Request": "true" },
    signal: AbortSignal.timeout?.(settings.patience),
  }).catch(() => ({ status: 0 }));
  const { status, headers } = answer, place = headers?.get("Trackside-Entry");
  const { becomes, note } = outcome({ status, place }), waiting = outbox.waiting.get(entry.n);
  if (waiting) waiting.isHeard = true;
  outbox.away = note === "away";
  outbox.gone = note === "gone";
  const changes = { state: becomes };
  if (becomes === "acknowledged")
    Object.assign(changes, { place, version: Number(headers.get("Trackside-Version")) });
  if (becomes === "refused") changes.why = decodeURIComponent(headers?.get("Trackside-Why") ?? "–");
  if (place) outbox.places.set(entry.n, place);
  await outbox.replace((one) => {
    // A form that still waits shows the refusal itself.
    if (one.n === entry.n) return becomes === "refused" && waiting ? [] : [{ ...one, ...changes }];
    if (one.about !== entry.n || becomes === "queued") return [one];
    // Of what was refused there is nothing to correct.
    return becomes === "acknowledged" ? [{ ...one, ...withPlace(one, place) }] : [];
  });
  isNewsDue ||= becomes === "acknowledged" && !waiting;
  waiting?.done(becomes !== "queued" && answer);
  // A ticket of a seat that has to be opened first holds up nothing else.
  return becomes !== "queued" || (entry.kind === "keep" && status > 0);
};

// ms between two reloads of an old page: another server or the service worker may bring the same again.
const PAUSE = 60_000;
// Whether a reload would take away what somebody does: choosing, typing, or looking at their tickets.
const inTheMiddle = () => document.querySelector("#choice:not([data-empty]), [data-close]")
  || [...document.querySelectorAll("input, textarea")].some((field) => field.value !== field.defaultValue);

// Loads a page anew that is older than its server.
export const reloadWhenIdle = async () => {
  if (!server.differs || inTheMiddle() || Date.now() - sessionStorage.renewed < PAUSE) return;
  if ((await outbox.all()).some(waits)) return;
  // Where a newer service worker waits, people are asked whether to take it.
  if ((await navigator.serviceWorker?.getRegistration())?.waiting) return;
  sessionStorage.renewed = Date.now();
  location.reload();
};

sessionStorage.tab ??= Math.random();
for (const moment of ["online", "pageshow", "focus", "visibilitychange"])
  addEventListener(moment, outbox.drain);
setInterval(async () => {
  if ((await outbox.all()).some(waits)) outbox.drain();
}, settings.again);
document.addEventListener("htmx:finally:request", reloadWhenIdle);
