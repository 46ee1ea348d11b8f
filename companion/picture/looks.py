"""How players are distinguished wherever they are shown: by a colour, a shape and a letter. Data only.

The colours of a board hold a CIEDE2000 difference of 25 for every kind of colour vision and one of lightness
of 13 and more in grey print (a test computes both). The shape is there for whoever sees none of them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import chain, cycle
from typing import Final

from companion.i18n import NP_, pgettext

INK: Final = "#111111"
PAPER: Final = "#FFFFFF"


@dataclass(frozen=True, slots=True)
class Shape:
    """A shape in a square from -10 to 10, as SVG path data.

    Its name is a message with its context, to be translated.
    """

    name: tuple[str, str]
    path: str


@dataclass(frozen=True, slots=True)
class Look:
    """A player's colour, shape and letter.

    `called` is the name of the player's own token if we have no shape for it; then only the letter is shown.
    """

    colour: str
    shape: str
    letter: str
    called: str = ""

    @property
    def on(self) -> str:
        """The colour for signs on top of this one: ink or paper, whichever has more contrast."""
        return max(INK, PAPER, key=lambda other: contrast(self.colour, other))

    @property
    def figure(self) -> Shape:
        """The shape to draw; without a path for a token that we have no shape for."""
        return Shape(("shape", self.called), "") if self.called else SHAPES[self.shape]

    @property
    def shape_name(self) -> str:
        """The name of the player's shape or token."""
        return self.called or pgettext(*self.figure.name)

    def chosen(self, shape: str | None, letter: str | None) -> "Look":
        """This look with the shape and letter that a player chose; an unknown shape is the name of a token."""
        own = replace(self, letter=letter or self.letter)
        if not shape:
            return own
        return replace(own, shape=shape) if shape in SHAPES else replace(own, called=shape)


# The circle is two curves, nearly round: arcs take twice as long to print.
SHAPES: Final[Mapping[str, Shape]] = {
    "circle": Shape(NP_("shape", "circle"), "M-7.8 0C-7.8-10.4 7.8-10.4 7.8 0S-7.8 10.4-7.8 0z"),
    "triangle": Shape(NP_("shape", "triangle"), "M0-9.5L10 8H-10z"),
    "square": Shape(NP_("shape", "square"), "M-8.6-8.6H8.6V8.6H-8.6z"),
    "star": Shape(
        NP_("shape", "star"),
        "M0-10.5L3-3.6L10.2-3.2L4.8 1.6L6.6 8.8L0 4.8L-6.6 8.8L-4.8 1.6L-10.2-3.2L-3-3.6z",
    ),
    "cross": Shape(NP_("shape", "cross"), "M-3-9.5H3V-3H9.5V3H3V9.5H-3V3H-9.5V-3H-3z"),
    "diamond": Shape(NP_("shape", "diamond"), "M0-10.5L7 0L0 10.5L-7 0z"),
    "ring": Shape(
        NP_("shape", "ring"),
        "M-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0zM-3.8 0a3.8 3.8 0 1 1 7.6 0a3.8 3.8 0 1 1-7.6 0z",
    ),
    "drop": Shape(NP_("shape", "drop"), "M0-10.5C2-5.5 6.8-1.5 6.8 3.4a6.8 6.8 0 1 1-13.6 0C-6.8-1.5-2-5.5 0-10.5z"),
    "moon": Shape(NP_("shape", "moon"), "M4-9.5a9.5 9.5 0 1 0 0 19C-3.5 5.5-3.5-5.5 4-9.5z"),
}

# The five colours of the trains in most boxes, and four that some boards name.
LOOKS: Final[Mapping[str, Look]] = {
    "blue": Look("#0013D8", "circle", "B"),
    "red": Look("#D33914", "triangle", "R"),
    "green": Look("#5DBEA5", "square", "G"),
    "yellow": Look("#FFF23C", "star", "Y"),
    "black": Look("#111111", "cross", "K"),
    "white": Look("#FFFFFF", "ring", "W"),
    "purple": Look("#A184F0", "diamond", "P"),
    "orange": Look("#F28C28", "drop", "O"),
    "gray": Look("#8C8C8C", "moon", "S"),
}


# On boards with white trains these are darker, to differ from white in grey print.
BESIDE_WHITE: Final = {"red": "#C8380F", "green": "#3E9F8A", "yellow": "#F4BE00"}


def looks(colors: Iterable[str]) -> dict[str, Look]:
    """A look for each of a board's colours: its own if we have one, else an unused one."""
    wanted = tuple(colors)
    own = _looks_by_name(wanted)
    if "white" not in wanted:
        return own
    return {name: replace(look, colour=BESIDE_WHITE.get(name, look.colour)) for name, look in own.items()}


def _looks_by_name(wanted: tuple[str, ...]) -> dict[str, Look]:
    """Each colour's own look, or else one that no colour here has; when those run out, they begin again."""
    spare = (look for name, look in LOOKS.items() if name not in wanted)
    free = chain(spare, cycle(LOOKS.values()))
    return {name: LOOKS[name] if name in LOOKS else next(free) for name in wanted}


def shape_called(name: str) -> str:
    """A shape as somebody typed it: one of ours by its name in any spelling, else their own words."""
    for ours, shape in SHAPES.items():
        if name.casefold() in (ours, pgettext(*shape.name).casefold()):
            return ours
    return name


def luminance(colour: str) -> float:
    """How bright a colour written as #RRGGBB is, from 0 to 1 (WCAG)."""
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    # The formula for sRGB: first each channel as linear light, then all weighted as the eye weighs them.
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21 (WCAG)."""
    dark, bright = sorted((luminance(one), luminance(other)))
    return (bright + 0.05) / (dark + 0.05)
