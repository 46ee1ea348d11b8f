// Finding by keys: / goes to the field, Enter and the arrows to what was found, Escape out of it.
{
  let timer, wanted;
  const field = () => document.querySelector("[data-find] [type=search]");
  const rows = () => [...document.querySelectorAll("[data-rows] :is(a, button)")];
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
    else if (key === "/" && field()?.ariaKeyShortcuts && !target.matches("input, select, textarea")) field().select();
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
    if (!ctx.sourceElement.isConnected && ctx.response.status < 400 && tasks[0]?.target.id === "choice") tasks.shift();
  });

  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    if (!wanted || !ctx.sourceElement.matches("[data-find]")) return;
    wanted = false;
    // Where a list is typed in, Enter adds what alone is left, and the field is there for the next.
    const found = document.querySelectorAll("#found .offer"), adds = ctx.sourceElement.dataset.find === "adds";
    adds && found.length === 1 && found[0].matches("button") ? found[0].click() : rows()[0]?.focus();
  });

  // After a ticket that was found by typing the next one is typed.
  let more;
  document.addEventListener("submit", ({ target }) => (more = target.closest("#found") && field()?.value), true);
  document.addEventListener("htmx:after:swap", () => setTimeout(() => {
    if (!more || field()?.value) return;
    more = false;
    field().focus();
  }));

  // The keyboard takes half of the screen: what is found stands in the other half, right under the field.
  const lift = (target) => target?.closest?.("[data-find=adds]") && target.scrollIntoView({ block: "start" });
  document.addEventListener("focusin", ({ target }) => lift(target));
  lift(document.activeElement);
}
