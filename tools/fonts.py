"""Cuts the heading face to size: python -m tools.fonts PATH/TO/PACKAGE

The package is `npm pack @fontsource/league-gothic@5.3.0`, unpacked. Two files come out: Latin-1 and the French œ,
which every page loads, and Latin Extended-A, which a browser fetches only for a page that shows such a letter. The
same package gives the same bytes.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from fontTools import subset

FOLDER = Path(__file__).resolve().parent.parent / "static" / "fonts"
FACE = "league-gothic"
PARTS = {
    "latin": "U+20-7E,U+A0-A1,U+A3,U+AB,U+B0,U+B7,U+BB,U+BF-FF,U+152-153,U+2010-2014,"
    "U+2018-201E,U+2020,U+2022,U+2026,U+2032,U+2033,U+20AC,U+2190-2193,U+2212",
    # What the alphabets of Europe use; not the Esperanto, Afrikaans and old-spelling letters of the block.
    "latin-ext": "U+100-107,U+10A-113,U+116-11B,U+11E-11F,U+120-123,U+126-127,U+12A-12B,U+12E-131,U+136-137,"
    "U+139-13E,U+141-148,U+14C-14D,U+150-151,U+154-155,U+158-15B,U+15E-165,U+16A-16B,U+16E-173,U+178-17E,U+218-21B",
}
MOST = 12 * 1024


def cut(package: Path, part: str) -> int:
    """Writes one part and gives its size."""
    source = package / "files" / f"{FACE}-{part}-400-normal.woff2"
    target = FOLDER / f"{FACE}-{part}.woff2"
    options = ["--layout-features=kern,liga,tnum,lnum", "--flavor=woff2", "--no-hinting"]
    subset.main([str(source), f"--unicodes={PARTS[part]}", *options, f"--output-file={target}"])
    return target.stat().st_size


def main(args: list[str]) -> int:
    """Cuts both parts and holds them to the limit."""
    if len(args) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    os.environ.setdefault("SOURCE_DATE_EPOCH", "0")  # else the hour of the cut stands in the file
    sizes = {part: cut(Path(args[0]), part) for part in PARTS}
    print(*(f"{part}: {size} bytes" for part, size in sizes.items()), sep="\n")
    return 0 if sum(sizes.values()) <= MOST else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
