"""Search for cities and routes by typed text such as "den om" or "wien ber", in any name of a city. Pure."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

from companion.boards.base import joined
from companion.boards.model import Board, City
from companion.languages import plain, sort_key

# How people type these letters without a key for them.
SPELT: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})
MOST_WORDS: Final = 8

_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Matches:
    """The pairs of cities, and the cities, that match a typed text, best first."""

    pairs: tuple[str, ...] = ()
    cities: tuple[str, ...] = ()


def search(board: Board, typed: str, among: Collection[str] | None = None) -> Matches:
    """The cities and pairs that match a typed text: beginnings of words suffice, the two cities in either order.

    Pairs are those with a route, or those in `among`, such as a variant's tickets.
    """
    words = words_of(typed)[:MOST_WORDS]
    if not words:
        return Matches()
    whole = _fitting(board, words)
    cities = sorted(whole, key=lambda city: (whole[city], sort_key(board.city[city].name)))
    pairs = board.pairs if among is None else among
    return Matches(tuple(_pairs(board, words, pairs)), tuple(cities))


def typed_pairs(board: Board, words: Sequence[str], first: str | None = None) -> list[str]:
    """The pairs of ends that a typed ticket may join and that match these words, best first.

    With a `first` end that was chosen before, the words are about the other.
    """
    words = words[:MOST_WORDS]
    parts = [words] if first else [words[:cut] for cut in range(1, len(words))]
    cost: dict[str, int] = {}
    for part in parts:
        ones = {first: 0} if first else _fitting_ends(board, part)
        others = _fitting_ends(board, words if first else words[len(part) :])
        for a, b in product(ones, others):
            if board.may_join(a, b):
                cost[joined(a, b)] = min(cost.get(joined(a, b), 99), ones[a] + others[b])
    return sorted(cost, key=lambda pair: (cost[pair], pair))


def typed_ends(board: Board, words: Sequence[str]) -> list[str]:
    """The ends of typed tickets, cities and countries, that match these words, best first."""
    fitting = _fitting_ends(board, words[:MOST_WORDS]) if words else {}
    return sorted(fitting, key=lambda end: (fitting[end], sort_key(board.end_name(end))))


def _fitting_ends(board: Board, words: Sequence[str]) -> dict[str, int]:
    """The same for cities and countries, with a cost; a country has the names of its borders as well."""
    fitting = _fitting(board, words)
    costs = {end: cost for end, cost in fitting.items() if end in board.typed_ends}
    for country in board.countries:
        named = [0] if _begins(words_of(country.name), words) else []
        borders = [fitting[p] for p in country.places if p in fitting and board.city[p].kind == "border"]
        if named or borders:
            costs[country.id] = min(named + borders)
    return costs


def words_of(text: str) -> list[str]:
    """The words of a text without accents, hyphens and capitals."""
    return _WORD.findall(plain(text))


def _pairs(board: Board, words: Sequence[str], pairs: Collection[str]) -> list[str]:
    """The pairs of which one city matches the first words and the other city the rest, best first."""
    cost: dict[str, int] = {}
    for cut in range(1, len(words)):
        one, other = _fitting(board, words[:cut]), _fitting(board, words[cut:])
        for a, b in product(one, other):
            pair = joined(a, b)
            if pair in pairs:
                cost[pair] = min(cost.get(pair, 99), one[a] + other[b])
    return sorted(cost, key=lambda pair: (cost[pair], pair))


def _fitting(board: Board, words: Sequence[str]) -> dict[str, int]:
    """The cities that match the words, with a cost: 0 for the start of the printed name, more for worse matches."""
    costs = {city.id: min(_costs(city, words), default=None) for city in board.cities}
    return {city: cost for city, cost in costs.items() if cost is not None}


def _costs(city: City, words: Sequence[str]) -> Iterator[int]:
    """How well a city fits the typed words, once for each of its names that does: 0 is best."""
    for place, name in enumerate((city.name, *city.also)):
        for spelling in {name, name.casefold().translate(SPELT)}:
            parts = words_of(spelling)
            if _begins(parts, words):
                yield 0 if place == 0 else 1
            elif any(_begins(parts[start:], words) for start in range(1, len(parts))):
                yield 2


def _begins(parts: Sequence[str], words: Sequence[str]) -> bool:
    """Whether each word begins the part of the name that is in its place."""
    return len(words) <= len(parts) and all(part.startswith(word) for part, word in zip(parts, words, strict=False))
