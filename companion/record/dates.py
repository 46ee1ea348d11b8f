"""When a game was played, as far as its log says. Pure: no clock is asked."""

from collections.abc import Iterable
from datetime import date, datetime
from typing import Final

from companion.i18n import N_
from companion.i18n import gettext as _
from companion.rules.log import AnyEntry

MONTHS: Final = (
    *(N_("January"), N_("February"), N_("March"), N_("April"), N_("May"), N_("June")),
    *(N_("July"), N_("August"), N_("September"), N_("October"), N_("November"), N_("December")),
)


def span(log: Iterable[AnyEntry]) -> tuple[datetime, datetime] | None:
    """The first and the last moment that entries tell, whatever their order; None where they tell none."""
    told = [moment for entry in log if entry.at and (moment := _read(entry.at))]
    return (min(told), max(told)) if told else None


def day(log: Iterable[AnyEntry]) -> date | None:
    """The day a game began, by the clock of whoever reported it."""
    found = span(log)
    return found[0].date() if found else None


def in_words(when: date) -> str:
    """A day as people write it."""
    return _("{day} {month} {year}").format(day=when.day, month=_(MONTHS[when.month - 1]), year=when.year)


def _read(at: str) -> datetime | None:
    """A time of a record. Its year 0 and its leap seconds are right, but not on this calendar."""
    try:
        return datetime.fromisoformat(at.upper())
    except ValueError:
        return None
