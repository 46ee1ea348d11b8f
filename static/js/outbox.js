// What this phone entered and the server is not seen to have yet. Each entry is in one state:
//
//   queued -> sending -> acknowledged (its place, and the version it came with) -> seen, and forgotten
//                     -> refused (why), until somebody says OK
//
// It is kept in IndexedDB, and where that fails in the page alone. docs/offline.md says what is promised.
import { ask, live, server } from "./sync.js";

// What an answer means for the entry that was sent: the first line that fits. Only an answer that says in
// which place of the log the entry stands has taken it; no answer at all has status 0.
const OUTCOMES = [
  { fits: ({ place }) => place, becomes: "acknowledged" },
  { fits: ({ status }) => [401, 403, 404].includes(status), becomes: "queued", note: "gone" },
  { fits: ({ status }) => [408, 425, 429].includes(status), becomes: "queued", note: "away" },
  { fits: ({ status }) => status >= 400 && status < 500, becomes: "refused" },
  { fits: () => true, becomes: "queued", note: "away" },
];

export const outcome = (answer) => OUTCOMES.find(({ fits }) => fits(answer));

export const settings = {
  patience: 8000, // ms an answer may take
  again: 5000, // ms until what is left is tried once more
};

// Where nothing can be stored, the page holds what it kept itself, numbered behind all others.
const page = { entries: [], leases: {}, last: 1e12 };
let opening, busy = false, more = false, late = false; // late: whether an answer came that nobody waited for

