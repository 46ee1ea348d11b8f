// A phone of one's own answers: a short buzz when its turn comes, another when one of its tickets is complete.
{
  const state = () => document.getElementById("state")?.dataset ?? {};
  const look = () => [state().yours !== undefined, +(state().complete ?? 0)];
  let [yours, complete] = look();

  document.addEventListener("htmx:after:swap", () => {
    const [now, done] = look();
    if (now && !yours) navigator.vibrate?.(60);
    if (done > complete) {
      navigator.vibrate?.([40, 60, 40]);
      const tickets = document.getElementById("tickets");
      tickets?.classList.remove("punching");
      requestAnimationFrame(() => tickets?.classList.add("punching"));
    }
    [yours, complete] = [now, done];
  });
}
