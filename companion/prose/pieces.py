"""Words for the pieces that players place on routes, for each kind of piece."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from companion.i18n import N_, NN_, Text


@dataclass(frozen=True, slots=True)
class Words:
    """How a kind of piece is worded wherever it is counted. `{n}` is the number, `{name}` a player."""

    unit: tuple[str, str]  # the word alone, where its number stands beside it
    some: Text
    left: Text
    none_left: Text
    remaining: str  # the label of a number to type
    each: Text
    begun: Text  # why the final round has begun
    begun_none: str
    final: Text  # the rule of the final round
    spaces: Text  # what a space takes


TRAIN: Final = Words(
    unit=NN_("train", "trains"),
    some=NN_("{n} train", "{n} trains"),
    left=NN_("{n} train left", "{n} trains left"),
    none_left=N_("no trains left"),
    remaining=N_("trains left"),
    each=NN_("{n} train each", "{n} trains each"),
    begun=NN_("Final round: {name} has {n} train left.", "Final round: {name} has {n} trains left."),
    begun_none=N_("Final round: {name} has no trains left."),
    final=NN_(
        "When a player ends a turn with {n} train or fewer, the final round begins.",
        "When a player ends a turn with {n} trains or fewer, the final round begins.",
    ),
    spaces=NN_(
        "Every space takes a train. You start with {n}, and you can't claim a route that needs more "
        "than you have left.",
        "Every space takes a train. You start with {n}, and you can't claim a route that needs more "
        "than you have left.",
    ),
)
TAXI: Final = Words(
    unit=NN_("taxi", "taxis"),
    some=NN_("{n} taxi", "{n} taxis"),
    left=NN_("{n} taxi left", "{n} taxis left"),
    none_left=N_("no taxis left"),
    remaining=N_("taxis left"),
    each=NN_("{n} taxi each", "{n} taxis each"),
    begun=NN_("Final round: {name} has {n} taxi left.", "Final round: {name} has {n} taxis left."),
    begun_none=N_("Final round: {name} has no taxis left."),
    final=NN_(
        "When a player ends a turn with {n} taxi or fewer, the final round begins.",
        "When a player ends a turn with {n} taxis or fewer, the final round begins.",
    ),
    spaces=NN_(
        "Every space takes a taxi. You start with {n}, and you can't claim a route that needs more "
        "than you have left.",
        "Every space takes a taxi. You start with {n}, and you can't claim a route that needs more "
        "than you have left.",
    ),
)
BUS: Final = Words(
    unit=NN_("bus", "buses"),
    some=NN_("{n} bus", "{n} buses"),
    left=NN_("{n} bus left", "{n} buses left"),
    none_left=N_("no buses left"),
    remaining=N_("buses left"),
    each=NN_("{n} bus each", "{n} buses each"),
    begun=NN_("Final round: {name} has {n} bus left.", "Final round: {name} has {n} buses left."),
    begun_none=N_("Final round: {name} has no buses left."),
    final=NN_(
        "When a player ends a turn with {n} bus or fewer, the final round begins.",
        "When a player ends a turn with {n} buses or fewer, the final round begins.",
    ),
    spaces=NN_(
        "Every space takes a bus. You start with {n}, and you can't claim a route that needs more "
        "than you have left.",
        "Every space takes a bus. You start with {n}, and you can't claim a route that needs more "
        "than you have left.",
    ),
)
PIECE: Final = Words(  # of a box with several kinds
    unit=NN_("piece", "pieces"),
    some=NN_("{n} piece", "{n} pieces"),
    left=NN_("{n} piece left", "{n} pieces left"),
    none_left=N_("no pieces left"),
    remaining=TRAIN.remaining,
    each=NN_("{n} piece each", "{n} pieces each"),
    begun=TRAIN.begun,
    begun_none=TRAIN.begun_none,
    final=TRAIN.final,
    spaces=N_(
        "Every space takes a train or a ship, as shown. You start with {n} in all, and each route "
        "needs enough of the right kind."
    ),
)
SHIP: Final = replace(PIECE, some=NN_("{n} ship", "{n} ships"), remaining=N_("ships left"))

WORDS: Final[Mapping[str, Words]] = {"train": TRAIN, "taxi": TAXI, "bus": BUS, "ship": SHIP, "piece": PIECE}
