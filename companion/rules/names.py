"""The rules that a board names, its bonuses, tie-breaks and mechanics: each has to be one that there is. Pure."""

from collections.abc import Collection, Iterator
from typing import Any

from pydantic import ValidationError

from companion.boards.checks import contradictions
from companion.boards.model import Board
from companion.i18n import gettext as _
from companion.rules.bonuses import BONUSES
from companion.rules.mechanics import known, mechanic
from companion.rules.tally import CRITERIA
from companion.validation import Complaint, Place, complaints


def wrong_in(board: Board) -> list[Complaint]:
    """Everything in a board that cannot be right: in itself, and in the rules it names."""
    return [*contradictions(board), *_bonuses(board), *_tie_breaks(board), *_mechanics(board)]


def schema(of_boards: dict[str, Any]) -> dict[str, Any]:
    """The JSON Schema of a board file with the names of the rules there are."""
    properties, definitions = of_boards["properties"], of_boards["$defs"]
    properties["tie_break"]["items"] = {"enum": list(CRITERIA)}
    properties["mechanics"]["propertyNames"] = {"enum": known()}
    for bonuses in (properties["bonus_names"], definitions["Variant"]["properties"]["bonuses"]):
        bonuses["propertyNames"] = {"enum": list(BONUSES)}
    return of_boards


def _bonuses(board: Board) -> Iterator[Complaint]:
    for key, variant in board.variants.items():
        for name in variant.bonuses:
            says = _("there is no bonus “{name}”; there are: {known}")
            yield from _unknown(("variants", key, "bonuses", name), name, BONUSES, says)
    for name in board.bonus_names:
        yield from _unknown(("bonus_names", name), name, BONUSES, _("there is no bonus “{name}”"))


def _tie_breaks(board: Board) -> Iterator[Complaint]:
    says = _("nothing called “{name}” separates equals; there are: {known}")
    for place, name in enumerate(board.tie_break):
        yield from _unknown(("tie_break", place), name, CRITERIA, says)


def _mechanics(board: Board) -> Iterator[Complaint]:
    """A mechanic is known, and its table holds settings that it has."""
    for name, settings in board.mechanics.items():
        wrong = list(_unknown(("mechanics", name), name, known(), _("there is no mechanic “{name}”")))
        yield from wrong
        if not wrong:
            try:
                mechanic(name).model_validate(settings)
            except ValidationError as error:
                for complaint in complaints(error, settings):
                    yield Complaint(("mechanics", name, *complaint.where), complaint.code, complaint.says)


def _unknown(where: Place, name: str, names: Collection[str], says: str) -> Iterator[Complaint]:
    if name not in names:
        yield Complaint(where, "wrong-board", says.format(name=name, known=", ".join(sorted(names))))
