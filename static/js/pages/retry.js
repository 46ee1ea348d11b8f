// The page for when nothing else is there stands in for the one that was wanted, and makes way for it.
if (document.querySelector("[data-retry]").dataset.retry !== location.pathname) {
  const retry = () => fetch(location, { cache: "no-store" }).then(({ status }) => status < 500 && location.reload(), () => null);
  addEventListener("online", retry);
  setInterval(retry, 5000);
}
