"""Tunnels: what the three cards that are turned over ask for besides."""

from collections.abc import Sequence
from typing import Final, Literal

TURNED_OVER: Final = 3
TurnedCard = Literal["other", "same", "locomotive"]


def extra_cards(turned: Sequence[TurnedCard], only_locomotives: bool) -> int:
    """How many cards more a tunnel takes: one for each that shows the colour laid down, and for each locomotive.

    Who laid down locomotives alone has no colour that could come up; then only locomotives count.
    """
    return sum(card == "locomotive" or (card == "same" and not only_locomotives) for card in turned)
