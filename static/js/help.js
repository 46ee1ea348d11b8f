// A rule that is asked for comes up over the page; closed, everything is where it was.
{
  const sheet = document.getElementById("help");
  document.addEventListener("htmx:after:swap", () => {
    if (sheet?.querySelector("#help-text > *") && !sheet.matches(":popover-open")) sheet.showPopover();
  });
  sheet?.addEventListener("toggle", ({ newState }) => {
    if (newState === "closed") document.getElementById("help-text").replaceChildren();
  });
}
