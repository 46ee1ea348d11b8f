"""A finished game as a spreadsheet."""

import csv
import io
import re
import unicodedata
from collections.abc import Iterator
from datetime import date
from gettext import NullTranslations
from typing import Final

from companion.i18n import NP_, pgettext, speaking
from companion.i18n import gettext as _
from companion.prose import reasons
from companion.rules.free_text import INVISIBLE
from companion.rules.tally import Line, Tally

# What a spreadsheet takes for the beginning of a formula, or of a call to another program.
FORMULA: Final = re.compile(r'[\t\r\n]|[\s"]*[=+@|%-]')
BOM: Final = "\ufeff"  # without it a well-known spreadsheet reads UTF-8 as something else
LABELS: Final = {
    "routes": NP_("column", "Routes"),
    "won": NP_("column", "Tickets completed"),
    "lost": NP_("column", "Tickets not completed"),
    "stations": NP_("column", "Stations in stock"),
}


def csv_text(result: Tally, when: date | None = None) -> str:
    """The tally as CSV: a header, then a line for each player, best first.

    Always in English, for programs to read.
    """
    with speaking(NullTranslations()):
        return _csv(result, when)


def _csv(result: Tally, when: date | None) -> str:
    """The CSV in the language in use now."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([_harmless(head) for head in _column_names(result)])
    for line in result.by_rank:
        writer.writerow([cell if isinstance(cell, int) else _harmless(cell) for cell in _cells(result, line, when)])
    return BOM + out.getvalue()


def _column_names(result: Tally) -> Iterator[str]:
    """The names of the columns."""
    board = result.table.board
    yield from (
        pgettext("column", "Title"),
        pgettext("column", "Date"),
        pgettext("column", "Board"),
        pgettext("column", "Variant"),
        pgettext("column", "Place"),
        pgettext("column", "Name"),
        pgettext("column", "Colour"),
        pgettext("column", "Total"),
    )
    for item in result.lines[0].items:
        yield pgettext(*LABELS[item.kind]) if item.kind in LABELS else reasons.bonus_name(board, item.kind)
    yield from (_("Routes claimed"), _("Trains left"), _("Longest path, trains"), _("Bonuses: why"))


def _cells(result: Tally, line: Line, when: date | None) -> Iterator[str | int]:
    """A player's cells, in the order of the columns."""
    table, own = result.table, line.score
    board = table.board
    yield from (table.setup.title, when.isoformat() if when else "", board.name)
    yield from (board.variants[table.setup.variant].name, line.rank, own.name, own.color, line.total)
    yield from (item.points for item in line.items)
    yield from (len(own.routes), own.trains_left, line.longest.n)
    # Translators: a bonus, and why a player has it
    text = _("{bonus}: {reason}")
    yield " | ".join(
        text.format(bonus=reasons.bonus_name(board, item.kind), reason=reasons.bonus_reason(result, line, item))
        for item in line.bonuses
        if item.points
    )


def _harmless(text: str) -> str:
    """A text that no spreadsheet takes for a formula: an apostrophe is put before anything that looks like one.

    Where numbers have a decimal comma, semicolons separate cells, so each part of a text is checked by itself.
    """
    return ";".join(f"'{part}" if _is_formula(part) else part for part in text.split(";"))


def _is_formula(text: str) -> bool:
    """Whether a spreadsheet might take a text for a formula."""
    normalised = INVISIBLE.sub("", unicodedata.normalize("NFKC", text))  # full-width characters count as well
    return FORMULA.match(normalised) is not None
