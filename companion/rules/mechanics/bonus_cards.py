"""Bonus cards: some of all the cards are laid out before a game, and only these bonuses are paid."""

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar

from pydantic import Field

from companion.boards.model import Board
from companion.i18n import N_, NN_, Text
from companion.rules.counters import Counter, Option
from companion.rules.counting import HiddenCount
from companion.rules.log import Entry
from companion.rules.mechanics.mechanic import Mechanic
from companion.rules.table import Table
from companion.rules.tie_breaks import TieBreak

OPTION = "bonus-cards"
CAPITALS = "capital-counts"


class BonusCards(Mechanic):
    """`cards` is how many are laid out; the variants list all of them with their worth."""

    cards: Annotated[int, Field(ge=1, le=9)]

    unknown_to_phones: ClassVar[frozenset[str]] = frozenset()
    entries: ClassVar[tuple[type[Entry], ...]] = (HiddenCount,)

    tie_breaks: ClassVar[tuple[TieBreak, ...]] = (
        TieBreak(
            "bonus-cards",
            key=lambda one: sum(item.points > 0 for item in one.bonuses),
            most=N_("the most bonus cards scored"),
            decided=N_("{name} scores {count}, {others}"),
            count=NN_("{count} bonus card", "{count} bonus cards"),
        ),
    )
    heading: ClassVar[str] = N_("Bonus cards")

    def in_the_box(self, _board: Board) -> Iterator[tuple[Text, int, str]]:
        yield NN_("{n} bonus card in a game", "{n} bonus cards in a game"), self.cards, ""

    def rules(self, _board: Board) -> Iterator[str]:
        yield N_("You only score the bonuses whose cards are laid out before the game.")

    def options(self, board: Board) -> Mapping[str, Option]:
        """Which cards are laid out, and whether one of them counts tickets or routes to capitals."""
        names = dict.fromkeys(name for variant in board.variants.values() for name in variant.bonuses)
        return {
            OPTION: Option(tuple(names), several=self.cards, wording=N_("Which bonus cards are on the table?")),
            CAPITALS: Option(
                ("tickets", "routes"),
                "tickets",
                wording=N_("What counts for Capital Investment?"),
                words=(N_("Tickets to a capital"), N_("Routes to a capital")),
            ),
        }

    def counters(self, _board: Board, _variant: str, _players: int | None) -> Mapping[str, Counter]:
        """The locomotives in hand, which one card counts."""
        return {"locomotives": Counter(N_("Locomotives in hand"), hidden=True)}

    def begin(self, table: Table) -> None:
        """Only the cards that are laid out are paid."""
        laid_out = table.setup.options.get(OPTION, ())
        table.bonuses = {name: table.bonuses[name] for name in laid_out if name in table.bonuses}
