// What a tap or a typed name brings up while no server answers, as the server would: rows of routes to claim,
// or the correction of what was built.
import {
  UNKNOWN, inForce, nextPlayer, openTracks, price, refusal, seatsInTurn, stationsLeft,
} from "./state.js";
import { counted, filled } from "./paint.js";

// `words` are the page's phrases, `piece` copies a piece of its template, `aboutOf` says by which entry
// something was built; `asked` has a question's fields, `drawn` is the state. offline.js sets `painting`.
export class Panel {
  constructor({ words, piece, aboutOf }) {
    Object.assign(this, { words, piece, aboutOf });
  }

  html(asked, drawn) {
    const section = this.piece("#choice"), { owners, stations, board } = drawn;
    const painted = this.painting?.toTakeOff(asked, drawn, () => this.#player(asked, drawn));
    let built = painted;
    if (asked.station in stations) built = asked.station;
    if (asked.route in owners) built = asked.route;
    if (built) this.#correction(section, built, drawn, this.#player(asked, drawn), painted);
    else if (asked.x || asked.find || asked.city) this.#rows(section, asked, drawn, meant(board, asked));
    else section.replaceChildren();
    for (const again of section.querySelectorAll("input[form]")) again.value = asked[again.name] ?? "";
    renewIds(section);
    return section.outerHTML;
  }

  #rows(section, asked, drawn, { pairs, cities, alone }) {
    const { board } = drawn, player = this.#player(asked, drawn), name = this.#name(drawn, player);
    section.removeAttribute("data-empty");
    const head = alone ? board.name(cities[0]) : filled(this.words.for, { name });
    section.querySelector("h2").textContent = head;
    if (alone) this.#station(section, cities[0], player, drawn);
    const form = this.piece("form[data-entry=claim]"), offered = [];
    form.querySelector("[name=player]").value = player;
    form.querySelector("ul").replaceChildren(...pairs.map((pair) => this.#row(pair, player, drawn, offered)));
    const sure = this.painting?.toClaim(asked, drawn, pairs[0], player);
    form.querySelector(`[value="${sure}"]`)?.setAttribute("data-sure", "");
    section.append(form);
    section.dataset.offer = JSON.stringify(offered);
    const whom = this.piece(".whom");
    for (const label of whom.children) label.setAttribute("aria-pressed", label.value === player);
    section.append(whom);
  }

  // Two places and the tracks between them; free tracks of one colour are one choice. Adds to `offered`.
  #row(pair, player, drawn, offered) {
    const { board } = drawn, row = this.piece(".row");
    const tracks = board.pairs[pair].map((route) => ({
      route, color: board.routes[route].color, owner: drawn.owners[route]?.[0],
      why: route in drawn.owners ? null : this.#why(route, player, drawn),
    }));
    const [first] = tracks;
    const areAlike = tracks.every(({ color, owner, why }) =>
      color === first.color && !owner && why === first.why);
    const shown = areAlike ? [first] : tracks, isDouble = shown.length > 1;
    const facts = this.#facts(first.route, player, drawn), reason = shown.find(({ why }) => why)?.why;
    row.replaceChildren();
    row.classList.toggle("double", isDouble);
    if (isDouble)
      row.append(this.#filled("p.row-words", { b: board.pairName(first.route), ".facts": facts }));
    for (const track of shown) row.append(this.#track(track, player, drawn, offered, isDouble, facts));
    if (reason && shown.every(({ owner, why }) => owner || why)) row.append(this.#said(".why", reason));
    return row;
  }

  // One track of a row: with its owner, why it can't be claimed, or a button to claim it.
  #track({ route, color, owner, why }, player, drawn, offered, isDouble, facts) {
    const words = this.words.colours[color] + (isDouble ? "" : ` · ${facts}`);
    const kind = owner ? ".taken" : why ? ".shut" : "button.take";
    const made = this.#filled(kind, { b: drawn.board.pairName(route), ".facts-words": words });
    made.querySelector(".space use").setAttribute("href", `#c-${color}`);
    if (owner) {
      made.querySelector(".label use").setAttribute("href", `#p-${owner}`);
      made.querySelector(".act span").textContent =
        filled(this.words.has, { name: this.#name(drawn, owner) });
      for (const way of ["href", "hx-get"]) made.setAttribute(way, `${this.words.here}?route=${route}`);
    } else if (!why) {
      made.value = route;
      made.id = `take-${route}`;
      made.querySelector(".number").textContent = offered.push(route);
      made.querySelector(".act span").textContent =
        filled(this.words.for, { name: this.#name(drawn, player) });
    }
    return made;
  }

  #station(section, city, player, drawn) {
    const { board } = drawn, owner = drawn.stations[city], names = { city: board.name(city) };
    if (!board.stations || board.cities[city].noCity) return;
    if (owner) {
      const says = filled(this.words.hasStation, { name: this.#name(drawn, owner) });
      const made = this.#filled("a.chip", { span: says });
      made.querySelector("use").setAttribute("href", `#p-${owner}`);
      for (const way of ["href", "hx-get"]) made.setAttribute(way, `${this.words.here}?station=${city}`);
      return section.append(made);
    }
    const name = this.#name(drawn, player);
    if (!stationsLeft(drawn, player))
      return section
        .append(this.#said("p.note", filled(this.words.rules["no-stations-left"], { player: name })));
    const form = this.piece("form[data-entry=station]");
    form.querySelector("[name=player]").value = player;
    form.querySelector("[name=city]").value = city;
    form.querySelector("button").textContent = filled(this.words.builds, { name, ...names });
    section.append(form);
  }

  // A claim or a station to put right: to give to somebody else, or to take back.
  #correction(section, built, drawn, player, painted) {
    const { board, played } = drawn, owner = drawn.owners[built]?.[0] ?? drawn.stations[built];
    const about = this.aboutOf(built), isRoute = built in drawn.owners, name = this.#name(drawn, owner);
    section.removeAttribute("data-empty");
    section.querySelector("h2").textContent = isRoute
      ? board.pairName(built) : filled(this.words.stationIn, { city: board.name(built) });
    const whose = this.#filled(".whose", { b: name });
    whose.querySelector("use").setAttribute("href", `#p-${owner}`);
    section.append(whose);
    if (!about) return;
    const gifts = this.piece("form[data-entry=amend]"), [chip] = gifts.querySelectorAll("button");
    for (const { color, name: other } of played.players.filter(({ color }) => color !== owner)) {
      const made = chip.cloneNode(true);
      made.value = color;
      made.querySelector("span").textContent = filled(this.words.gives, { name: other });
      made.querySelector("use").setAttribute("href", `#p-${color}`);
      gifts.append(made);
    }
    chip.remove();
    const back = this.piece("form[data-entry=strike]"), button = back.querySelector("button");
    button.className = "button button-danger";
    button.textContent = filled(this.words.takesBack, { name });
    button.removeAttribute("id");
    back.querySelector("[name=whole]").remove();
    if (painted && this.painting.mayTakeOff(drawn, painted, player, about))
      button.setAttribute("data-sure", "");
    // Who is chosen stays chosen.
    const chosen = { type: "hidden", name: "player", value: player };
    if (!drawn.followed) back.append(Object.assign(document.createElement("input"), chosen));
    for (const form of [gifts, back]) {
      if (about.n) form.dataset.about = about.n;
      else form.querySelector("[name=entry]").value = about.place;
      section.append(form);
    }
  }

  // Why a player can't claim a route, in words; null if they can.
  #why(route, player, drawn) {
    const { board, played, owners, pieces } = drawn, claim = { type: "claim", player, route };
    const code = refusal(drawn, claim), { rules } = this.words, says = rules[code];
    if (!code) return null;
    const names = { player: this.#name(drawn, player), route: board.pairName(route),
      players: played.players.length };
    const { pieces: kind } = board.routes[route], left = pieces[player][kind];
    const open = openTracks(drawn, route);
    if (code === "twin-closed" && open > 1) return filled(rules["twins-closed"], { ...names, open });
    if (code !== "not-enough-trains") return filled(says ?? this.words.no, { ...names, owners });
    const needed = counted(this.words.pieces[kind], price(drawn, claim)[0]);
    return left ? counted(says, left, { ...names, needed })
      : filled(rules["none-left"], { ...names, needed });
  }

  // What a claim takes and brings, tunnel and ferry, in words.
  #facts(route, player, drawn) {
    const { pieces: kind, tunnel, ferry } = drawn.board.routes[route], { words } = this;
    const [pieces, points] = price(drawn, { player, route });
    const takes = words.lengths[kind]?.[pieces] || counted(words.pieces[kind], pieces);
    const brings = points === UNKNOWN ? [] : [counted(words.worth, points)];
    const usual = [takes, ...brings], instead = pieces === 0 && words.instead[route];
    const more = [tunnel && words.tunnel, ferry && counted(words.ferry, ferry)].filter(Boolean);
    return [...(instead ? [instead] : usual), ...more].join(" · ");
  }

  // A piece with texts in its parts, by their selectors.
  #filled(selector, texts) {
    const made = this.piece(selector);
    for (const part in texts) made.querySelector(part).textContent = texts[part];
    return made;
  }

  #said(selector, text) {
    return Object.assign(this.piece(selector), { textContent: text });
  }

  // Whom the rows are for: who was asked for, else this phone's one seat, else who is chosen or whose turn it
  // is, or the next seat where that is unknown.
  #player({ player }, drawn) {
    const own = document.getElementById("state").dataset.claimsFor;
    if (player || own) return player || own;
    if (!drawn.followed) return document.querySelector(".panel[aria-current]").value;
    const next = nextPlayer(drawn);
    return next === UNKNOWN ? seatsInTurn(drawn)[0] : next;
  }

  #name = ({ played }, player) => played.players.find(({ color }) => color === player).name;
}

// New ids for the entries of the forms in a part.
export const renewIds = (part) => {
  for (const id of part.querySelectorAll("[name=id]")) id.value = `${Math.random()}`.slice(2);
};

// The pairs and cities of a question about a city, a point, or a typed text.
const meant = (board, { x, y, city, find }) => {
  if (city) {
    const pairs = Object.keys(board.pairs).filter((pair) => pair.split("--").includes(city));
    return { pairs, cities: [city], alone: true };
  }
  return x ? board.meant([Number(x), Number(y)]) : board.typed(find);
};

// The place of the entry by which a route was claimed first, or a station built.
export const placeOf = ({ log }, built) => {
  const place = inForce(log).findIndex((entry) => entry
    && (entry.type === "claim" ? entry.route === built : entry.type === "station" && entry.city === built));
  return place < 0 ? null : { place: place + 1 };
};
