// A board as data (companion/web/board_model.py), and what a tap (`meant`) or a typed text may mean: cities,
// and pairs of places with the tracks between them.

const CITY = 9; // the picture's units: a tap so near is on the city
const NEARBY = 18; // a city so near is offered beside the routes
const MOST_ROWS = 5;
// A tap clearly means a pair that is at most this far away, and this much nearer than any other, in pixels.
const REACH = 12;
const MARGIN = 22;

// A text in small letters without accents, as it is typed without keys for them.
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

  // The pairs whose train spaces are nearest to a point, equally near ones by name: as `Picker` in
  // companion/picture/tap_targets.py.
  nearest(point, count = MOST_ROWS) {
    return this.#sorted(point).slice(0, count).map(([, pair]) => pair);
  }

  // The pair that a tap clearly means, or null; `scale` is pixels per unit. Unlikely pairs are passed over.
  clear(point, scale, isUnlikely = () => false) {
    const pixels = (squared) => Math.sqrt(squared / 1000) * scale;
    const [[squared, nearest], ...others] = this.#sorted(point), distance = pixels(squared);
    const [second = Infinity] = others.find(([, pair]) => !isUnlikely(pair)) ?? [];
    if (distance > REACH || pixels(second) - distance < MARGIN || isUnlikely(nearest)) return null;
    return nearest;
  }

  // All pairs with the squares of their distances, [squared, pair], the nearest first.
  #sorted(point) {
    return this.spaces.map(([pair, spaces]) => [this.#squared(spaces, point), pair])
      .sort((one, other) => one[0] - other[0] || byName(one[1], other[1]));
  }

  // The square of the distance to the nearest of some train spaces, which are rectangles, in thousandths.
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

  // The pairs and cities that a tap may mean, the nearest first; on a city, the city alone with its pairs.
  meant(point) {
    const near = this.#citiesNear(point), [distance, city] = near[0] ?? [Infinity];
    if (distance <= CITY) {
      const every = this.nearest(point, this.spaces.length);
      return { pairs: every.filter((pair) => pair.split("--").includes(city)), cities: [city], alone: true };
    }
    return { pairs: this.nearest(point), cities: near.slice(0, 2).map(([, id]) => id), alone: false };
  }

  // The cities near a point, [distance, id], the nearest first. A tap on a city's name counts as near.
  #citiesNear([x, y]) {
    const near = [];
    for (const [id, { spots }] of Object.entries(this.cities))
      for (const [cityX, cityY, ...label] of spots ?? []) {
        const [left, top, width, height] = label;
        const isOnName = left <= x && x <= left + width && top <= y && y <= top + height;
        const distance = Math.min(Math.hypot(cityX - x, cityY - y), isOnName ? CITY + 1 : Infinity);
        if (distance <= NEARBY) near.push([distance, id]);
      }
    return near.sort((one, other) => one[0] - other[0] || byName(one[1], other[1]));
  }

  // The same for a typed text: each of its parts has to begin a word in the names.
  typed(text) {
    const parts = plain(text).split(/[\s–-]+/).filter(Boolean);
    if (!parts.length) return { pairs: [], cities: [], alone: false };
    const fits = (names) => parts.every((part) => ` ${plain(names)}`.includes(` ${part}`));
    const namesOf = (pair) => pair.split("--").map((end) => this.name(end)).join(" ");
    const cities = Object.keys(this.cities).filter((city) => fits(this.name(city)));
    const pairs = Object.keys(this.pairs).filter((pair) => fits(namesOf(pair)));
    if (cities.length === 1 && pairs.every((pair) => pair.split("--").includes(cities[0])))
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

// Where things on a route lie. The facts have tenths: the owner's letter (`sign`), the steps from there to
// other things, and those from one train space (x, y, degrees) to the next.
const placed = ({ sign, tag, second, spaces }) => {
  const stepped = (from, steps) => from.map((start, n) => start + steps[n]);
  const units = (tenths) => tenths.map((number) => number / 10);
  const found = { sign: units(sign), tag: units(stepped(sign, tag)), spaces: [] };
  if (second) found.second = units(stepped(sign, second));
  let at = [...sign, 0];
  for (let n = 0; n < spaces.length; n += 3) {
    at = stepped(at, spaces.slice(n, n + 3));
    found.spaces.push(space(units(at)));
  }
  return found;
};

// A train space: its middle and its direction, rounded so that Python and every browser get the same numbers.
const space = ([x, y, degrees]) => {
  const angle = degrees * (Math.PI / 180);
  return { x, y, cos: rounded(Math.cos(angle), 6), sin: rounded(Math.sin(angle), 6) };
};

// The board whose facts are at an address, or null.
export const fetched = async (address) => {
  const answer = await fetch(address).catch(() => null);
  return answer?.ok ? new Board(await answer.json()) : null;
};
