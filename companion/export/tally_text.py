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
from companion.rules.tally import Line, Tally

WIDTH: Final = 80
LABEL: Final = 19  # columns of the words in front of a reason, unless those of a language need more
WIDEST: Final = 32
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
    words = [head.split() for head in heads]
    widths = [max(map(len, parts)) + 2 for parts in words]
    names = min(WIDTH - sum(widths), 30)
    deepest = max(map(len, words))
    for n in range(deepest):
        row = (parts[n - deepest] if len(parts) >= deepest - n else "" for parts in words)
        yield " " * names + "".join(word.rjust(width) for word, width in zip(row, widths, strict=True))
    for line in result.by_rank:
        routes, won, lost, *others = (item.points for item in line.items)
        numbers = [routes, won + lost, *others, line.total]
        figures = "".join(str(number).rjust(width) for number, width in zip(numbers, widths, strict=True))
        yield _padded(f"{line.rank}. {line.score.name}", names) + figures


def _reason_lines(result: Tally, line: Line) -> Iterator[str]:
    """Every item of a player, with where it comes from."""
    board, own = result.table.board, line.score
    color = colour_name(own.color).capitalize()
    yield from _wrapped(own.name if own.name == color else f"{own.name} ({color})")
    for item in line.own:
        if item.kind in ("won", "lost"):
            for ticket in result.parts(line, item):
                words = {"ticket": reasons.item_name(board, ticket), "reason": reasons.reason(board, ticket)}
                sign = "+" if ticket.points > 0 else ""
                # Translators: a ticket, and how it was travelled or that it failed
                why = _("{ticket}: {reason}").format(**words)
                yield from _reason_line(pgettext("line", "Ticket"), ticket.points, why, sign)
        else:
            stations = item.kind == "stations"
            why = "; ".join(reasons.station_reasons(result, line, item)) if stations else reasons.reason(board, item)
            yield from _reason_line(
                pgettext("column", "Stations") if stations else pgettext("column", "Routes"), item.points, why
            )
    yield from _reason_line(_("Longest path"), None, reasons.reason(board, line.longest))
    for item in line.bonuses:
        if item.points:
            # The line above has the length already.
            why = (
                reasons.shared_with(result, line, item)
                if item is line.longest
                else reasons.bonus_reason(result, line, item)
            )
            yield from _reason_line(reasons.bonus_name(board, item.kind), item.points, why)
            for part in item.parts:
                words = {"reason": reasons.reason(board, part), "points": counts.points(part.points)}
                yield from _reason_line(
                    "", None, _("{reason}, {points}").format(**words) if part.points else words["reason"]
                )


def _reason_line(label: str, points: int | None, why: str, sign: str = "") -> list[str]:
    """An item with its points and its reason, wrapped."""
    number = "" if points is None else f"{sign}{points}"
    wide = min(max(LABEL, _width(_("Longest path")) + 3), WIDEST)
    return _wrapped(why, _padded(f"  {label}", wide) + number.rjust(5) + "  ", " " * (wide + 7))


def _wrapped(text: str, first: str = "", further: str = "") -> list[str]:
    """Text in lines of `WIDTH` columns; a word longer than a line is cut."""
    lines, line, start = [], first, True
    for word in text.split(" "):
        if not start and _width(line) + 1 + _width(word) > WIDTH:
            lines.append(line)
            line, start = further, True
        line += word if start else f" {word}"
        start = False
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
