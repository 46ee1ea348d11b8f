"""For which systems every locked package has a wheel, so that nobody needs a compiler: `make audit` asks an index.

The lock knows the hashes of a version's files, an index their names; a wheel's name says where it can be installed.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import unquote
from urllib.request import urlopen

from packaging.requirements import Requirement
from packaging.tags import Tag, compatible_tags, cpython_tags, mac_platforms
from packaging.utils import parse_wheel_filename

PYTHON = (3, 13)  # what the folders carry
GLIBC = range(17, 32)  # 2.17 to 2.31: Debian 11, Ubuntu 20.04 and anything newer
PUBLIC = "https://pypi.org/simple"
ENTRY = re.compile(r"^(?P<wanted>[a-z0-9-]+==[^\\\n]+?) \\\n(?P<hashes>(?: +--hash=sha256:\w+(?: \\)?\n)+)", re.M)
LINK = re.compile(r'href="(?P<address>[^"#]+)(?:#sha256=(?P<hash>\w+))?"')
Index = Callable[[str], str]


def _linux(processor: str) -> list[str]:
    return [f"manylinux_2_{glibc}_{processor}" for glibc in GLIBC] + [f"manylinux2014_{processor}"]


def _named(system: str, called: str, processor: str) -> dict[str, str]:
    """The words by which a lock tells systems apart."""
    return {"sys_platform": system, "platform_system": called, "platform_machine": processor}


SYSTEMS: Mapping[str, tuple[dict[str, str], list[str]]] = {
    "Windows": (_named("win32", "Windows", "AMD64") | {"os_name": "nt"}, ["win_amd64"]),
    "macOS on Intel": (_named("darwin", "Darwin", "x86_64"), [*mac_platforms((13, 0), "x86_64")]),
    "macOS on Apple's": (_named("darwin", "Darwin", "arm64"), [*mac_platforms((13, 0), "arm64")]),
    "Linux on x86": (_named("linux", "Linux", "x86_64"), _linux("x86_64")),
    "Linux on arm64": (_named("linux", "Linux", "aarch64"), _linux("aarch64")),
}


def locked(lock: str) -> Iterator[tuple[Requirement, frozenset[str]]]:
    """Each package of a lock, and the hashes that it may have."""
    for entry in ENTRY.finditer(lock):
        yield Requirement(entry["wanted"]), frozenset(re.findall(r"sha256:(\w+)", entry["hashes"]))


def installable(system: str) -> frozenset[Tag]:
    """What a wheel may be made for to run there."""
    platforms = SYSTEMS[system][1]
    cpython = cpython_tags(PYTHON, platforms=platforms)
    return frozenset([*cpython, *compatible_tags(PYTHON, f"cp{PYTHON[0]}{PYTHON[1]}", platforms)])


def wanted_there(requirement: Requirement, system: str) -> bool:
    """Whether a package of the lock is installed on this system at all."""
    about = {"python_version": "{}.{}".format(*PYTHON), "python_full_version": "{}.{}.0".format(*PYTHON)}
    return requirement.marker is None or requirement.marker.evaluate({**about, **SYSTEMS[system][0]})


def lacking(lock: str, index: Index) -> dict[str, list[str]]:
    """For each system the packages of the lock without a wheel that can be installed there."""
    packages = [*locked(lock)]
    with ThreadPoolExecutor(8) as several:
        pages = [*several.map(lambda package: index(package[0].name), packages)]
    made = [_wheels(page, hashes) for page, (_, hashes) in zip(pages, packages, strict=True)]
    return {
        system: [
            package.name
            for (package, _), tags in zip(packages, made, strict=True)
            if wanted_there(package, system) and not tags & installable(system)
        ]
        for system in SYSTEMS
    }


def _wheels(page: str, hashes: frozenset[str]) -> frozenset[Tag]:
    """What the wheels on a page of an index are made for, of those that the lock allows."""
    names = [unquote(link["address"].rsplit("/", 1)[-1]) for link in LINK.finditer(page) if link["hash"] in hashes]
    return frozenset(tag for name in names if name.endswith(".whl") for tag in parse_wheel_filename(name)[3])


def index_page(package: str) -> str:
    """The page of a package at the index that pip uses. Raises OSError where it can't be reached."""
    with urlopen(f"{_index()}/{package}/", timeout=30) as answer:
        page: str = answer.read().decode()
    return page


def _index() -> str:
    told = os.environ.get("PIP_INDEX_URL")
    if not told:
        asked = [sys.executable, "-m", "pip", "config", "get", "global.index-url"]
        told = subprocess.run(asked, capture_output=True, text=True, timeout=60, check=False).stdout.strip()
    return (told or PUBLIC).rstrip("/")


def told(found: Mapping[str, Iterable[str]], count: int) -> int:
    """A line for each system. 1 where a package has no wheel."""
    for system, names in found.items():
        without = ", ".join(names)
        print(f"{system}: " + (f"no wheel of {without}" if without else f"a wheel of each of the {count} packages"))
    return int(any(map(list, found.values())))


def ask(lock: Path, index: Index = index_page) -> int:
    """Asks for every package of a lock. 1 where one has no wheel for a system; an index may be out of reach."""
    text = lock.read_text()
    try:
        return told(lacking(text, index), len([*locked(text)]))
    except (OSError, ValueError):  # without its words, in which its address may be
        print("The index of packages can't be reached from here, so nobody was asked for wheels.")
        return 0
