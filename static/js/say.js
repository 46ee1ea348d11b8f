// Says what is new in the page's one region for it, each once; the final round at once.
{
  const news = () => JSON.parse(document.querySelector("[data-news]")?.dataset.news ?? "{}");
  let heard = news();

  const say = (words, where = "spoken") => {
    const region = document.getElementById(where), line = document.createElement("p");
    region.append(line);
    line.append(words);
    if (region.children[3]) region.firstChild.remove();
  };

  const heed = () => {
    const now = news();
    if (!(now.version > heard.version)) return;
    for (const [version, words] of now.acts) if (version > heard.version) say(words);
    // Whoever is taken to the heading hears it there.
    if (now.turn !== heard.turn && !document.activeElement.matches(".turn-whose")) say(now.turn);
    if (now.final && !heard.final) say(now.final, "urgent");
    heard = now;
  };

  // What an answer has to say of itself, such as how much was found.
  const answers = () => document.querySelectorAll("[data-say]").forEach((part) => {
    say(part.dataset.say);
    delete part.dataset.say;
  });

  document.addEventListener("htmx:after:swap", () => (answers(), setTimeout(heed)));
}
