// A finished game walks again in the phone's own model, claim by claim: on the board, in the points, in the
// race.
import { fetched } from "../board.js";
import { Picture, filled } from "../paint.js";
import { apply, begun } from "../state.js";

const WHOLE = 12_000; // ms, for the whole game

const page = document.querySelector("[data-replay]");
const claims = [...page.querySelectorAll("[data-place]")].map((line) => ({
  line,
  place: Number(line.dataset.place),
  points: line.dataset.nowPoints.split(" ").map(Number),
  words: line.querySelector("span").textContent,
}));
const part = (selector) => page.querySelector(selector);
const slider = part("#claim"), play = part("#play"), now = part("[data-now]");
const most = Math.max(1, ...(claims.at(-1)?.points ?? []));
let states, picture, timer;

// The states after each claim, with all that was entered before the next one; the first is the empty board.
// Turns are not followed here: a log that was imported may have more of them than the rules allow.
const walked = (board, { opening, ...played }, entries) => {
  let state = { ...begun(board, { ...played, opening }), followed: false, final: null };
  const found = [];
  const readTo = (place) => {
    while (entries[0]?.place < place) {
      const { place: _, ...entry } = entries.shift(), next = apply(state, entry);
      if (typeof next !== "string") state = next;
    }
    found.push(state);
  };
  [...claims.map(({ place }) => place), Infinity].forEach(readTo);
  return found;
};

// Shows the game after so many claims.
const show = (number) => {
  const claim = claims[number - 1], at = Number(now.dataset.from) + number * Number(now.dataset.step);
  slider.value = number;
  picture.paint(states[number], states[number], []);
  part("[data-words]").textContent = claim?.words ?? slider.dataset.begun;
  slider.setAttribute("aria-valuetext", claim?.words ?? slider.dataset.begun);
  const of = part("[data-of]");
  of.textContent = filled(of.dataset.of, { n: number, last: claims.length });
  page.querySelectorAll("[data-points]").forEach((points, n) => (points.textContent = claim?.points[n] ?? 0));
  page.querySelectorAll("[data-rail]").forEach((rail, n) =>
    rail.setAttribute("width", Math.max(0, (1000 * (claim?.points[n] ?? 0)) / most)));
  for (const side of ["x1", "x2"]) now.setAttribute(side, at);
  part("[aria-current]")?.removeAttribute("aria-current");
  claim?.line.setAttribute("aria-current", "step");
};

const stop = () => {
  timer = cancelAnimationFrame(timer);
  play.setAttribute("aria-pressed", false);
};

// Plays from here; at the end, from the beginning.
const start = () => {
  const from = Number(slider.value) < claims.length ? Number(slider.value) : 0;
  let first;
  const frame = (time) => {
    const played = (time - (first ??= time)) / WHOLE;
    const number = Math.min(claims.length, from + Math.floor(played * claims.length));
    if (number !== Number(slider.value)) show(number);
    timer = requestAnimationFrame(frame);
    if (number === claims.length) stop();
  };
  play.setAttribute("aria-pressed", true);
  timer = requestAnimationFrame(frame);
};

const go = (number) => {
  stop();
  show(Math.min(claims.length, Math.max(0, number)));
};

const listen = () => {
  slider.addEventListener("input", () => go(Number(slider.value)));
  play.addEventListener("click", () => (timer ? stop() : start()));
  page.addEventListener("click", (event) => {
    const { by, to } = event.target.closest("[data-by], [data-to]")?.dataset ?? {};
    if (by) go(Number(slider.value) + Number(by));
    if (!to) return;
    event.preventDefault();
    go(Number(to));
    part("#replay-board").scrollIntoView({ block: "nearest" });
  });
  document.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest("input, button, a, summary")) return;
    if (by) go(Number(slider.value) + by);
    else if (event.key === " ") play.click();
    else return;
    event.preventDefault();
  });
};

const board = claims.length && await fetched(page.dataset.facts);
if (board) {
  states = walked(board, JSON.parse(page.dataset.played), JSON.parse(page.dataset.entries));
  picture = new Picture(page.querySelector(".lit svg"), { ...states.at(-1), finished: true });
  part("[data-controls]").hidden = false;
  listen();
  show(claims.length);
}
