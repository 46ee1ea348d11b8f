"""The state of a picture, besides the board itself: who owns what, and what is pointed out."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Walk:
    """Routes one after another, and the cities they lead through: one more city than routes.

    `borrowed` are those of another player, used by way of a station. Without routes it points at the cities alone.
    """

    cities: tuple[str, ...]
    routes: tuple[str, ...]
    borrowed: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Scene:
    """The state of a picture. Without anything it is the board as printed.

    `owners` says by route id, and `stations` by city id, whose they are: by colour, as game records do. `shared`
    names the second owner of a route that has two.
    `candidates` are offered in this order, numbered from 1.
    """

    owners: Mapping[str, str] = field(default_factory=dict)
    stations: Mapping[str, str] = field(default_factory=dict)
    shared: Mapping[str, str] = field(default_factory=dict)
    last: str | None = None
    candidates: tuple[str, ...] = ()
    journey: Walk | None = None
    longest: Walk | None = None
    big_cities: tuple[str, ...] = ()
