// Back closes what lies open over the page (rows, menu, help, sheets) before it leaves the page.
{
  const OPEN = [":popover-open", ".menu[open]", "#choice:not([data-empty])"]; // the topmost first
  const top = () => OPEN.map((kind) => document.querySelector(kind)).find(Boolean);
  let over = Boolean(history.state?.over);

  // One step of history stands for whatever is open.
  const heed = () => {
    if (over || !top() || !document.querySelector("[data-table], [popover]")) return;
    history.pushState({ over: true }, "");
    over = true;
  };

  const close = (part) => {
    if (part.popover) part.hidePopover();
    else if (part.matches("details")) part.open = false;
    else part.querySelector(".close").click();
  };

  addEventListener("popstate", ({ state }) => {
    const was = over, part = top();
    over = Boolean(state?.over);
    if (!was || over) return;
    if (!part) return history.back(); // it was closed by other means
    close(part);
    setTimeout(heed);
  });
  document.addEventListener("htmx:after:swap", heed);
  document.addEventListener("toggle", heed, true);
}
