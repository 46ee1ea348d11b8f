// The keyboard's focus after an answer, and finding by keys.

// Where an answer takes away what had the focus, the focus goes to what stands there now.
{
  let focused = document.body, opener, isByKeys, shown = document.getElementById("choice");
  // [id, isControl] of what had the focus, the rows after it, and the parts around it
  let places = [];
  const isSeen = (part) => part && part !== document.body && part.checkVisibility();
  const heading = (part) => part?.querySelector("[data-home]") ?? part?.querySelector("h1, h2, h3");

  // Returns whether the part has the focus now.
  const focus = (part) => {
    if (!isSeen(part)) return false;
    if (part.tabIndex < 0) part.tabIndex = -1; // without it a heading takes no focus
    part.focus({ preventScroll: !isByKeys });
    return part === document.activeElement;
  };

  const focusNearest = () => places.some(([id, isControl]) => {
    const part = document.getElementById(id);
    return focus(isControl ? part : heading(part));
  });

  addEventListener("keydown", () => (isByKeys = true), true);
  addEventListener("pointerdown", () => {
    isByKeys = false;
    focused = document.body;
  }, true);

  document.addEventListener("htmx:before:swap", () => {
    // Lost to an answer just now: what had it before that is remembered.
    if (document.activeElement === document.body) return;
    focused = document.activeElement;
    const rows = [...focused.closest("[data-rows]")?.querySelectorAll("a, button") ?? []];
    places = [focused, ...rows.slice(rows.indexOf(focused) + 1)].map(({ id }) => [id, true]);
    for (let part = focused.parentElement; part; part = part.parentElement) places.push([part.id]);
    if (!focused.closest("#choice, #found, #lists")) opener = focused;
  });

  document.addEventListener("htmx:after:swap", () => queueMicrotask(() => {
    const choice = document.getElementById("choice");
    const opens = choice !== shown && !("empty" in choice.dataset);
    shown = choice;
    const wasInside = focused.closest("[data-find]") || places.some(([id]) => id === "choice");
    if (opens && !wasInside) return focus(heading(choice));
    if (focused === document.body || isSeen(document.activeElement)) return;
    // By touch, focus on a field would bring up the keyboard that is done with.
    if (!opens && isByKeys && focus(document.getElementById(opener?.id) ?? opener)) return;
    focusNearest();
  }));
}

// Finding by keys: / goes to the field, Enter and the arrows to what was found, Escape out of it.
{
  let timer, isEntered; // whether Enter was pressed since the last letter
  const field = () => document.querySelector("[data-find] [name=find]");
  const rows = () => [...document.querySelectorAll("[data-rows] :is(a, button, summary)")]
    .filter((row) => row.checkVisibility());
  const menu = () => document.querySelector(".menu[open]");

  // Moves the focus by so many rows; before the first is the field.
  const step = (by) => {
    const all = rows(), to = all.indexOf(document.activeElement) + by;
    (to < 0 ? field() : all[to])?.focus();
  };

  const closeMenu = () => {
    if (menu().contains(document.activeElement)) menu().firstElementChild.focus();
    menu().open = false;
  };

  document.addEventListener("keydown", (event) => {
    const { key, target } = event, by = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (key === "Escape") menu() ? closeMenu() : document.querySelector("#choice .close")?.click();
    if (key === "Enter" && target.closest("[data-find]")) {
      clearTimeout(timer);
      isEntered = true;
    }
    if (by && target.closest("[data-find], [data-rows], #choice")) step(by);
    else if (key === "/" && field()?.ariaKeyShortcuts && !target.matches("input, select, textarea"))
      field().select();
    else return;
    event.preventDefault();
  });

  document.addEventListener("click", ({ target }) => menu() && !target.closest("summary") && closeMenu());

  document.addEventListener("input", ({ target: { form } }) => {
    if (!form?.matches("[data-find]")) return;
    isEntered = false;
    clearTimeout(timer);
    timer = setTimeout(() => form.requestSubmit(), 150);
  });

  // What is typed while an entry is on its way is not closed by the answer to that.
  document.addEventListener("htmx:before:swap", ({ detail: { ctx, tasks } }) => {
    if (!ctx.sourceElement.isConnected && ctx.response.status < 400
      && tasks[0]?.target.id === "choice") tasks.shift();
  });

  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    if (!isEntered || !ctx.sourceElement.matches("[data-find]")) return;
    isEntered = false;
    // Where a list is typed in, Enter adds what alone is left, and the field is there for the next.
    const found = document.querySelectorAll("#found .offer");
    const isOnly = ctx.sourceElement.dataset.find === "adds" && found.length === 1;
    if (isOnly && found[0].matches("button:not([data-look] *)")) found[0].click();
    else rows()[0]?.focus();
  });
}
