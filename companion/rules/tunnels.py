"""Tunnels: how many extra cards they cost after three cards are turned over."""

from collections.abc import Sequence
from typing import Final, Literal

TURNED_OVER: Final = 3
TurnedCard = Literal["other", "same", "locomotive"]


def extra_cards(turned: Sequence[TurnedCard], only_locomotives: bool) -> int:
    """How many extra cards a tunnel costs: one for each turned card of the colour played, and for each locomotive.

    If only locomotives were played there is no such colour, so only turned locomotives count.
    """
    return sum(card == "locomotive" or (card == "same" and not only_locomotives) for card in turned)
