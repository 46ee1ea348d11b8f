// Back closes what lies open over the page (rows, menu, help, sheets) before it leaves the page.
{
  const OPEN = [":popover-open", ".menu[open]", "#choice:not([data-empty])"]; // the topmost first
  const top = () => OPEN.map((kind) => document.querySelector(kind)).find(Boolean);
  let over = Boolean(history.state?.over), closing = false;

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
    closing = was && !over;
    if (!closing) return;
    if (!part) return history.back(); // it was closed by other means
    close(part);
    setTimeout(heed);
  });
  // What lay under it is on the page still, as it was left: it isn't fetched anew.
  document.addEventListener("htmx:before:history:restore", (event) => closing && event.preventDefault());
  document.addEventListener("htmx:after:swap", heed);
  document.addEventListener("toggle", heed, true);
}
