// Says what is new in the page's one region for it, each once; the final round at once.
import { outbox } from "./outbox.js";

const news = () => JSON.parse(document.querySelector("[data-news]")?.dataset.news ?? "{}");
let heard = news();

const say = (words, where = "spoken") => {
  const region = document.getElementById(where), line = document.createElement("p");
  region.append(line);
  line.append(words);
  if (region.children[3]) region.firstChild.remove();
};

// The news may be quicker than the answer, which leads the keyboard to the heading.
const heed = () => {
  const now = news();
  if (outbox.waiting.size) return;
  if (!(now.version > heard.version)) return;
  for (const [version, words] of now.acts) if (version > heard.version) say(words);
  // Whoever is taken to the heading hears it there.
  if (now.turn !== heard.turn && !document.activeElement.matches(".turn-whose")) say(now.turn);
  if (now.final && !heard.final) say(now.final, "urgent");
  heard = now;
};

// What an answer has to say of itself, such as how much was found.
const answers = () => document.querySelectorAll("[data-say]").forEach((part) => {
  say(part.dataset.say);
  delete part.dataset.say;
});

// What somebody asked to be read out is shown as well, until a tap on it or for as long as it takes to read.
const SHOWN = 15000;
let hiding;
const hide = () => {
  clearTimeout(hiding);
  document.getElementById("spoken").className = "unseen";
};
const show = (region) => {
  hide();
  region.className = "aloud";
  region.onclick = hide;
  hiding = setTimeout(() => region.querySelectorAll(".shown").forEach((line) => line.remove(), hide()),
    SHOWN);
};

// The answer to what was pressed comes into view, wherever on the page that was.
const bring = ({ target, request }) => {
  const answer =
    document.getElementById(target?.id)?.querySelector("[role=alert], .asked, :has(> .said-wrong)");
  if (request?.method === "POST") answer?.scrollIntoView({ block: "nearest" });
};

document.addEventListener("htmx:finally:request", () => setTimeout(heed));
document.addEventListener("htmx:after:swap", ({ detail }) => {
  if (detail.ctx) bring(detail.ctx);
  answers();
  setTimeout(heed);
  if (detail.ctx?.target?.id === "spoken") show(document.getElementById("spoken"));
});
