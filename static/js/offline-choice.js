// What a tap or a typed name offers while no server answers.
const choices = {
  // The server's answer where it comes soon, else one of the page's own.
  async patient(action, request) {
    const late = htmx.timeout(sender.told.away ? 300 : 2500);
    const answer = !unsent.left.length && (await Promise.race([sender.fetch(action, request).catch(() => {}), late]));
    request.signal.throwIfAborted();
    if (answer && answer.status < 500) return unsent.respond(answer);
    sender.told.away = true;
    return new Response(choices.html(Object.fromEntries(new URL(action, location).searchParams)));
  },

  // A copy of one of the pieces that the page has in store, with these texts in it.
  piece(selector, texts) {
    const made = document.querySelector("#offline").content.querySelector(selector).cloneNode(true);
    for (const part in texts) made.querySelector(part).textContent = texts[part];
    return made;
  },

  meant({ x, y, find }) {
    const plain = (text) => ` ${text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()}`, every = chart.routes();
    if (x) return every.sort((a, b) => chart.far(a, x, y) - chart.far(b, x, y)).slice(0, 6);
    const typed = plain(find ?? "").split(/[\s–-]+/).filter(Boolean);
    return typed.length ? every.filter((route) => typed.every((part) => plain(chart.name(route)).includes(` ${part}`))).slice(0, 8) : [];
  },

  // Whose turn it is by what is not sent yet, or whose seat this phone holds.
  claimer: () =>
    unsent.words.seat ?? document.querySelector(".turn [name=player]")?.value ?? document.querySelector(".panel[aria-current]").value,

  html(asked) {
    const { words } = unsent, player = asked.player ?? this.claimer(), head = unsent.say(words.for, { name: chart.player(player) });
    const section = this.piece("#choice", { h2: head });
    section.querySelector("[name=player]").value = player;
    section.querySelector("[name=id]").value = unsent.once();
    section.querySelector(".rows").replaceChildren(...this.meant(asked).map((route) => {
      const why = chart.whyNot(route, player);
      const facts = (words.colours[chart.color(route)] ?? "") + words.facts[chart.length(route)];
      const row = this.piece(".row", { b: chart.name(route), ".facts": facts, ".act": why || head }), take = row.firstChild;
      Object.assign(take, { value: route, disabled: why });
      return row;
    }));
    for (const again of section.querySelectorAll("[form]")) again.setAttribute("value", asked[again.name] ?? "");
    return asked.x || asked.find ? section.outerHTML : unsent.EMPTY;
  },
};
