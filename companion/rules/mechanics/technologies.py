"""Technologies: cards that players buy during the game. Most permit claims; some score, see the bonus."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationInfo

from companion.boards.base import Id, Line
from companion.boards.model import Board
from companion.i18n import N_, NN_, Text
from companion.rules.broken_rules import RuleBroken
from companion.rules.claim_order import order_unknown
from companion.rules.extra_actions import Act
from companion.rules.log import AllowedNames, Claim, Entry, PlayerColor, Turn
from companion.rules.mechanics.mechanic import Mechanic
from companion.rules.members import Means
from companion.rules.notices import Notice
from companion.validation import wrong

if TYPE_CHECKING:
    from companion.rules.table import Made, Table

NAME: Final = "technologies"


class CardHeld(RuleBroken):
    """A player has one card of each kind."""

    code = "card-held"
    wording = N_("{player} already has {card}")
    rule = N_("You can have each technology once. If one goes back after use, you can buy it again.")


class Card(BaseModel):
    """A kind of card: what it costs, what it permits or scores for, and when it is returned."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    name: Line
    cost: Annotated[int, Field(ge=1, le=9)]
    copies: Annotated[int, Field(ge=1, le=9)] | None = None  # in the box, if there is not one for each player
    returns: Literal["shared", "turn"] | None = None
    variants: tuple[Id, ...] = Field(default=(), strict=False)  # the only ones that play with it; empty for all
    regions: tuple[Id, ...] = Field(default=(), strict=False)  # it permits routes with an end there
    lengths: tuple[int, ...] = Field(default=(), strict=False)  # it permits routes of these lengths
    ferries: bool = False  # it permits ferries
    shared: bool = False  # it permits claims of what somebody else has
    scores: Literal["route", "ferry", "ticket", "most-tickets", "longest-path"] | None = None

    def is_required(self, board: Board, claim: Claim) -> bool:
        """Whether a claim requires this card: its route is of those that the card permits."""
        route = board.route[claim.route]
        return (
            any(board.city[end].region in self.regions for end in route.ends)
            or route.length in self.lengths
            or (self.ferries and route.ferry > 0)
        )


@dataclass(slots=True)
class Bought:
    """The purchases of cards that the log contains."""

    places: dict[tuple[str, str], int] = field(default_factory=dict)  # player and card -> place of the first purchase
    held: dict[str, list[str]] = field(default_factory=dict)  # card -> its present holders
    crowded: dict[str, dict[str, None]] = field(default_factory=dict)  # card -> holders, when they were too many
    lacking: list[tuple[Made, tuple[str, ...]]] = field(default_factory=list)  # a claim and the cards it lacked


def _card(name: str, info: ValidationInfo) -> str:
    """Refuses a technology that this variant does not have."""
    allowed: AllowedNames | None = info.context
    if allowed and allowed.board:
        cards = Technologies.model_validate(allowed.board.mechanics[NAME]).played(allowed.variant)
        if name not in cards:
            wording = N_("there's no technology {name}; choose one of {known}")
            wrong("unknown-card", wording=wording, name=name, known=list(cards))
    return name


class Buy(Entry):
    """A technology was bought, at the start of a turn."""

    wording = N_("{player} bought {card}")

    type: Literal["buy"]
    player: PlayerColor
    card: Annotated[Id, Means("thing"), AfterValidator(_card)]


