// Keeps what a form enters before it is sent. Answered soon, all is as ever; else the page goes on without the answer.
const unsent = {
  EMPTY: '<section id="choice" class="choice" data-empty data-offer="{}"></section>',
  left: [],
  box: document.querySelector("[data-kept]"),

  words: JSON.parse(document.querySelector("[data-kept]")?.dataset.kept ?? "{}"),

  respond: (answer) => new Response(answer.text || null, answer),
  // An answer may be overtaken by a newer one, and must not be put in its place.
  old: ({ text } = {}) => /data-version="(\d+)/.exec(text)?.[1] < live.shown,
  once: () => crypto.getRandomValues(new Uint32Array(2)).join(""),
  say: (sentence, told) => sentence.replace(/{(\w+)}/g, (_, name) => told[name] ?? ""),
  fields: ({ body }) => Object.fromEntries(new URLSearchParams(body)),

  // A form's entry, kept and sent; the answer, or one that closes what was being chosen.
  async tell({ dataset: { entry: kind, undoes } }, action, body) {
    const back = [...sender.taken, ...this.left].find(({ n }) => n === +undoes);
    const about = back ? overlay.told(back) : document.querySelector(".choice h2, .last-words")?.textContent.trim();
    const entry = { table: this.words.table, action, kind, about, body: `${body}`.replace(/&since=\d+/, "") };
    const kept = await (undoes ? this.takeBack(+undoes, entry) : outbox.add(entry));
    return new Promise((done) => {
      const stop = async (answer) => {
        sender.waiting.delete(kept?.n);
        if (!answer) await this.show();
        done(this.respond((!this.old(answer) && answer) || (overlay.state ? { text: this.EMPTY } : { status: 204 })));
      };
      if (!kept) return stop();
      sender.waiting.set(kept.n, stop);
      setTimeout(stop, sender.told.away ? 100 : 600);
      drain();
    });
  },

  // What never went out is taken out; what may have arrived is undone behind it, by the place it was given.
  async takeBack(n, undo) {
    const [found] = await outbox.both((kept) => {
      const entry = kept.entries.find((one) => one.n === n), behind = { ...undo, undoes: n, n: kept.last };
      if (!entry) return [];
      if (entry.tried) return kept.entries.push(behind), kept.last++, behind;
      kept.entries = kept.entries.filter((one) => one !== entry);
      return null;
    });
    const place = sender.taken.find((one) => one.n === n)?.place;
    if (found === undefined && place) return outbox.add({ ...undo, undoes: n, body: `${undo.body}&entry=${place}` });
    this.show();
    return found;
  },

  async show() {
    if (!this.box) return;
    const all = await outbox.all();
    this.left = all.filter(({ why }) => !why);
    notes.show(all);
    const sent = sender.taken.filter(({ version }) => version > live.shown);
    overlay.show([...sent, ...this.left.filter(({ n }) => !sender.waiting.has(n))]);
  },
};

document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  const { sourceElement: source, request } = ctx, form = request.method === "POST" && source.closest("form[data-entry]");
  if (!unsent.box) return;
  if (form) ctx.fetch = (action, { body }) => unsent.tell(form, action, body);
  else if (overlay.state && unsent.words.plays && request.action.split("?")[0] === unsent.words.here) ctx.fetch = choices.patient;
  else if (overlay.state) ctx.fetch = async (action, request) => {
    const answer = await sender.fetch(action, request);
    return unsent.respond(unsent.old(answer) ? { status: 204 } : answer);
  };
});
document.addEventListener("htmx:after:swap", () => unsent.show());
unsent.show();
