"""Writes a layout as the end of a board file: one line per city and per pair."""

import re
from collections.abc import Iterable
from typing import Final

from companion.boards.layout import Across, Bend, Layout, Line, Place, Turned

HEAD: Final = "[layout]"
_LAYOUT = re.compile(rf"^{re.escape(HEAD)}$.*", re.MULTILINE | re.DOTALL)

_COMMENT: Final = """\
# Where everything is on our picture of the board, in its units; `companion check-boards` looks it over.
# label: its box, as x and y of the upper left corner, width and height.
# path: a cubic Bezier from a to b, the middle of all tracks between the two; pitch: along it, from the middle
# of one space to that of the next; shift: of the whole row, from the middle towards b.
"""


_LAND: Final = """\
# The land behind, one path, filled even-odd (lakes are holes), bent to fit the places of the cities above.
# Made by tools/land.py with Natural Earth (naturalearthdata.com), which is in the public domain.
"""


_BY_HAND: Final = """\
# The land behind, one path, filled even-odd, and the parks on it: drawn by hand.
"""


def layout_text(layout: Layout) -> str:
    """The `[layout]` table of a board file."""
    sizes = {name: getattr(layout, name) for name in ("width", "height", "dot", "font", "track_gap")}
    lines = [
        HEAD,
        _COMMENT.rstrip(),
        *(f"{name} = {number(size)}" for name, size in sizes.items()),
        f"space = {numbers(layout.space)}",
        *_table("cities", map(_place, layout.cities)),
        *_table("pairs", map(_bend, layout.pairs)),
    ]
    if layout.again:
        lines += _table("again", map(_place, layout.again))
    if layout.insets:
        lines += ["", f"insets = [{', '.join(map(numbers, layout.insets))}]"]
    if layout.across:
        lines += _table("across", map(_across, layout.across))
    if layout.turned:
        lines += _table("turned", map(_turned, layout.turned))
    behind = {name: getattr(layout, name) for name in ("land", "borders", "rivers", "parks")}
    if any(behind.values()):
        is_by_hand = layout.parks and not layout.borders
        lines.append(_BY_HAND.rstrip() if is_by_hand else _LAND.rstrip())
        lines += [f'{name} = "{path}"' for name, path in behind.items() if path]
    return "\n".join(lines) + "\n"


def with_layout(text: str, layout: Layout) -> str:
    """A board file's text with this layout in place of its own."""
    return f"{without_layout(text).rstrip()}\n\n{layout_text(layout)}"


def without_layout(text: str) -> str:
    """A board file's text up to its layout, which comes last."""
    return _LAYOUT.sub("", text)


def number(value: float) -> str:
    """A number with at most two decimals, and without trailing zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def numbers(values: Iterable[float]) -> str:
    """Numbers as a TOML array."""
    return f"[{', '.join(map(number, values))}]"


def _table(name: str, lines: Iterable[str]) -> list[str]:
    """The lines of a TOML array of tables, one table a line, after an empty line."""
    return ["", f"{name} = [", *(f"  {{ {line} }}," for line in lines), "]"]


def _place(place: Place) -> str:
    """The members of a place as TOML."""
    label = f", label = {numbers(place.label)}" if place.label else ""
    return f'id = "{place.id}", x = {number(place.x)}, y = {number(place.y)}{label}'


def _bend(bend: Bend) -> str:
    """The members of a bend as TOML."""
    rest = f", rest = {{ spaces = {bend.rest.spaces}, {_line(bend.rest)} }}" if bend.rest else ""
    return f'a = "{bend.a}", b = "{bend.b}", {_line(bend)}{rest}'


def _line(line: Line) -> str:
    """The members of a line as TOML."""
    path = ", ".join(map(numbers, line.path))
    return f"path = [{path}], pitch = {number(line.pitch)}, shift = {number(line.shift)}"


def _across(across: Across) -> str:
    """The members of a crossing as TOML."""
    return f'one = "{across.one}", other = "{across.other}", reason = "{_quoted(across.reason)}"'


def _turned(turned: Turned) -> str:
    """The members of an exception to the directions as TOML."""
    return f'a = "{turned.a}", b = "{turned.b}", reason = "{_quoted(turned.reason)}"'


def _quoted(text: str) -> str:
    """A text with what a TOML string has to escape."""
    return text.replace("\\", "\\\\").replace('"', '\\"')