class Technologies(Mechanic):
    """`cards` are those of the box; routes with an end in one of the `free_regions` require none."""

    cards: Mapping[Id, Card]
    free_regions: tuple[Id, ...] = Field(default=(), strict=False)

    unknown_to_phones: ClassVar[frozenset[str]] = frozenset()
    figures_of: ClassVar[str] = "cards"
    entries: ClassVar[tuple[type[Entry], ...]] = (Buy,)
    broken_rules: ClassVar[tuple[type[RuleBroken], ...]] = (CardHeld,)
    player_members: ClassVar[Mapping[str, Any]] = {"technologies": list[str]}
    heading: ClassVar[str] = N_("Technologies")

    def in_the_box(self, board: Board) -> Iterator[tuple[Text, int, str]]:
        cards = {name: card for variant in board.variants for name, card in self.played(variant).items()}
        for name, card in cards.items():
            yield NN_("{thing}: {n} locomotive", "{thing}: {n} locomotives"), card.cost, name

    def rules(self, _board: Board) -> Iterator[str]:
        yield N_("At the start of your turn you can buy one technology with locomotives. It doesn't use your turn.")
        yield N_(
            "Some technologies let you claim certain routes: those in a country, those of a certain length, or "
            "ferries. "
            "Trackside warns you if you don't have the one you need."
        )

    def names(self, _board: Board) -> Mapping[str, str]:
        return {name: card.name for name, card in self.cards.items()}

    def played(self, variant: str | None) -> dict[str, Card]:
        """The cards of a variant, by id."""
        return {n: card for n, card in self.cards.items() if not card.variants or variant in (None, *card.variants)}

    def figures(self, table: Table, player: str) -> Iterator[tuple[Text, int]]:
        yield NN_("{n} card", "{n} cards"), sum(player in held for held in bought(table).held.values())

    def values_of_player(self, table: Table, player: str) -> Mapping[str, Any]:
        return {"technologies": [card for card, held in bought(table).held.items() if player in held]}

    def acts(self, table: Table, player: str, at: str = "") -> Iterator[Act]:
        """Buying each card that the player does not have; it is about no place, so not if `at` is one."""
        if at:
            return
        wording = NN_("{card}, {n} locomotive", "{card}, {n} locomotives")
        for name, card in self.played(table.setup.variant).items():
            if player not in bought(table).held.get(name, ()):
                yield Act("buy", {"card": name}, wording, price=card.cost, heading=N_("Buy a technology"))

    def begin(self, table: Table) -> None:
        table.memory[NAME] = Bought()

    def read(self, table: Table, place: int, entry: Entry) -> None:
        """Notes what was bought, which claims lack a technology, and which cards go back with this turn."""
        if isinstance(entry, Buy):
            self._buy(table, place, entry)
        elif isinstance(entry, Claim):
            self._claim(table, entry)
        if isinstance(entry, Turn):
            for card in self._returning(entry):
                holders = bought(table).held.get(card, [])
                if entry.player in holders:
                    holders.remove(entry.player)

    def _buy(self, table: Table, place: int, entry: Buy) -> None:
        """Gives a player a technology; notes it if the box has fewer copies."""
        purchases, player = bought(table), entry.player
        holders = purchases.held.setdefault(entry.card, [])
        if player in holders:
            raise CardHeld(place, table.board, table.setup, player=player, card=entry.card)
        holders.append(player)
        purchases.places.setdefault((player, entry.card), place)
        copies = self.played(table.setup.variant)[entry.card].copies
        if copies is not None and len(holders) > copies:
            purchases.crowded.setdefault(entry.card, {}).update(dict.fromkeys(holders))

    def _claim(self, table: Table, claim: Claim) -> None:
        """Notes a claim that its player lacks a technology for."""
        purchases, board = bought(table), table.board
        free = any(board.city[end].region in self.free_regions for end in board.route[claim.route].ends)
        cards = self.played(table.setup.variant).items()
        needed = [name for name, card in cards if not free and card.is_required(board, claim)]
        needed += [name for name, card in cards if card.shared and getattr(claim, "shared", False)]
        if lacking := tuple(card for card in needed if claim.player not in purchases.held.get(card, ())):
            purchases.lacking.append((table.claims[claim.route, claim.player], lacking))

    def _returning(self, turn: Turn) -> list[str]:
        """The cards that go back to the box with this turn."""
        occasions = ("turn", "shared") if getattr(turn, "shared", False) else ("turn",)
        return [name for name, card in self.cards.items() if card.returns in occasions]

    def notices(self, table: Table) -> Iterator[Notice]:
        """Claims without their technology, more cards than the box has, points that depend on an unknown order."""
        purchases = bought(table)
        for made, cards in purchases.lacking:
            yield from _not_bought(table, made, cards)
        for card, players in purchases.crowded.items():
            wording = N_("{names} have {things} at the same time, more than the box has; is it a mistake?")
            holders = tuple(color for color in table.setup.colors if color in players)
            asks = N_("None left in the box: {things}. Buy anyway?")
            yield Notice("card-held-twice", holders, things=(card,), wording=wording, asks=asks)
        by_order = {name for name, card in self.cards.items() if card.scores in ("route", "ferry")}
        buyers = {player for player, card in purchases.places if card in by_order}
        out_of_order = {made.claim.player for made in table.claims.values() if not table.in_order(made)}
        yield from order_unknown(table, buyers & out_of_order)


def _not_bought(table: Table, made: Made, cards: Iterable[str]) -> Iterator[Notice]:
    """A notice that a claim lacks required cards; if the order is unknown, a card bought at any time will do."""
    player, in_order = made.claim.player, table.in_order(made)
    missing = tuple(card for card in cards if in_order or (player, card) not in bought(table).places)
    if missing:
        wording = N_("{name} claimed {routes} without {things}; is a purchase missing?")
        asks = N_("{name} doesn't have {things}. Claim anyway?")
        yield Notice("not-bought", (player,), (), made.place, (made.claim.route,), missing, wording, asks)


def bought(table: Table) -> Bought:
    """The purchases at a table."""
    purchases: Bought = table.memory[NAME]
    return purchases
