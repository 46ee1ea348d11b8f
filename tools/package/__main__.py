"""`make package`: the folder for this system, or `make package ARGS="windows FILE CHECKSUM"`, into build/package/.

FILE is python.org's “Windows embeddable package (64-bit)”, CHECKSUM what python.org says of it.
"""

from __future__ import annotations

import platform
import shutil
import sys
from importlib import metadata
from pathlib import Path
from typing import Final

from companion import __version__
from tools.audit import LOCK, PINNED
from tools.package import contents, folder, windows

PLACE: Final = folder.ROOT / "build" / "package"
SYSTEMS: Final = {"linux": "linux", "darwin": "macos"}


def main(args: list[str]) -> int:
    """Makes the folder for this system or for Windows, packs it into one file, and prints what it needs to run."""
    if args[:1] == ["windows"] and len(args) == 3:
        return _for_windows(Path(args[1]), args[2])
    if args:
        print(__doc__)
        return 2
    made = _emptied("trackside")
    folder.build(PLACE)
    needs = folder.oldest_glibc(made)
    more = f"\nIt needs glibc {needs} or later (`ldd --version` says which there is).\n" if needs else ""
    contents.add_words(made, __version__, "“trackside”", more)
    contents.add_licences(made, _packages_for_players())
    contents.add_system_licences(made, folder.from_the_system(made))
    system, processor = SYSTEMS.get(sys.platform, sys.platform), platform.machine()
    contents.packed(made, f"trackside-{__version__}-{system}-{processor}.tar.xz")
    print(f"It needs glibc {needs} or later." if needs else "It runs on this version of the system or later.")
    return 0


def _for_windows(python: Path, checksum: str) -> int:
    """Makes and packs the folder for Windows around this zip of Python."""
    made = windows.build(_emptied("Trackside").parent, python, checksum)
    contents.add_words(made, __version__, f"“{windows.START}”", windows.MORE)
    contents.add_licences(made, metadata.distributions(path=[str(made / "packages")]))
    contents.packed(made, f"trackside-{__version__}-windows-x86_64.zip")
    print("It was never started on the system it is for: try it there before you hand it out.")
    return 0


def _emptied(name: str) -> Path:
    """The path for a folder of this name in build/package, from which an older one is removed."""
    shutil.rmtree(PLACE / name, ignore_errors=True)
    PLACE.mkdir(parents=True, exist_ok=True)
    return PLACE / name


def _packages_for_players() -> list[metadata.Distribution]:
    """The packages that are locked for people who play, as far as they are installed here."""
    here = {folder.normalised(each.metadata["Name"]): each for each in metadata.distributions()}
    return [here[name] for name, _ in PINNED.findall(LOCK.read_text()) if name in here]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
