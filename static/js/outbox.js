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

  async both(work) {
    return [await this.stored(work).catch(() => []), work(this.page)].flat();
  },

  async all() {
    return [...(await this.stored(({ entries }) => entries, "default").catch(() => [])), ...this.page.entries];
  },

  // Keeps an entry, once: a button that was pressed twice tells the same thing.
  async add(entry) {
    const keep = (kept) => {
      const same = kept.entries.find(({ body, action }) => body === entry.body && action === entry.action);
      if (!same) kept.entries.push((entry = { ...entry, n: kept.last++ }));
      return same ?? entry;
    };
    if (!this.page.entries.length) {
      const kept = await this.stored(keep, "strict").catch(() => (this.full = true));
      if (kept.n) return kept;
    }
    return keep(this.page);
  },
};
