"""The data for the pages of a game's sheet. Their templates only lay it out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import reduce
from typing import Any, Final, NamedTuple

import segno

from companion.boards.model import Board
from companion.export.tally_text import PHASES
from companion.i18n import and_joined, pgettext
from companion.i18n import gettext as _
from companion.picture import PRINT, NoLayout, Scene, picture
from companion.picture.game_scene import joined_walks, longest_of, scene_of
from companion.picture.ground import view_box
from companion.picture.lettering import text_width
from companion.picture.looks import Look
from companion.picture.race import in_words, race
from companion.prose import reasons, warning_clauses
from companion.prose.dates_in_words import day_in_words as day_in_words
from companion.prose.display_names import board_name, variant_name
from companion.prose.sentences import in_full
from companion.prose.verdict import verdict
from companion.rules.tally import Line, Tally
from companion.sheet.html_to_pdf import svg_data
from companion.sheet.overview import overview_height
from companion.sheet.tally_sections import columns, player_sections, rows
from companion.sheet.typesetting import NAMES, TITLES, Mark, in_capitals, looks_of_players, mark, size_class

Spaces = tuple[tuple[float, float], tuple[float, float]]

# The typefaces of drawings, the same as those of the pages.
FACES: Final = "Old Standard,Noto Serif,DejaVu Serif,serif"

MOST_NOTICES: Final = 2
RACE_HEIGHT: Final = 200  # of the chart, relative to a width of 720

# The space for a board beside everybody's paths, in millimetres across and down: on a landscape page, and on an
# upright one. Pictures are measured in CSS pixels.
BESIDE_PATHS: Final = ((230.0, 156.0), (140.0, 218.0))
PIXELS: Final = 96 / 25.4


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing, its description for readers who can't see it, and whether its page is upright."""

    address: str
    description: str
    upright: bool = False


@dataclass(frozen=True, slots=True)
class PathLine:
    """A player's longest path, printed beside the board, and whether it is the longest of all."""

    mark: Mark
    name: str
    is_longest: bool
    description: str


class KeeperCode(NamedTuple):
    """The link that makes whoever opens it a keeper of a circle, to be printed as a QR code."""

    circle: str  # its name
    link: str


def game_pages(
    result: Tally,
    when: date | None,
    address: str | None,
    broken_records: Sequence[str] = (),
    keeper_code: KeeperCode | None = None,
) -> dict[str, Any]:
    """The data for the templates of a game's sheet; `broken_records` are sentences about records that it broke."""
    table = result.table
    board, looks = table.board, looks_of_players(table)
    winners = [line for line in result.lines if line.rank == 1]
    names = and_joined([line.score.name for line in winners])
    title = table.setup.title or _("Ticket to Ride: {board}").format(board=board_name(board))
    heads, lines, notices = columns(result), list(rows(result)), [*broken_records, *_notices(result)]
    why = in_full(verdict(result))
    return {
        "title": title,
        "title_size": size_class(title, TITLES),
        "capitals": in_capitals(title),
        "board": board_name(board),
        "trains_alone": board.only_trains,
        "variant": variant_name(board, table.setup.variant),
        "date": day_in_words(when) if when else "",
        "phase": "" if table.finished else pgettext(*PHASES[table.phase]),
        "finished": table.finished,
        "winners": [mark(line.score.color, looks[line.score.color]) for line in winners],
        "names": names,
        "names_size": size_class(names, NAMES),
        "points": winners[0].total,
        "verdict": why,
        "columns": heads,
        "rows": lines,
        "long_names": any(text_width(line.score.name, 1) > NAMES[0] for line in result.lines),
        "notices": notices,
        "overview": overview_height(heads, lines, [why, *notices], title, names),
        "race": _race(result, looks) if table.owners and table.turns_followed else None,
        "map": _map(result, looks) if board.layout else None,
        "networks": _networks(result, looks) if board.layout else None,
        "paths": [_path(result, line, looks) for line in result.by_rank],
        "players": list(player_sections(result)),
        "address": address,
        "code": _qr_code(address) if address else None,
        "keeper_code": (keeper_code.circle, _qr_code(keeper_code.link)) if keeper_code else None,
    }


def _notices(result: Tally) -> list[str]:
    """The warnings to print; of many only the first and how many more there are, since they share a page."""
    lines = [warning_clauses.clause(result.table, notice) for notice in result.warnings]
    more = len(lines) - MOST_NOTICES
    if more > 1:
        return [*lines[:MOST_NOTICES], warning_clauses.and_more(more)]
    return lines


def _race(result: Tally, looks: Mapping[str, Look]) -> Picture:
    """The chart of points over the game."""
    drawn = race(result.table, PRINT, looks=looks, height=RACE_HEIGHT, faces=FACES)
    return Picture(svg_data(drawn), in_words(result.table))


def _networks(result: Tally, looks: Mapping[str, Look]) -> Picture:
    """The small board on the first page: everybody's network and the longest path, without names."""
    drawn = picture(result.table.board, _final_scene(result), PRINT, looks=looks, width=600, networks_alone=True)
    return Picture(svg_data(drawn), _description(result))


def _final_scene(result: Tally) -> Scene:
    """The board at the end with the longest path; with all of them where several players share it."""
    walks = [walk for color in result.longest if (walk := longest_of(result, color))]
    return replace(scene_of(result.table), longest=reduce(joined_walks, walks) if walks else None)


def _description(result: Tally) -> str:
    """What a picture of the board shows, for readers who can't see it."""
    return _("The {board} board with everyone's routes").format(board=board_name(result.table.board))


def _map(result: Tally, looks: Mapping[str, Look]) -> Picture:
    """The board as large as its page allows."""
    board, text = result.table.board, _description(result)
    size = printed_size(board, BESIDE_PATHS)
    drawn = picture(board, _final_scene(result), PRINT, looks=looks, width=size.width, title=text)
    return Picture(svg_data(drawn), text, size.is_upright)


class PrintedSize(NamedTuple):
    """How wide a board is printed, in CSS pixels, and whether its page is upright."""

    width: float
    is_upright: bool


def printed_size(board: Board, spaces: Spaces) -> PrintedSize:
    """The size of a board on a landscape or an upright page with these spaces for it, whichever makes it larger."""
    if board.layout is None:
        raise NoLayout(board.id)
    *_corner, width, height = view_box(board.layout)
    on_landscape, on_upright = (min(across, down * width / height) for across, down in spaces)
    return PrintedSize(max(on_landscape, on_upright) * PIXELS, on_upright > on_landscape)


def _path(result: Tally, line: Line, looks: Mapping[str, Look]) -> PathLine:
    """A player's longest path in words, and whether it is the longest of all."""
    color = line.score.color
    return PathLine(
        mark=mark(color, looks[color]),
        name=line.score.name,
        is_longest=color in result.longest,
        description=reasons.reason(result.table.board, line.longest),
    )


def _qr_code(address: str) -> str:
    """A QR code of the address, as the data: URL of a picture."""
    return segno.make(address, error="m").svg_data_uri(border=2, dark="#111111", light="#FFFFFF")
