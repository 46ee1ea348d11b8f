"""All bonuses, collected from the files of this package.

A new bonus is a file here that defines `BONUS`, or several as `BONUSES`. A board's variant names it by its id, with
what it is worth.
"""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Final

from companion.packages import inside
from companion.rules.bonuses.bonus import Bonus


def all_bonuses() -> dict[str, Bonus]:
    """All bonuses by id, in the order in which they are shown at the end."""
    return {bonus.id: bonus for bonus in sorted(_in_files(), key=lambda bonus: bonus.order)}


def _in_files() -> Iterator[Bonus]:
    """The bonuses that the files of this package define."""
    for name in inside(__path__):
        file = import_module(f"{__name__}.{name}")
        yield from getattr(file, "BONUSES", ())
        if (bonus := getattr(file, "BONUS", None)) is not None:
            yield bonus


BONUSES: Final[Mapping[str, Bonus]] = all_bonuses()
