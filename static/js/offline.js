// The table's page between two answers of the server: what is entered is kept and drawn at once, rows come
// from the phone's own state where the server is not heard, and what it says of the table is taken over when
// it comes.
import { fetched } from "./board.js";
import { apply, begun, heard, inForce } from "./state.js";
import { ask, live, response, server } from "./sync.js";
import { outbox, stored } from "./outbox.js";
import { Picture, Strip, counted, filled } from "./paint.js";
import { Panel, placeOf } from "./panel.js";

const SOON = 600; // ms in which an answer mostly comes: until then nothing is called not sent
const PATIENCE = 2500; // ms that rows of the server are waited for; less where it was not heard just now
const AWAY = 300;

const box = document.querySelector("[data-phrases]");
export const words = JSON.parse(box?.dataset.phrases ?? "{}");
const piece = (selector) => box.querySelector("template").content.querySelector(selector).cloneNode(true);
const strip = new Strip();
const stateOnPage = () => document.getElementById("state");
const told = () => JSON.parse(stateOnPage()?.dataset.state ?? "null");

// `known` is the state as the server has told it, `drawn` the same with what is not sent yet over it.
export const shown = { known: null, drawn: null, picture: null, items: [] };

const aboutOf = (built) => {
  const item = toDraw().findLast(({ entry }) => [entry?.route, entry?.city].includes(built));
  return item ? { n: item.n } : placeOf(shown.known, built);
};
const panel = new Panel({ words, piece, aboutOf });

// What the log that is shown does not have yet.
const toDraw = () => shown.items.filter(({ table, state, version }) =>
  table === words.table && (state === "acknowledged" ? version > live.shown : state !== "refused"));
const isLate = ({ n, place }) => !place && !outbox.waiting.has(n);

// The state with some entries of this phone; what corrects one of them is carried out in its place.
const after = (known, items) => {
  const corrections = new Map(items.filter(({ about }) => about).map((item) => [item.about, item.entry]));
  const numbers = items.map(({ n }) => n);
  return items.filter(({ about }) => !numbers.includes(about)).reduce((state, { n, entry }) => {
    const now = corrections.has(n) ? corrections.get(n)?.with : entry, next = now ? apply(state, now) : state;
    return typeof next === "string" ? state : next;
  }, known);
};

// What is put there anew under the same name keeps the keyboard's place.
const keepingPlace = (work) => {
  const { id } = document.activeElement;
  work();
  if (document.activeElement === document.body) document.getElementById(id)?.focus({ preventScroll: true });
};

export const draw = () => keepingPlace(() => {
  strip.off();
  const items = toDraw(), { known, picture } = shown;
  if (known?.board) {
    shown.drawn = after(known, items);
    picture?.paint(known, shown.drawn, JSON.parse(document.getElementById("choice")?.dataset.offer ?? "[]"));
    if (items.length) strip.paint(shown.drawn, words);
  }
  if (stateOnPage() && known) tellLast(items);
});

// The last action and its Undo, as far as this phone has not heard that it was taken.
const tellLast = (items) => {
  const line = document.querySelector(".last-words"), late = items.filter(isLate), newest = late.at(-1);
  const drawn = items.filter((item) => item.place || isLate(item)), latest = drawn.at(-1);
  strip.put(stateOnPage(), "data-unsent", late.length ? `${late.length}` : null);
  if (!latest || !line) return;
  strip.put(line, "text", late.length > 1
    ? counted(words.more, late.length, { entry: newest.told })
    : filled(words.last[late.length], { entry: latest.told }));
  const struck = drawn.map(({ about }) => about);
  const undone = drawn.filter(({ n, kind }) => words.undone.includes(kind) && !struck.includes(n)).at(-1);
  const last = document.querySelector(".last"), form = last.querySelector("form");
  if (undone || drawn.some(({ kind }) => kind === "strike"))
    strip.instead(form, document.createComment("Undo"));
  for (const id of stateOnPage().querySelectorAll("[name=id]")) id.value = `${Math.random()}`.slice(2);
  if (!undone) return;
  // What may be said of the claim before is no longer said of the last one.
  strip.instead(stateOnPage().querySelector(".chips"), document.createComment("chips"));
  const undo = piece("form[data-entry=strike]");
  undo.dataset.about = undone.n;
  undo.querySelector("[name=id]").value = `${Math.random()}`.slice(2);
  strip.add(last, undo);
  htmx.process(undo);
};

// Looks again at what is kept.
export const show = async () => {
  if (!box) return;
  shown.items = await outbox.all();
  note();
  draw();
};

