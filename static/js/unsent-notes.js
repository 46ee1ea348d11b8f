// Says what there is to say of the connection, the phone and its tickets, and what was refused after all.
const note = (all) => {
  const { box, left } = unsent, refused = all.filter(({ why }) => why), shown = refused.map(({ n }) => n).join();
  const tickets = left.filter(({ kind }) => kind === "keep").length, told = { ...sender, full: outbox.full, tickets };
  told.strange = sender.away && server.strange;
  for (const hint of box.querySelectorAll("[data-note]")) hint.hidden = !told[hint.dataset.note];
  box.querySelector("[data-note=tickets]").textContent = counted(words.tickets, tickets);
  // What stands there stays, or it would be read out again.
  if (note.shown === shown) return;
  note.shown = shown;
  box.lastElementChild.replaceChildren(...refused.map(({ n, told, why }) => {
    const made = unsent.piece(".said", { p: filled(words.refused, { entry: told, why }) });
    made.lastElementChild.onclick = () => outbox.each((one) => (one.n === n ? [] : one)).then(() => unsent.show());
    return made;
  }));
};
