// The keyboard: its place, and ways by keys.

// Where what had the keyboard is gone after an answer, it goes to what stands there now.
{
  let had = document.body, way = [], opener, keys, shown = document.getElementById("choice");
  const seen = (part) => part && part !== document.body && part.checkVisibility();
  const head = (part) => part?.querySelector("[data-home]") ?? part?.querySelector("h1, h2, h3");

  const take = (part) => {
    if (!seen(part)) return;
    if (part.tabIndex < 0) part.tabIndex = -1; // a heading takes it only when told so
    part.focus({ preventScroll: !keys });
    return part === document.activeElement;
  };

  // The same again by its name, or the row after it; else the head of the nearest part left around it.
  const back = () => way.some(([name, control]) => {
    const part = document.getElementById(name);
    return take(control ? part : head(part));
  });

  addEventListener("keydown", () => (keys = true), true);
  addEventListener("pointerdown", () => (keys = false, had = document.body), true);

  document.addEventListener("htmx:before:swap", () => {
    // Lost to an answer just now: what had it before that is not forgotten over the next one.
    if (document.activeElement === document.body) return;
    had = document.activeElement;
    const rows = [...had.closest("[data-rows]")?.querySelectorAll("a, button") ?? []];
    way = [had, ...rows.slice(rows.indexOf(had) + 1)].map(({ id }) => [id, true]);
    for (let part = had; (part = part.parentElement); ) way.push([part.id]);
    if (!had.closest("#choice, #found, #lists")) opener = had;
  });

  document.addEventListener("htmx:after:swap", () => queueMicrotask(() => {
    const choice = document.getElementById("choice");
    const opens = choice !== shown && !("empty" in choice.dataset);
    shown = choice;
    if (opens && !had.closest("[data-find]")
      && !way.some(([name]) => name === "choice")) return take(head(choice));
    if (had === document.body || seen(document.activeElement)) return;
    // By touch the field would bring up the keyboard that is done with.
    (!opens && keys && take(document.getElementById(opener?.id) ?? opener)) || back();
  }));
}

// Finding by keys: / goes to the field, Enter and the arrows to what was found, Escape out of it.
{
  let timer, wanted;
  const field = () => document.querySelector("[data-find] [name=find]");
  const rows = () => [...document.querySelectorAll("[data-rows] :is(a, button, summary)")]
    .filter((row) => row.checkVisibility());
  const menu = () => document.querySelector(".menu[open]");

  const step = (by) => {
    const all = rows(), to = all.indexOf(document.activeElement) + by;
    (to < 0 ? field() : all[to])?.focus();
  };

  // Whoever had the keyboard in the menu has it on its button then.
  const fold = () => {
    if (menu().contains(document.activeElement)) menu().firstElementChild.focus();
    menu().open = false;
  };

  document.addEventListener("keydown", (event) => {
    const { key, target } = event, by = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (key === "Escape") menu() ? fold() : document.querySelector("#choice .close")?.click();
    if (key === "Enter" && target.closest("[data-find]")) clearTimeout(timer), (wanted = true);
    if (by && target.closest("[data-find], [data-rows], #choice")) step(by);
    else if (key === "/" && field()?.ariaKeyShortcuts && !target.matches("input, select, textarea"))
      field().select();
    else return;
    event.preventDefault();
  });

  document.addEventListener("click", ({ target }) => menu() && !target.closest("summary") && fold());

  document.addEventListener("input", ({ target: { form } }) => {
    if (!form?.matches("[data-find]")) return;
    wanted = clearTimeout(timer);
    timer = setTimeout(() => form.requestSubmit(), 150);
  });

  // What is typed while an entry is on its way is not closed by the answer to that.
  document.addEventListener("htmx:before:swap", ({ detail: { ctx, tasks } }) => {
    if (!ctx.sourceElement.isConnected && ctx.response.status < 400
      && tasks[0]?.target.id === "choice") tasks.shift();
  });

  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    if (!wanted || !ctx.sourceElement.matches("[data-find]")) return;
    wanted = false;
    // Where a list is typed in, Enter adds what alone is left, and the field is there for the next.
    const found = document.querySelectorAll("#found .offer");
    const adds = ctx.sourceElement.dataset.find === "adds" && found.length === 1;
    adds && found[0].matches("button:not([data-look] *)") ? found[0].click() : rows()[0]?.focus();
  });

  let more;
  const typed = ({ target }) => (more = target.closest("#found") && field()?.value);
  document.addEventListener("submit", typed, true);
  document.addEventListener("htmx:after:swap", () => setTimeout(() => {
    if (!more || field()?.value) return;
    more = false;
    field().focus();
  }));
}
