"""Rules that only some boards have, a file each. A board names them: `[mechanics.mountains]` is `mountains.py` here.

Such a file holds one class derived from `Mechanic`. Its fields are the settings that stand in the board's table,
and its methods answer the questions that `rules.table` asks of every mechanic of a board, one after the other.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, TypeAdapter, create_model

from companion.boards.model import Board
from companion.rules.log import ENTRY, ENTRY_TYPES, Amend, AnyEntry, Entry, own_mark
from companion.rules.mechanics.mechanic import Mechanic


def known() -> list[str]:
    """The names of all mechanics that a board may have."""
    names = (module.name.replace("_", "-") for module in iter_modules(__path__))
    return sorted(name for name in names if _named(name))


def mechanics_of(board: Board) -> tuple[Mechanic, ...]:
    """The mechanics of a board with their settings, in the board's order; `rules.names` has checked them."""
    return tuple(mechanic(name).model_validate(settings) for name, settings in board.mechanics.items())


def mechanic(name: str) -> type[Mechanic]:
    """The mechanic of a name. Raises KeyError where there is none."""
    there = _named(name)
    if there is None:
        raise KeyError(name)
    return there


@cache
def _named(name: str) -> type[Mechanic] | None:
    file = name.replace("-", "_")
    if file not in {module.name for module in iter_modules(__path__)}:
        return None
    inside = vars(import_module(f"{__name__}.{file}")).values()
    return next((c for c in inside if isinstance(c, type) and issubclass(c, Mechanic) and c is not Mechanic), None)


def entries_of(board: Board | None) -> TypeAdapter[AnyEntry]:
    """How the entries of a board's games are read: the common ones, and those that its mechanics bring."""
    more = [entry for name in (board.mechanics if board else ()) for entry in mechanic(name).entries]
    return _reader(tuple(more)) if more else ENTRY


@cache
def _reader(more: Sequence[type[Entry]]) -> TypeAdapter[Any]:
    """A mechanic's entry stands beside the common ones, or instead of the one of the same type."""
    kinds: Mapping[str, type[Entry]] = {kind.kind(): kind for kind in (*ENTRY_TYPES, *more)}
    union: Any = None
    for kind in kinds.values():
        if kind.amendable:
            union = kind if union is None else union | kind
    instead = Annotated[Annotated[union, Field(discriminator="type")], BeforeValidator(own_mark)]
    amend = create_model("Amend", __base__=Amend, instead=(instead, Field(alias="with")))
    whole: Any = amend
    for name, kind in kinds.items():
        whole = whole if name == "amend" else whole | kind
    return TypeAdapter(Annotated[whole, Field(discriminator="type")])
