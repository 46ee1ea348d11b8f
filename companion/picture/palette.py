"""The colours of a picture: by day, by night, and on paper. Data alone."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Tint:
    """How a route of one colour is printed: its spaces, their outline, and the mark in them."""

    fill: str
    edge: str
    mark: str


@dataclass(frozen=True, slots=True)
class Palette:
    """Every colour of a picture by what it is for.

    `quiet` is the opacity of an open route beside claimed ones.
    """

    name: str
    paper: str
    sea: str
    waves: tuple[str, str, str]
    land: str
    park: str
    coast: str
    ink: str
    dot: str
    halo: str
    casing: str
    longest: str
    arrow: str
    thread: str
    thread_case: str
    last: str
    offer: str
    offer_ink: str
    quiet: float
    routes: Mapping[str, Tint]


LIGHT: Final = Palette(
    name="light",
    paper="#FCF8EC",
    sea="#DCE5E1",
    waves=("#D3DFDB", "#C9D8D4", "#BDD0CC"),
    land="#F5EDDA",
    park="#DDE3BE",
    coast="#A79C80",
    ink="#1B2338",
    dot="#FFFDF6",
    halo="#F5EDDA",
    casing="#141A2A",
    longest="#E2A921",
    arrow="#141A2A",
    thread="#FFFFFF",
    thread_case="#7A1F5C",
    last="#FFFFFF",
    offer="#1E3160",
    offer_ink="#FFFDF6",
    quiet=0.55,
    routes={
        "red": Tint("#D4574A", "#7E2018", "#5E120C"),
        "orange": Tint("#E8964A", "#8A4A10", "#6B3606"),
        "yellow": Tint("#EFD257", "#8A6D00", "#665000"),
        "green": Tint("#7DAE66", "#33591F", "#21420F"),
        "blue": Tint("#6C9CCB", "#1F4A77", "#0E3259"),
        "purple": Tint("#C48CBE", "#6B2F66", "#4E174A"),
        "black": Tint("#3B3834", "#1D1B18", "#FFFDF6"),
        "white": Tint("#FFFDF8", "#6F685A", "#6F685A"),
        "gray": Tint("#B9B3A6", "#6C665A", "#6C665A"),
    },
)

DARK: Final = Palette(
    name="dark",
    paper="#0E1526",
    sea="#101A2E",
    waves=("#13203A", "#162540", "#1A2B49"),
    land="#1E2C42",
    park="#22394A",
    coast="#44587A",
    ink="#F1E7CF",
    dot="#0E1526",
    halo="#1A2740",
    casing="#F4EAD3",
    longest="#D79B1E",
    arrow="#FFF6DF",
    thread="#FFFFFF",
    thread_case="#B02A86",
    last="#0E1526",
    offer="#F4EAD3",
    offer_ink="#0E1526",
    quiet=0.72,
    routes={
        "red": Tint("#B4473C", "#E9A79C", "#FFD9D0"),
        "orange": Tint("#C0752C", "#F0C08A", "#FFE9CC"),
        "yellow": Tint("#A08414", "#F1DE86", "#FFF7C9"),
        "green": Tint("#5A8A45", "#B3D79F", "#E2F6D6"),
        "blue": Tint("#3F74AB", "#A3C8EC", "#DBECFF"),
        "purple": Tint("#98609A", "#DDB3DD", "#F9E2F8"),
        "black": Tint("#05080E", "#8C97AB", "#C9D2E2"),
        "white": Tint("#E6DECB", "#FFFAEC", "#4A4334"),
        "gray": Tint("#66707F", "#A9B3C2", "#A9B3C2"),
    },
)

PRINT: Final = Palette(
    name="print",
    paper="#FFFFFF",
    sea="#FFFFFF",
    waves=("#FFFFFF", "#FFFFFF", "#FFFFFF"),
    land="#F6F4EE",
    park="#EBEDDD",
    coast="#A9A59A",
    ink="#111111",
    dot="#FFFFFF",
    halo="#FFFFFF",
    casing="#000000",
    longest="#EDBB3F",
    arrow="#000000",
    thread="#FFFFFF",
    thread_case="#7A1F5C",
    last="#FF7A1A",
    offer="#111111",
    offer_ink="#FFFFFF",
    quiet=0.55,
    routes=LIGHT.routes,
)

PALETTES: Final[Mapping[str, Palette]] = {p.name: p for p in (LIGHT, DARK, PRINT)}
