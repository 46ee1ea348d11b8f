"""Counting the pieces again: what the table counts against what the log says, and the slips that would explain it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.i18n import N_, ngettext
from companion.i18n import gettext as _
from companion.pages.shared.people import Mark, marks
from companion.play.view import View
from companion.prose.names import isolated
from companion.prose.pieces import WORDS
from companion.prose.recount import question
from companion.rules.piece_recount import Offer, Slip, recount

OFFERED: Final = 5
ACTS: Final[Mapping[Slip, str]] = {
    "forgotten": N_("Claim for {name}"),
    "somebody-elses": N_("Give to {name}"),
    "never-claimed": N_("Take it back"),
    "wrong-route": N_("Change it"),
    "taken-back": N_("Bring it back"),
    "over": N_("Claim for {name}"),
    "with": N_("Change it"),
    "without": N_("Change it"),
    "left-out": N_("Enter it"),
    "mistaken": N_("Take it back"),
}


@dataclass(frozen=True, slots=True)
class Mend:
    """A slip that would explain a difference: what may have happened, and the tap that puts it right, if one can."""

    key: str
    words: str
    act: str
    entry: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of piece of a player's: its field, what the log says, what was counted, and how the two agree."""

    field: str
    words: str
    log: int
    typed: str
    says: str = ""
    right: bool | None = None


@dataclass(frozen=True, slots=True)
class Count:
    """A player: what was counted of each kind of piece, whether anything is off, and what may have gone wrong."""

    mark: Mark
    kinds: tuple[Kind, ...]
    off: bool = False
    mends: tuple[Mend, ...] = ()


def fields(game: View) -> list[str]:
    """The names of all that may be counted; a player's colour alone where there is one kind of piece."""
    return [kind.field for count in counts(game, {}) for kind in count.kinds]


def counts(game: View, typed: Mapping[str, str]) -> list[Count]:
    """Everybody, with what was counted as far as it was."""
    told = {color: _kinds(game, color, typed) for color in game.setup.colors}
    known = {color: _counted(game, color, kinds) for color, kinds in told.items()}
    return [_count(game, mark, told[color], known) for color, mark in marks(game).items()]


def summary(found: Sequence[Count], asked: bool, trains: bool) -> str:
    """What Compare answers as a whole; nothing before it was pressed. `trains`: whether there are no other pieces."""
    every = [kind for count in found for kind in count.kinds]
    typed = [kind for kind in every if kind.typed]
    if not asked:
        return ""
    if not typed:
        if trains:
            return _("Type how many trains each player has left, then compare.")
        return _("Type how many pieces each player has left, then compare.")
    if any(kind.right is False for kind in typed):
        return ""
    if len(typed) < len(every):
        return _("These counts match the log.")
    return _("All counts match the log.")


def _kinds(game: View, color: str, typed: Mapping[str, str]) -> tuple[Kind, ...]:
    left = game.table.left(color)
    names = {kind: color if len(left) == 1 else f"{color}-{kind}" for kind in left}
    return tuple(
        _kind(game, names[kind], kind, log, typed.get(names[kind], "").strip()) for kind, log in left.items()
    )


def _kind(game: View, field: str, kind: str, log: int, typed: str) -> Kind:
    words, most = _(WORDS[kind].remaining), game.board.trains_per_player
    if not typed:
        return Kind(field, words, log, "")
    left = _number(typed)
    if left is None or left > most:
        says = _("Enter a number from 0 to {most}.").format(most=most)
        return Kind(field, words, log, typed[:3], says, False)
    if left == log:
        return Kind(field, words, log, typed, _("Matches the log."), True)
    return Kind(field, words, log, typed, _difference(log, left), False)


def _counted(game: View, color: str, told: Sequence[Kind]) -> Mapping[str, int]:
    """What was counted of a player's pieces, by kind; nothing where a number of theirs can't be."""
    numbers = {kind: _number(one.typed) for kind, one in zip(game.table.left(color), told, strict=True) if one.typed}
    good = {kind: n for kind, n in numbers.items() if n is not None and n <= game.board.trains_per_player}
    return good if len(good) == len(numbers) else {}


def _count(game: View, mark: Mark, kinds: tuple[Kind, ...], known: Mapping[str, Mapping[str, int]]) -> Count:
    left = known[mark.color]
    if not left:
        return Count(mark, kinds)
    found = recount(game.table, game.log, mark.color, left, OFFERED, known)
    return Count(mark, kinds, bool(found.off), tuple(_mend(game, offer) for offer in found.offers))


def _difference(log: int, left: int) -> str:
    n = abs(log - left)
    if left < log:
        says = ngettext("You counted {n} fewer; the log says {log}.", "You counted {n} fewer; the log says {log}.", n)
    else:
        says = ngettext("You counted {n} more; the log says {log}.", "You counted {n} more; the log says {log}.", n)
    return says.format(n=n, log=log)


def _mend(game: View, offer: Offer) -> Mend:
    name = isolated(game.setup.name(offer.player)) if offer.player else ""
    words = question(game.table, offer)
    if offer.entry is None:
        return Mend("", words, "", {})
    key = " ".join((offer.slip, offer.route, offer.player, offer.instead, offer.choice))
    entry = offer.entry.model_dump(by_alias=True, exclude_defaults=True)
    return Mend(key, words, _(ACTS[offer.slip]).format(name=name), entry)


def _number(typed: str) -> int | None:
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 4 else None
