"""What a table should check once all is counted: each warning of the rules, with what can be done about it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from companion.i18n import N_, and_joined, ngettext
from companion.i18n import gettext as _
from companion.play.view import View
from companion.prose.display_names import isolated
from companion.prose.sentences import in_full
from companion.prose.warning_clauses import and_more, clause
from companion.rules.log import Keep, in_force
from companion.rules.notices import Notice

MISCOUNTED: Final = N_("Check again at the table. If there's a mistake, reopen the game to correct it.")
ADVICE: Final = {
    "counted-too-many": MISCOUNTED,
    "card-held-twice": MISCOUNTED,
    "order-unknown": N_("The log can't tell for sure: your table decides."),
}
COUNT_AGAIN: Final = N_(
    "Count at the table, then reopen the game and enter the number. Or leave it: your table decides."
)
MOST: Final = 3  # warnings of one kind that are shown at once


@dataclass(frozen=True, slots=True)
class EntryLink:
    """An entry that may be the mistake."""

    words: str
    place: int


@dataclass(frozen=True, slots=True)
class WarningAdvice:
    """A warning, what to do about it, and the entries that this device may change."""

    warning: str
    advice: str
    links: tuple[EntryLink, ...] = ()


@dataclass(frozen=True, slots=True)
class WarningGroup:
    """Warnings of one kind: the first ones, and further ones, which are folded away."""

    first: tuple[WarningAdvice, ...]
    rest: tuple[WarningAdvice, ...] = ()
    more: str = ""


def warning_groups(game: View) -> list[WarningGroup]:
    """Every warning, by kind; about missing tickets none of players who have stopped."""
    kinds: dict[str, list[WarningAdvice]] = {}
    for notice in game.result.warnings:
        if notice.code == "too-few-tickets":
            notice = replace(notice, players=tuple(p for p in notice.players if p in game.playing))
            if not notice.players:
                continue
        kinds.setdefault(notice.code, []).append(_advice(game, notice))
    return [_group(warnings) for warnings in kinds.values()]


def _group(warnings: Sequence[WarningAdvice]) -> WarningGroup:
    """Warnings of one kind. A single further one is shown too: folding it away would save nothing."""
    first, rest = tuple(warnings[:MOST]), tuple(warnings[MOST:])
    return WarningGroup(first, rest, and_more(len(rest))) if len(rest) > 1 else WarningGroup(tuple(warnings))


def _advice(game: View, notice: Notice) -> WarningAdvice:
    """A warning with what to do about it."""
    text = in_full(clause(game.table, notice))
    names = and_joined([isolated(game.setup.name(color)) for color in notice.players])
    if notice.entry is not None:
        advice = _("Take it back, or leave it: your table decides.")
        return WarningAdvice(
            text, advice, _entry_links(game, [(notice.entry, _("Entry {n}").format(n=notice.entry))])
        )
    if notice.code in ADVICE:
        advice = COUNT_AGAIN if notice.code == "order-unknown" and game.table.counters else ADVICE[notice.code]
        return WarningAdvice(text, _(advice))
    if notice.code == "too-few-tickets":
        advice = ngettext(
            "If one is missing, reopen the game, and {names} can enter it on their phone.",
            "If any are missing, reopen the game, and {names} can enter them on their phones.",
            len(notice.players),
        )
        return WarningAdvice(text, advice.format(names=names))
    # All others are about tickets, which their players can change.
    tickets = [
        (place, _("{name}'s ticket").format(name=isolated(game.setup.name(entry.player))))
        for place, entry in in_force(game.log)
        if isinstance(entry, Keep)
        and entry.ticket_id in notice.tickets
        and entry.player in notice.players
        and entry.player in game.seats
    ]
    advice = ngettext(
        "Check the cards. If it's a mistake, {names} can change it or take it back on their phone.",
        "Check the cards. If it's a mistake, {names} can change it or take it back on their phones.",
        len(notice.players),
    )
    return WarningAdvice(text, advice.format(names=names), _entry_links(game, tickets))


def _entry_links(game: View, entries: Iterable[tuple[int, str]]) -> tuple[EntryLink, ...]:
    """Links to entries, given by their places and words; none on a phone that only watches."""
    return tuple(EntryLink(words, place) for place, words in entries) if game.plays else ()
