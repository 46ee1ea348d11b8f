// The table's page between two answers. What a tap enters is drawn at once, kept in the outbox and sent, if
// need be later (`report`). Without a network, the rows of routes to claim are made here (`rowsInTime`).
import { fetched } from "./board.js";
import { apply, begun, inForce, updated } from "./state.js";
import { ask, live, response, server } from "./sync.js";
import { READ, outbox, outcome, stored } from "./outbox.js";
import { Picture, Strip, counted, filled } from "./paint.js";
import { Panel, placeOf, renewIds } from "./panel.js";

const SOON = 600; // ms, after which an entry is called not sent
const AWAY = 100; // the same where the server was not heard
const PATIENCE = 2500; // ms, after which the page makes its own rows
const AWAY_PATIENCE = 300; // the same where the server was not heard

const box = document.querySelector("[data-phrases]");
export const words = JSON.parse(box?.dataset.phrases ?? "{}");
const piece = (selector) => box.querySelector("template").content.querySelector(selector).cloneNode(true);
const strip = new Strip();
const stateOnPage = () => document.getElementById("state");
const newsOnPage = () => JSON.parse(stateOnPage()?.dataset.state ?? "null");

// `server` is the server's last state, `drawn` the same with this phone's unsent entries; `items` are the
// outbox's: an entry, its form's `kind` and `body`, and the sentence `told`.
export const page = { server: null, drawn: null, picture: null, items: [] };

const TAKES_BACK = ["strike", "redone"];
let removed; // the newest item, where it was taken back without ever being sent

// By which entry something was built: { n } in the outbox, or { place } in the log; null for none.
const aboutOf = (built) => {
  const item = toDraw().findLast(({ entry }) => [entry?.route, entry?.city].includes(built));
  return item ? { n: item.n } : placeOf(page.server, built);
};
const panel = new Panel({ words, piece, aboutOf });

// The entries of the outbox that the log on this page does not have yet.
const toDraw = () => page.items.filter(({ table, state, version }) =>
  table === words.table && (state === "acknowledged" ? version > live.version : state !== "refused"));
// Called not sent: kept, without a place in the log, and no form waits for an answer.
const isUnsent = ({ n, place }) => n && !place && !outbox.waiting.has(n);

// The state with these items and their corrections; what is refused changes nothing. Two phones may undo the
// same: the server (play/entries.py) answers the second with the place of the first strike.
const withItems = (server, items) => {
  const struck = new Set(), amended = new Map(), numbers = items.map(({ n }) => n);
  for (const { n, about, entry } of [...items].reverse()) {
    if (!about || struck.has(n)) continue;
    if (entry?.type !== "amend") struck.add(about);
    else if (!amended.has(about)) amended.set(about, entry.with);
  }
  const sent = [...outbox.places.values()].map(Number);
  const isOwn = (place) => place > server.log.length || sent.includes(place);
  let state = server;
  for (const { n, about, entry, also = [], logLength } of items) {
    if (struck.has(n) || numbers.includes(about)) continue;
    for (const one of [amended.get(n) ?? entry, ...also].filter(Boolean)) {
      const next = takeIn(state, one, logLength, isOwn);
      if (typeof next !== "string") state = next;
    }
  }
  return state;
};

let arrival; // reads entries that arrive late; fetched when others were heard before one, so with a network
const takeIn = (state, entry, logLength, isOwn) =>
  (arrival ? arrival.takeIn(state, entry, logLength, isOwn) : apply(state, entry));
const prepareArrival = async () => {
  if (arrival || !toDraw().some(({ logLength }) => logLength < page.server?.log.length)) return;
  arrival = await import("./arrival.js").catch(() => {});
  draw();
};

// What a tap does at once where no turns are followed.
const preparePainting = async () => {
  if (!page.server.followed) panel.painting ??= await import("./painting.js").catch(() => {});
};

const INSTEAD = { undo: "redo", redo: "undo" }; // one stands in the place of the other

// Does some work on the page; the keyboard's focus stays on the part of the same id.
const keepingFocus = (work) => {
  const { id } = document.activeElement;
  work();
  if (document.activeElement !== document.body) return;
  (document.getElementById(id) ?? document.getElementById(INSTEAD[id]))?.focus({ preventScroll: true });
};

