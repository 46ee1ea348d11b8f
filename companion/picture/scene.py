"""The state of a picture, besides the board itself: who owns what, and what is pointed out."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Walk:
    """A path to draw: its routes in order, and its cities, one more than routes.

    `borrowed` are routes of other players used by stations. Without routes only the cities are marked.
    """

    cities: tuple[str, ...]
    routes: tuple[str, ...]
    borrowed: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Scene:
    """The state of a picture; the default is the board as printed.

    `owners` (by route id) and `stations` (by city id) give the colour of a player. `shared` gives the second owner
    of a route that has two. `candidates` are routes offered for choice, numbered from 1 in this order.
    """

    owners: Mapping[str, str] = field(default_factory=dict)
    stations: Mapping[str, str] = field(default_factory=dict)
    shared: Mapping[str, str] = field(default_factory=dict)
    last: str | None = None
    candidates: tuple[str, ...] = ()
    journey: Walk | None = None
    longest: Walk | None = None
    big_cities: tuple[str, ...] = ()
