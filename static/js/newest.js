// Keeps the newest state of a table, for a page that comes back without a network and is older.
{
  let saved;

  const save = () => {
    const { version } = overlay.state?.dataset ?? {}, svg = document.querySelector("[data-board] svg");
    if (version === saved || +version !== live.shown) return;
    saved = version;
    const known = { version, state: overlay.pure };
    picture.under(() => (known.board = svg.innerHTML));
    outbox.stored((kept) => Object.assign(kept, known), "relaxed", location.pathname).catch(() => {});
  };

  const load = async () => {
    const known = await outbox.stored((kept) => kept, "default", location.pathname).catch(() => {});
    if (known?.version > live.shown) {
      picture.under(() => (document.querySelector("[data-board] svg").innerHTML = known.board));
      overlay.state.outerHTML = known.state;
      live.shown = +known.version;
      htmx.process(overlay.state);
    }
    unsent.draw();
    save();
    document.addEventListener("htmx:after:swap", save);
  };

  if (live.shown) addEventListener("DOMContentLoaded", load);
}