export const draw = () => keepingFocus(() => {
  strip.undo();
  const items = toDraw(), { server, picture } = page;
  if (server?.board) {
    page.drawn = withItems(server, items);
    picture?.paint(server, page.drawn, JSON.parse(document.getElementById("choice")?.dataset.offer ?? "[]"));
    if (items.length) strip.paint(page.drawn, words);
  }
  if (stateOnPage() && server) tellLast(items);
});

const tellLast = (items) => {
  const line = document.querySelector(".last-words"), unsent = items.filter(isUnsent);
  const drawn = items.filter((item) => item.place || isUnsent(item)), latest = drawn.at(-1);
  strip.set(stateOnPage(), "data-unsent", unsent.length ? `${unsent.length}` : null);
  if (latest && line)
    strip.set(line, "text", unsent.length > 1
      ? counted(words.more, unsent.length, { entry: unsent.at(-1).told })
      : filled(words.last[unsent.length], { entry: latest.told }));
  if (line && (latest || removed)) offerBack(drawn);
  document.dispatchEvent(new CustomEvent("undo:drawn"));
};

// Undo and Redo of what is not sent, in the place of the server's.
const offerBack = (drawn) => {
  const struck = new Set();
  for (const { n, about, kind } of [...drawn].reverse())
    if (TAKES_BACK.includes(kind) && !struck.has(n)) struck.add(about);
  const left = drawn.filter(({ n }) => !struck.has(n)), latest = left.at(-1);
  const undone = left.findLast(({ kind }) => words.undone.includes(kind));
  const redone = removed ?? (latest?.kind === "strike" ? latest : null);
  const last = document.querySelector(".last");
  const isChanged = drawn.some(({ kind }) => TAKES_BACK.includes(kind));
  renewIds(stateOnPage());
  // Where nothing but what was never sent was taken back, the server's Undo is right again.
  for (const part of last.querySelectorAll(undone || isChanged ? ".undo" : "[data-redo]"))
    strip.replace(part, document.createComment("Undo"));
  if (undone) {
    strip.replace(stateOnPage().querySelector(".chips"), document.createComment("chips"));
    addBack(last, undone.n, "strike");
  }
  if (redone) addBack(last, redone.n, "redone");
};

const addBack = (last, n, kind) => {
  const part = piece(".undo"), form = part.firstElementChild, button = form.querySelector("button");
  form.dataset.about = n;
  form.dataset.entry = kind;
  renewIds(form);
  if (kind === "redone") {
    part.dataset.redo = `unsent ${n}`;
    button.textContent = words.redo;
    button.id = "redo";
  }
  strip.add(last, part);
  htmx.process(form);
};

// How many tickets wait in the outbox.
const unsentTickets = () =>
  page.items.filter(({ kind, state }) => kind === "keep" && state !== "refused").length;
const renewHand = () => document.getElementById("hand")
  && htmx.ajax("GET", location.href, { target: "#hand", select: "#hand", swap: "outerMorph" });

// Reads the outbox anew and shows what waits there.
export const show = async () => {
  if (!box) return;
  const before = unsentTickets();
  page.items = await readItems();
  // A ticket that was sent after its form was answered here isn't on the list yet.
  if (unsentTickets() < before && !outbox.waiting.size) renewHand();
  showNotes();
  draw();
  prepareArrival();
};

// Items that are drawn already, but not in the outbox yet.
const unkept = new Set();
// All items, also those that come or go while the outbox is read.
const readItems = async () => {
  const before = [...unkept], kept = await outbox.all(), drawn = new Set([...before, ...unkept]);
  return [...kept, ...[...drawn].filter(({ body }) => !kept.some((one) => one.body === body))];
};

let noted; // the numbers of the refused entries that are shown
// Shows what hinders sending, and the server's reason for each refused entry until somebody presses OK.
const showNotes = () => {
  const refused = page.items.filter(({ state }) => state === "refused");
  const numbers = refused.map(({ n }) => n).join();
  const tickets = unsentTickets();
  const { away, gone, full } = outbox, says = { away, gone, full, tickets, strange: away && server.strange };
  for (const hint of box.querySelectorAll("[data-note]")) hint.hidden = !says[hint.dataset.note];
  box.querySelector("[data-note=tickets]").textContent = counted(words.tickets, tickets);
  // The same refusals are not read out again.
  if (noted === numbers) return;
  noted = numbers;
  box.lastElementChild.replaceChildren(...refused.map(({ n, told: entry, why }) => {
    const made = piece(".said");
    made.querySelector("p").textContent = filled(words.refused, { entry, why });
    made.lastElementChild.onclick = () =>
      outbox.replace((one) => (one.n === n ? [] : [one])).then(show);
    return made;
  }));
};

