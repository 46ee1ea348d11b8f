"""Makes the fonts of our pages smaller by leaving out letters: python -m tools.fonts FOLDER

The folder has the packages that `npm pack @fontsource/league-gothic@5.3.0 @fontsource/barlow-semi-condensed@5.3.0`
downloads, each unpacked under its name. A face becomes five files: the letters of most of our languages, which every
page loads; those of Czech and Polish; and the rest of Latin-1 and of Latin Extended-A. A browser fetches these three
only for a page that shows such a letter. An accented letter costs little in the same file as its plain one, and much
in another: so pages in Czech and Polish begin with a fifth file, which has what these two need of the first three.
The same packages give the same bytes.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from fontTools import subset
from fontTools.merge import Merger
from fontTools.ttLib import TTFont

FOLDER: Final = Path(__file__).resolve().parent.parent / "static" / "fonts"
# The faces with their weight, and the most bytes that all their files may have.
FACES: Final = {"league-gothic": (400, 19 * 1024), "barlow-semi-condensed": (500, 23 * 1024)}
PARTS: Final = {
    # Of the signs on a keyboard those that words and figures use; and the letters of the languages of Western Europe.
    "latin": "U+20-22,U+25-29,U+2B-3B,U+3D,U+3F,U+41-5A,U+61-7A,U+A0,U+B7,"
    "U+2010-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+2190-2193,U+2212,"
    "U+A1,U+AB,U+B0,U+BB,U+BF-C1,U+C4-C5,U+C7-C9,U+CD,U+D6,U+DA,U+DC,U+DF-E5,U+E7-EF,"
    "U+F1-F6,U+F8-FD,U+153,U+201E",
    # Czech and Polish.
    "latin-central": "U+104-107,U+10C-10F,U+118-11B,U+141-144,U+147-148,U+158-15B,U+160-161,U+164-165,U+16E-16F,"
    "U+179-17E",
    "latin-1": "U+A3,U+C2-C3,U+C6,U+CA-CC,U+CE-CF,U+D1-D5,U+D7-D9,U+DB,U+DD,U+E6,U+FF,U+152,U+201A-201B,"
    "U+2020,U+2032-2033,U+20AC",
    # What the other alphabets of Europe use; not the Esperanto, Afrikaans and old-spelling letters of the block.
    "latin-ext": "U+100-103,U+10A-10B,U+110-113,U+116-117,U+11E-123,U+126-127,U+12A-12B,U+12E-131,U+136-137,"
    "U+139-13E,U+145-146,U+14C-14D,U+150-151,U+154-155,U+15E-15F,U+162-163,U+16A-16B,U+170-173,"
    "U+178,U+218-21B",
}


# The fifth: the letters of Czech and Polish, and the same signs as in the first.
CZECH_POLISH: Final = (
    "U+20-22,U+25-29,U+2B-3B,U+3D,U+3F,U+41-5A,U+61-7A,U+A0,U+B7,"
    "U+2010-2014,U+2018-2019,U+201C-201E,U+2022,U+2026,U+2190-2193,U+2212,"
    "U+C1,U+C9,U+CD,U+D3,U+DA,U+DD,U+E1,U+E9,U+ED,U+F3,U+FA,U+FD," + PARTS["latin-central"]
)


def cut(packages: Path, face: str, part: str) -> int:
    """Writes one of the PARTS of a face from these packages, and returns its size in bytes."""
    weight, _most = FACES[face]
    source = "latin-ext" if part in ("latin-central", "latin-ext") else "latin"
    file = packages / face / "files" / f"{face}-{source}-{weight}-normal.woff2"
    target = FOLDER / f"{face}-{part}.woff2"
    features = "kern,tnum,lnum" if (face, part) == ("league-gothic", "latin") else "tnum,lnum"
    _subset(str(file), PARTS[part], features, target)
    return target.stat().st_size


def _subset(file: str, letters: str, features: str, target: Path, *more: str) -> None:
    """Writes a font that has only these letters and features of another."""
    options = [f"--layout-features={features}", "--name-IDs=1,2", "--flavor=woff2", "--no-hinting"]
    subset.main([file, f"--unicodes={letters}", *options, *more, f"--output-file={target}"])


def join(face: str) -> int:
    """Writes the file of a face for pages in Czech and Polish, and returns its size in bytes."""
    target = FOLDER / f"{face}-czech-polish.woff2"
    with TemporaryDirectory() as folder:
        unpacked = []
        for part in ("latin", "latin-central", "latin-1"):
            font = TTFont(FOLDER / f"{face}-{part}.woff2", recalcTimestamp=False)
            font.flavor = None  # the merger reads plain fonts
            unpacked.append(str(Path(folder) / f"{part}.ttf"))
            font.save(unpacked[-1])
        whole = str(Path(folder) / "whole.ttf")
        Merger().merge(unpacked).save(whole)
        _subset(whole, CZECH_POLISH, "kern,tnum,lnum", target, "--drop-tables+=GDEF")  # it has no combining accents
    return target.stat().st_size


def main(args: list[str]) -> int:
    """Writes every part of every face and prints its size; 1 if a face is larger than its limit."""
    if len(args) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    os.environ.setdefault("SOURCE_DATE_EPOCH", "0")  # or the files would contain the time of day
    fits = True
    for face, (_weight, most) in FACES.items():
        sizes = {part: cut(Path(args[0]), face, part) for part in PARTS}
        sizes["czech-polish"] = join(face)
        print(*(f"{face} {part}: {size} bytes" for part, size in sizes.items()), sep="\n")
        fits = fits and sum(sizes.values()) <= most
    return 0 if fits else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
