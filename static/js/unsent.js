// Keeps what a form enters before it is sent. Answered soon, all is as ever; else the page goes on without the answer.
const filled = (sentence, values) => sentence.replace(/{(\w+)}/g, (_, name) => values[name] ?? "");
// The same with a number, in the form that fits it: one far up takes that of a small one that is like it.
const counted = ({ forms, of }, n, values) => {
  const kind = (number) => new Intl.PluralRules(document.documentElement.lang).select(number);
  return filled(forms[of[n] ?? of[[...of].findIndex((_, like) => kind(like) === kind(n))] ?? 0], { n, ...values });
};
const unsent = {
  left: [],
  box: document.querySelector("[data-kept]"),

  // An answer may be overtaken by a newer one, and must not be put in its place.
  respond(answer, instead) {
    const old = /data-version="(\d+)/.exec(answer?.text)?.[1] < live.shown, shown = (!old && answer) || instead || { status: 204 };
    return server.response(shown);
  },

  once: () => `${Math.random()}`.slice(2),

  // A copy of one of the pieces that the page has in store, with these texts in it.
  piece(selector, texts) {
    const made = unsent.box.querySelector("template").content.querySelector(selector).cloneNode(true);
    for (const part in texts) made.querySelector(part).textContent = texts[part];
    return made;
  },

  // A form's entry, kept and sent; the answer, or one that closes what was being chosen.
  async tell(ctx, action, body) {
    const form = ctx.sourceElement.closest("form"), since = live.shown;
    const { entry: kind, undoes } = form.dataset, more = body.get("more"), value = more ?? body.get("less");
    body.delete("since");
    const chip = form.querySelector(`[value="${value}"]`), choice = chip?.textContent.replace("+", "").trim();
    const does = JSON.parse((chip ?? form).dataset.does ?? "null");
    const { player, route, city, card, to, n } = Object.fromEntries(body);
    if (n && does) for (const place in does.figures) does.figures[place] *= n;
    const named = { player: chart.player(player), route: chart.name(route), city: chart.town(city), card: words.things[card], to: words.things[to], n, choice };
    named.entry = this.known[undoes]?.told ?? document.querySelector(".choice h2, .last-words")?.textContent.trim();
    const says = words[chip ? (more ? "added" : "removed") : kind];
    const told = filled(says, named), entry = { table: words.table, action, kind, told, player, route, city, does, body: `${body}` };
    const kept = await (undoes ? this.takeBack(+undoes, entry) : outbox.add(entry));
    const heard = new Promise((done) => sender.waiting.set(kept?.n, done)), late = kept && htmx.timeout(sender.away ? 100 : 600);
    drain();
    const answer = await Promise.race([heard, late]);
    sender.waiting.delete(kept?.n);
    if (!answer) await this.show();
    // The news may be quicker: rows that were asked for since, and know of the entry, stay open.
    const version = answer ? answer.headers.get("Trackside-Version") : since + 1;
    if (version && choices.of >= version) ctx.swap = "none";
    return this.respond(answer, overlay.state && { text: choices.html({}) });
  },

  // What never went out is taken out; what may have arrived is undone behind it, by the place it was given.
  async takeBack(n, undo) {
    const left = await outbox.each((one) => (one.n === n && !one.tried ? [] : one));
    const place = this.known[n]?.place;
    if (place) undo.body += `&entry=${place}`;
    return (place || left.some((one) => one.n === n)) && outbox.add({ ...undo, undoes: n });
  },

  async show() {
    if (!this.box) return;
    const all = await outbox.all();
    this.left = all.filter(({ why }) => !why);
    note(all);
    this.draw();
  },

  // By their numbers, in whose order they then are.
  get known() {
    return Object.fromEntries([...this.left, ...sender.taken].map((one) => [one.n, one]));
  },

  // What was taken is drawn until the version with it is here. At once: else Undo were for a moment that of another.
  draw() {
    overlay.show(Object.values(this.known).filter((one) => (one.place ? one.version > live.shown : !sender.waiting.has(one.n))));
  },
};
const words = JSON.parse(unsent.box?.dataset.kept ?? "{}");

document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  const { request } = ctx, form = unsent.box && request.method === "POST" && ctx.sourceElement.closest("form[data-entry]");
  if (form) ctx.fetch = (action, { body }) => unsent.tell(ctx, action, body);
  else if (overlay.state) ctx.fetch = request.action.split("?")[0] === words.here ? choices.patient : async (action, request) =>
    unsent.respond(await server.ask(action, request));
});
// What an answer is for may have been put there anew since it was asked.
document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  if (ctx.target?.id && !ctx.target.isConnected) ctx.target = document.getElementById(ctx.target.id) ?? ctx.target;
});
document.addEventListener("htmx:after:swap", () => unsent.draw());
unsent.show();
