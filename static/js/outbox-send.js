// Sends what is kept: the oldest first, one at a time, until the server says that it has it and where.
const sender = {
  PATIENCE: 8000,
  waiting: new Map(), // forms that wait for the answer, by the number of their entry
  taken: [], // with the version it came with: until that is here, it is drawn like what is not sent yet

  // The oldest of a table; null while another tab sends. What was sent once is in doubt until it is answered.
  async next(table, after) {
    const oldest = ({ entries }) => entries.find((entry) => entry.table === table && !entry.why && entry.n > after);
    const take = (kept) => {
      const { tab, until } = kept.leases[table] ?? {}, entry = oldest(kept), now = Date.now();
      if (until > now && tab !== sessionStorage.tab) return null;
      if (entry) entry.tried = true;
      kept.leases[table] = entry && { tab: sessionStorage.tab, until: now + this.PATIENCE + 1000 };
      return entry;
    };
    const stored = await outbox.stored(take).catch(() => outbox.stored(oldest, "default").catch(() => {}));
    return stored === undefined ? take(outbox.page) : stored;
  },

  // One entry, as far as it goes; says whether the next one may follow.
  async send(entry) {
    const answer = await server.ask(entry.action, {
      method: "POST",
      body: new URLSearchParams(`${entry.body}&since=${live.shown}`),
      headers: { "HX-Request": "true" },
      signal: AbortSignal.timeout?.(this.PATIENCE),
    }).catch(() => ({})), { status, headers } = answer;
    const waits = this.waiting.get(entry.n);
    // Taken is only what the server says so of.
    const place = headers?.get("Trackside-Entry");
    this.gone = /40[134]/.test(status);
    const done = place || /^4(?!0[1348]|2[59])/.test(status);
    this.away = !done && !this.gone;
    if (place) this.taken.push({ ...entry, place, version: headers.get("Trackside-Version") });
    // Whoever waits for the answer sees why; later it is put aside to be told.
    const why = !place && !waits && decodeURIComponent(headers?.get("Trackside-Why") ?? "–");
    // What shall undo an entry waits for its place in the log, and goes with it where it was refused.
    if (done) await outbox.each((one) => {
      if (one.n === entry.n) return why ? { ...one, why } : [];
      if (one.undoes !== entry.n) return one;
      return place ? { ...one, body: `${one.body}&entry=${place}` } : [];
    });
    waits ? waits(done && answer) : (this.late = true);
    // A ticket of a seat that has to be opened first holds up nothing else.
    return done || (entry.kind === "keep" && status);
  },
};

sessionStorage.tab ??= Math.random();

// At once, when something says that the network may be back, and every 5 s while any is left.
const drain = async () => {
  if (drain.busy) return (drain.again = true);
  drain.busy = true;
  do {
    drain.again = false;
    for (const table of new Set((await outbox.all()).map(({ table }) => table))) {
      let entry, after = 0;
      while ((entry = await sender.next(table, after)) && (await sender.send(entry))) after = entry.n;
      if (entry === null) setTimeout(drain, 300);
    }
  } while (drain.again);
  drain.busy = false;
  if (sender.late && !sender.away) await live.look();
  sender.late = false;
  await unsent.show();
  renewal.look();
};

for (const moment of ["online", "pageshow", "focus", "visibilitychange"]) addEventListener(moment, drain);
setInterval(() => unsent.left.length && drain(), 5000);