// What there is to say of the connection, the phone and its tickets, and what was refused after all.
let noted;
const note = () => {
  const refused = shown.items.filter(({ state }) => state === "refused");
  const numbers = refused.map(({ n }) => n).join();
  const tickets = shown.items.filter(({ kind, state }) => kind === "keep" && state !== "refused").length;
  const { away, gone, full } = outbox, says = { away, gone, full, tickets, strange: away && server.strange };
  for (const hint of box.querySelectorAll("[data-note]")) hint.hidden = !says[hint.dataset.note];
  box.querySelector("[data-note=tickets]").textContent = counted(words.tickets, tickets);
  // What stands there stays, or it would be read out again.
  if (noted === numbers) return;
  noted = numbers;
  box.lastElementChild.replaceChildren(...refused.map(({ n, told: entry, why }) => {
    const made = piece(".said");
    made.querySelector("p").textContent = filled(words.refused, { entry, why });
    made.lastElementChild.onclick = () =>
      outbox.each((one) => (one.n === n ? [] : [one])).then(show);
    return made;
  }));
};

// An answer may be overtaken by a newer one, and must not be put in its place.
const inPlace = (answer, instead) => {
  const old = answer && Number(answer.headers.get("Trackside-Version") ?? Infinity) < live.shown;
  return response((!old && answer) || instead || { status: 204 });
};
const emptyChoice = () => shown.drawn && { text: panel.html({}, shown.drawn) };
// The version of the game that the open rows know.
const rowsOf = () => Number(document.getElementById("choice")?.dataset.of);

// A form's entry, kept, drawn and sent; the answer, or one that closes what was being chosen.
const tell = async (ctx, action, body) => {
  const form = ctx.sourceElement.closest("form"), since = live.shown, about = Number(form.dataset.about);
  body.delete("since");
  const item = { table: words.table, action, kind: form.dataset.entry, ...described(form, body),
    body: `${body}` };
  const given = item.entry?.type === "amend"
    && { entry: item.entry.with, ...reworded(about, item.entry.with) };
  const kept = await (about ? outbox.correct(about, item, given || null) : outbox.add(item));
  const answered = new Promise((done) => outbox.waiting.set(kept?.n, { done, since }));
  const late = kept && htmx.timeout(outbox.away ? 100 : SOON);
  await show();
  outbox.drain();
  const answer = await Promise.race([answered, late]);
  outbox.waiting.delete(kept?.n);
  // An answer is drawn with what it brings.
  if (answer) shown.items = await outbox.all();
  else await show();
  document.dispatchEvent(new CustomEvent("entry:answered"));
  // The news may be quicker: rows that were asked for since, and know of the entry, stay open.
  const version = answer ? Number(answer.headers.get("Trackside-Version")) : since + 1;
  if (version && rowsOf() >= version && answer?.status !== 409 && answer?.status !== 422) ctx.swap = "none";
  return inPlace(answer, emptyChoice());
};

// An entry that never went out, told of another player.
const reworded = (n, entry) => {
  const item = shown.items.find((one) => one.n === n), body = new URLSearchParams(item?.body);
  body.set("player", entry.player);
  return { body: `${body}`, told: sentence(item?.kind, entry, {}) };
};

// What a form tells, as an entry and in words.
const described = (form, body) => {
  const fields = Object.fromEntries(body), { entry: kind, about } = form.dataset;
  const value = fields.more ?? fields.less;
  const chip = form.querySelector(`[value="${CSS.escape(value ?? "")}"]`);
  const item = shown.items.find(({ n }) => n === Number(about));
  const named = item?.told ?? document.querySelector(".choice h2, .last-words")?.textContent.trim();
  const choice = chip?.textContent.replace("+", "").trim();
  const says = chip ? (fields.more ? "added" : "removed") : kind;
  return { entry: entryOf(fields, item), told: sentence(says, fields, { entry: named, choice }) };
};

const sentence = (kind, fields, more) => {
  const { board, played } = shown.known ?? {};
  const named = {
    player: (value) => played?.players.find(({ color }) => color === value)?.name,
    route: (value) => board?.pairName(value),
    place: (value) => board?.name(value),
    thing: (value) => words.things?.[value],
  };
  const told = Object.entries(fields)
    .map(([name, value]) => [name, value && (named[words.members[name]] ?? String)(value)]);
  return filled(words[kind] ?? "", { ...Object.fromEntries(told), ...more });
};

