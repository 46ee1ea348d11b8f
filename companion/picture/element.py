"""Elements of an SVG, written out with every text and attribute escaped. Pure."""

from collections.abc import Iterable, Iterator, Mapping
from html import escape as escaped
from typing import Final

Value = str | float


class Element:
    """An SVG element with attributes, and elements or one text inside. `_` in attribute names becomes `-`."""

    __slots__ = ("attributes", "inside", "tag", "text")

    def __init__(self, tag: str, *inside: "Element", text: str = "", **attributes: Value | None) -> None:
        self.tag = tag
        self.inside = list(inside)
        self.text = text
        named = ((name.strip("_").replace("_", "-"), value) for name, value in attributes.items())
        self.attributes = {name: as_svg(value) for name, value in named if value is not None}

    def add(self, *elements: "Element") -> None:
        """Adds elements inside this one, after those it has."""
        self.inside.extend(elements)

    def put(self, attributes: Mapping[str, str]) -> None:
        """Sets these attributes."""
        self.attributes.update(attributes)

    def all(self) -> Iterator["Element"]:
        """This element and all its descendants."""
        yield self
        for element in self.inside:
            yield from element.all()

    def __str__(self) -> str:
        return "".join(self._pieces())

    def _pieces(self) -> Iterable[str]:
        """The element as text, piece by piece."""
        yield f"<{self.tag}"
        yield from (f' {name}="{escape(value)}"' for name, value in self.attributes.items())
        if not (self.inside or self.text):
            yield "/>"
            return
        yield f">{escape(self.text)}"
        for element in self.inside:
            yield from element._pieces()
        yield f"</{self.tag}>"


# Characters that Python texts may have but XML may not.
NEVER: Final = {0xFFFE: "\ufffd", 0xFFFF: "\ufffd"}


def escape(text: str) -> str:
    """A text escaped for XML."""
    return escaped(text).translate(NEVER)


def as_svg(value: Value) -> str:
    """A value as text for an attribute; numbers are rounded to hundredths."""
    if isinstance(value, str):
        return value
    shortest = f"{value:.2f}".rstrip("0").rstrip(".").replace("-0.", "-.").removeprefix("0")  # 0.50 as .5
    return shortest or "0"


def numbers(*values: float) -> str:
    """Numbers for path data, rounded to tenths, with as few separators as possible."""
    text = ""
    for value in values:
        tenths = round(value * 10)
        whole, part = divmod(abs(tenths), 10)
        digits = f"{whole or ''}.{part}" if part else str(whole)
        if tenths < 0:
            text += "-"  # separates as well
        elif text:
            text += " "
        text += digits
    return text
