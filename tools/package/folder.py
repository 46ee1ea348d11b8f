"""The folder for the system that this runs on (Linux or macOS): Python, all packages and Pango, by PyInstaller.

A folder and not one file: that would unpack itself at each start, slowly, and antivirus programs don't like it.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Final

from tools.audit import LOCK, PINNED

ROOT: Final = Path(__file__).resolve().parents[2]
START: Final = Path(__file__).with_name("start.py")
INSIDE: Final = "inside"  # beside the program there is nothing but this folder, licences and a text
# Beside Python's modules; where companion/data.py and Alembic look for them.
CARRIED: Final = {
    **{name: f"companion/_data/{name}" for name in ("templates", "static", "maps", "languages")},
    "companion/store/migrations": "companion/store/migrations",
    "tools/package/fonts.conf": ".",
}
# Loaded by their names: modules of ours that are looked for in their folders, and SQLAlchemy's second database.
BY_NAME: Final = ("--collect-submodules=companion", "--hidden-import=psycopg", "--hidden-import=psycopg_binary")
# What WeasyPrint loads by these names; PyInstaller adds what they need.
PANGO: Final = (
    *("libgobject-2.0.so.0", "libpango-1.0.so.0", "libpangoft2-1.0.so.0"),
    *("libharfbuzz.so.0", "libharfbuzz-subset.so.0", "libfontconfig.so.1"),
)
GLIBC: Final = re.compile(rb"GLIBC_2\.(\d+)")


def build(place: Path) -> Path:
    """Makes the folder `trackside` in this place."""
    data = [f"--add-data={ROOT / source}:{target}" for source, target in CARRIED.items()]
    data += [f"--add-binary={library}:." for library in _pango()]
    without = [f"--exclude-module={name}" for name in _only_for_developers()]
    work = place / "work"
    how = ["--onedir", "--noconfirm", "--strip", f"--contents-directory={INSIDE}", "--name=trackside"]
    where = [f"--distpath={place}", f"--workpath={work}", f"--specpath={work}", f"--paths={ROOT}"]
    command = [sys.executable, "-m", "PyInstaller", "--log-level=WARN", *how, *where, *data, *BY_NAME, *without]
    subprocess.run([*command, str(START)], check=True, cwd=ROOT)
    shutil.rmtree(work)
    return place / "trackside"


def _pango() -> list[str]:
    """The paths of the libraries that sheets are printed with. None on macOS, where PyInstaller finds them itself."""
    if sys.platform != "linux":
        return []
    places = _system_libraries()
    return [places[name] for name in PANGO]


def _system_libraries() -> dict[str, str]:
    """The path of each library of this system, by name."""
    listed = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True, check=True).stdout
    names_and_paths = re.findall(r"^\s(\S+) .* => (\S+)$", listed, re.M)
    # Of several with the same name the first is in use; in a dict the last one wins, so the order is reversed.
    return dict(reversed(names_and_paths))


def _only_for_developers() -> list[str]:
    """Modules to leave out: those of packages installed only for development, which others would use if present."""
    ours = {name for name, _ in PINNED.findall(LOCK.read_text())}
    return [
        "tkinter",
        *(
            module
            for module, packages in metadata.packages_distributions().items()
            if module.isidentifier() and not {*map(normalised, packages)} & ours
            if module not in ("companion", "tools", "tests", "PyInstaller")
        ),
    ]


def normalised(package: str) -> str:
    """A package's name as locks write it: in lower case, with single hyphens."""
    return re.sub(r"[-_.]+", "-", package).lower()


def from_the_system(folder: Path) -> list[Path]:
    """The paths on this system of the libraries that were copied from it into a folder."""
    if sys.platform != "linux":
        return []
    places = _system_libraries()
    return sorted({Path(places[file.name]) for file in _libraries(folder) if file.name in places})


def oldest_glibc(folder: Path) -> str | None:
    """The oldest C library with which everything in a folder works; None where nothing needs one (macOS)."""
    needed = [int(found[1]) for file in _libraries(folder) for found in GLIBC.finditer(file.read_bytes())]
    return f"2.{max(needed)}" if needed else None


def _libraries(folder: Path) -> Iterator[Path]:
    """The programs and libraries in a folder: every file in the ELF format."""
    for file in folder.rglob("*"):
        if file.is_file() and not file.is_symlink():
            with file.open("rb") as opened:
                if opened.read(4) == b"\x7fELF":
                    yield file
