"""Checks the bonuses, tie-breaks and mechanics that a board names: each has to exist. Pure."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import Any

from pydantic import TypeAdapter, ValidationError

from companion.boards.contradictions import contradictions
from companion.boards.model import Board
from companion.rules.bonuses import BONUSES
from companion.rules.mechanics import all_mechanics, mechanic
from companion.rules.tie_breaks import tie_breaks
from companion.validation import Complaint, complaints


def faults_in(board: Board) -> list[Complaint]:
    """All faults of a board: parts that contradict each other, and rules that do not exist or have wrong settings."""
    return [*contradictions(board), *_bonuses(board), *_tie_breaks(board), *_mechanics(board)]


def schema(of_boards: dict[str, Any]) -> dict[str, Any]:
    """The JSON Schema of a board file, `of_boards`, changed to allow only the names of existing rules."""
    properties, definitions = of_boards["properties"], of_boards["$defs"]
    properties["tie_break"]["items"] = {"enum": list(tie_breaks())}
    properties["mechanics"]["propertyNames"] = {"enum": list(all_mechanics())}
    for bonuses in (properties["bonus_names"], definitions["Variant"]["properties"]["bonuses"]):
        bonuses["propertyNames"] = {"enum": list(BONUSES)}
    return of_boards


def _bonuses(board: Board) -> Iterator[Complaint]:
    """Faults in the bonuses of each variant: the bonus exists, and its worth has the type that it pays by."""
    for key, variant in board.variants.items():
        yield from _unknown("no-such-bonus", variant.bonuses, BONUSES, "variants", key, "bonuses")
        for name, worth in variant.bonuses.items():
            if name in BONUSES:
                yield from _worth(key, name, worth)
    yield from _unknown("no-bonus", board.bonus_names, BONUSES, "bonus_names")


def _worth(variant: str, bonus: str, worth: object) -> Iterator[Complaint]:
    """Faults in what a variant pays for a bonus, with their place in the board file."""
    file = {"variants": {variant: {"bonuses": {bonus: worth}}}}
    wanted: Any = BONUSES[bonus].pay.worth
    try:
        TypeAdapter(dict[str, dict[str, dict[str, dict[str, wanted]]]]).validate_python(file, strict=True)
    except ValidationError as error:
        yield from complaints(error, file)


def _tie_breaks(board: Board) -> Iterator[Complaint]:
    """A complaint for each tie-break that does not exist."""
    available = tie_breaks()
    for place, name in enumerate(board.tie_break):
        if name not in available:
            yield _wrong("no-such-criterion", "tie_break", place, name=name, known=sorted(available))


def _mechanics(board: Board) -> Iterator[Complaint]:
    """Faults in the mechanics of a board: each exists, and its settings are valid and fit the board."""
    available = all_mechanics()
    yield from _unknown("no-mechanic", board.mechanics, available, "mechanics")
    for name, settings in board.mechanics.items():
        if name in available:
            try:
                wrong = mechanic(name).model_validate(settings).wrong(board)
            except ValidationError as error:
                wrong = iter(complaints(error, settings))
            for complaint in wrong:
                yield replace(complaint, where=("mechanics", name, *complaint.where))


def _unknown(reason: str, names: Iterable[str], available: Collection[str], *where: str) -> Iterator[Complaint]:
    """A complaint for each name that is not among those available; `where` is their place in the board file."""
    for name in names:
        if name not in available:
            yield _wrong(reason, *where, name, name=name, known=sorted(available))


def _wrong(reason: str, *where: str | int, **data: object) -> Complaint:
    """A complaint about a place in the board file."""
    return Complaint(where, "wrong-board", data, reason)
