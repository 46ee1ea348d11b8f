// Ten facts at a time: all right by one tap, what differs by a tap on it and what one's own box has. All of
// it is kept on this phone, by board; nothing is asked of the server.
import { filled, setAttributes } from "../paint.js";

const root = document.querySelector("[data-compare]"), svg = root.querySelector("[data-picture] svg");
const screens = [...root.querySelectorAll("[data-screen]")], summary = root.querySelector("[data-summary]");
const facts = [...root.querySelectorAll("[data-fact]")], yours = document.getElementById("yours").content;
const part = (name) => root.querySelector(`[data-${name}]`);
const KEPT = `compare-${root.dataset.compare}`;

// Fact → true where it is the same, else what the box has. A browser that keeps nothing has it until the page
// goes.
let found = {};
try {
  found = JSON.parse(localStorage.getItem(KEPT)) ?? {};
} catch {}
const keep = () => {
  try {
    localStorage.setItem(KEPT, JSON.stringify(found));
  } catch {}
};

const factsOn = (screen) => [...screen.querySelectorAll("[data-fact]")];
const isChecked = ({ dataset }) => dataset.fact in found;
const differs = ({ dataset }) => typeof found[dataset.fact] === "string";
const inTheBox = ({ dataset }) => found[dataset.fact] || "?";
// How many facts were checked, and how many of them differ, in words.
const counts = () => [
  filled(root.dataset.done, { done: facts.filter(isChecked).length, all: facts.length }),
  filled(root.dataset.different, { n: facts.filter(differs).length }),
];
const textOf = (fact) => [".compare-name", ".compare-figures"]
  .map((kind) => fact.querySelector(kind)?.textContent).filter(Boolean).join(": ");
const lineOf = (fact) => `${textOf(fact)} → ${inTheBox(fact)}`;

let shown = 0; // the number of the screen that is shown; behind the last is what was found

// Draws what was found: beside each fact, as counts, and as a list.
const draw = () => {
  for (const fact of facts) {
    fact.classList.toggle("compare-different", differs(fact));
    fact.querySelector(".compare-mine")?.remove();
    if (!differs(fact)) continue;
    const text = Object.assign(document.createElement("span"), { className: "compare-mine" });
    text.textContent = `→ ${inTheBox(fact)}`;
    fact.querySelector("button").append(text);
  }
  for (const place of root.querySelectorAll("[data-told]")) place.textContent = counts().join(" · ");
  const isAnyDifferent = shown < screens.length && factsOn(screens[shown]).some(differs);
  part("all").hidden = isAnyDifferent;
  part("rest").hidden = !isAnyDifferent;
  const items = facts.filter(differs).map((fact) =>
    Object.assign(document.createElement("li"), { textContent: lineOf(fact) }));
  part("list").replaceChildren(...items);
};

const whole = svg?.getAttribute("viewBox");
let before = {}; // the attributes that the picture had where it is lit up now
// Lights up what a screen is about, and shows that part of the picture (`box`).
const light = ({ box, lit }) => {
  const changes = JSON.parse(lit ?? "{}");
  setAttributes(svg, before);
  before = {};
  for (const [selector, attributes] of Object.entries(changes)) {
    const now = svg.querySelector(selector);
    before[selector] =
      Object.fromEntries(Object.keys(attributes).map((name) => [name, now?.getAttribute(name) ?? null]));
  }
  setAttributes(svg, changes);
  svg.setAttribute("viewBox", box ?? whole);
};

const close = () => root.querySelector(".compare-yours")?.remove();

// Shows screen number `n`, or behind the last one what was found.
const show = (n) => {
  close();
  shown = Math.max(0, Math.min(n, screens.length));
  const screen = screens[shown] ?? summary;
  for (const one of [...screens, summary]) one.hidden = one !== screen;
  root.classList.toggle("compare-first", shown === 0);
  for (const live of root.querySelectorAll("[data-live]")) live.hidden = screen === summary;
  root.querySelector("[data-go=back]").hidden = !shown;
  part("picture")?.toggleAttribute("hidden", !screen.dataset.box);
  if (svg) light(screen.dataset);
  draw();
  // To below the heading of the page, at once; the picture itself may stick where it is.
  const top = shown && root.querySelector("header").getBoundingClientRect().bottom + scrollY;
  scrollTo({ top, behavior: "instant" });
  screen.querySelector("h2").focus({ preventScroll: true });
};

// The number of the first screen on which a fact is not checked.
const next = () => {
  const open = screens.findIndex((screen) => !factsOn(screen).every(isChecked));
  return open < 0 ? screens.length : open;
};

// Notes what the box has in the place of a fact; null for the same.
const note = (fact, value) => {
  if (value === null) delete found[fact.dataset.fact];
  else found[fact.dataset.fact] = value;
  keep();
  close();
  draw();
  fact.querySelector("button").focus();
};

// Opens the form that asks what the box has, or closes it.
const ask = (fact) => {
  const isOpen = fact.querySelector(".compare-yours");
  close();
  if (isOpen) return;
  fact.append(yours.cloneNode(true));
  const form = fact.querySelector("form"), field = form.querySelector("input");
  const choices = JSON.parse(fact.dataset.readings ?? "[]").map((text) => {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: text });
    button.className = "button button-plain";
    button.onclick = () => note(fact, text);
    return button;
  });
  form.querySelector("[data-choices]").replaceChildren(...choices);
  form.querySelector("[data-same]").onclick = () => note(fact, null);
  form.onsubmit = (event) => {
    event.preventDefault();
    note(fact, field.value.trim());
  };
  field.value = differs(fact) ? found[fact.dataset.fact] : "";
  if (!choices.length) field.focus();
  form.scrollIntoView({ block: "nearest" });
};

const report = () => [
  `Trackside · ${root.dataset.title}`, ...counts(), "", ...facts.filter(differs).map(lineOf), "",
].join("\n");

const save = () => {
  const file = new Blob([report()], { type: "text/plain" });
  const link = Object.assign(document.createElement("a"), {
    href: URL.createObjectURL(file), download: `trackside-${root.dataset.compare}.txt`,
  });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
};

root.classList.add("compare-live");
for (const fact of facts) {
  const button = fact.querySelector("button");
  button.disabled = false;
  button.onclick = () => ask(fact);
}
part("right").onclick = () => {
  for (const fact of factsOn(screens[shown])) if (!differs(fact)) found[fact.dataset.fact] = true;
  keep();
  show(shown + 1);
};
const GO = { summary: () => screens.length, on: next, back: () => shown - 1 };
for (const button of root.querySelectorAll("[data-go]")) button.onclick = () => show(GO[button.dataset.go]());
part("save").onclick = save;
part("again").onclick = () => {
  found = {};
  keep();
  show(0);
};
if (navigator.share) {
  part("send").hidden = false;
  part("send").onclick = () => navigator.share({ text: report() }).catch(() => {});
}
show(next());
