"""The matters a table must settle once all is counted: each warning of the rules, with what can be done about it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from companion.i18n import N_, and_joined, ngettext
from companion.i18n import gettext as _
from companion.play.view import View
from companion.prose.names import isolated
from companion.prose.sentences import in_full
from companion.prose.warnings import and_more, clause
from companion.rules.log import Keep, in_force
from companion.rules.warnings import Notice

MISCOUNTED: Final = N_("Check again at the table. If it's a mistake, reopen the game to change it.")
ADVICE: Final = {
    "counted-too-many": MISCOUNTED,
    "card-held-twice": MISCOUNTED,
    "order-unknown": N_("The log can't tell for sure: your table decides."),
}
COUNTED: Final = N_("Count at the table, then reopen the game and enter the number. Or leave it: your table decides.")
MOST: Final = 3  # of a kind that are shown at once


@dataclass(frozen=True, slots=True)
class Way:
    """An entry that may be the slip; None where no single one is."""

    words: str
    place: int


@dataclass(frozen=True, slots=True)
class Matter:
    """Something to settle: what, what to do, and the entries this device may change."""

    says: str
    advice: str
    ways: tuple[Way, ...] = ()


@dataclass(frozen=True, slots=True)
class Kind:
    """Matters of one kind: the first ones, and the rest of many, which are asked for."""

    first: tuple[Matter, ...]
    rest: tuple[Matter, ...] = ()
    more: str = ""


def matters(game: View) -> list[Kind]:
    """Everything there is to settle, by kind."""
    kinds: dict[str, list[Matter]] = {}
    for notice in game.result.warnings:
        if notice.code == "too-few-tickets":  # nobody asks who has stopped
            notice = replace(notice, players=tuple(p for p in notice.players if p in game.playing))
            if not notice.players:
                continue
        kinds.setdefault(notice.code, []).append(_matter(game, notice))
    return [_kind(some) for some in kinds.values()]


def _kind(some: Sequence[Matter]) -> Kind:
    """A fold for one alone would save nothing."""
    first, rest = tuple(some[:MOST]), tuple(some[MOST:])
    return Kind(first, rest, and_more(len(rest))) if len(rest) > 1 else Kind(tuple(some))


def _matter(game: View, notice: Notice) -> Matter:
    text = in_full(clause(game.table, notice))
    names = and_joined([isolated(game.setup.name(color)) for color in notice.players])
    if notice.entry is not None:
        advice = _("Take it back, or leave it: your table decides.")
        return Matter(text, advice, _ways(game, [(notice.entry, _("Entry {n}").format(n=notice.entry))]))
    if notice.code in ADVICE:
        told = COUNTED if notice.code == "order-unknown" and game.table.counters else ADVICE[notice.code]
        return Matter(text, _(told))
    if notice.code == "too-few-tickets":
        advice = ngettext(
            "If one is missing, reopen the game, and {names} can enter it on their phone.",
            "If any are missing, reopen the game, and {names} can enter them on their phones.",
            len(notice.players),
        )
        return Matter(text, advice.format(names=names))
    tickets = [
        (place, _("{name}'s ticket").format(name=isolated(game.setup.name(entry.player))))
        for place, entry in in_force(game.log)
        if isinstance(entry, Keep)
        and entry.ticket in notice.tickets
        and entry.player in notice.players
        and entry.player in game.seats
    ]
    advice = ngettext(
        "Check the cards. If it's a mistake, {names} can change it or take it back on their phone.",
        "Check the cards. If it's a mistake, {names} can change it or take it back on their phones.",
        len(notice.players),
    )
    return Matter(text, advice.format(names=names), _ways(game, tickets))


def _ways(game: View, tickets: Iterable[tuple[int, str]]) -> tuple[Way, ...]:
    return tuple(Way(words, place) for place, words in tickets) if game.plays else ()