// The entry that a form tells, as the log has it; null for what is secret.
const entryOf = ({ type, player, entry, more, less, id, anyway, ...rest }, item) => {
  if (!shown.known || type === "keep") return null;
  const fields = Object.fromEntries(Object.entries(rest).filter(([name]) => !name.startsWith("asked-"))
    .map(([name, value]) => [name, { flag: true, number: Number(value) }[words.members[name]] ?? value]));
  const place = entry && { entry: Number(entry) };
  if (type === "strike") return { type, ...place };
  if (type !== "amend") return { type, ...(player && { player }), ...fields };
  const now = item?.entry ?? inForce(shown.known.log)[place.entry - 1];
  if (!now) return null;
  const instead = more || less ? changed(now, more ?? less, more) : { ...now, player };
  return { type, ...place, with: instead };
};

// A claim with something more or less.
const changed = (claim, told, more) => {
  const [member, what] = told.split(/:(.*)/s), { [member]: had, ...rest } = claim;
  if (member !== "takes") return more ? { ...rest, [member]: what || true } : rest;
  const left = [...(had ?? [])];
  more ? left.push(what) : left.splice(left.indexOf(what), 1);
  return { ...rest, takes: left };
};

// The server's rows where they come soon, else the page's own. Rows that know less than the page are asked
// for again; those that know less than an entry on its way wait for its answer.
const patient = async (action, request) => {
  const newest = async () => {
    const answer = await ask(action, request), version = Number(answer.headers.get("Trackside-Version"));
    while ([...outbox.waiting.values()].some(({ since }) => version <= since)) await oneAnswered();
    const placed = toDraw().filter(({ state }) => state === "acknowledged").map((item) => item.version);
    return version < Math.max(live.shown, ...placed) ? ask(action, request) : answer;
  };
  const isBehind = () => toDraw().some(isLate);
  const late = htmx.timeout(outbox.away ? AWAY : PATIENCE);
  const answer = !isBehind() && (await Promise.race([newest().catch(() => {}), late]));
  request.signal.throwIfAborted();
  const isWhole = answer && answer.status < 500;
  if (isWhole && !isBehind()) return inPlace(answer);
  outbox.away ||= !isWhole;
  if (!shown.drawn) return response({ status: 204 });
  return new Response(panel.html(Object.fromEntries(new URLSearchParams(action.split("?")[1])), shown.drawn));
};

const oneAnswered = () =>
  new Promise((done) => document.addEventListener("entry:answered", done, { once: true }));

document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  const { request } = ctx;
  const form = box && request.method === "POST" && ctx.sourceElement.closest("form[data-entry]");
  if (form) ctx.fetch = (action, { body }) => tell(ctx, action, body);
  else if (shown.known) ctx.fetch = request.action.split("?")[0] === words.here
    ? patient : async (action, options) => inPlace(await ask(action, options));
});

// What an answer is for may have been put there anew since it was asked.
document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  if (ctx.target?.id && !ctx.target.isConnected)
    ctx.target = document.getElementById(ctx.target.id) ?? ctx.target;
});

// Takes over what the server says of the table.
const heed = () => {
  const now = told();
  if (!shown.known || !now || now.version === live.shown) return;
  const next = heard(shown.known, now);
  if (!next) return live.ask(true);
  shown.known = next;
  live.shown = now.version;
  outbox.forgetSeen().then(keepNewest);
};
document.addEventListener("htmx:before:swap", () => keepingPlace(() => strip.off()));
document.addEventListener("htmx:after:swap", () => {
  heed();
  draw();
});
document.addEventListener("outbox:change", show);

// The newest state is kept, for a page that comes back without a network and is older.
const keepNewest = () => {
  const { board: _board, played: _played, ...state } = shown.known, known = { version: state.version, state };
  keepingPlace(() => {
    strip.off();
    known.html = stateOnPage()?.outerHTML.replaceAll("htmx-request", "");
    draw();
  });
  stored((kept) => Object.assign(kept, known), "relaxed", location.pathname).catch(() => {});
};

const start = async () => {
  const table = document.querySelector("[data-table]");
  if (table && stateOnPage()) {
    const played = JSON.parse(table.dataset.played), asLoaded = heard(begun(null, played), told());
    shown.known = asLoaded;
    live.shown = asLoaded.version;
    outbox.shows.add(words.table);
    const board = table.dataset.facts && (await fetched(table.dataset.facts));
    const svg = document.querySelector("[data-board] svg");
    shown.known = { ...shown.known, board };
    if (board && svg) shown.picture = new Picture(svg, { ...asLoaded, board });
    await bringNewest();
  }
  await show();
  if (shown.known) keepNewest();
};

const bringNewest = async () => {
  const kept = await stored((found) => found, "default", location.pathname).catch(() => {});
  if (!(kept?.version > live.shown) || !kept.state) return;
  shown.known = { ...kept.state, board: shown.known.board, played: shown.known.played };
  stateOnPage().outerHTML = kept.html;
  live.shown = kept.version;
  htmx.process(stateOnPage());
};

start();
