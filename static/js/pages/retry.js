// The page for when nothing else is there stands in for the one that was wanted, and makes way for it.
import { ask } from "../sync.js";

{
  const { retry } = document.querySelector("[data-retry]").dataset; // its own address
  // Loads the wanted page as soon as the server answers.
  const again = async () => {
    const { status } = await ask(retry, { cache: "no-store" }).catch(() => ({}));
    if (status < 500) location.reload();
  };

  // A table is kept on the phone, whatever page around it was wanted.
  const [table] = /.*\/t\/[\w-]+(?=\/)/.exec(location.pathname) ?? [];
  const back = document.querySelector("[data-back]");
  if (table) Object.assign(back, { href: table, hidden: false });

  if (retry !== location.pathname) {
    addEventListener("online", again);
    setInterval(again, 5000);
  }
}
