"""Finding cities and routes by what somebody types: "den om", "wien ber", in any of a city's names. Pure."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

from companion.boards.base import joined
from companion.boards.model import Board, City
from companion.languages import plain, sort_key

# How the same letters are written by whoever has no key for them.
SPELT: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})
MOST_WORDS: Final = 8

_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Matches:
    """The pairs of cities and the cities that a typed text may mean, the likeliest first."""

    pairs: tuple[str, ...] = ()
    cities: tuple[str, ...] = ()


def search(board: Board, typed: str, among: Collection[str] | None = None) -> Matches:
    """Finds cities and pairs by a typed text: beginnings of words are enough, the two cities in either order.

    Pairs are those of routes, or those `among` which to look, such as a variant's tickets.
    """
    words = words_of(typed)[:MOST_WORDS]
    if not words:
        return Matches()
    whole = _fitting(board, words)
    cities = sorted(whole, key=lambda city: (whole[city], sort_key(board.city[city].name)))
    pairs = board.pairs if among is None else among
    return Matches(tuple(_pairs(board, words, pairs)), tuple(cities))


def words_of(text: str) -> list[str]:
    """The words of a text without accents, hyphens and capitals."""
    return _WORD.findall(plain(text))


def _pairs(board: Board, words: Sequence[str], pairs: Collection[str]) -> list[str]:
    """The pairs of which one city fits the first words, and the other one the rest."""
    cost: dict[str, int] = {}
    for cut in range(1, len(words)):
        one, other = _fitting(board, words[:cut]), _fitting(board, words[cut:])
        for a, b in product(one, other):
            pair = joined(a, b)
            if pair in pairs:
                cost[pair] = min(cost.get(pair, 99), one[a] + other[b])
    return sorted(cost, key=lambda pair: (cost[pair], pair))


def _fitting(board: Board, words: Sequence[str]) -> dict[str, int]:
    """The cities that the words may mean: 0 where they begin the printed name, more where they fit less well."""
    costs = {city.id: min(_costs(city, words), default=None) for city in board.cities}
    return {city: cost for city, cost in costs.items() if cost is not None}


def _costs(city: City, words: Sequence[str]) -> Iterator[int]:
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
