"""The folder for Windows, made on any system: python.org's own signed Python, and a wheel of every package beside it.

No program of ours is in it, so nothing unsigned runs, and no installer: a zip to unpack, and a file to click. It was
never started here. Without Pango sheets are pages to print from the browser.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tools import wheels
from tools.audit import LOCK

ROOT: Final = Path(__file__).resolve().parents[2]
SYSTEM: Final = "Windows"
VERSION: Final = "{}.{}".format(*wheels.PYTHON)
SHORT: Final = "python{}{}".format(*wheels.PYTHON)
# To be downloaded from https://www.python.org/downloads/windows/ as “Windows embeddable package (64-bit)”; that page
# names its checksum.
PYTHON: Final = f"python-{VERSION}.*-embed-amd64.zip"
START: Final = "Trackside.cmd"
COMMANDS: Final = """\
@echo off
rem The window shows the QR code too; closing it stops Trackside.
chcp 65001 > nul
title Trackside
"%~dp0python\\python.exe" -X utf8 -c "import sys; from companion.cli import tonight; sys.exit(tonight())" %*
if errorlevel 1 pause
"""
MORE: Final = "\nSheets are printed from the browser here: choose “Print” on a sheet's page.\n"


class WrongPython(Exception):
    """Raised where the file is not the one whose checksum was given."""


def build(place: Path, python: Path, checksum: str) -> Path:
    """Makes the folder in this place from python.org's zip of Python. Raises WrongPython if the checksum differs."""
    if hashlib.sha256(python.read_bytes()).hexdigest() != checksum.lower():
        raise WrongPython(f"{python.name} doesn't have this checksum; download it again.")
    folder = place / "Trackside"
    with zipfile.ZipFile(python) as archive:
        archive.extractall(folder / "python")
    # The only folders in which Python looks for modules, so that another Python on that computer has no effect.
    (folder / "python" / f"{SHORT}._pth").write_text(f"{SHORT}.zip\n.\n..\\packages\n")
    _add_packages(folder / "packages")
    (folder / START).write_text(COMMANDS, newline="\r\n")
    return folder


def requirements() -> Iterator[str]:
    """A line for each package that is locked for Windows, with its hashes."""
    for package, hashes in wheels.locked(LOCK.read_text()):
        if wheels.is_needed(package, SYSTEM):
            yield f"{package.name}{package.specifier} " + " ".join(f"--hash=sha256:{one}" for one in sorted(hashes))


def _add_packages(target: Path) -> None:
    """Installs the locked packages for Windows into this folder, then a wheel of this project."""
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", f"--target={target}", "--no-compile"]
    there = ["--platform=win_amd64", f"--python-version={VERSION}", "--only-binary=:all:"]
    with tempfile.TemporaryDirectory() as folder:
        lock = Path(folder) / "windows.lock"
        lock.write_text("\n".join(requirements()) + "\n")
        subprocess.run([*pip, *there, "--require-hashes", f"--requirement={lock}"], check=True)
        subprocess.run(
            [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder], cwd=ROOT, check=True
        )
        subprocess.run([*pip, *there, "--no-index", str(next(Path(folder).glob("*.whl")))], check=True)
