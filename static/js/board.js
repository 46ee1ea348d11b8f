// A board as data, and which routes and cities a tap or a typed text may mean. companion/web/board_model.py
// makes the facts.

const CITY = 9; // so near to a city's middle, in the picture's units, a finger means the city
const NEARBY = 18; // cities so near are offered beside the routes
const MOST_ROWS = 5;
// A tap clearly means a pair that is at most this far away, and this much nearer than any other, in pixels.
const REACH = 12;
const MARGIN = 22;

// A text in small letters without their marks, as whoever has no key for them types it.
export const plain = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "")
  .replace(/[øłđıæœß]/g, (sign) => ({ ø: "o", ł: "l", đ: "d", ı: "i", æ: "ae", œ: "oe", ß: "ss" })[sign]);

const rounded = (number, digits) => Math.round(number * 10 ** digits) / 10 ** digits;
const byName = (one, other) => (one < other ? -1 : Number(one > other));

export class Board {
  constructor(facts) {
    Object.assign(this, facts);
    this.pairs = {};
    for (const [id, route] of Object.entries(this.routes)) {
      const [a, b] = id.split("--");
      Object.assign(route, { id, ends: [a, b], pair: `${a}--${b}`, pieces: route.pieces ?? this.piece });
      (this.pairs[route.pair] ??= []).push(id);
      if (route.sign) Object.assign(route, placed(route));
    }
    // Mostly all tracks between two places are one double or triple route; where not, the facts name them.
    for (const route of Object.values(this.routes))
      route.twins ??= this.pairs[route.pair].filter((id) => id !== route.id);
    this.spaces = Object.entries(this.pairs)
      .map(([pair, ids]) => [pair, ids.flatMap((id) => this.routes[id].spaces ?? [])])
      .filter(([, spaces]) => spaces.length);
  }

  // The pairs whose train spaces are nearest to a point, equally near ones by name. `Picker` in
  // companion/picture/tap_targets.py does the same, with the same numbers.
  nearest(point, count = MOST_ROWS) {
    return this.#sorted(point).slice(0, count).map(([, pair]) => pair);
  }

  // The pair that a tap clearly means, or nothing; `scale` is in pixels per unit. Pairs that are hardly meant
  // may be as near as they like, but none of them is the answer.
  clear(point, scale, isUnlikely = () => false) {
    const pairs = this.#sorted(point).map(([squared, pair]) => [Math.sqrt(squared / 1000) * scale, pair]);
    const [[distance, nearest], ...others] = pairs;
    const second = others.find(([, pair]) => !isUnlikely(pair))?.[0] ?? Infinity;
    return distance <= REACH && second - distance >= MARGIN && !isUnlikely(nearest) ? nearest : null;
  }

  #sorted(point) {
    return this.spaces.map(([pair, spaces]) => [this.#squared(spaces, point), pair])
      .sort((one, other) => one[0] - other[0] || byName(one[1], other[1]));
  }

  // The square of the distance to the nearest of some spaces, in thousandths.
  #squared(spaces, [x, y]) {
    const [long, wide] = this.half;
    let best = Infinity;
    for (const { x: middleX, y: middleY, cos, sin } of spaces) {
      const dx = x - middleX, dy = y - middleY;
      const beyond = Math.max(Math.abs(dx * cos + dy * sin) - long, 0);
      const beside = Math.max(Math.abs(dy * cos - dx * sin) - wide, 0);
      best = Math.min(best, beyond * beyond + beside * beside);
    }
    return Math.floor(best * 1000 + 0.5);
  }

  // The pairs and cities that a tap may mean, the nearest first; on a city, it alone with its pairs.
  meant(point) {
    const near = this.#citiesNear(point);
    if (near.length && near[0][0] <= CITY) {
      const [, city] = near[0], every = this.nearest(point, this.spaces.length);
      return { pairs: every.filter((pair) => pair.split("--").includes(city)), cities: [city], alone: true };
    }
    return { pairs: this.nearest(point), cities: near.slice(0, 2).map(([, city]) => city), alone: false };
  }

  // A tap on a city's name counts as near.
  #citiesNear([x, y]) {
    const near = [];
    for (const [id, { spots }] of Object.entries(this.cities))
      for (const [cityX, cityY, ...label] of spots ?? []) {
        const [left, top, width, height] = label.length ? label : [0, 0, -1, -1];
        const onName = left <= x && x <= left + width && top <= y && y <= top + height;
        const far = Math.min(Math.hypot(cityX - x, cityY - y), onName ? CITY + 1 : NEARBY + 1);
        if (far <= NEARBY) near.push([far, id]);
      }
    return near.sort((one, other) => one[0] - other[0] || byName(one[1], other[1]));
  }

  // The pairs in whose names each typed part begins a word. Where the text fits one city and no pairs but
  // that city's, all of its pairs.
  typed(text) {
    const parts = plain(text).split(/[\s–-]+/).filter(Boolean);
    if (!parts.length) return { pairs: [], cities: [], alone: false };
    const fits = (names) => parts.every((part) => ` ${plain(names)}`.includes(` ${part}`));
    const cities = Object.keys(this.cities).filter((city) => fits(this.name(city)));
    const pairs =
      Object.keys(this.pairs).filter((pair) => fits(pair.split("--").map((end) => this.name(end)).join(" ")));
    const [only] = cities;
    if (cities.length === 1 && pairs.every((pair) => pair.split("--").includes(only)))
      return { pairs, cities, alone: true };
    return { pairs: pairs.slice(0, MOST_ROWS), cities: [], alone: false };
  }

  name(city) {
    return this.cities[city].name;
  }

  pairName(route) {
    return this.routes[route].ends.map((end) => this.name(end)).join(" – ");
  }
}

// Where the things on a route lie. The facts have it in tenths: the sign's own place, and the steps that lead
// from there to each other thing, for train spaces from one to the next.
const placed = ({ sign, tag, second, spaces }) => {
  const stepped = (steps, from) => steps.map((step, n) => from[n] + step);
  const tenths = (parts) => parts.map((part) => part / 10);
  const found = { sign: tenths(sign), tag: tenths(stepped(tag, sign)), spaces: [] };
  if (second) found.second = tenths(stepped(second, sign));
  for (let n = 0, at = [...sign, 0]; n < spaces.length; n += 3) {
    at = stepped(spaces.slice(n, n + 3), at);
    found.spaces.push(space(tenths(at)));
  }
  return found;
};

// A train space: its middle, and its direction as cosine and sine, rounded so that Python and every browser
// get the same numbers.
const space = ([x, y, degrees]) => {
  const angle = degrees * (Math.PI / 180);
  return { x, y, cos: rounded(Math.cos(angle), 6), sin: rounded(Math.sin(angle), 6) };
};

export const fetched = async (address) => {
  const answer = await fetch(address).catch(() => null);
  return answer?.ok ? new Board(await answer.json()) : null;
};