// An answer for htmx; `instead` or nothing where none came, or a newer one overtook it.
const inPlace = (answer, instead) => {
  const isOld = answer && Number(answer.headers.get("Trackside-Version") ?? Infinity) < live.version;
  return response((!isOld && answer) || instead || { status: 204 });
};
const emptyChoice = () => page.drawn && { text: panel.html({}, page.drawn) };

// Whether rows came up since `opened`, made here or with the log of this version.
const hasNewerRows = ({ opened, version }) => {
  const rows = document.getElementById("choice"), isMadeHere = rows !== opened && !rows?.dataset.of;
  return isMadeHere || Number(rows?.dataset.of) >= version;
};

// By request of an entry: the rows that its answer closes, and its version.
const closing = new WeakMap();
// Rows that were asked for meanwhile, and may have come just now, stay open.
document.addEventListener("htmx:before:swap", ({ detail: { ctx, tasks } }) => {
  const answer = closing.get(ctx);
  if (answer?.version && hasNewerRows(answer) && tasks[0]?.target.id === "choice") tasks.shift();
});

// Draws the entry of a form, keeps it in the outbox and sends it. Returns the server's answer if it comes
// soon, else one that closes the rows.
const report = async (ctx, action, body) => {
  const form = ctx.sourceElement.closest("form"), since = live.version, about = Number(form.dataset.about);
  const opened = document.getElementById("choice");
  body.delete("since");
  if (about) body.delete("entry"); // the outbox puts it in, once the place is known
  const item = { table: words.table, action, kind: form.dataset.entry, ...described(form, body),
    body: `${body}`, since, logLength: page.server?.log.length };
  if (!about) drawFirst(item);
  const waiting = { since }, answered = new Promise((done) => (waiting.done = done));
  outbox.waiting.set(item, waiting); // until it is kept and has a number
  const kept = await keep(form, item, about);
  unkept.forEach((one) => one.body === item.body && unkept.delete(one));
  outbox.waiting.delete(item);
  outbox.waiting.set(kept?.n, waiting);
  // Once heard, it is waited for while the outbox puts it down: only this form shows a refusal.
  const late = kept && htmx.timeout(outbox.away ? AWAY : SOON).then(() => waiting.isHeard && answered);
  await show();
  outbox.drain();
  const answer = await Promise.race([answered, late]);
  outbox.waiting.delete(kept?.n);
  // An answer is drawn when htmx has put it on the page.
  if (answer) page.items = await readItems();
  else await show();
  document.dispatchEvent(new CustomEvent("entry:answered"));
  const version = answer ? Number(answer.headers.get("Trackside-Version")) : since + 1;
  const isRefused = answer && outcome(answer).becomes === "refused";
  if (!isRefused) closing.set(ctx, { opened, version });
  return inPlace(answer, emptyChoice());
};

// Draws an item before it is kept: storage takes longer than a tap may wait.
const drawFirst = (item) => {
  if (page.items.some(({ body }) => body === item.body)) return; // a second press of the same button
  const drawn = { ...item, state: "queued", n: 0 };
  unkept.add(drawn);
  page.items = [...page.items, drawn];
  draw();
};

// Keeps an item, or corrects the unsent one that it is about. Returns what is to be sent, if anything.
const keep = async (form, item, about) => {
  const corrected = page.items.find(({ n }) => n === about), isLatest = corrected === page.items.at(-1);
  const again = removed?.n === about && removed;
  removed = null;
  if (again && item.kind === "redone") return outbox.add(again);
  if (!about) return outbox.add(item);
  const kept = await outbox.correct(about, item, changesBy(form, item, corrected));
  if (!kept && item.kind === "strike" && corrected && isLatest) removed = corrected;
  return kept;
};

