// Wherever this phone is, it comes along when its table goes on: to the reveal, or to the next game. Nobody is taken
// away from a text that they are typing; there a line says so, and its button goes along.
{
  const now = () => document.querySelector("[data-along] [data-at]");
  let known = now()?.dataset.at;
  const texts = "input:not([type=hidden], [type=radio], [type=checkbox], [type=image]), textarea:not([readonly])";
  const isTyped = (field) => field.form?.matches("[data-find]") ? field.value && field === document.activeElement : field.value !== field.defaultValue;
  const typing = () => [...document.querySelectorAll(texts)].some(isTyped);

  const heed = () => {
    const at = now()?.dataset.at, way = now()?.querySelector("[data-go]");
    if (!at || at === known) return;
    // A page that did not know stays; and from the reveal nobody is sent on to the figures: it has a button for that.
    const goes = way && known && !(known === "reveal" && at === "over");
    if (goes && typing()) return (way.closest("p").hidden = false);
    known = at;
    if (goes && begins(way.href)) location.assign(way.href);
  };
  if (document.querySelector("[data-along]")) document.addEventListener("htmx:after:swap", heed);

  // An answer may lead to where the news leads too. A way is begun once: beginning it again would break it off.
  const PATIENCE = 8000;
  let goal, begun;
  const begins = (address) => {
    const { href } = new URL(address, location), now = performance.now();
    if (href === goal && now - begun < PATIENCE) return false;
    goal = href;
    begun = now;
    return true;
  };
  document.addEventListener("htmx:after:request", (event) => {
    const { redirect } = event.detail.ctx.hx;
    if (redirect && !begins(redirect)) event.preventDefault();
  });
  addEventListener("pageshow", ({ persisted }) => persisted && (goal = null));
}
