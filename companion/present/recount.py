"""Counting the trains again: what the table counts against what the log says, and the slips that would explain it."""

from collections.abc import Mapping
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
    return [_count(game, mark, typed.get(color, "").strip()) for color, mark in marks(game).items()]


def _count(game: View, mark: Mark, typed: str) -> Count:
    log, most = game.table.trains[mark.color], game.board.trains_per_player
    if not typed:
        return Count(mark, log, "")
    left = _number(typed)
    if left is None or left > most:
        return Count(mark, log, typed[:3], _("Write a number from 0 to {most}.").format(most=most), False)
    if left == log:
        return Count(mark, log, typed, _("As in the log."), True)
    found = recount(game.table, game.log, mark.color, left, OFFERED)
    mends = tuple(_mend(game, offer) for offer in found.offers)
    return Count(mark, log, typed, _difference(log, left), False, found.off, mends)


def _difference(log: int, left: int) -> str:
    n = abs(log - left)
    if left < log:
        text = ngettext("{n} train fewer than the log says: {log}.", "{n} trains fewer than the log says: {log}.", n)
    else:
        text = ngettext("{n} train more than the log says: {log}.", "{n} trains more than the log says: {log}.", n)
    return text.format(n=n, log=log)


def _mend(game: View, offer: Offer) -> Mend:
    name = isolated(game.setup.name(offer.player)) if offer.player else ""
    key = " ".join((offer.slip, offer.route, offer.player, offer.instead))
    entry = offer.entry.model_dump(by_alias=True, exclude_defaults=True)
    return Mend(key, question(game.table, offer), _(ACTS[offer.slip]).format(name=name), entry)


def _number(typed: str) -> int | None:
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 4 else None
