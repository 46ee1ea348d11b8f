// The field for tickets takes whole tickets too: pasted, dictated, or read by the camera, several at once.
// The phone reads them by itself, so that it works without a network. What it reads is shown to be looked
// at, and a tap adds it. Beginnings of names are searched by the server; where it finds none, or is not
// heard, the phone's guess is shown.
import { counted, filled } from "../paint.js";
import { reader } from "../reader.js";

const MOST = 6; // tickets that are offered where the phone isn't sure

const add = document.getElementById("add");
const field = () => document.getElementById("find-text");
const found = () => document.getElementById("found");
let read, words, readings = [], guess = [], chosen;

const readAll = (text) => {
  words ??= JSON.parse(add.dataset.says);
  read ??= reader(JSON.parse(add.dataset.cards));
  return read(text);
};

// A ticket's row as the list has it; it says which ones are held.
const rowOf = (id, n) => {
  const row = document.getElementById(`list-${id}`).cloneNode(true);
  row.id = `found-${n}-${id}`;
  return row;
};
const isFree = (row) => row.matches("button");

const partOf = ({ text, tickets, sure }, n) => {
  const part = document.createElement("section"), line = document.createElement("p");
  part.dataset.reading = n;
  line.className = "quiet";
  line.textContent = filled(tickets.length ? words.look : words.nothing, { text });
  if (!sure) {
    part.dataset.look = "";
    part.append(line);
  }
  if (!tickets.length) return part;
  const list = document.querySelector("#lists form"), form = list.cloneNode();
  const rows = tickets.slice(0, MOST).map((id) => rowOf(id, n));
  const hidden = [...list.querySelectorAll(":scope > input")].map((input) => input.cloneNode());
  form.append(...hidden, ...(sure ? [rows.find(isFree) ?? rows[0]] : rows));
  part.append(form);
  return part;
};

const show = (all) => {
  readings = all;
  const target = found(), part = target.cloneNode();
  const number = all.filter(({ tickets }) => tickets.length).length;
  part.append(...all.map(partOf));
  if (all.length) part.dataset.say = number ? counted(words.found, number) : words.none;
  const options = { sourceElement: field().form, target, swap: "outerHTML" };
  htmx.swap({ ...options, text: part.outerHTML });
};

document.addEventListener("submit", (event) => {
  const { target, submitter } = event, part = target.closest("[data-reading]");
  if (part) chosen = readings[part.dataset.reading];
  else if (!target.closest("#found, #find")) chosen = null;
  if (target.id !== "find" || !add) return;
  const all = readAll(field().value);
  readings = guess = [];
  if (all.length < 2 && !all.some(({ sure }) => sure)) return (guess = all);
  event.preventDefault();
  event.stopImmediatePropagation();
  htmx.trigger(target, "htmx:abort");
  show(all);
}, true);

document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  // Whatever else was read stays until it is added too.
  if (chosen) {
    const left = readings.filter((one) => one !== chosen);
    chosen = null;
    field().value = left.map(({ text }) => text).join("\n");
    return show(left);
  }
  const isHeard = ctx.response?.status < 400 && found().querySelector(".offer");
  if (ctx.sourceElement.id === "find" && guess[0]?.tickets.length && !isHeard) show(guess);
});

// The field has lines for what is pasted; Enter finds all the same.
document.addEventListener("keydown", (event) => {
  const { key, target, isComposing } = event;
  if (key !== "Enter" || target !== field() || isComposing) return;
  event.preventDefault();
  setTimeout(() => target.form.requestSubmit());
});
