"""Days in words."""

from datetime import date
from typing import Final

from companion.i18n import NP_, pgettext
from companion.i18n import gettext as _

MONTHS: Final = (
    NP_("month", "January"),
    NP_("month", "February"),
    NP_("month", "March"),
    NP_("month", "April"),
    NP_("month", "May"),
    NP_("month", "June"),
    NP_("month", "July"),
    NP_("month", "August"),
    NP_("month", "September"),
    NP_("month", "October"),
    NP_("month", "November"),
    NP_("month", "December"),
)


def day_in_words(when: date) -> str:
    """A date with the name of its month, such as “18 November 2026”."""
    # Translators: a date, such as 18 November 2026
    return _("{day} {month} {year}").format(day=when.day, month=pgettext(*MONTHS[when.month - 1]), year=when.year)
