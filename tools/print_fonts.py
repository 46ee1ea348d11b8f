"""Makes the fonts for paper smaller by leaving out letters: python -m tools.print_fonts PATH/TO/PACKAGE

The package is Debian's fonts-oldstandard 2.2really-4, unpacked with `dpkg-deb -x`. Three files are written, each with
what the languages of Europe and Viet Nam write in Latin, Greek and Cyrillic letters. The minus is made as wide as a
figure; in the package it is as wide as a dash. The same package gives the same bytes.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

FOLDER = Path(__file__).resolve().parent.parent / "static" / "print"
SOURCE = Path("usr/share/fonts/truetype/fonts-oldstandard")
FACES = ("Regular", "Italic", "Bold")
LETTERS = (
    # Latin: its first two blocks, what Romanian and Vietnamese names add, and marks to put on letters.
    "U+20-7E,U+A0-17F,U+18F,U+192,U+1A0-1A1,U+1AF-1B0,U+1C4-1CC,U+1E6-1E7,U+1EA-1EB,U+1F4-1F5,U+1FA-1FF,U+218-21B,"
    "U+237,U+259,U+2BB-2BC,U+2C6-2C7,U+2D8-2DD,U+300-304,U+306-30C,U+31B,U+323,U+326-328,U+1E80-1E85,U+1E9E,"
    "U+1EA0-1EF9,"
    # Greek as it is written today, Cyrillic with the letters of its many languages.
    "U+37A,U+37E,U+384-38A,U+38C,U+38E-3A1,U+3A3-3CE,U+3D1,U+3D5-3D6,U+400-45F,U+462-463,U+472-475,U+48A-4F9,"
    # Signs.
    "U+2010-2015,U+2018-201E,U+2020-2022,U+2026,U+2030,U+2032-2033,U+2039-203A,U+2044,U+20AC,U+2116,U+2122,"
    "U+2190-2193,U+2212,U+2215,U+2219,U+221E,U+2248,U+2260,U+2264-2265,U+25CC"
)
FEATURES = "kern,mark,mkmk,ccmp,locl,liga"
MOST = 100 * 1024  # bytes of all files together
MINUS = 0x2212


def cut(package: Path, face: str) -> int:
    """Writes one face from this package, and returns its size in bytes."""
    target = FOLDER / f"old-standard-{face.lower()}.woff2"
    options = [f"--layout-features={FEATURES}", "--flavor=woff2", "--no-hinting", "--desubroutinize"]
    source = package / SOURCE / f"OldStandard-{face}.ttf"
    subset.main([str(source), f"--unicodes={LETTERS}", *options, f"--output-file={target}"])
    narrow_minus(target)
    return target.stat().st_size


def narrow_minus(file: Path) -> None:
    """Makes the minus in a font file as wide as the figure 8, with the same space at both sides."""
    font = TTFont(file, recalcTimestamp=False)
    glyph_names, widths = font.getBestCmap(), font["hmtx"]
    minus = font["glyf"][glyph_names[MINUS]]
    width, side = widths[glyph_names[ord("8")]]
    left, right = minus.xMin, minus.xMax
    for number, (x, y) in enumerate(minus.coordinates):
        minus.coordinates[number] = (side + (x - left) * (width - 2 * side) // (right - left), y)
    minus.recalcBounds(font["glyf"])
    widths[glyph_names[MINUS]] = (width, minus.xMin)
    font.save(file)


def main(args: list[str]) -> int:
    """Writes every face and prints its size; 1 if they are larger than the limit together."""
    if len(args) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    os.environ.setdefault("SOURCE_DATE_EPOCH", "0")  # or the files would contain the time of day
    sizes = {face: cut(Path(args[0]), face) for face in FACES}
    print(*(f"{face}: {size} bytes" for face, size in sizes.items()), sep="\n")
    return 0 if sum(sizes.values()) <= MOST else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
