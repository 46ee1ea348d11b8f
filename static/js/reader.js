// Reads tickets from text as phones give it: pasted, dictated, or read by the camera from the card itself.
// "BAKER STREET TOWER OF L0ND0N 1l" is Baker Street – Tower of London (11). Pure: the board's names go in,
// readings come out, and what to do about them is for the page. How it works:
//
// The text becomes one row of folded letters. Every name of every place is searched in it with a few letters
// wrong, and two places close together, with a number beside them, are a ticket that may be meant. Of those
// the cheapest are taken that cover the text without overlapping. A reading is sure where its letters are
// nearly right, the number agrees, no place is left over beside it, and no other ticket comes close. Where
// the tickets are unknown no card can confirm a number: it has to be printed plainly, and be this ticket's
// alone.

const SPELT = { ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa" };
const SHORT = { street: "st", square: "sq", saint: "st", fort: "ft", mount: "mt" };
// As somebody without their keys types a name, and as phones write what they hear.
const RESPELT = [
  (name) => name.replace(/[äöüøå]/g, (sign) => SPELT[sign]),
  (name) => name.replace(/\b(street|square|saint|fort|mount)\b/g, (word) => SHORT[word]),
  (name) => name.replace(/\bst\b\.?/, "saint"),
];
const PLAIN = { ß: "ss", ł: "l", ø: "o", æ: "ae", œ: "oe", đ: "d", ð: "d", þ: "th", ı: "i" };
// Signs that cameras take for one another: each stands for all of its kind, in names and in texts alike.
const ALIKE = { 0: "o", 1: "l", i: "l", "|": "l", "!": "l", 5: "s", 8: "b", 2: "z" };
const FIGURES = { o: 0, l: 1, i: 1, "|": 1, "!": 1, s: 5, b: 8, z: 2 };
const LONGEST = 1000; // signs of a text that are read

// What a reading costs. The text is explained by the tickets that cost least together.
const SKIP = 0.5; // a letter that belongs to nothing
const OTHER_ORDER = 0.5; // a name whose words are in another order
const BREAK = 0.25; // a line's end within a ticket
const GAP = 14; // letters that may be between two places, such as "jusqu’à"; a few of them cost nothing
const FREE = 4;
const MISSING = { choice: 1, tour: 2 }; // an end that the text lacks
const TURNED = 1; // a card with a choice whose start is not named first
const AGREES = -1.5, DIFFERS = 1.5, INSIDE = 2; // the number on the card: right, wrong, between the places
const MARGIN = 1; // by how much a sure reading is better than any other
const OTHERS = 4; // how much worse a ticket may fit that is offered beside it

// A text's letters alone, small and without accents, and each of the signs that are alike as one of them.
const folded = (text) => [...text.toLowerCase()].map((sign) => PLAIN[sign] ?? sign).join("")
  .normalize("NFKD").replace(/\p{M}/gu, "").replace(/[01258i|!]/g, (sign) => ALIKE[sign])
  .replace(/[^\p{L}\p{N}]/gu, "");

// A name's words in every order; the order that they have comes first.
const orders = (words) => {
  if (words.length < 2 || words.length > 4) return [words];
  const others = (n) => orders(words.filter((_, other) => other !== n));
  return words.flatMap((word, n) => others(n).map((rest) => [word, ...rest]));
};

// The ways in which a place may be spelt: the letters of each, what it costs `extra`, and its bounds.
const spellings = (names) => {
  const found = new Map();
  for (const name of names)
    for (const text of [name, ...RESPELT.map((change) => change(name.toLowerCase()))])
      orders(text.split(/[^\p{L}\p{M}\p{N}'’.]+/u).filter(Boolean)).forEach((words, n) => {
        const letters = folded(words.join("")), extra = n ? OTHER_ORDER : 0;
        const isKnown = found.has(letters) && found.get(letters) <= extra;
        if (letters && !isKnown) found.set(letters, extra);
      });
  return [...found].map(([letters, extra]) => ({ letters, extra, ...bounds(letters) }));
};

// How many letters of a name may be wrong at `most`, and the name in one piece more than that: at least one
// piece of it is right then, and where none is in a text, the name need not be searched there.
const bounds = (letters) => {
  const { length } = letters, most = Math.floor(length / 4) + (length > 2 ? 1 : 0);
  const size = length / (most + 1);
  const piece = (_, n) => letters.slice(Math.round(n * size), Math.round((n + 1) * size));
  return { most, pieces: Array.from({ length: most + 1 }, piece) };
};

// Chinese and Japanese have no spaces: there a name may begin and end at every sign.
const HAN = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;
const WORD = new RegExp(`\\n|${HAN.source}+|(?:(?!${HAN.source})[\\p{L}\\p{M}\\p{N}'’.|!])+`, "gu");

// A text as a row of folded letters: where names may begin and end (`edges`), where lines end (`breaks`), its
// words, and those that may be numbers.
const rowOf = (text) => {
  const row = { letters: "", edges: new Set([0]), breaks: [], words: [], numbers: [], text };
  for (const { 0: sign, index } of text.matchAll(WORD)) {
    if (sign === "\n") {
      row.breaks.push(row.letters.length);
      continue;
    }
    const letters = folded(sign), from = row.letters.length, to = from + letters.length;
    if (!letters) continue;
    row.letters += letters;
    for (let at = HAN.test(sign) ? from : to; at <= to; at++) row.edges.add(at);
    row.words.push({ from, to, index, end: index + sign.length });
    const figures = sign.toLowerCase().replace(/\.+$/, ""), looksLikeOne = /^[il|!][ilo|!]$/.test(figures);
    if (!/^[\dolisbz|!]{1,2}$/.test(figures) || !(/\d/.test(figures) || looksLikeOne)) continue;
    const value = Number([...figures].map((one) => FIGURES[one] ?? one).join(""));
    row.numbers.push({ from, to, value, isPlain: /^\d+$/.test(figures) });
  }
  return row;
};

// Where in the row a name may be meant: for each end the fewest wrong letters, and where it begins then. For
// each beginning of the name, `costs` has how many letters are wrong if it ends at letter `k`, and `starts`
// where it begins then.
const matches = ({ letters, edges }, { letters: name, extra, most, pieces }, place) => {
  const found = [];
  if (!pieces.some((piece) => letters.includes(piece))) return found;
  let costs = Array.from({ length: name.length + 1 }, (_, n) => n), starts = costs.map(() => 0);
  for (let k = 0; k <= letters.length; k++) {
    if (k) {
      const begin = edges.has(k) ? 0 : 1, next = [begin], from = [k];
      for (let n = 1; n <= name.length; n++) {
        const same = costs[n - 1] + (name[n - 1] !== letters[k - 1]);
        const best = Math.min(same, costs[n] + 1, next[n - 1] + 1);
        next[n] = best;
        // Of equals the latest start, so that a letter is left to the name before.
        from[n] = Math.max(best === same ? starts[n - 1] : 0, best === costs[n] + 1 ? starts[n] : 0,
          best === next[n - 1] + 1 ? from[n - 1] : 0);
      }
      [costs, starts] = [next, from];
    }
    const wrong = costs[name.length] + (edges.has(k) ? 0 : 1);
    if (wrong > most || k === starts[name.length]) continue;
    const cost = wrong + (2 * wrong) / name.length + extra;
    found.push({ place, from: starts[name.length], to: k, wrong, cost, length: name.length });
  }
  return found;
};

// The places in the text: for each its matches that are better than nothing and do not overlap.
const placesIn = (row, names) => {
  const places = new Map();
  for (const [place, known] of names) {
    const all = known.flatMap((name) => matches(row, name, place));
    const kept = apart(all.filter((one) => gain(one) < 0));
    if (kept.length) places.set(place, kept);
  }
  return places;
};

// How many letters of the row two of its parts have in common.
const shared = (one, other) => Math.min(one.to, other.to) - Math.max(one.from, other.from);
const overlap = (one, other) => shared(one, other) > 0;

// What a match costs less than its letters would if they belonged to nothing.
const gain = ({ cost, from, to, length }) => cost - SKIP * Math.max(length, to - from);

// The best of some matches that do not overlap.
const apart = (all) => {
  const kept = [];
  for (const one of all.sort((a, b) => gain(a) - gain(b)))
    if (!kept.some((other) => overlap(one, other))) kept.push(one);
  return kept;
};

// Matches that follow one another as one ticket, with what that costs and how many numbers are between them;
// null where they are too far apart.
const together = (row, ends, extra = 0) => {
  const parts = [...ends].sort((a, b) => a.from - b.from), from = parts[0].from, to = parts.at(-1).to;
  let cost = extra, inside = 0;
  for (const [n, { cost: own, from: start }] of parts.entries()) {
    const gap = n ? start - parts[n - 1].to : 0;
    if (gap < 0 || gap > GAP) return null;
    cost += own + 0.4 * Math.max(0, gap - FREE);
    const isBetween = (number) => number.from >= parts[n - 1].to && number.to <= start;
    if (n && row.numbers.some(isBetween)) inside += 1;
  }
  cost += BREAK * row.breaks.filter((at) => at > from && at < to).length + INSIDE * inside;
  return { parts, from, to, cost, inside };
};

// Whether a line ends between two parts of the row.
const isBroken = ({ breaks }, one, other) =>
  breaks.some((at) => at >= Math.min(one.to, other.to) && at <= Math.max(one.from, other.from));
// How many letters are between them.
const apartBy = (one, other) => Math.max(other.from - one.to, one.from - other.to);

// A ticket as it is, and with a number that is just behind or before it. Where the tickets are unknown, words
// such as "for nine points" may be between them in a line.
const numbered = (row, one, points) => {
  const price = (value) => (!points ? -SKIP : points.includes(value) ? AGREES : DIFFERS);
  const isNear = (number) => apartBy(one, number) <= (points || isBroken(row, one, number) ? FREE : GAP);
  const behind = row.numbers.find((number) => number.from >= one.to && isNear(number));
  const before = row.numbers.findLast((number) => number.to <= one.from && isNear(number));
  return [one, ...[behind, before].filter(Boolean).map((number) => ({
    ...one, number,
    from: Math.min(one.from, number.from), to: Math.max(one.to, number.to),
    cost: one.cost + price(number.value) + SKIP * Math.max(0, apartBy(one, number))
      + (!points && isBroken(row, one, number) ? BREAK : 0),
  }))];
};

// Each match of one place with each of another.
const pairs = (one, other) => one.flatMap((a) => other.filter((b) => !overlap(a, b)).map((b) => [a, b]));

// Where a card with more than two ends may be meant: runs of its places, each at most once; a choice has its
// start among them.
const runs = (row, ends, places, form) => {
  const all = apart(ends.flatMap((end) => places.get(end) ?? [])).sort((a, b) => a.from - b.from), found = [];
  for (let n = 0; n < all.length; n++) {
    const run = [all[n]], used = new Set([all[n].place]);
    for (const next of all.slice(n + 1)) {
      if (next.from < run.at(-1).to || used.has(next.place)) continue;
      if (next.from - run.at(-1).to > GAP) break;
      run.push(next);
      used.add(next.place);
      if (form === "choice" && !used.has(ends[0])) continue;
      const turned = form === "choice" && run[0].place !== ends[0] ? TURNED : 0;
      found.push(together(row, run, turned + MISSING[form] * (ends.length - run.length)));
    }
  }
  return found;
};

// All pairs of the places in a text that a card may join; such a ticket's id is its pair.
const pairsOf = (places, unjoined) => {
  const ends = [...places.keys()].sort();
  return ends.flatMap((a, n) => ends.slice(n + 1).map((b) => ({ id: `${a}--${b}`, ends: [a, b] })))
    .filter(({ id }) => !unjoined.includes(id));
};

// All tickets that may be meant, each wherever it may be in the text.
const occurrences = (row, places, known) =>
  known.flatMap((ticket) => {
    const { ends, form = "pair", points } = ticket, [a, b] = ends.map((end) => places.get(end) ?? []);
    const ways = form !== "pair" ? runs(row, ends, places, form)
      : pairs(a, b).map((parts) => together(row, parts));
    return ways.filter(Boolean).flatMap((one) => numbered(row, { ...one, ticket }, points));
  });

// Those that together explain the text at the least cost, in its order: `best` has for each letter the least
// cost of all up to there, and what ends there then.
const cheapest = (row, all) => {
  const ending = new Map(), best = [{ cost: 0 }];
  for (const one of all) ending.set(one.to, [...(ending.get(one.to) ?? []), one]);
  for (let k = 1; k <= row.letters.length; k++) {
    best[k] = { cost: best[k - 1].cost + SKIP, before: k - 1 };
    for (const one of ending.get(k) ?? []) {
      const cost = best[one.from].cost + one.cost;
      if (cost < best[k].cost) best[k] = { cost, before: one.from, one };
    }
  }
  const taken = [];
  for (let k = row.letters.length; k; k = best[k].before) if (best[k].one) taken.unshift(best[k].one);
  return taken;
};

const sameCard = (one, other) => `${one.ends} ${one.points}` === `${other.ends} ${other.points}`;

// Gives a ticket without a number a free one beside it: it differs from the card, and is shown too.
const takeNumber = ({ numbers }, one, taken) => {
  const number = numbers.find((other) => apartBy(one, other) <= FREE
    && !taken.some((each) => overlap(each, other)));
  if (!number) return;
  Object.assign(one, { number, from: Math.min(one.from, number.from), to: Math.max(one.to, number.to) });
};

// Whether a match has at most one wrong letter in five.
const isClear = ({ wrong, length }) => wrong * 5 <= length;

// Whether a number that no card confirms is this ticket's without doubt: plain figures close by, and it is in
// this ticket's line alone, or every ticket of the text has one and none is left over.
const isOwn = (row, { number, parts }, taken) => {
  const ends = { from: parts[0].from, to: parts.at(-1).to };
  const isSettled = taken.every((one) => one.number)
    && row.numbers.every((number) => taken.some((one) => one.number === number));
  const others = [...row.numbers.filter((other) => other !== number),
    ...taken.flatMap((one) => (one.parts === parts ? [] : one.parts))];
  const isInLine = !isBroken(row, ends, number) && others.every((other) => isBroken(row, number, other));
  return number.isPlain && apartBy(ends, number) <= FREE && (isSettled || isInLine);
};

// Whether nobody needs to look twice at what is taken for a ticket. `others` are other tickets that fit
// there; `hasStray` says that there may be another place.
const isSure = ({ parts, number, inside, ticket, cost }, others, hasStray) => {
  const hasRival = others.some((other) => other.cost - cost < MARGIN && !sameCard(other.ticket, ticket));
  const agrees = !number || !ticket.points || ticket.points.includes(number.value);
  const isScattered = parts.some(({ from: start }, n) => n && start - parts[n - 1].to > 2 * FREE);
  const isWhole = parts.length === ticket.ends.length;
  return parts.every(isClear) && agrees && isWhole && !hasRival && !inside && !isScattered && !hasStray;
};

// The text that two letters of the row stand for, with all between them.
const textOf = ({ words, text }, from, to) => {
  const its = words.filter((word) => word.to > from && word.from < to);
  return its.length ? text.slice(its[0].index, its.at(-1).end).replace(/\s*\n\s*/g, " ") : "";
};

// The other tickets that fit the same letters, not much worse; the best first.
const rivals = (one, all) => all.filter((other) => other.ticket !== one.ticket
  && other.cost - one.cost < OTHERS && shared(one, other) * 2 > one.to - one.from)
  .sort((a, b) => a.cost - b.cost);

// Makes a reader for a board: `places` has all names of each place by its id, `tickets` its cards, each with
// id, form, ends and points. Without tickets any two places may be one, by the name of the pair, but for
// those that are `unjoined`.
//
// It returns what it finds in a text, in the text's order: the piece of text, its ends, the number that is
// there (or null), the tickets that may be meant with the likeliest first, and whether it is sure; of a sure
// one only copies are left. A line without a ticket is a reading without ends, and with the tickets of the
// places that are in it.
export const reader = ({ places: known, tickets = null, unjoined = [] }) => {
  const names = Object.entries(known).map(([place, all]) => [place, spellings(all)]);
  return (text) => {
    const row = rowOf(text.slice(0, LONGEST)), places = placesIn(row, names);
    const all = occurrences(row, places, tickets ?? pairsOf(places, unjoined)), taken = cheapest(row, all);
    const clear = apart([...places.values()].flat()).filter(isClear);
    const used = taken.flatMap(({ parts }) => parts);
    const free = clear.filter((place) => !used.some((part) => overlap(part, place)));
    for (const one of taken) if (!one.number) takeNumber(row, one, taken);
    const judged = taken.map((one, n) => {
      const others = rivals(one, all);
      const after = taken[n - 1]?.to ?? 0, until = taken[n + 1]?.from ?? row.letters.length;
      const isBeside = free.some(({ from, to }) => from >= after && to <= until);
      const fitsBetter = (part) => clear.some((other) => overlap(part, other) && gain(other) < gain(part));
      const hasStray = isBeside || one.parts.some(fitsBetter);
      const isConfirmed = tickets || !one.number || isOwn(row, one, taken);
      return { one, others, sure: isConfirmed && isSure(one, others, hasStray) };
    });
    // Nothing is offered with a place that is part of another ticket for certain.
    const settled = judged.flatMap(({ one, sure }) => (sure ? one.parts : []));
    const readings = judged.map(({ one, others, sure }) => {
      const left = others.filter(({ parts }) =>
        sure || !parts.some((part) => settled.some((other) => overlap(part, other))));
      const meant = [one, ...left].map(({ ticket }) => ticket);
      return {
        from: one.from, text: textOf(row, one.from, one.to), ends: one.parts.map(({ place }) => place),
        number: one.number?.value ?? null, sure,
        tickets: [...new Set(meant.filter((ticket) => !sure || sameCard(ticket, meant[0]))
          .map(({ id }) => id))],
      };
    });
    return [...readings, ...unread(row, taken, free, tickets ?? [])].sort((a, b) => a.from - b.from);
  };
};

// The readings of lines without a ticket: `free` are the places that are in no ticket.
const unread = (row, taken, free, tickets) => {
  const ends = [...new Set([...row.breaks, row.letters.length])];
  return ends.map((to, n) => ({ from: ends[n - 1] ?? 0, to })).filter((line) => line.to - line.from >= FREE
    && !taken.some((one) => overlap(one, line))).map((line) => {
    const here = free.filter((place) => overlap(place, line)).map(({ place }) => place);
    const its = tickets.filter((ticket) => ticket.ends.some((end) => here.includes(end)));
    return { from: line.from, text: textOf(row, line.from, line.to), ends: [], number: null, sure: false,
      tickets: its.map(({ id }) => id) };
  });
};
