"""Special rules of some boards, one file each. A board names them: `[mechanics.mountains]` is `mountains.py` here.

Each file holds one subclass of `Mechanic`. Its fields are the settings in the board's table, and its methods are the
hooks that `rules.table` and `rules.replay` call for every mechanic of a board, one after the other.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, reduce
from importlib import import_module
from operator import or_
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, TypeAdapter, create_model

from companion.boards.model import Board
from companion.i18n import N_
from companion.packages import inside
from companion.rules.counters import Counter, Option
from companion.rules.log import ENTRY, ENTRY_TYPES, AllowedNames, Amend, AnyEntry, Entry, TypedKeep, own_mark
from companion.rules.mechanics.mechanic import Mechanic, Supply
from companion.validation import Complaint


@cache
def all_mechanics() -> Mapping[str, type[Mechanic]]:
    """All mechanics by name, as found in the files of this package."""
    by_name = {file.replace("_", "-"): _mechanic_in(file) for file in inside(__path__)}
    return {name: each for name, each in by_name.items() if each is not None}


def mechanics_of(board: Board) -> tuple[Mechanic, ...]:
    """The mechanics of a board with their settings, in the board's order; `rules.named_rules` has checked them."""
    return tuple(mechanic(name).model_validate(settings) for name, settings in board.mechanics.items())


def mechanic(name: str) -> type[Mechanic]:
    """The class of the mechanic with this name. Raises KeyError if there is none."""
    return all_mechanics()[name]


def _mechanic_in(file: str) -> type[Mechanic] | None:
    """The mechanic class in a file of this package; None in files that have none."""
    module = import_module(f"{__name__}.{file}")
    own = [each for each in vars(module).values() if isinstance(each, type) and each.__module__ == module.__name__]
    return next((each for each in own if issubclass(each, Mechanic) and file != "mechanic"), None)


def pairs_that_cross(board: Board) -> frozenset[tuple[str, str]]:
    """The crossings on the printed board: each is two pairs of places whose tracks cross, listed in both orders."""
    crossings = [crossing for each in mechanics_of(board) for crossing in each.pairs_that_cross()]
    return frozenset(crossings + [(other, one) for one, other in crossings])


def table_members() -> dict[str, Any]:
    """The members that mechanics add to a table in the API, with their types."""
    return {name: kind for each in all_mechanics().values() for name, kind in each.table_members.items()}


def player_members() -> dict[str, Any]:
    """The members that mechanics add to a player in the API, with their types."""
    return {name: kind for each in all_mechanics().values() for name, kind in each.player_members.items()}


def supplies(board: Board) -> dict[str, Supply]:
    """The kinds of pieces from which players choose before the game; empty if there is only one kind."""
    return {kind: supply for each in mechanics_of(board) for kind, supply in each.kinds().items()}


def wrong_seat(board: Board, player: Mapping[str, Any]) -> Iterator[Complaint]:
    """Faults in the pieces that a player of a record chose, beside their shape, which is checked elsewhere."""
    if "pieces" not in player:
        return
    kinds, given = supplies(board), player["pieces"]
    if not kinds:
        yield Complaint(("pieces",), "unknown-member", {"member": "pieces"}, "extra_forbidden")
    elif isinstance(given, Mapping) and all(type(n) is int for n in given.values()):
        total = sum(supply.usual for supply in kinds.values())
        in_box = given.keys() == kinds.keys() and all(0 <= given[kind] <= kinds[kind].most for kind in given)
        if not in_box or sum(given.values()) != total:
            allowed = [f"{kind} 0–{supply.most}" for kind, supply in kinds.items()]
            wording = N_("“pieces” must give a number for each kind, {total} in all: {known}")
            yield Complaint(("pieces",), "wrong-pieces", {"wording": wording, "total": total, "known": allowed})


def options_of(board: Board) -> dict[str, Option]:
    """The options that a table chooses before a game, beside the variant."""
    return {name: option for each in mechanics_of(board) for name, option in each.options(board).items()}