const open = () => (opening ??= new Promise((done, fail) => {
  const asked = indexedDB.open("trackside", 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore("kept");
  asked.onsuccess = () => done(asked.result);
  asked.onerror = fail;
  setTimeout(fail, 2000); // some browsers never answer
}));

// Does some work on what is stored under a name, all of it or nothing; as "default" it is only read.
export const stored = async (work, durability = "relaxed", name = "entries") => {
  const deal = (await open()).transaction("kept", "readwrite", { durability });
  const store = deal.objectStore("kept");
  return new Promise((done, fail) => {
    let result;
    store.get(name).onsuccess = ({ target }) => {
      const kept = target.result ?? { entries: [], leases: {}, last: 1 };
      result = work(kept);
      if (durability !== "default") store.put(kept, name);
    };
    deal.oncomplete = () => done(result);
    deal.onabort = fail;
  });
};

// Leaves nothing of what was stored.
export const forgetAll = async () =>
  (await open()).transaction("kept", "readwrite").objectStore("kept").clear();

const both = async (work, durability) =>
  [await stored(work, durability).catch(() => []), work(page)].flat();

const changed = () => document.dispatchEvent(new CustomEvent("outbox:change"));

// Whether the log that this page shows has an entry.
const isSeen = ({ table, version }) => !outbox.shows.has(table) || version <= live.shown;

export const outbox = {
  shows: new Set(), // the tables whose boards this page shows
  waiting: new Map(), // forms that wait for the answer, by the number of their entry
  full: false, // whether nothing could be stored
  away: false, // whether the server did not answer
  gone: false, // whether the server no longer knows this phone
  get busy() {
    return busy;
  },

  all: () => both(({ entries }) => entries, "default"),

  // Puts in the place of each entry what is to become of it.
  each: (settled) => both((kept) => (kept.entries = kept.entries.flatMap(settled))),

  // Keeps an entry, once: a button that was pressed twice tells the same thing.
  async add(entry) {
    const keep = (kept) => {
      const same = kept.entries.find(({ body }) => body === entry.body);
      if (!same) kept.entries.push((entry = { ...entry, state: "queued", n: kept.last++ }));
      return same ?? entry;
    };
    const found = !page.entries.length && (await stored(keep, "strict").catch(() => {}));
    outbox.full = !found;
    return found || keep(page);
  },

  // Corrects an entry of this phone. What never went out is changed or taken out where it is; behind what may
  // have arrived a correction waits for its place. Without one there is nothing left to send.
  async correct(n, correction, changes = null) {
    const never = (one) => one.n === n && one.state === "queued" && !one.tried;
    const left = await outbox.each((one) => (never(one) ? (changes ? [{ ...one, ...changes }] : []) : [one]));
    const there = left.find((one) => one.n === n), known = outbox.places.get(n) ?? there?.place;
    if (!there && !known) return null;
    if (there && never(there)) return there;
    return outbox.add({ ...correction, about: n, ...placed(correction, known) });
  },

  places: new Map(), // where entries of this page were put, by their numbers

  // Sends what is kept. At once, when something says that the network may be back, and every so often.
  async drain() {
    if (busy) return (more = true);
    busy = true;
    do {
      more = false;
      for (const table of new Set((await outbox.all()).map((one) => one.table))) await sendAll(table);
    } while (more);
    busy = false;
    if (late && !outbox.away) await live.look();
    late = false;
    await outbox.forgetSeen();
    changed();
    renewWhenEmpty();
  },

  async forgetSeen() {
    const seen = (one) => one.state === "acknowledged" && isSeen(one);
    if (!(await outbox.all()).some(seen)) return;
    await outbox.each((one) => (seen(one) ? [] : [one]));
    changed();
  },
};

// A correction with the place of what it is about, once that is known.
const placed = ({ body, entry }, place) =>
  place ? { body: `${body}&entry=${place}`, entry: entry && { ...entry, entry: Number(place) } } : {};

// The oldest first, one at a time.
const sendAll = async (table) => {
  let entry, after = 0;
  while ((entry = await next(table, after)) && (await send(entry))) after = entry.n;
  if (entry === null) setTimeout(outbox.drain, 300);
};

// The oldest entry of a table that is to be sent; null while another tab sends.
const next = async (table, after) => {
  const isNext = (one) => one.table === table && ["queued", "sending"].includes(one.state) && one.n > after;
  const oldest = ({ entries }) => entries.find(isNext);
  const take = (kept) => {
    const { tab, until } = kept.leases[table] ?? {}, entry = oldest(kept), now = Date.now();
    if (until > now && tab !== sessionStorage.tab) return null;
    if (entry) Object.assign(entry, { state: "sending", tried: true });
    kept.leases[table] = entry && { tab: sessionStorage.tab, until: now + settings.patience + 1000 };
    return entry;
  };
  const found = await stored(take).catch(() => stored(oldest, "default").catch(() => {}));
  return found === undefined ? take(page) : found;
};

// One entry, as far as it goes; says whether the next one may follow.
const send = async (entry) => {
  const answer = await ask(entry.action, {
    method: "POST",
    body: new URLSearchParams(`${entry.body}&since=${live.shown}`),
    headers: { "HX-Request": "true" },
    signal: AbortSignal.timeout?.(settings.patience),
  }).catch(() => ({ status: 0 }));
  const { status, headers } = answer, place = headers?.get("Trackside-Entry");
  const { becomes, note } = outcome({ status, place }), waits = outbox.waiting.get(entry.n);
  outbox.away = note === "away";
  outbox.gone = note === "gone";
  const told = { state: becomes };
  if (becomes === "acknowledged")
    Object.assign(told, { place, version: Number(headers.get("Trackside-Version")) });
  if (becomes === "refused") told.why = decodeURIComponent(headers?.get("Trackside-Why") ?? "–");
  if (place) outbox.places.set(entry.n, place);
  await outbox.each((one) => {
    // Whoever waits for the answer sees why it was refused; later it is put aside to be told.
    if (one.n === entry.n) return becomes === "refused" && waits ? [] : [{ ...one, ...told }];
    if (one.about !== entry.n || becomes === "queued") return [one];
    return becomes === "acknowledged" ? [{ ...one, ...placed(one, place) }] : [];
  });
  late ||= becomes === "acknowledged" && !waits;
  waits?.done(becomes !== "queued" && answer);
  // A ticket of a seat that has to be opened first holds up nothing else.
  return becomes !== "queued" || (entry.kind === "keep" && status > 0);
};

// Loads a page that is older than its server anew: when all is sent, and nobody is in the middle of
// something.
// ms, while some servers are newer than others, and where a worker still brings the older page
const PAUSE = 60_000;
// Loading anew would close the tickets of a phone that goes round.
const inTheMiddle = () => document.querySelector("#choice:not([data-empty]), [data-close]")
  || [...document.querySelectorAll("input, textarea")].some((field) => field.value !== field.defaultValue);

export const renewWhenEmpty = async () => {
  if (!server.newer || inTheMiddle() || Date.now() - sessionStorage.renewed < PAUSE) return;
  if ((await outbox.all()).some(({ state }) => ["queued", "sending"].includes(state))) return;
  // Where a newer worker waits, people are asked, and decide.
  if ((await navigator.serviceWorker?.getRegistration())?.waiting) return;
  sessionStorage.renewed = Date.now();
  location.reload();
};

sessionStorage.tab ??= Math.random();
for (const moment of ["online", "pageshow", "focus", "visibilitychange"])
  addEventListener(moment, outbox.drain);
setInterval(async () => {
  if ((await outbox.all()).some(({ state }) => ["queued", "sending"].includes(state))) outbox.drain();
}, settings.again);
document.addEventListener("htmx:finally:request", renewWhenEmpty);
