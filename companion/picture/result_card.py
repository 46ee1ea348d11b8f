"""The result of a game as one picture to send: the board with everybody's trains, the winner, the totals. Pure.

Names are initials, so that the picture may go anywhere. An element with a name has the full text in `data-full`, for
a page to put in its place where somebody chose that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import ceil
from typing import Final, NamedTuple

from companion.i18n import and_joined, listed, ngettext
from companion.i18n import gettext as _
from companion.picture import LIGHT, picture
from companion.picture.element import Element
from companion.picture.game_scene import longest_of, looks_of, scene_of
from companion.picture.lettering import is_measured, text_width
from companion.picture.looks import Look
from companion.picture.looks import looks as usual_looks
from companion.prose.display_names import board_name, initial, isolated, variant_name
from companion.rules.tally import Line, Tally

HEADING: Final = "League Gothic,Barlow Semi Condensed,Arial Narrow,sans-serif"
PLAIN: Final = "Barlow Semi Condensed,Helvetica Neue,Arial,Liberation Sans,sans-serif"
PLATE, ON_PLATE, QUIET = "#1E3160", "#FFFDF6", "#5B5A58"
BETWEEN_COLUMNS: Final = 40
NARROW: Final = 0.8  # the width of the face of headings beside that of common ones; it has Latin letters alone


@dataclass(frozen=True, slots=True)
class Format:
    """A format of the picture: its size, and where the board, the winner and the rows of players are."""

    name: str
    size: tuple[int, int]
    board: tuple[int, int, int, int]
    plate: tuple[int, int, int, int]
    rows: tuple[int, int, int, int]
    columns: int


WIDE: Final = Format("wide", (1200, 630), (24, 24, 752, 582), (800, 24, 376, 118), (800, 154, 376, 380), 1)
SQUARE: Final = Format("square", (1080, 1080), (24, 24, 1032, 660), (24, 700, 1032, 104), (24, 818, 1032, 168), 2)
FORMATS: Final = (WIDE, SQUARE)


def result_card(result: Tally, form: Format) -> str:
    """The picture as SVG text. Raises NoLayout for a board without a picture."""
    width, height = form.size
    root = Element("svg", xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {width} {height}")
    root.put({"width": str(width), "height": str(height), "font-family": PLAIN})
    root.add(Element("rect", width=width, height=height, fill=LIGHT.paper))
    root.add(*_winner(result, form), *_rows(result, form), *_foot(result, form))
    return str(root).replace("</svg>", f"{_board(result, form)}</svg>")


def headline(result: Tally) -> str:
    """Who won, by initials."""
    return _wins(result, initial)


def in_words(result: Tally) -> str:
    """The picture in words, by initials."""
    # Translators: a player and their points, such as: Ada 45
    totals = [
        _("{name} {points}").format(name=initial(line.score.name), points=line.total) for line in result.by_rank
    ]
    return f"{headline(result)} {listed(totals)}"


def _wins(result: Tally, how: Callable[[str], str]) -> str:
    """Who won, with each name as this function writes it."""
    names = [how(result.table.setup.name(color)) for color in result.winners]
    return ngettext("{names} wins!", "{names} share the win!", len(names)).format(names=and_joined(names))


def _board(result: Tally, form: Format) -> str:
    """The board with everybody's trains and the longest path of the first who has it."""
    table, (x, y, width, height) = result.table, form.board
    scene = replace(scene_of(table), longest=longest_of(result, result.longest[0]) if result.longest else None)
    svg = picture(table.board, scene, LIGHT, looks=looks_of(table), name=f"card-{form.name}")
    return svg.replace("<svg ", f'<svg x="{x}" y="{y}" width="{width}" height="{height}" ', 1)


def _winner(result: Tally, form: Format) -> Iterator[Element]:
    """The plate that says who won."""
    x, y, width, height = form.plate
    yield Element("rect", x=x, y=y, width=width, height=height, rx=6, fill=PLATE)
    inner = Element("rect", x=x + 6, y=y + 6, width=width - 12, height=height - 12, rx=3, fill="none")
    inner.put({"stroke": ON_PLATE, "stroke-width": "2"})
    yield inner
    short, full = (_wins(result, how) for how in (initial, isolated))
    yield _text(short, (x + width / 2, y + height / 2), 68, width - 44, full=full, fill=ON_PLATE, face=HEADING)