def counters_of(board: Board, variant: str | None = None, players: int | None = None) -> dict[str, Counter]:
    """The things that are counted in a variant with so many players; without a variant, those of all variants."""
    variants = [variant] if variant is not None else list(board.variants)
    by_variant = (each.counters(board, name, players) for name in variants for each in mechanics_of(board))
    return {name: counter for counters in by_variant for name, counter in counters.items()}


def allowed_names(colors: Collection[str] | None, board: Board | None, variant: str | None) -> AllowedNames:
    """The players, places, routes, tickets and counters that the log of a game may name.

    Pass None for what could not be read.
    """
    # With some numbers of players things are also counted for an imaginary player.
    players = len(colors) if colors is not None else None
    counters = counters_of(board, variant, players) if board and variant else {}
    return AllowedNames(colors, board, variant, counters)


def any_entry(*without: str) -> Any:
    """The union of the entry classes of all boards, except for the types `without`.

    It describes entries for the API; a table then only takes those of its board.
    """
    return union_of(kind for name, kind in all_entry_types().items() if name not in without)


def entry_reader(board: Board | None) -> TypeAdapter[AnyEntry]:
    """The pydantic adapter that reads the entries of a board; without a board, those that all boards have."""
    own = _entries_of_board(board) if board else ()
    return _reader_with(own) if own else ENTRY


def entry_types(board: Board) -> Mapping[str, type[Entry]]:
    """The classes of the entries that a board has, by the `type` that an entry names."""
    return _by_type(_entries_of_board(board))


def all_entry_types() -> Mapping[str, type[Entry]]:
    """The classes of the entries of all boards, by the `type` that an entry names."""
    return _by_type((*_entries_of_mechanics(all_mechanics()), TypedKeep))


def _entries_of_board(board: Board) -> tuple[type[Entry], ...]:
    """The entry classes that a board has beside the common ones or instead of them."""
    return _entries_of_mechanics(board.mechanics) + ((TypedKeep,) if board.typed_tickets else ())


def _entries_of_mechanics(names: Iterable[str]) -> tuple[type[Entry], ...]:
    """The entry classes that the mechanics with these names add."""
    return tuple(entry for name in names for entry in mechanic(name).entries)


def union_of(kinds: Iterable[type[Entry]]) -> Any:
    """A union of entry classes, discriminated by `type`."""
    return Annotated[reduce(or_, kinds), Field(discriminator="type")]


@cache
def _reader_with(own: Sequence[type[Entry]]) -> TypeAdapter[Any]:
    """The adapter that reads the common entries and these of mechanics."""
    return TypeAdapter(union_of(_by_type(own).values()))


@cache
def _by_type(of_mechanics: Sequence[type[Entry]]) -> Mapping[str, type[Entry]]:
    """The common entry classes and those of mechanics, by `type`; a mechanic's entry replaces one of the same type.

    If several mechanics bring an entry of one type, a class with the members of all is made. `amend` is made last, so
    that it takes whatever can be amended.
    """
    kinds: dict[str, type[Entry]] = {kind.kind(): kind for kind in ENTRY_TYPES}
    for kind in of_mechanics:
        existing = kinds.setdefault(kind.kind(), kind)
        if not issubclass(existing, kind):
            kinds[kind.kind()] = kind if issubclass(kind, existing) else _both(kind, existing)
    amendable = union_of(kind for kind in kinds.values() if kind.amendable)
    instead: Any = Annotated[amendable, BeforeValidator(own_mark)]
    kinds["amend"] = create_model("Amend", __base__=Amend, instead=(instead, Field(alias="with")))
    return kinds


def _both(kind: type[Entry], other: type[Entry]) -> type[Entry]:
    """A new entry class with the members and texts of two classes of the same type."""
    words = {**getattr(other, "adds", {}), **getattr(kind, "adds", {})}
    name = kind.kind().title().replace("-", "")
    return type(name, (kind, other), {"__module__": __name__, "__doc__": other.__doc__, "adds": words})
