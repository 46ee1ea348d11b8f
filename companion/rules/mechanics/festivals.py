"""Festivals: cards lie at the cities. Who claims a route takes all that lie at one of its ends."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from companion.boards.model import Board
from companion.i18n import N_
from companion.rules.counters import Counter
from companion.rules.counting import Count, TakingClaim
from companion.rules.extra_actions import Choice
from companion.rules.log import Claim, Entry
from companion.rules.mechanics.mechanic import Mechanic
from companion.rules.table import Table
from companion.validation import Complaint


class Festivals(Mechanic):
    """A stack lies at the cities tagged with its name; the variant lists its cards and their worth."""

    unknown_to_phones: ClassVar[frozenset[str]] = frozenset()
    entries: ClassVar[tuple[type[Entry], ...]] = (Count, TakingClaim)

    def wrong(self, board: Board) -> Iterator[Complaint]:
        """Stacks that lie at no city of the board."""
        on_board = {tag for city in board.cities for tag in city.tags}
        for variant in board.variants:
            for stack in stacks(board, variant).keys() - on_board:
                yield Complaint((), "wrong-board", {"name": stack}, "no-city-with")

    def choices(self, table: Table, claim: Claim) -> Iterator[Choice]:
        """Taking cards of the stacks that lie at either end of the route."""
        at_ends = {tag for end in table.board.route[claim.route].ends for tag in table.board.city[end].tags}
        for stack, values in stacks(table.board, table.setup.variant).items():
            if stack in at_ends:
                yield Choice("takes", stack, len(values), N_("Festival card: {thing}"))

    def counters(self, board: Board, variant: str, _players: int | None) -> Mapping[str, Counter]:
        """How many cards of each stack."""
        counters = {}
        for stack, values in stacks(board, variant).items():
            name = " / ".join(city.name for city in board.cities if stack in city.tags)
            counters[stack] = Counter(name, len(values), taken=True)
        return counters


def stacks(board: Board, variant: str) -> dict[str, list[int]]:
    """The stacks of a variant by id, each with what one, two, … of its cards are worth."""
    paid = board.variants[variant].bonuses.get("festivals", {})
    return {f"festival-{name}": values for name, values in paid.items()}
