// The field for tickets takes whole tickets too: pasted, dictated, or read by the camera, several at once.
// The phone reads them by itself, so that it works without a network. What it reads is shown to be looked
// at, and a tap adds it. Beginnings of names are searched by the server; where it finds none, or is not
// heard, the phone's guess is shown. Where a board's tickets are unknown it is two places and the number on
// the card; a number that is missing is asked for.
import { counted, filled } from "../paint.js";
import { reader } from "../reader.js";

const MOST = 6; // tickets that are offered where the phone isn't sure

const add = document.getElementById("add");
const field = () => document.getElementById("find-text");
const found = () => document.getElementById("found");
let read, words, known;
let readings = []; // what is shown of the text
let guess = []; // what to show if the server finds nothing
const chosen = new WeakMap(); // the reading that a request keeps: others may be answered before

const readAll = (text) => {
  words ??= JSON.parse(add.dataset.says);
  known ??= JSON.parse(add.dataset.cards);
  read ??= reader(known);
  return read(text);
};

// A new element of a kind with its values and its parts.
const made = (kind, values, ...parts) => {
  const element = Object.assign(document.createElement(kind), values);
  element.append(...parts);
  return element;
};

const nameOf = (pair) => pair.split("--").map((end) => known.places[end][0]).join(" – ");

// A row for a ticket of an unknown deck; one without a number has that typed above it.
const typedRow = (pair, number) => {
  const id = number ? `${pair}--${number}` : pair, name = made("span", {}, nameOf(pair));
  const isHeld = number && document.querySelector(`#hand [data-ticket="${id}"]`);
  const yours = () => made("span", { className: "quiet" }, words.yours);
  if (isHeld) return made("p", { className: "offer offer-held" }, name, " ", yours());
  const figure = number ? [made("b", {}, number)] : [];
  return made("button", { className: "offer", name: "ticket", value: id }, name, " ", ...figure);
};

// A ticket's row as the list has it; it says which ones are held.
const rowOf = (id, number, n) => {
  const listed = () => document.querySelector(`#list-${id}, #held-list-${id}`).cloneNode(true);
  const row = known.tickets ? listed() : typedRow(id, number);
  row.id = `found-${n}-${id}`;
  return row;
};
const isFree = (row) => row.matches("button");

// Fills a form for tickets whose number is missing: it is typed, and of several tickets one is tapped.
const askNumber = (list, form, pairs, n) => {
  const [label, keep] = [list.querySelector("[name=points]").closest("label"), list.querySelector(".button")]
    .map((one) => one.cloneNode(true));
  form.className = "typed";
  if (pairs.length > 1) {
    form.dataset.rows = "";
    return form.append(label, ...pairs.map((pair) => rowOf(pair, null, n)));
  }
  const hidden = made("input", { type: "hidden", name: "ticket", value: pairs[0] });
  form.append(hidden, made("h3", {}, nameOf(pairs[0])), label, keep);
};

// A reading as a part of the page: what was read, if it is not sure, and the tickets that may be meant.
const partOf = ({ text, tickets, number, sure }, n) => {
  const part = document.createElement("section"), line = document.createElement("p");
  part.dataset.reading = n;
  line.className = "quiet";
  line.textContent = filled(tickets.length ? words.look : words.nothing, { text });
  if (!sure) {
    part.dataset.look = "";
    part.append(line);
  }
  if (!tickets.length) return part;
  const list = document.querySelector("form#lists, #lists form"), form = list.cloneNode();
  const hidden = [...list.querySelectorAll(":scope > input")].map((input) => input.cloneNode());
  form.removeAttribute("id");
  form.append(...hidden);
  part.append(form);
  const few = tickets.slice(0, MOST), isNumber = number >= 1 && number <= known.most;
  if (!known.tickets && !isNumber) {
    askNumber(list, form, few, n);
    return part;
  }
  const rows = few.map((id) => rowOf(id, number, n));
  form.className = "offers";
  form.dataset.rows = "";
  form.append(...(sure ? [rows.find(isFree) ?? rows[0]] : rows));
  return part;
};

// Shows readings in the place of what was found, behind the parts `before`.
const show = (all, ...before) => {
  readings = all;
  const target = found(), part = target.cloneNode();
  const number = all.filter(({ tickets }) => tickets.length).length;
  part.append(...before, ...all.map(partOf));
  if (all.length) part.dataset.say = number ? counted(words.found, number) : words.none;
  const options = { sourceElement: field().form, target, swap: "outerHTML" };
  htmx.swap({ ...options, text: part.outerHTML });
};

document.addEventListener("submit", (event) => {
  const { target } = event;
  if (target.id !== "find" || !add) return;
  const all = readAll(field().value);
  readings = guess = [];
  if (all.length < 2 && !all.some(({ sure }) => sure)) return (guess = all);
  event.preventDefault();
  event.stopImmediatePropagation();
  htmx.trigger(target, "htmx:abort");
  show(all);
}, true);

document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  const part = ctx.sourceElement.closest("[data-reading]");
  if (part) chosen.set(ctx, readings[part.dataset.reading]);
});

document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  // Whatever else was read stays until it is added too.
  if (chosen.has(ctx)) {
    const left = readings.filter((one) => one !== chosen.get(ctx));
    field().value = left.map(({ text }) => text).join("\n");
    return show(left, ...found().querySelectorAll(".typed-asked"));
  }
  const isHeard = ctx.response?.status < 400 && found().querySelector(".offer, #typed, .chip");
  if (ctx.sourceElement.id === "find" && guess[0]?.tickets.length && !isHeard) show(guess);
});

// The field has lines for what is pasted; Enter finds all the same.
document.addEventListener("keydown", (event) => {
  const { key, target, isComposing } = event;
  if (key !== "Enter" || target !== field() || isComposing) return;
  event.preventDefault();
  setTimeout(() => target.form.requestSubmit());
});

// When something found was added, and the field is empty again, it takes the next.
let isAdding;
document.addEventListener("submit", ({ target }) => {
  isAdding = target.closest("#found") && field()?.value;
}, true);
document.addEventListener("htmx:after:swap", () => setTimeout(() => {
  if (!isAdding || field()?.value) return;
  isAdding = false;
  field().focus();
}));
