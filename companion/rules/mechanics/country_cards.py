"""Country cards: players who connect a neighbouring country to their network take cards, the highest first.

When a claim brings a country into a network that then has two or more, its player takes the top card of every country
of that network. So the cards follow from the order of claims; if that is unknown, players count them.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, NamedTuple

from companion.boards.model import Board
from companion.i18n import N_
from companion.rules.counters import Counter
from companion.rules.counting import Count
from companion.rules.log import Claim, Entry
from companion.rules.mechanics.mechanic import Mechanic
from companion.rules.notices import Notice
from companion.rules.table import Table

POINTS = "country-points"


class Card(NamedTuple):
    """A card that somebody took."""

    player: str
    country: str
    points: int


class Part(NamedTuple):
    """A connected part of a network: its nodes, and the countries that it reaches."""

    nodes: set[str]
    abroad: set[str]


class CountryCards(Mechanic):
    """The countries are border places; their cards stand in the variant, the dearest first."""

    unknown_to_phones: ClassVar[frozenset[str]] = frozenset()
    entries: ClassVar[tuple[type[Entry], ...]] = (Count,)

    def counters(self, _board: Board, _variant: str, _players: int | None) -> Mapping[str, Counter]:
        """The points of all of a player's cards together."""
        return {POINTS: Counter(N_("Points from country cards"))}

    def read(self, table: Table, _place: int, entry: Entry) -> None:
        """Remembers whether a claim was entered out of order."""
        if isinstance(entry, Claim) and (entry.late or not table.turns_followed):
            table.memory["order-unknown"] = True

    def notices(self, table: Table) -> Iterator[Notice]:
        """If claims were entered out of order, who took which card is a guess."""
        stacks = table.bonuses.get("country-cards", {})
        joined = {owner for name, owner in table.owners.items() if stacks.keys() & {*table.board.route[name].ends}}
        players = [p for p in table.setup.colors if p in joined and not table.has_count(p, POINTS)]
        if players and table.memory.get("order-unknown"):
            wording = N_("we don't know the order of claims, so the country cards of {names} are a guess; count them")
            yield Notice("order-unknown", tuple(players), things=(POINTS,), wording=wording)


def cards(table: Table, stacks: Mapping[str, Sequence[int]]) -> list[Card]:
    """The cards that everybody took, in the order of the claims in the log."""
    left = {country: list(stack) for country, stack in stacks.items()}
    networks: dict[str, list[Part]] = {player: [] for player in table.setup.colors}
    all_taken: list[Card] = []
    for name, player in table.owners.items():
        route, own = table.board.route[name], networks[player]
        touched = [part for part in own if not part.nodes.isdisjoint(route.nodes)]
        abroad = {place for place, _node in route.borders if place in left}
        joined = Part(
            {*route.nodes}.union(*(part.nodes for part in touched)), abroad.union(*(p.abroad for p in touched))
        )
        networks[player] = [*(part for part in own if part not in touched), joined]
        if len(joined.abroad) > 1 and all(part.abroad != joined.abroad for part in touched):
            taken = [country for country in stacks if country in joined.abroad and left[country]]
            all_taken += [Card(player, country, left[country].pop(0)) for country in taken]
    return all_taken
