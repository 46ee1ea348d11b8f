"""When a game was played, according to the times in its log. Pure."""

from collections.abc import Iterable
from datetime import date, datetime

from companion.rules.log import AnyEntry


def span(log: Iterable[AnyEntry]) -> tuple[datetime, datetime] | None:
    """The earliest and latest time of any entry; None if no entry has one."""
    moments = [moment for entry in log if entry.at and (moment := _read(entry.at))]
    return (min(moments), max(moments)) if moments else None


def day(log: Iterable[AnyEntry]) -> date | None:
    """The day on which a game began, in the time zone of its earliest entry; None if no entry has a time."""
    moments = span(log)
    return moments[0].date() if moments else None


def _read(at: str) -> datetime | None:
    """A time of a record as a datetime; None for year 0 and leap seconds, which datetime does not support."""
    try:
        return datetime.fromisoformat(at.upper())
    except ValueError:
        return None
