// Redo stands in the place of Undo for ten seconds, on the page that took something back.
const SHOWN = 10_000; // ms

const onPage = () => document.querySelector("[data-redo]");
const until = new Map(); // when each Redo goes, by what it brings back
if (onPage()) until.set(onPage().dataset.redo, 0);

// One of two parts is shown; the keyboard's focus goes with it.
const show = (part, instead) => {
  const focused = instead?.contains(document.activeElement);
  part.hidden = false;
  if (instead) instead.hidden = true;
  if (focused) part.querySelector("button").focus({ preventScroll: true });
};

// Shows Redo where something was taken back just now, else Undo.
export const offerRedo = () => {
  const redo = onPage(), name = redo?.dataset.redo, undo = document.querySelector(".undo:not([data-redo])");
  if (name && !until.has(name)) {
    until.set(name, Date.now() + SHOWN);
    setTimeout(offerRedo, SHOWN);
  }
  if (redo && Date.now() < until.get(name)) show(redo, undo);
  else if (undo) show(undo, redo);
  else if (redo) redo.hidden = true;
};

document.addEventListener("htmx:after:swap", offerRedo);
