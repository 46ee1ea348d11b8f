// What a tap or a typed name offers while no server answers.
const choices = {
  // The version of the game that the open rows know.
  get of() {
    return +document.getElementById("choice")?.dataset.of;
  },

  // The server's answer, asked again where the page knows more by now: it would be for the turn before.
  async ask(action, request) {
    const answer = await server.ask(action, request);
    return /data-of="(\d+)/.exec(answer.text)?.[1] < live.shown ? server.ask(action, request) : answer;
  },

  // That answer where it comes soon, else one of the page's own.
  async patient(action, request) {
    const late = htmx.timeout(sender.away ? 300 : 2500);
    const answer = !unsent.left.length && (await Promise.race([choices.ask(action, request).catch(() => {}), late]));
    request.signal.throwIfAborted();
    if (answer && answer.status < 500) return unsent.respond(answer);
    sender.away = true;
    return new Response(choices.html(Object.fromEntries(new URLSearchParams(action.split("?")[1]))));
  },

  meant({ x, y, find }) {
    const every = chart.routes();
    if (x) return every.sort((a, b) => chart.far(a, x, y) - chart.far(b, x, y)).slice(0, 6);
    const typed = plain(find).split(/[\s–-]+/).filter(Boolean);
    return typed.length ? every.filter((route) => typed.every((part) => ` ${plain(chart.name(route))}`.includes(` ${part}`))).slice(0, 8) : [];
  },

  // The same section as the server's; without a question the empty one.
  html(asked) {
    const section = unsent.piece("#choice");
    if (!asked.x && !asked.find) return section.replaceChildren(), section.outerHTML;
    // Without a word for whom: this phone's one seat, or whose turn it is by what is not sent yet.
    const player = asked.player ?? words.seat ?? document.querySelector(".turn [name=player], .panel[aria-current]").value;
    const head = filled(words.for, { name: chart.player(player) });
    delete section.dataset.empty;
    section.querySelector("h2").textContent = head;
    section.querySelector("[name=player]").value = player;
    section.querySelector("[name=id]").value = unsent.once();
    section.querySelector(".rows").replaceChildren(...this.meant(asked).map((route) => {
      const why = chart.whyNot(route, player);
      const facts = (words.colours[chart.color(route)] ?? "") + (words.facts[route] ?? words.facts[chart.length(route)]);
      const row = unsent.piece(".row", { b: chart.name(route), ".facts": facts, ".act": why || head });
      Object.assign(row.firstChild, { value: route, disabled: why });
      return row;
    }));
    for (const again of section.querySelectorAll("[form]")) again.value = asked[again.name] ?? "";
    return section.outerHTML;
  },
};
