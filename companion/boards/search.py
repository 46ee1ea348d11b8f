"""Search for cities and routes by typed text such as "den om" or "wien ber", in any name of a city. Pure."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

from companion.boards.base import joined
from companion.boards.model import Board, City
from companion.languages import plain, sort_key

# How people type these letters if their keyboard lacks them.
SPELT: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})
MOST_WORDS: Final = 8
WORSE_THAN_ALL: Final = 99  # more than any pair of matches costs

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
    costs = _fitting(board, words)
    cities = sorted(costs, key=lambda city: (costs[city], sort_key(board.city[city].name)))
    pairs = board.pairs if among is None else among
    return Matches(tuple(_pairs(board, words, pairs)), tuple(cities))


def typed_pairs(board: Board, words: Sequence[str], first: str | None = None) -> list[str]:
    """The pairs of ends that a typed ticket may join and that match these words, best first.

    With a `first` end that was chosen before, the words are about the other.
    """
    words = words[:MOST_WORDS]
    divided: list[tuple[dict[str, int], dict[str, int]]]  # the ends that fit the words before and after a division
    if first:
        divided = [({first: 0}, _fitting_ends(board, words))]
    else:
        cuts = range(1, len(words))
        divided = [(_fitting_ends(board, words[:cut]), _fitting_ends(board, words[cut:])) for cut in cuts]
    cost: dict[str, int] = {}
    for ones, others in divided:
        for a, b in product(ones, others):
            if board.may_join(a, b):
                pair = joined(a, b)
                cost[pair] = min(cost.get(pair, WORSE_THAN_ALL), ones[a] + others[b])
    return sorted(cost, key=lambda pair: (cost[pair], pair))


def typed_ends(board: Board, words: Sequence[str]) -> list[str]:
    """The ends of typed tickets, cities and countries, that match these words, best first."""
    fitting = _fitting_ends(board, words[:MOST_WORDS]) if words else {}
    return sorted(fitting, key=lambda end: (fitting[end], sort_key(board.end_name(end))))


def _fitting_ends(board: Board, words: Sequence[str]) -> dict[str, int]:
    """The ends of typed tickets, cities and countries, that match these words, each with its cost (see `_fitting`).

    A country is found by the names of its borders as well.
    """
    places = _fitting(board, words)
    ends = {place: cost for place, cost in places.items() if place in board.typed_ends}
    for country in board.countries:
        costs = [places[place] for place in country.places if place in places and board.city[place].kind == "border"]
        if _begins(words_of(country.name), words):
            costs.append(0)
        if costs:
            ends[country.id] = min(costs)
    return ends


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
                cost[pair] = min(cost.get(pair, WORSE_THAN_ALL), one[a] + other[b])
    return sorted(cost, key=lambda pair: (cost[pair], pair))


def _fitting(board: Board, words: Sequence[str]) -> dict[str, int]:
    """The places that match the words, with a cost: 0 for the start of the printed name, more for worse matches."""
    costs = {city.id: min(_costs(city, words), default=None) for city in board.cities}
    return {city: cost for city, cost in costs.items() if cost is not None}


def _costs(city: City, words: Sequence[str]) -> Iterator[int]:
    """The cost of each of a place's names that fits the words.

    0 is the start of the printed name, 1 the start of another name, 2 a later word of any name.
    """
    for name in (city.name, *city.also):
        for spelling in {name, name.casefold().translate(SPELT)}:
            parts = words_of(spelling)
            if _begins(parts, words):
                yield 0 if name == city.name else 1
            elif any(_begins(parts[start:], words) for start in range(1, len(parts))):
                yield 2


def _begins(parts: Sequence[str], words: Sequence[str]) -> bool:
    """Whether the first word begins the first part of a name, the second word the second part, and so on."""
    return len(words) <= len(parts) and all(part.startswith(word) for part, word in zip(parts, words, strict=False))
