// What every page does.
import "./keyboard.js";
import { outbox } from "./outbox.js";
import { server } from "./sync.js";

// Has a screen reader say what is new, each thing once; the final round at once.
{
  const MOST_LINES = 3;
  const news = () => JSON.parse(document.querySelector("[data-news]")?.dataset.news ?? "{}");
  let said = news();

  const say = (words, where = "spoken") => {
    const region = document.getElementById(where), line = document.createElement("p");
    region.append(line);
    line.append(words);
    if (region.children.length > MOST_LINES) region.firstChild.remove();
  };

  // News that are quicker than the answer to what was pressed wait for it, for it moves the focus.
  const sayNews = () => {
    const now = news();
    if (outbox.waiting.size || document.querySelector("#choice .htmx-request")) return;
    if (!(now.version > said.version)) return;
    for (const [version, words] of now.acts) if (version > said.version) say(words);
    // Where the focus is on the heading, it is read out already.
    if (now.turn !== said.turn && !document.activeElement.matches(".turn-whose")) say(now.turn);
    if (now.final && !said.final) say(now.final, "urgent");
    said = now;
  };

  // What an answer has to say of itself, such as how much was found.
  const sayAnswer = () => document.querySelectorAll("[data-say]").forEach((part) => {
    say(part.dataset.say);
    delete part.dataset.say;
  });

  // What somebody asked to be read out is shown too, until a tap on it or for as long as it takes to read.
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
    hiding = setTimeout(() => {
      hide();
      region.querySelectorAll(".shown").forEach((line) => line.remove());
    }, SHOWN);
  };

  // The answer to what was pressed comes into view, wherever on the page that was.
  const scrollToAnswer = ({ target, request }) => {
    const answer =
      document.getElementById(target?.id)?.querySelector("[role=alert], .asked, :has(> .said-wrong)");
    if (request?.method === "POST") answer?.scrollIntoView({ block: "nearest" });
  };

  document.addEventListener("htmx:finally:request", () => setTimeout(sayNews));
  document.addEventListener("htmx:after:swap", ({ detail }) => {
    if (detail.ctx) scrollToAnswer(detail.ctx);
    sayAnswer();
    setTimeout(sayNews);
    if (detail.ctx?.target?.id === "spoken") show(document.getElementById("spoken"));
  });
}

// This phone comes along when its table goes on: to the reveal, or to the next game. Whoever is typing gets a
// line with a button instead.
{
  const tableNow = () => document.querySelector("[data-along] [data-at]");
  let known = tableNow()?.dataset.at; // where the table was, such as "reveal"
  const texts = "input:not([type=hidden], [type=radio], [type=checkbox], [type=image]), "
    + "textarea:not([readonly])";
  // Whether typed text would be lost; a search counts only while it is used.
  const isTyped = (field) => {
    if (field.form?.matches("[data-find]")) return field.value && field === document.activeElement;
    return field.value !== field.defaultValue;
  };
  const isTyping = () => [...document.querySelectorAll(texts)].some(isTyped);

  const goAlong = () => {
    const at = tableNow()?.dataset.at, link = tableNow()?.querySelector("[data-go]");
    if (!at || at === known) return;
    // A page that did not know stays; the reveal has a button that leads to the figures.
    const shouldGo = link && known && !(known === "reveal" && at === "over");
    if (shouldGo && isTyping()) {
      link.closest("p").hidden = false;
      return;
    }
    known = at;
    if (shouldGo && isNewWay(link.href)) location.assign(link.href);
  };
  if (document.querySelector("[data-along]")) document.addEventListener("htmx:after:swap", goAlong);

  // Notes an address to go to; false if the page is on its way there: going again would break that off.
  const PATIENCE = 8000;
  let goal, begun;
  const isNewWay = (address) => {
    const { href } = new URL(address, location), now = performance.now();
    if (href === goal && now - begun < PATIENCE) return false;
    goal = href;
    begun = now;
    return true;
  };
  document.addEventListener("htmx:after:request", (event) => {
    const { redirect } = event.detail.ctx.hx;
    if (redirect && !isNewWay(redirect)) event.preventDefault();
  });
  addEventListener("pageshow", ({ persisted }) => persisted && (goal = null));
}