// What a correction changes in an unsent item, null where it is taken out. Undo of a gift gives it back.
const changesBy = (form, { entry }, corrected) => {
  if (entry?.type === "amend") {
    const { entry: now, body, told, was } = corrected ?? {};
    return { entry: entry.with, ...reworded(corrected?.n, entry.with), was: { entry: now, body, told, was } };
  }
  return (form.closest(".undo") && corrected?.was) || null;
};

// What changes in an item that is given to another player.
const reworded = (n, entry) => {
  const item = page.items.find((one) => one.n === n), body = new URLSearchParams(item?.body);
  body.set("player", entry.player);
  return { body: `${body}`, told: sentence(item?.kind, entry, {}) };
};

// What a form enters: an entry, others that go with it (`also`), and the sentence for it.
const described = (form, body) => {
  const fields = Object.fromEntries(body), { entry: kind, about } = form.dataset;
  const value = fields.more ?? fields.less;
  const chip = value && form.querySelector(`[value="${CSS.escape(value)}"]`);
  const item = page.items.find(({ n }) => n === Number(about));
  const named = item?.told ?? document.querySelector(".choice h2, .last-words")?.textContent.trim();
  const choice = chip?.textContent.replace("+", "").trim();
  const phrase = chip ? (fields.more ? "added" : "removed") : kind;
  const back = form.closest(".undo")?.dataset, others = (fields.whole ?? "").split(" ").slice(1);
  const also = others.map((place) => ({ type: "strike", entry: Number(place) }));
  const told = sentence(phrase, fields, { entry: back?.told ?? named, choice });
  return { entry: entryOf(fields, item), also, told };
};

// A phrase with the names in these fields.
const sentence = (phrase, fields, more) => {
  const { board, played } = page.server ?? {};
  const nameOf = {
    player: (value) => played?.players.find(({ color }) => color === value)?.name,
    route: (value) => board?.pairName(value),
    place: (value) => board?.name(value),
    thing: (value) => words.things?.[value],
  };
  const named = ([field, value]) => [field, value && (nameOf[words.members[field]] ?? String)(value)];
  const names = Object.fromEntries(Object.entries(fields).map(named));
  return filled(words[phrase] ?? "", { ...names, ...more });
};

// The entry of a form's fields as in a log; null for a ticket or without the server's state. `item` is the
// unsent one that it corrects, if any.
const entryOf = (fields, item) => {
  const { type, player } = fields;
  if (!page.server || type === "keep") return null;
  if (type === "amend") return amendOf(fields, item);
  if (type === "strike") return { type, ...correctedPlace(fields) };
  return { type, ...(player && { player }), ...membersOf(fields) };
};

// The number of the entry that a form corrects.
const correctedPlace = ({ entry }) => entry && { entry: Number(entry) };

// The other members of an entry, such as its route; `words.members` has their kinds. "asked-…" are fields
// of the question, and no members.
const membersOf = ({ type, player, entry, more, less, id, anyway, ...rest }) => Object.fromEntries(
  Object.entries(rest).filter(([name]) => !name.startsWith("asked-"))
    .map(([name, text]) => [name, memberOf(words.members[name], text)]));
const memberOf = (kind, text) => {
  if (kind === "flag") return true;
  return kind === "number" ? Number(text) : text;
};

// An amendment: a chip adds `more` to a claim or takes `less` off it; else another player gets the turn.
const amendOf = (fields, item) => {
  const { type, player, more, less } = fields;
  const now = item?.entry ?? inForce(page.server.log)[fields.entry - 1];
  if (!now) return null;
  const amended = more || less ? changed(now, more ?? less, more) : { ...now, player };
  return { type, ...correctedPlace(fields), with: amended };
};

// A claim with what a chip stands for, such as "marker:boise", added or removed.
const changed = (claim, chip, isAdded) => {
  const [member, what] = chip.split(/:(.*)/s), { [member]: had, ...rest } = claim;
  if (member !== "takes") return isAdded ? { ...rest, [member]: what || true } : rest;
  const takes = [...(had ?? [])];
  if (isAdded) takes.push(what);
  else takes.splice(takes.indexOf(what), 1);
  return { ...rest, takes };
};

