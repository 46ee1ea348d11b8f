// What this phone keeps for when there is no network is asked for again in the language that is chosen here.
document.querySelectorAll("[data-languages]").forEach(form => form.addEventListener("submit", async event => {
  if (!navigator.serviceWorker?.controller) return; // nothing is kept
  event.preventDefault();
  const { submitter } = event, body = new FormData(form);
  body.append(submitter.name, submitter.value);
  const keepAgain = async (cache, url) => {
    const answer = await fetch(url);
    if (answer.ok && !answer.redirected && answer.headers.has("Trackside")) await cache.put(url, answer);
  };
  try {
    await fetch(form.action, { method: "POST", body, redirect: "manual" });
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      const kept = (await cache.keys()).filter(({ url }) => !url.includes("/assets/"));
      await Promise.all(kept.map(({ url }) => keepAgain(cache, url)));
    }
  } finally {
    location.assign(body.get("back"));
  }
}));