// Back closes what lies over the page before it leaves it.
{
  const OPEN = [":popover-open", ".menu[open]", "#choice:not([data-empty])"]; // the topmost first
  const top = () => OPEN.map((kind) => document.querySelector(kind)).find(Boolean);
  let hasStep = Boolean(history.state?.over), isClosing = false;

  // What opens adds one step of history, for Back to close it with; not on pages with nothing but a menu.
  const addStep = () => {
    if (hasStep || !top() || !document.querySelector("[data-table], [popover]")) return;
    history.pushState({ over: true }, "");
    hasStep = true;
  };

  const close = (part) => {
    if (part.popover) part.hidePopover();
    else if (part.matches("details")) part.open = false;
    else part.querySelector(".close").click();
  };

  addEventListener("popstate", ({ state }) => {
    const hadStep = hasStep, part = top();
    hasStep = Boolean(state?.over);
    isClosing = hadStep && !hasStep;
    if (!isClosing) return;
    if (!part) return history.back(); // it was closed by other means
    close(part);
    setTimeout(addStep);
  });
  // What lay under it is still on the page: it isn't fetched anew.
  document.addEventListener("htmx:before:history:restore", (event) => isClosing && event.preventDefault());
  document.addEventListener("htmx:after:swap", addStep);
  document.addEventListener("toggle", addStep, true);
}

// A rule that is asked for comes up over the page.
{
  const sheet = document.getElementById("help");
  document.addEventListener("htmx:after:swap", () => {
    if (sheet?.querySelector("#help-text > *") && !sheet.matches(":popover-open")) sheet.showPopover();
  });
  sheet?.addEventListener("toggle", ({ newState }) => {
    if (newState === "closed") document.getElementById("help-text").replaceChildren();
  });
}

// Keeps the screen awake while a game runs: by the wake lock, else by a silent video, from the first tap on.
{
  const line = document.querySelector("[data-wake]");
  let lock = null, video = null;

  const isRunning = () => line && !document.hidden
    && document.getElementById("state")?.matches(":not([data-phase=finished])");

  const play = async () => {
    video ??= Object.assign(document.createElement("video"), { muted: true, loop: true, playsInline: true });
    if (!video.src) video.src = line.dataset.wake;
    await video.play();
  };

  const release = () => {
    lock?.release();
    lock = null;
    video?.pause();
  };

  const hold = async () => {
    if (!isRunning()) return release();
    if (lock && !lock.released) return;
    try {
      lock = await navigator.wakeLock.request("screen");
    } catch {
      await play().catch(() => (line.hidden = false));
    }
  };

  if (line) {
    document.addEventListener("pointerup", hold);
    document.addEventListener("visibilitychange", () => (lock || video) && hold());
    document.addEventListener("htmx:after:swap", () => (lock || video) && hold());
  }
}

// The worker opens the app without a network. A new one takes over where no game is open, or when asked to.
{
  const line = document.querySelector("[data-worker]"), { serviceWorker } = navigator;
  let isAgreed = false;

  // Nobody is asked in the middle of a game; the tally asks.
  addEventListener("beforeinstallprompt", (event) => event.preventDefault());

  if (line && serviceWorker) {
    // A page that was loaded anew already is of the version that waits, and need not be asked.
    serviceWorker.onmessage = ({ data, source }) => {
      if (data.ready === server.version) source.postMessage({ now: true });
      else line.hidden = false;
    };
    // Only the page where somebody agreed begins anew; another goes on as it is.
    serviceWorker.oncontrollerchange = () => {
      line.hidden = true;
      if (isAgreed) location.reload();
    };
    // A table that no longer lets this phone in is not to be shown from what was kept.
    document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
      if (ctx.sourceElement.dataset.now && /40[134]|410/.test(ctx.response?.status))
        serviceWorker.controller?.postMessage({ gone: location.pathname });
    });
    addEventListener("load", async () => {
      const known =
        await serviceWorker.register(line.dataset.worker, { updateViaCache: "none" }).catch(() => {});
      known?.waiting?.postMessage({ ready: true });
      // What a table's page needs beside the folder of scripts is its board.
      const facts = document.querySelector("[data-facts]")?.dataset.facts;
      if (facts) navigator.serviceWorker.ready.then(({ active }) => active.postMessage({ keep: facts }));
      line.querySelector("button").onclick = () => {
        const newer = known.waiting ?? known.installing;
        isAgreed = true;
        if (newer) newer.postMessage({ now: true });
        else location.reload();
      };
    });
  }
}
