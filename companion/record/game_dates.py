"""When a game was played, as far as its log says. Pure: no clock is asked."""

from collections.abc import Iterable
from datetime import date, datetime

from companion.rules.log import AnyEntry


def span(log: Iterable[AnyEntry]) -> tuple[datetime, datetime] | None:
    """The first and the last moment that entries tell, whatever their order; None where they tell none."""
    moments = [moment for entry in log if entry.at and (moment := _read(entry.at))]
    return (min(moments), max(moments)) if moments else None


def day(log: Iterable[AnyEntry]) -> date | None:
    """The day a game began, by the clock of whoever reported it."""
    moments = span(log)
    return moments[0].date() if moments else None


def _read(at: str) -> datetime | None:
    """A time of a record as a datetime; None for year 0 and leap seconds, which records may have and datetime not."""
    try:
        return datetime.fromisoformat(at.upper())
    except ValueError:
        return None
