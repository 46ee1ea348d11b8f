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
    """A connected part of a network: its nodes, and the countries that it reaches (`abroad`)."""

    nodes: set[str]
    abroad: set[str]


class CountryCards(Mechanic):
    """The countries are border places; the variant lists the cards of each, the highest first."""

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
        countries = table.bonuses.get("country-cards", {}).keys()
        went_abroad = {owner for name, owner in table.owners.items() if countries & {*table.board.route[name].ends}}
        players = [
            color for color in table.setup.colors if color in went_abroad and not table.has_count(color, POINTS)
        ]
        if players and table.memory.get("order-unknown"):
            wording = N_("we don't know the order of claims, so the country cards of {names} are a guess; count them")
            yield Notice("order-unknown", tuple(players), things=(POINTS,), wording=wording)


def cards(table: Table, stacks: Mapping[str, Sequence[int]]) -> list[Card]:
    """The cards that everybody took, in the order of the claims in the log; `stacks` has those of each country."""
    left = {country: list(stack) for country, stack in stacks.items()}
    networks: dict[str, list[Part]] = {player: [] for player in table.setup.colors}
    all_taken: list[Card] = []
    for name, player in table.owners.items():
        route, parts = table.board.route[name], networks[player]
        joined = Part({*route.nodes}, {place for place, _node in route.borders if place in left})
        touched = [part for part in parts if not part.nodes.isdisjoint(route.nodes)]
        for part in touched:
            joined.nodes.update(part.nodes)
            joined.abroad.update(part.abroad)
        networks[player] = [*(part for part in parts if part not in touched), joined]
        has_new_country = all(part.abroad != joined.abroad for part in touched)
        if len(joined.abroad) > 1 and has_new_country:
            for country in stacks:
                if country in joined.abroad and left[country]:
                    all_taken.append(Card(player, country, left[country].pop(0)))
    return all_taken
