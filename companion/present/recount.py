"""Counting the trains again: what the table counts against what the log says, and the slips that would explain it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.i18n import N_, ngettext
from companion.i18n import gettext as _
from companion.play.view import View
from companion.present.people import Mark, marks
from companion.prose.names import isolated
from companion.prose.recount import question
from companion.rules.recount import Offer, Slip, recount

OFFERED: Final = 5
ACTS: Final[Mapping[Slip, str]] = {
    "forgotten": N_("Claim for {name}"),
    "somebody-elses": N_("Give to {name}"),
    "never-claimed": N_("Take it back"),
    "wrong-route": N_("Change it"),
    "taken-back": N_("Bring it back"),
}


@dataclass(frozen=True, slots=True)
class Mend:
    """A slip that would explain a difference: what may have happened, and what puts it right in one tap."""

    key: str
    words: str
    act: str
    entry: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Count:
    """A player: what the log says, what was counted, by how much it is off, and what may have gone wrong."""

    mark: Mark
    log: int
    typed: str
    says: str = ""
    right: bool | None = None
    off: int = 0
    mends: tuple[Mend, ...] = ()


def counts(game: View, typed: Mapping[str, str]) -> list[Count]:
    """Everybody, with what was counted as far as it was."""
    told = {color: _number(typed.get(color, "").strip()) for color in game.setup.colors}
    known = {color: n for color, n in told.items() if n is not None and n <= game.board.trains_per_player}
    return [_count(game, mark, typed.get(color, "").strip(), known) for color, mark in marks(game).items()]


def summary(found: Sequence[Count], asked: bool) -> str:
    """What Compare answers as a whole; nothing before it was pressed."""
    typed = [count for count in found if count.typed]
    if not asked:
        return ""
    if not typed:
        return _("Type how many trains each player has left, then compare.")
    if any(count.right is False for count in typed):
        return ""
    if len(typed) < len(found):
        return _("These counts match the log.")
    return _("All counts match the log.")


def _count(game: View, mark: Mark, typed: str, known: Mapping[str, int]) -> Count:
    log, most = game.table.trains[mark.color], game.board.trains_per_player
    if not typed:
        return Count(mark, log, "")
    left = _number(typed)
    if left is None or left > most:
        return Count(mark, log, typed[:3], _("Enter a number from 0 to {most}.").format(most=most), False)
    if left == log:
        return Count(mark, log, typed, _("Matches the log."), True)
    found = recount(game.table, game.log, mark.color, left, OFFERED, known)
    mends = tuple(_mend(game, offer) for offer in found.offers)
    return Count(mark, log, typed, _difference(log, left), False, found.off, mends)


def _difference(log: int, left: int) -> str:
    n = abs(log - left)
    if left < log:
        says = ngettext("You counted {n} fewer; the log says {log}.", "You counted {n} fewer; the log says {log}.", n)
    else:
        says = ngettext("You counted {n} more; the log says {log}.", "You counted {n} more; the log says {log}.", n)
    return says.format(n=n, log=log)


def _mend(game: View, offer: Offer) -> Mend:
    name = isolated(game.setup.name(offer.player)) if offer.player else ""
    key = " ".join((offer.slip, offer.route, offer.player, offer.instead))
    entry = offer.entry.model_dump(by_alias=True, exclude_defaults=True)
    return Mend(key, question(game.table, offer), _(ACTS[offer.slip]).format(name=name), entry)


def _number(typed: str) -> int | None:
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 4 else None
