// The keyboard's place is never lost: where what had it is gone after an answer, it goes to what stands there now.
{
  let had = document.body, way = [], opener, shown = document.getElementById("choice"), keys;
  const passing = "#choice, #found, #lists";
  const seen = (part) => part && part !== document.body && part.isConnected && part.checkVisibility();
  const head = (part) => part?.querySelector("[data-home]") ?? part?.querySelector("h1, h2, h3");

  const take = (part) => {
    if (!seen(part)) return;
    if (part.matches("h1, h2, h3")) part.tabIndex = -1;
    part.focus({ preventScroll: !keys });
    return part === document.activeElement;
  };

  // The same again by its name, or the row after it; else the head of the nearest part around it that is left.
  const back = () => way.some(([name, control]) => {
    const part = document.getElementById(name);
    return take(control ? part : head(part));
  });

  addEventListener("keydown", () => (keys = true), true);
  addEventListener("pointerdown", () => (keys = false), true);

  document.addEventListener("htmx:before:swap", () => {
    had = document.activeElement;
    way = [];
    const rows = [...had.closest("[data-rows]")?.querySelectorAll("a, button") ?? []];
    for (const row of [had, ...rows.slice(rows.indexOf(had) + 1)]) way.push([row.id, true]);
    for (let part = had.parentElement; part; part = part.parentElement) way.push([part.id]);
    if (!had.closest(passing)) opener = had;
  });

  document.addEventListener("htmx:after:swap", () => setTimeout(() => {
    const choice = document.getElementById("choice"), within = way.some(([name]) => name === "choice");
    const opens = choice && choice !== shown && !("empty" in choice.dataset);
    shown = choice;
    if (opens && !within && !had.closest("[data-find]")) return take(head(choice));
    if (had === document.body || seen(document.activeElement)) return;
    // By touch the field would bring up the keyboard that is done with.
    (!opens && keys && take(document.getElementById(opener?.id) ?? opener)) || back();
  }));
}
