"""What eyes make of a colour: CIELAB, CIEDE2000, and simulations of colour vision."""

from __future__ import annotations

from collections.abc import Mapping
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

# On linear RGB. Machado, Oliveira and Fernandes (2009), full severity; and Viénot, Brettel and Mollon (1999).
EYES: Mapping[str, Matrix] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "protan, Viénot": ((0.11238, 0.88762, 0), (0.11238, 0.88762, 0), (0.00401, -0.00401, 1)),
    "deutan, Viénot": ((0.29275, 0.70725, 0), (0.29275, 0.70725, 0), (-0.02234, 0.02234, 1)),
}
TO_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
WHITE: Triple = (0.95047, 1.0, 1.08883)


def times(matrix: Matrix, v: Triple) -> Triple:
    a, b, c = (sum(m * x for m, x in zip(row, v, strict=True)) for row in matrix)
    return a, b, c


def linear(colour: str) -> Triple:
    """A colour written as #RRGGBB, as light."""
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return r, g, b


def seen(colour: str, eye: str) -> Triple:
    """The light that looks to normal eyes as the colour does to these."""
    r, g, b = (min(max(c, 0.0), 1.0) for c in times(EYES[eye], linear(colour)))
    return r, g, b


def lab(light: Triple) -> Triple:
    x, y, z = (_f(c / w) for c, w in zip(times(TO_XYZ, light), WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _f(t: float) -> float:
    return t ** (1 / 3) if t > (6 / 29) ** 3 else t / (3 * (6 / 29) ** 2) + 4 / 29


def lightness(colour: str) -> float:
    """L* of the grey that a printer makes of it."""
    return lab(linear(colour))[0]


def difference(one: str, other: str, eye: str = "normal") -> float:
    """How far apart two colours are to these eyes, by CIEDE2000."""
    return ciede2000(lab(seen(one, eye)), lab(seen(other, eye)))


def ciede2000(one: Triple, other: Triple) -> float:
    """The CIE's colour difference of 2000, after Sharma, Wu and Dalal (2005)."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = ((hypot(a1, b1) + hypot(a2, b2)) / 2) ** 7
    g = 1.5 - 0.5 * sqrt(mean / (mean + 25**7))
    c1, c2 = hypot(a1 * g, b1), hypot(a2 * g, b2)
    h1, h2 = (degrees(atan2(b, a * g)) % 360 if a or b else 0.0 for a, b in ((a1, b1), (a2, b2)))
    turn, middle = _hues(h1, h2, bool(c1 and c2))
    dl, dc, dh = l2 - l1, c2 - c1, 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    t = (
        1
        - 0.17 * cos(radians(middle - 30))
        + 0.24 * cos(radians(2 * middle))
        + 0.32 * cos(radians(3 * middle + 6))
        - 0.20 * cos(radians(4 * middle - 63))
    )
    sl = 1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2)
    sc, sh = 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    rc = 2 * sqrt(chroma**7 / (chroma**7 + 25**7))
    rt = -rc * sin(radians(60 * exp(-(((middle - 275) / 25) ** 2))))
    return sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + rt * (dc / sc) * (dh / sh))


def _hues(h1: float, h2: float, both: bool) -> tuple[float, float]:
    """The turn from one hue to the other, and the hue in the middle, in degrees."""
    if not both:
        return 0.0, h1 + h2
    turn = (h2 - h1 + 180) % 360 - 180
    if abs(h1 - h2) <= 180:
        return h2 - h1, (h1 + h2) / 2
    return turn, (h1 + h2 + (360 if h1 + h2 < 360 else -360)) / 2
