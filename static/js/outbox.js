// What this device entered and no server has acknowledged yet: in IndexedDB, and where that fails in the page alone.
const outbox = {
  page: { entries: [], leases: {}, last: 1e12 }, // numbered behind all others

  open() {
    return (this.opening ??= new Promise((done, fail) => {
      const asked = indexedDB.open("trackside", 1);
      asked.onupgradeneeded = () => asked.result.createObjectStore("kept");
      asked.onsuccess = () => done(asked.result);
      asked.onerror = fail;
      setTimeout(fail, 2000); // some browsers never answer
    }));
  },

  // Does some work on what is kept under a name, all of it or nothing.
  async stored(work, durability = "relaxed", name = "entries") {
    const deal = (await this.open()).transaction("kept", "readwrite", { durability }), store = deal.objectStore("kept");
    return new Promise((done, fail) => {
      let result;
      store.get(name).onsuccess = ({ target }) => {
        const kept = target.result ?? { entries: [], leases: {}, last: 1 };
        result = work(kept);
        // "default" is how it is only read.
        if (durability !== "default") store.put(kept, name);
      };
      deal.oncomplete = () => done(result);
      deal.onabort = fail;
    });
  },

  async both(work, durability) {
    return [await this.stored(work, durability).catch(() => []), work(this.page)].flat();
  },

  all: () => outbox.both(({ entries }) => entries, "default"),

  // Puts in the place of each entry what is to become of it.
  each: (settled) => outbox.both((kept) => (kept.entries = kept.entries.flatMap(settled))),

  // Keeps an entry, once: a button that was pressed twice tells the same thing.
  async add(entry) {
    const keep = (kept) => {
      const same = kept.entries.find(({ body }) => body === entry.body);
      if (!same) kept.entries.push((entry = { ...entry, n: kept.last++ }));
      return same ?? entry;
    };
    const kept = !this.page.entries.length && (await this.stored(keep, "strict").catch(() => {}));
    this.full = !kept;
    return kept || keep(this.page);
  },
};
