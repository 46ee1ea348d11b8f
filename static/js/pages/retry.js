// The page for when nothing else is there stands in for the one that was wanted, and makes way for it.
{
  const { retry } = document.querySelector("[data-retry]").dataset; // its own address
  const again = () => server.ask(retry, { cache: "no-store" }).then(({ status }) => status < 500 && location.reload(), () => null);

  if (retry !== location.pathname) {
    addEventListener("online", again);
    setInterval(again, 5000);
  }
}
