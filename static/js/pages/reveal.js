// The reveal and the tally light up what they tell of: journeys are drawn along their way, points count up.
// One phone may let it play.
import { setAttributes } from "../paint.js";

{
  const view = document.querySelector("[data-picture]");
  const telling = () => document.querySelector("[data-key]");
  const drawn = ["thread-case", "thread", "thread-lent", "longest", "arrows-case", "arrows"];
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let shown, newest = 0, playing;

  // Draws lines piece by piece and counts figures up, until the next begins to grow.
  const grow = () => {
    const lines =
      drawn.map(name => view?.querySelector(`[data-layer="${name}"]`)).filter(line => line?.getAttribute("d"))
      .map(line => [line, line.getAttribute("d").split(/(?=M)/)]);
    const figures = [...document.querySelectorAll("[data-from]")]
      .map(b => [b, Number(b.dataset.from), Number(b.dataset.to)]);
    newest += 1;
    const mine = newest;
    let first;
    const frame = now => {
      const t = Math.min(1, (now - (first ??= now)) / 900);
      if (mine !== newest) return;
      for (const [line, pieces] of lines)
        line.setAttribute("d", pieces.slice(0, Math.ceil(pieces.length * t)).join(""));
      for (const [figure, from, to] of figures)
        figure.textContent = String(Math.round(from + (to - from) * t)).replace("-", "−");
      if (t < 1) requestAnimationFrame(frame);
    };
    if (!still.matches) requestAnimationFrame(frame);
  };

  // Lights up parts of the picture by these attributes; what was lit up before goes dark first.
  let before = {};
  const light = (changes) => {
    const svg = view.querySelector("svg"), was = {};
    setAttributes(svg, before);
    for (const [selector, attributes] of Object.entries(changes)) {
      const part = svg.querySelector(selector);
      was[selector] =
        Object.fromEntries(Object.keys(attributes).map((name) => [name, part.getAttribute(name)]));
    }
    setAttributes(svg, changes);
    before = was;
  };

  const showStep = () => {
    const now = telling(), play = document.querySelector("[data-play]");
    if (!now) return;
    const isNew = now.dataset.key !== shown;
    if (isNew && view) light(JSON.parse(now.dataset.lit));
    if (isNew && shown !== undefined) grow();
    shown = now.dataset.key;
    if (!play) return clearTimeout(playing);
    play.hidden = false;
    play.setAttribute("aria-pressed", Boolean(playing));
    if (isNew && playing) goOnSoon();
  };

  const pressNext = () => document.querySelector("[data-next]")?.click();
  const goOnSoon = () => {
    clearTimeout(playing);
    playing = setTimeout(pressNext, 4500);
  };

  document.addEventListener("click", ({ target }) => {
    if (!target.matches("[data-play]")) return;
    if (playing) {
      clearTimeout(playing);
      playing = null;
    } else {
      pressNext();
      goOnSoon();
    }
    target.setAttribute("aria-pressed", Boolean(playing));
  });

  if (view) setAttributes(view.querySelector("svg"), JSON.parse(view.dataset.unlit));
  document.addEventListener("htmx:after:swap", showStep);
  showStep();
}
