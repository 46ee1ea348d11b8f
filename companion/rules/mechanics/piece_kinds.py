"""Pieces of several kinds: players choose how many of each before the game, and may exchange some later."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar, Final, Literal

from pydantic import AfterValidator, Field, ValidationInfo

from companion.boards.base import Id
from companion.boards.model import Board
from companion.i18n import N_, NN_, Text
from companion.rules.broken_rules import RuleBroken
from companion.rules.extra_actions import Act
from companion.rules.log import AllowedNames, Claim, Entry, PlayerColor, ThingId, Turn
from companion.rules.mechanics.mechanic import Ending, Mechanic, Supply
from companion.validation import wrong

if TYPE_CHECKING:
    from companion.rules.table import Table

NAME: Final = "piece-kinds"
Kinds = Mapping[Id, Annotated[int, Field(ge=0, le=99)]]  # a number of pieces of each kind

TEXTS: Final[Mapping[str, Text]] = {"train": NN_("{n} train", "{n} trains"), "ship": NN_("{n} ship", "{n} ships")}


class TooFewPieces(RuleBroken):
    """A player can only give back pieces that they have."""

    code = "pieces"
    wording = N_("{player} doesn't have {n} to give back; exchange fewer")
    rule = N_("You can't give back more than you have, or take more than the box has left.")


class BoxLimit(RuleBroken):
    """The box has a limited number of pieces of each kind for a player."""

    code = "pieces"
    wording = N_("the box has {most} for each player, and {player} already had {had}; exchange fewer")


@dataclass(slots=True)
class Stock:
    """A player's pieces: how many of each kind they took from the box in all, and how many they exchanged."""

    had: dict[str, int]
    exchanged: int = 0


def _kind(name: str, info: ValidationInfo) -> str:
    """Refuses a kind of piece that the board does not have."""
    allowed: AllowedNames | None = info.context
    if allowed and allowed.board:
        kinds = list(allowed.board.mechanics[NAME]["start"])
        if name not in kinds:
            wrong(
                "wrong-value",
                wording=N_("there's no kind of piece called {name}; choose one of {known}"),
                name=name,
                known=kinds,
            )
    return name


class Exchange(Turn):
    """A turn that exchanged `n` pieces of the other kind for pieces of the kind `to`."""

    wording = N_("{player} exchanged pieces for {to} ({n})")

    type: Literal["exchange"]
    player: PlayerColor
    n: Annotated[int, Field(ge=1)]
    to: Annotated[ThingId, AfterValidator(_kind)]
    late: bool = False


class PieceKinds(Mechanic):
    """`start` is the default number of each kind, `most` the number that the box has for each player."""

    start: Kinds
    most: Kinds

    unknown_to_phones: ClassVar[frozenset[str]] = frozenset()
    figures_of: ClassVar[str] = "pieces"
    entries: ClassVar[tuple[type[Entry], ...]] = (Exchange,)
    broken_rules: ClassVar[tuple[type[RuleBroken], ...]] = (TooFewPieces,)
    heading: ClassVar[str] = N_("Trains and ships")
    before: ClassVar[str] = N_("Choose how many trains and ships everyone takes")
    ending: ClassVar[Ending | None] = Ending(
        rule=NN_(
            "When a player ends a turn with {n} piece or fewer, trains and ships together, the final round begins.",
            "When a player ends a turn with {n} pieces or fewer, trains and ships together, the final round begins.",
        ),
        begun=NN_("Final round: {name} has {n} piece left.", "Final round: {name} has {n} pieces left."),
        begun_with_none=N_("Final round: {name} has no pieces left."),
    )

    def rules(self, _board: Board) -> Iterator[str]:
        yield N_("Before the game you choose how many trains and how many ships you take.")
        yield N_("Train spaces take trains and ship spaces take ships. You need enough of each.")
        yield N_("You can use your turn to exchange pieces of one kind for the other. You lose a point for each.")
        yield N_("A train track and a ship track between the same two places aren't a double route.")

    def names(self, _board: Board) -> Mapping[str, str]:
        return {"train": N_("trains"), "ship": N_("ships")}

    def kinds(self) -> Mapping[str, Supply]:
        return {kind: Supply(usual, self.most[kind]) for kind, usual in self.start.items()}

    def begin(self, table: Table) -> None:
        """Gives every player their pieces: those they chose, else the usual ones."""
        stocks: dict[str, Stock] = {}
        table.memory[NAME] = stocks
        for player in table.setup.players:
            pieces = dict(self.start if player.pieces is None else player.pieces)
            stocks[player.color] = Stock(dict(pieces))
            table.stock |= {(player.color, kind): n for kind, n in pieces.items()}
            table.trains[player.color] = sum(pieces.values())

    def figures(self, table: Table, player: str) -> Iterator[tuple[Text, int]]:
        for kind, n in (table.pieces_left(player) or {}).items():
            yield TEXTS[kind], n

    def acts(self, table: Table, player: str, at: str = "") -> Iterator[Act]:
        """Exchanging pieces for another kind, as far as the box has them; about no place, so not if `at` is one."""
        if at:
            return
        own = stock(table, player)
        for to in self.start:
            other = next(kind for kind in self.start if kind != to)
            most = min(table.stock[player, other], self.most[to] - own.had[to])
            if most > 0:
                yield Act(
                    "exchange", {"to": to}, N_("Exchange for {to}"), most, N_("Exchange: lose a point for each")
                )

    def read(self, table: Table, place: int, entry: Entry) -> None:
        """Takes a claim's pieces from the player's stock, or exchanges pieces."""
        if isinstance(entry, Claim):
            kind = table.board.route[entry.route].pieces
            table.stock[entry.player, kind] -= table.took(entry)
        elif isinstance(entry, Exchange):
            self._exchange(table, place, entry)

    def _exchange(self, table: Table, place: int, entry: Exchange) -> None:
        """Exchanges pieces of one kind for the other. Refused beyond what the player or the box has."""
        details: dict[str, str | int]
        own, to, n = stock(table, entry.player), entry.to, entry.n
        other = next(kind for kind in self.start if kind != to)
        left = table.stock[entry.player, other]
        if left < n:
            details = {"player": entry.player, "kind": other, "left": left, "n": n}
            raise TooFewPieces(place, table.board, table.setup, **details)
        if own.had[to] + n > self.most[to]:
            details = {"player": entry.player, "kind": to, "most": self.most[to], "had": own.had[to]}
            raise BoxLimit(place, table.board, table.setup, **details)
        for kind, change in ((other, -n), (to, n)):
            table.stock[entry.player, kind] += change
            own.had[kind] += change
        own.exchanged += n


def stock(table: Table, player: str) -> Stock:
    """A player's pieces, as this mechanic remembers them."""
    own: Stock = table.memory[NAME][player]
    return own
