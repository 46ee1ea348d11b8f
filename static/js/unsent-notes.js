// Says in a line each that there is no connection, that the phone is full, and what was refused after all.
const notes = {
  show(all) {
    const { box, words } = unsent, { away, gone } = sender.told, [line, no] = box.querySelectorAll("template");
    const refused = all.filter(({ why }) => why), tickets = all.filter(({ kind, why }) => kind === "keep" && !why).length;
    const lines = [away && words.away, outbox.full && words.full, gone && words.gone, tickets && unsent.say(words.tickets, { n: tickets })];
    const shown = lines + refused.map(({ n }) => n), add = ({ content }, words) => {
      const made = content.firstElementChild.cloneNode(true);
      made.querySelector("p").textContent = words;
      box.append(made);
      return made;
    };
    if (shown === this.shown) return;
    this.shown = shown;
    box.replaceChildren(line, no);
    for (const words of lines) if (words) add(line, words);
    for (const entry of refused)
      add(no, unsent.say(words.refused, { entry: overlay.told(entry), why: entry.why })).lastElementChild.onclick = () =>
        outbox.both((kept) => (kept.entries = kept.entries.filter(({ n }) => n !== entry.n))).then(() => unsent.show());
  },
};
