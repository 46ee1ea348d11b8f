// The demonstration on the first page: a game claim by claim, once, and again on a tap. For whoever wants
// less motion it stands still, with everything claimed.
const WHOLE = 10_000; // ms

const figure = document.querySelector("[data-steps]");
const steps = JSON.parse(figure.dataset.steps), claims = figure.querySelectorAll("[data-claim]");
const words = figure.querySelector("[data-words]"), points = figure.querySelectorAll("[data-points]");
const play = figure.querySelector("[data-play]");
let number = steps.length, timer;

const show = () => {
  const [said, now] = steps[number - 1] ?? ["", []];
  claims.forEach((claim, n) => claim.setAttribute("display", n < number ? "inline" : "none"));
  points.forEach((part, n) => (part.textContent = now[n] ?? 0));
  words.textContent = said;
};

const stop = () => {
  timer = clearInterval(timer);
  play.setAttribute("aria-pressed", false);
};

const start = () => {
  if (number === steps.length) number = 0;
  show();
  play.setAttribute("aria-pressed", true);
  timer = setInterval(() => {
    number += 1;
    show();
    if (number === steps.length) stop();
  }, WHOLE / steps.length);
};

play.hidden = false;
play.addEventListener("click", () => (timer ? stop() : start()));
if (!matchMedia("(prefers-reduced-motion: reduce)").matches) start();
