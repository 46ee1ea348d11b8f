"""The pages for playing on paper: a board's routes by length, its bonuses, its table of points."""

from dataclasses import dataclass
from typing import Any

from companion.boards.model import Board
from companion.i18n import gettext as _
from companion.i18n import ngettext
from companion.picture import PRINT, picture
from companion.picture.looks import looks
from companion.prose import reasons
from companion.prose.display_names import board_name
from companion.prose.rulebook import ending
from companion.rules.mechanics import mechanics_of
from companion.sheet.game_sheet import Picture, printed_size
from companion.sheet.html_to_pdf import svg_data
from companion.sheet.typesetting import Mark, in_capitals, mark, with_hard_spaces

BOARD_SPACE = ((252.0, 164.0), (184.0, 234.0))  # for a board on its own page, landscape and upright, in millimetres
TICKET_LINES = 8  # few players keep more
MOST_LINES = 10  # besides those for tickets; if there are more, they are set closer, so that all fit on one page
LETTERS_PER_LINE = 60  # of a bonus's worth, before it needs a further line


@dataclass(frozen=True, slots=True)
class BlankRow:
    """A line to fill in, and what it is worth."""

    label: str
    worth: str = ""


def blank_page(board: Board) -> dict[str, Any]:
    """The data for the templates of a blank sheet."""
    lengths = _lengths(board)
    others = [*_stations(board), *_bonuses(board)]
    further_lines = sum(len(row.worth) for row in others) // LETTERS_PER_LINE
    lines = len(lengths) + len(others) + further_lines
    return {
        "board": board_name(board),
        "capitals": in_capitals(board_name(board)),
        "players": _players(board),
        "lengths": lengths,
        "close": lines > MOST_LINES,
        "tickets": range(1, TICKET_LINES + 1),
        "others": others,
        "reminders": _reminders(board),
        "map": _map(board) if board.layout else None,
    }


def _players(board: Board) -> list[Mark]:
    """The marks of all colours of the board."""
    everyone = looks(board.colors)
    return [mark(color, everyone[color]) for color in board.colors]


def _lengths(board: Board) -> list[BlankRow]:
    """The table of points: a line for each length of routes on the board."""
    lengths = sorted({route.length for route in board.route.values()})
    return [BlankRow(_routes_of_length(board, length), _points_each(board.points_for[length])) for length in lengths]


def _routes_of_length(board: Board, length: int) -> str:
    """The label of the line for routes of this length."""
    if not board.only_trains:
        return ngettext("Routes of {count} space", "Routes of {count} spaces", length).format(count=length)
    return ngettext("Routes of {count} train", "Routes of {count} trains", length).format(count=length)


def _points_each(points: int) -> str:
    """What each of several things is worth."""
    return with_hard_spaces(ngettext("{count} point each", "{count} points each", points).format(count=points))


def _stations(board: Board) -> list[BlankRow]:
    """The line for stations that were not built, if the board has any."""
    if not board.stations:
        return []
    return [BlankRow(_("Unbuilt stations"), _points_each(board.stations.unused_points))]


def _bonuses(board: Board) -> list[BlankRow]:
    """A line for every bonus that some variant pays.

    If variants pay it differently, it has each of the values; a bonus that not every variant pays has an asterisk.
    """
    variants = board.variants.values()
    values_of: dict[str, list[Any]] = {}
    for variant in variants:
        for bonus, value in variant.bonuses.items():
            values = values_of.setdefault(bonus, [])
            if value not in values:
                values.append(value)
    rows = []
    for bonus, values in values_of.items():
        worth = " / ".join(reasons.worth(board, bonus, value) for value in values)
        is_in_every_variant = all(bonus in variant.bonuses for variant in variants)
        rows.append(BlankRow(reasons.bonus_name(board, bonus), worth if is_in_every_variant else f"{worth} *"))
    return rows


def _reminders(board: Board) -> list[str]:
    """Reminders of the rules that every table asks about."""
    trains_at_end = board.final_round_at
    players_needed = board.double_routes_need_players
    sentences = [_("A ticket that isn't completed costs you its value.")]
    if any("longest-path" in variant.bonuses for variant in board.variants.values()):
        sentences.append(_("Longest path: cities can repeat, trains can't; tied players all get the bonus."))
    text = ngettext(
        "When someone ends a turn with {count} train or none, everyone has one more turn, including them.",
        "When someone ends a turn with {count} trains or fewer, everyone has one more turn, including them.",
        trains_at_end,
    )
    has_own_ending = not board.only_trains or any(mechanic.ending for mechanic in mechanics_of(board))
    sentences += ending(board) if has_own_ending else [text.format(count=trains_at_end)]
    if players_needed > board.players.least:
        text = ngettext(
            "With fewer than {count} player, only one track of a double route is used.",
            "With fewer than {count} players, only one track of a double route is used.",
            players_needed,
        )
        sentences.append(text.format(count=players_needed))
    if len({tuple(sorted(v.bonuses)) for v in board.variants.values()}) > 1:
        sentences.append(_("* Not in every variant."))
    return sentences


def _map(board: Board) -> Picture:
    """The picture of the board for its own page."""
    text = _("The {name} board").format(name=board_name(board))
    size = printed_size(board, BOARD_SPACE)
    return Picture(svg_data(picture(board, palette=PRINT, width=size.width, title=text)), text, size.is_upright)
