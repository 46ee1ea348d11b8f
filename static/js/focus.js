// The keyboard's place is never lost: where what had it is gone after an answer, it goes to what stands there now.
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

  // The same again by its name, or the row after it; else the head of the nearest part around it that is left.
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
    if (opens && !had.closest("[data-find]") && !way.some(([name]) => name === "choice")) return take(head(choice));
    if (had === document.body || seen(document.activeElement)) return;
    // By touch the field would bring up the keyboard that is done with.
    (!opens && keys && take(document.getElementById(opener?.id) ?? opener)) || back();
  }));
}
