// Asks the server again and again, and names what is in the way: a network that answers in its place, an
// address where nothing listens (refused at once), or one from which nothing comes back.
import { ask, server } from "../sync.js";

const PATIENCE = 8000, PAUSE = 2000; // ms
const part = document.querySelector("[data-connection]");

// What was found: "good", or what is in the way.
const found = async () => {
  const signal = AbortSignal.timeout(PATIENCE);
  try {
    await ask(part.dataset.connection, { cache: "no-store", signal });
    return "good";
  } catch {
    if (server.strange) return "portal";
    if (!navigator.onLine) return "offline";
    return signal.aborted ? "silent" : "gone";
  }
};

const test = async () => {
  server.strange = false;
  const now = await found();
  for (const line of part.querySelectorAll("[data-found]")) line.hidden = line.dataset.found !== now;
  setTimeout(test, PAUSE);
};
test();
