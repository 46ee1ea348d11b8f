"""The tally for a terminal: a table that fits 80 columns, the winner, then the reason of every figure."""

import unicodedata
from collections.abc import Iterator
from itertools import accumulate
from typing import Final

from companion.i18n import NP_, pgettext
from companion.i18n import gettext as _
from companion.prose import counts, reasons, warning_clauses
from companion.prose.display_names import board_name, colour_name, variant_name
from companion.prose.sentences import in_full
from companion.prose.verdict import verdict
from companion.rules.score import Item
from companion.rules.tally import Line, Tally

WIDTH: Final = 80
LABEL: Final = 19  # columns for the label before a reason, unless a language needs more
WIDEST_LABEL: Final = 32
MOST_FOR_NAMES: Final = 30  # columns
PHASES: Final = {
    "playing": NP_("phase", "still playing; scored as if the game ended now"),
    "final-round": NP_("phase", "final round; scored as if the game ended now"),
    "reveal": NP_("phase", "final round over; scored with the tickets entered so far"),
    "finished": NP_("phase", "finished"),
}


def tally_text(result: Tally) -> str:
    """The whole tally as text."""
    table = result.table
    variant = variant_name(table.board, table.setup.variant)
    title = _wrapped(table.setup.title) if table.setup.title else []
    # Translators: a board, the way it is played, and how far the game is: USA, Mega – finished
    played = _("{board}, {variant} – {phase}").format(
        board=board_name(table.board), variant=variant, phase=pgettext(*PHASES[table.phase])
    )
    lines = [*title, *_wrapped(played), ""]
    lines += [*_score_table(result), "", *_wrapped(in_full(verdict(result))), ""]
    for line in result.lines:
        lines += [*_reason_lines(result, line), ""]
    notices = [
        text for notice in result.warnings for text in _wrapped(warning_clauses.clause(table, notice), "! ", "  ")
    ]
    return "\n".join(line.rstrip() for line in lines + notices).rstrip()


def _score_table(result: Tally) -> Iterator[str]:
    """The table: a line for each player, best first. A column is as wide as its longest word and two spaces."""
    board = result.table.board
    heads = [
        pgettext("column", "Routes"),
        pgettext("column", "Tickets"),
        *([pgettext("column", "Stations")] if board.stations else []),
    ]
    heads += [*(reasons.bonus_name(board, bonus) for bonus in result.bonuses), pgettext("column", "Total")]
    words_of_heads = [head.split() for head in heads]
    widths = [max(map(len, words)) + 2 for words in words_of_heads]
    names_width = min(WIDTH - sum(widths), MOST_FOR_NAMES)
    # Each word of a head has a line of its own; heads with fewer words begin further down.
    height = max(map(len, words_of_heads))
    filled_up = [[""] * (height - len(words)) + words for words in words_of_heads]
    for row in zip(*filled_up, strict=True):
        yield " " * names_width + "".join(word.rjust(width) for word, width in zip(row, widths, strict=True))
    for line in result.by_rank:
        routes, won, lost, *others = (item.points for item in line.items)
        numbers = [routes, won + lost, *others, line.total]
        figures = "".join(str(number).rjust(width) for number, width in zip(numbers, widths, strict=True))
        yield _padded(f"{line.rank}. {line.score.name}", names_width) + figures


def _reason_lines(result: Tally, line: Line) -> Iterator[str]:
    """A player's name, then every item of their tally with where it comes from."""
    board, own = result.table.board, line.score
    color = colour_name(own.color).capitalize()
    yield from _wrapped(own.name if own.name == color else f"{own.name} ({color})")
    for item in line.own:
        if item.kind in ("won", "lost"):
            yield from _ticket_lines(result, line, item)
        elif item.kind == "stations":
            why = "; ".join(reasons.station_reasons(result, line, item))
            yield from _reason_line(pgettext("column", "Stations"), item.points, why)
        else:
            yield from _reason_line(pgettext("column", "Routes"), item.points, reasons.reason(board, item))
    yield from _reason_line(_("Longest path"), None, reasons.reason(board, line.longest))
    for item in line.bonuses:
        if item.points:
            yield from _bonus_lines(result, line, item)


def _ticket_lines(result: Tally, line: Line, item: Item) -> Iterator[str]:
    """A player's tickets, of which this item is the sum, each with its reason."""
    board = result.table.board
    for ticket in result.parts(line, item):
        words = {"ticket": reasons.item_name(board, ticket), "reason": reasons.reason(board, ticket)}
        sign = "+" if ticket.points > 0 else ""
        # Translators: a ticket, and how it was travelled or that it failed
        why = _("{ticket}: {reason}").format(**words)
        yield from _reason_line(pgettext("line", "Ticket"), ticket.points, why, sign)


def _bonus_lines(result: Tally, line: Line, item: Item) -> Iterator[str]:
    """A bonus with its reason, and below it the parts that it consists of, if any."""
    board = result.table.board
    if item is line.longest:  # the line above has its length already
        why = reasons.shared_with(result, line, item)
    else:
        why = reasons.bonus_reason(result, line, item)
    yield from _reason_line(reasons.bonus_name(board, item.kind), item.points, why)
    for part in item.parts:
        words = {"reason": reasons.reason(board, part), "points": counts.points(part.points)}
        text = _("{reason}, {points}").format(**words) if part.points else words["reason"]
        yield from _reason_line("", None, text)


def _reason_line(label: str, points: int | None, why: str, sign: str = "") -> list[str]:
    """An item with its points and its reason, in as many lines as it needs."""
    number = "" if points is None else f"{sign}{points}"
    label_width = min(max(LABEL, _width(_("Longest path")) + 3), WIDEST_LABEL)
    beginning = _padded(f"  {label}", label_width) + number.rjust(5) + "  "
    return _wrapped(why, beginning, " " * (label_width + 7))


def _wrapped(text: str, first: str = "", further: str = "") -> list[str]:
    """Text in lines of `WIDTH` columns, the first beginning with `first`, the others with `further`.

    A word longer than a line is cut.
    """
    lines, line, is_at_start = [], first, True
    for word in text.split(" "):
        if not is_at_start and _width(line) + 1 + _width(word) > WIDTH:
            lines.append(line)
            line, is_at_start = further, True
        line += word if is_at_start else f" {word}"
        is_at_start = False
        while _width(line) > WIDTH:
            head = _start_that_fits(line, WIDTH)
            lines.append(head)
            line = further + line[len(head) :]
    return [*lines, line]


def _padded(text: str, width: int) -> str:
    """Text padded to so many columns of a terminal; the end of a longer one is cut off."""
    if _width(text) >= width:
        text = _start_that_fits(text, width - 2) + "…"
    return text + " " * (width - _width(text))


def _start_that_fits(text: str, width: int) -> str:
    """As much of the beginning of a text as fits so many columns."""
    fits = [n for n, columns in enumerate(accumulate(map(_columns_of, text)), 1) if columns <= width]
    return text[: max(fits, default=1)]


def _width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum(map(_columns_of, text))


def _columns_of(character: str) -> int:
    """How many columns of a terminal a character takes: some take two, combining marks none."""
    if unicodedata.category(character) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
