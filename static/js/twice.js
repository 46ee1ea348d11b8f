// The second of two quick taps (keys are pressed on purpose) on a button under the players does nothing: by then it stands for another turn.
{
  const QUICK = 400;
  let last = {};
  addEventListener("click", (event) => {
    const id = event.isTrusted && event.detail && event.target.closest(".state form[data-entry] button")?.id;
    if (!id) return;
    const twice = id === last.id && event.timeStamp - last.at < QUICK;
    last = { id, at: event.timeStamp };
    if (!twice) return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
}