// What a tap may mean: the server's rows where they come soon, else the phone's own.
const rowsInTime = async (address, request) => {
  const isBehind = () => toDraw().some(isUnsent); // the server's rows lack what was not sent
  const late = htmx.timeout(outbox.away ? AWAY_PATIENCE : PATIENCE);
  const asked = isBehind() ? null : rowsOfServer(address, request).catch(() => null);
  const answer = asked && await Promise.race([asked, late]);
  request.signal.throwIfAborted();
  const hasAnswered = answer && answer.status < 500;
  if (hasAnswered && !isBehind()) return inPlace(answer);
  outbox.away ||= !hasAnswered;
  return rowsOfPhone(address);
};

const rowsOfServer = async (address, request) => {
  const answer = await ask(address, request), version = Number(answer.headers.get("Trackside-Version"));
  // Whether these rows have an entry that is on its way, its answer says.
  while ([...outbox.waiting.values()].some(({ since }) => version <= since)) await oneAnswered();
  const placed = toDraw().filter(({ state }) => state === "acknowledged").map((item) => item.version);
  const isOld = version < Math.max(live.version, ...placed);
  return isOld ? ask(address, request) : answer;
};

const rowsOfPhone = async (address) => {
  if (!page.drawn) await Promise.race([started, htmx.timeout(PATIENCE)]);
  if (!page.drawn) return response({ status: 204 });
  const asked = Object.fromEntries(new URLSearchParams(address.split("?")[1]));
  return new Response(panel.html(asked, page.drawn));
};

const oneAnswered = () =>
  new Promise((done) => document.addEventListener("entry:answered", done, { once: true }));

document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  const { request } = ctx, plainly = async (address, options) => inPlace(await ask(address, options));
  const form = box && request.method === "POST" && ctx.sourceElement.closest("form[data-entry]");
  if (form) ctx.fetch = (address, { body }) => report(ctx, address, body);
  else if (page.server) ctx.fetch = request.action.split("?")[0] === words.here ? rowsInTime : plainly;
});

// The part that an answer is for may have been replaced by another of its id.
document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  if (ctx.target?.id && !ctx.target.isConnected)
    ctx.target = document.getElementById(ctx.target.id) ?? ctx.target;
});

// Takes over the state of an answer. Where something between the two is missing, all is asked for.
const takeOver = () => {
  const news = newsOnPage();
  if (!page.server || !news || news.version === live.version) return;
  const next = updated(page.server, news);
  if (!next) return live.ask(true);
  page.server = next;
  live.version = news.version;
  prepareArrival();
  preparePainting();
  outbox.forgetSeen().then(keepNewest);
};
document.addEventListener("htmx:before:swap", () => keepingFocus(() => strip.undo()));
document.addEventListener("htmx:after:swap", () => {
  takeOver();
  draw();
});
document.addEventListener("outbox:change", show);

// Stores the newest state: without a network, the service worker brings the page as it was.
const keepNewest = () => {
  const { board: _board, played: _played, ...state } = page.server;
  const newest = { version: state.version, state };
  keepingFocus(() => {
    strip.undo();
    newest.html = stateOnPage()?.outerHTML.replaceAll("htmx-request", "");
    draw();
  });
  stored((kept) => Object.assign(kept, newest), "relaxed", location.pathname).catch(() => {});
};

const start = async () => {
  const table = document.querySelector("[data-table]");
  if (table && stateOnPage()) {
    const played = JSON.parse(table.dataset.played), asLoaded = updated(begun(null, played), newsOnPage());
    page.server = asLoaded;
    live.version = asLoaded.version;
    outbox.shows.add(words.table);
    const board = table.dataset.facts && (await fetched(table.dataset.facts));
    const svg = document.querySelector("[data-board] svg");
    page.server = { ...page.server, board };
    if (board && svg) page.picture = new Picture(svg, { ...asLoaded, board });
    await bringNewest();
    await preparePainting();
  }
  await show();
  if (page.server) keepNewest();
};

// Shows that state where the page is older.
const bringNewest = async () => {
  const kept = await stored((found) => found, READ, location.pathname).catch(() => {});
  if (!(kept?.version > live.version) || !kept.state) return;
  page.server = { ...kept.state, board: page.server.board, played: page.server.played };
  stateOnPage().outerHTML = kept.html;
  live.version = kept.version;
  htmx.process(stateOnPage());
};

const started = start();
