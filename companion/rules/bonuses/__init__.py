"""The bonuses, a file each, and the one list of them in the order in which they are told at the end.

A new bonus is a file here and a line in `FILES`; a board's variant names it with what it is worth.
"""

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Final

from companion.rules.bonuses.bonus import Bonus

FILES: Final = (
    "longest_path",
    "globetrotter",
    "asian_explorer",
    "technologies",
    "bullet_train",
    "province_lines",
    "alvin",
    "harbours",
    "exchange",
    "mandala",
    "regions",
    "attractions",
    "districts",
    "passengers",
    "shares",
    "festivals",
    "country_cards",
    "money",
    "loans",
    "small_steps",
    "local_network",
    "ferry_master",
    "wild_west",
    "snowplow",
    "polar_express",
    "capital_investment",
    "international_tycoon",
    "cost_efficiency",
    "call_of_the_wild",
    "nordic_express",
)


def read(files: Iterable[str]) -> dict[str, Bonus]:
    """The bonus of each file, by its id."""
    bonuses: list[Bonus] = [import_module(f"{__name__}.{file}").BONUS for file in files]
    return {bonus.id: bonus for bonus in bonuses}


BONUSES: Final[Mapping[str, Bonus]] = read(FILES)