def _rows(result: Tally, form: Format) -> Iterator[Element]:
    """A row for each player, best first."""
    x, y, width, height = form.rows
    lines = result.by_rank
    per_column = ceil(len(lines) / form.columns)
    column_width, row_height = width / form.columns, min(64, height / per_column)
    looks = usual_looks(result.table.board.colors) | dict(looks_of(result.table))
    for number, line in enumerate(lines):
        column, row = divmod(number, per_column)
        is_last_column = column + 1 == form.columns
        place = RowPlace(
            left=x + column * column_width,
            middle=y + (row + 0.5) * row_height,
            right=x + (column + 1) * column_width - (0 if is_last_column else BETWEEN_COLUMNS),
            height=row_height,
        )
        yield from _row(line, looks[line.score.color], place)


class RowPlace(NamedTuple):
    """Where a player's row is: its left and right end, its middle from top to bottom, and its height."""

    left: float
    middle: float
    right: float
    height: float


def _row(line: Line, look: Look, place: RowPlace) -> Iterator[Element]:
    """A player's row: their mark, name and total."""
    left, middle, right, height = place
    size = min(38.0, height * 0.66)
    yield _tag(look, left, middle, size / 34)
    name = line.score.name
    text = _text(initial(name), (left + 72, middle), size, right - left - 160, full=isolated(name), anchor="start")
    text.put({"font-weight": "700" if line.rank == 1 else "400"})
    yield text
    yield _text(f"{line.total}".replace("-", "−"), (right, middle), size * 1.2, 90, anchor="end", face=HEADING)


def _tag(look: Look, left: float, middle: float, scale: float) -> Element:
    """A player's colour, shape and letter, as they are everywhere."""
    plate = Element("rect", x=1, y=1, width=50, height=30, rx=5, fill=look.colour, stroke="#8C8577", stroke_width=1.5)
    shape = Element("path", d=look.figure.path, fill=look.on, transform="translate(16.5 16)scale(.92)")
    shape.put({"fill-rule": "evenodd"})
    letter = Element("text", text=look.letter, x=37.5 if look.figure.path else 26, y=22.5, fill=look.on, font_size=18)
    letter.put({"font-weight": "700", "text-anchor": "middle"})
    group = Element("g", plate, shape, letter)
    group.put({"transform": f"translate({left:.1f} {middle - 16 * scale:.1f})scale({scale:.3f})"})
    return group


def _foot(result: Tally, form: Format) -> Iterator[Element]:
    """Who has the longest path, and what was played."""
    x, _y, width, _height = form.rows
    bottom, table = form.size[1] - 24, result.table
    if result.longest:
        length = result.line(result.longest[0]).longest.n
        names = [table.setup.name(color) for color in result.longest]
        # Translators: on the picture of a result, such as: Longest path: Ada, 38
        text = _("Longest path: {names}, {n}")
        short, full = (text.format(names=and_joined([*map(how, names)]), n=length) for how in (initial, isolated))
        yield _text(short, (x, bottom - 40), 26, width, full=full, anchor="start")
    # Translators: a board and the way it is played, such as: USA, Mega
    played = _("{board}, {variant}").format(
        board=board_name(table.board), variant=variant_name(table.board, table.setup.variant)
    )
    yield _text(f"{played} · {_('Trackside')}", (x, bottom - 8), 24, width, fill=QUIET, anchor="start")


def _text(
    words: str,
    at: tuple[float, float],
    size: float,
    room: float,
    *,
    full: str | None = None,
    fill: str = LIGHT.ink,
    face: str = PLAIN,
    anchor: str = "middle",
) -> Element:
    """A line of text, `at` its x and the y of its middle; smaller than `size` where it needs more than this room.

    `full` is the text with whole names, for which there must be room as well; a page may put it in place of `words`.
    """
    texts = (words, full or "")
    narrow = NARROW if face == HEADING and all(map(is_measured, texts)) else 1.0
    widest = max(text_width(text, size) * narrow for text in texts)
    size = min(size, size * room / widest) if widest else size
    element = Element("text", text=words, x=at[0], y=at[1] + size * 0.36, fill=fill, font_size=size, font_family=face)
    element.put({"text-anchor": anchor} | ({"data-full": full, "data-short": words} if full else {}))
    return element
