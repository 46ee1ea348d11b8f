"""What goes into every folder beside the program: licences and a few words; and how a folder becomes one file."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
IS_LICENCE: Final = re.compile(r"(^|/)(licen[cs]es?/|(licen[cs]e|copying|notice|authors)[^/]*$)", re.I)
WORDS: Final = """\
Trackside {version}

You play Ticket to Ride on the table; Trackside keeps score. Start {start}: it needs no installation and no internet.
Your browser opens with a QR code. Scan it with the phones at your table; they have to be on the same network.
To stop it, choose “Stop Trackside” on that page.

Games are kept in your user's data folder, so this one can be moved, replaced by a newer one, or deleted.
{more}
The licences of everything in here are in the folder “licences”.
"""


def add_words(folder: Path, version: str, start: str, more: str = "") -> None:
    """Writes READ ME.txt into the folder; `start` is what to click."""
    (folder / "READ ME.txt").write_text(WORDS.format(version=version, start=start, more=more), newline="\r\n")


def add_licences(folder: Path, packages: Iterable[metadata.Distribution]) -> None:
    """Copies the licences of Trackside and of these packages into the folder."""
    place = folder / "licences"
    for file in (ROOT / "LICENSE", *sorted(ROOT.glob("static/*/*.txt"))):
        _copy(file, place / "Trackside" / file.name)
    for package in packages:
        name = f"{package.metadata['Name']}-{package.version}"
        for file in package.files or ():
            if ".dist-info/" in str(file) and IS_LICENCE.search(str(file).partition(".dist-info/")[2]):
                _copy(Path(str(package.locate_file(file))), place / name / file.name)


def add_system_licences(folder: Path, libraries: Iterable[Path]) -> None:
    """Copies the licences of Python and of libraries of this system into the folder, as Debian has them."""
    place = folder / "licences"
    _copy(Path(sysconfig.get_path("stdlib")) / "LICENSE.txt", place / "Python" / "LICENSE.txt")
    for library in libraries:
        package = _debian_package(library)
        if package is None:
            continue
        text = Path("/usr/share/doc") / package / "copyright"
        if text.exists():
            _copy(text, place / package / "copyright")


def _debian_package(library: Path) -> str | None:
    """The name of the Debian package that a library of this system belongs to, or None."""
    found = library.resolve()
    for name in (found, Path("/usr") / found.relative_to("/"), Path(str(found).removeprefix("/usr"))):
        done = subprocess.run(["dpkg-query", "-S", str(name)], capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return done.stdout.partition(":")[0]
    return None


def _copy(source: Path, target: Path) -> None:
    """Makes the folder that a file goes into, and copies the file if it exists."""
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.exists():
        shutil.copyfile(source, target)


def packed(folder: Path, name: str) -> Path:
    """Packs a folder into one file beside it (a zip or a tar.xz, by its name), and writes the file's checksum."""
    file = folder.parent / name
    if name.endswith(".zip"):
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for each in sorted(folder.rglob("*")):
                archive.write(each, each.relative_to(folder.parent))
    else:
        with tarfile.open(file, "w:xz", preset=6) as archive:
            archive.add(folder, folder.name)
    with file.open("rb") as opened:
        checksum = hashlib.file_digest(opened, "sha256").hexdigest()
    file.with_name(f"{name}.sha256").write_text(f"{checksum}  {name}\n")
    print(f"{file}: {file.stat().st_size / 1e6:.0f} MB, sha256 {checksum}", file=sys.stderr)
    return file
