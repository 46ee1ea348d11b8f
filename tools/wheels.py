"""Checks that every locked package has a wheel for every system, so that nobody needs a compiler (`make audit`).

The lock has the hashes of each version's files; a package index has their names; and a wheel's name says where it can
be installed.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote
from urllib.request import urlopen

from packaging.requirements import Requirement
from packaging.tags import Tag, compatible_tags, cpython_tags, mac_platforms
from packaging.utils import parse_wheel_filename

PYTHON = (3, 13)  # the version in the folders that we hand out
GLIBC = range(17, 32)  # 2.17 to 2.31: Debian 11, Ubuntu 20.04 and anything newer
PUBLIC = "https://pypi.org/simple"
ENTRY = re.compile(r"^(?P<wanted>[a-z0-9-]+==[^\\\n]+?) \\\n(?P<hashes>(?: +--hash=sha256:\w+(?: \\)?\n)+)", re.M)
LINK = re.compile(r'href="(?P<address>[^"#]+)(?:#sha256=(?P<hash>\w+))?"')
Index = Callable[[str], str]


def _linux_platforms(processor: str) -> list[str]:
    """The platform tags of wheels that run on Linux with any of these versions of glibc."""
    return [f"manylinux_2_{glibc}_{processor}" for glibc in GLIBC] + [f"manylinux2014_{processor}"]


def _markers(sys_platform: str, system: str, processor: str) -> dict[str, str]:
    """The environment markers of a system, by which a lock says where a package is needed."""
    return {"sys_platform": sys_platform, "platform_system": system, "platform_machine": processor}


class System(NamedTuple):
    """A system that we support: its environment markers, and the platform tags of wheels that run on it."""

    markers: dict[str, str]
    platforms: list[str]


SYSTEMS: Mapping[str, System] = {
    "Windows": System(_markers("win32", "Windows", "AMD64") | {"os_name": "nt"}, ["win_amd64"]),
    "macOS on Intel": System(_markers("darwin", "Darwin", "x86_64"), [*mac_platforms((13, 0), "x86_64")]),
    "macOS on Apple's": System(_markers("darwin", "Darwin", "arm64"), [*mac_platforms((13, 0), "arm64")]),
    "Linux on x86": System(_markers("linux", "Linux", "x86_64"), _linux_platforms("x86_64")),
    "Linux on arm64": System(_markers("linux", "Linux", "aarch64"), _linux_platforms("aarch64")),
}


class Locked(NamedTuple):
    """A package of a lock, and the hashes that its files may have."""

    requirement: Requirement
    hashes: frozenset[str]


def locked(lock: str) -> Iterator[Locked]:
    """Each package in the text of a lock."""
    for entry in ENTRY.finditer(lock):
        hashes = frozenset(re.findall(r"sha256:(\w+)", entry["hashes"]))
        yield Locked(Requirement(entry["wanted"]), hashes)


def installable(system: str) -> frozenset[Tag]:
    """The tags of all wheels that can be installed on this system."""
    platforms = SYSTEMS[system].platforms
    cpython = cpython_tags(PYTHON, platforms=platforms)
    return frozenset([*cpython, *compatible_tags(PYTHON, f"cp{PYTHON[0]}{PYTHON[1]}", platforms)])


def is_needed(requirement: Requirement, system: str) -> bool:
    """Whether a package of the lock is installed on this system at all."""
    python = {"python_version": "{}.{}".format(*PYTHON), "python_full_version": "{}.{}.0".format(*PYTHON)}
    return requirement.marker is None or requirement.marker.evaluate({**python, **SYSTEMS[system].markers})


def lacking(lock: str, index: Index) -> dict[str, list[str]]:
    """For each system, the names of the locked packages without a wheel that can be installed there."""
    packages = [*locked(lock)]
    with ThreadPoolExecutor(8) as threads:
        pages = [*threads.map(lambda package: index(package.requirement.name), packages)]
    tags_of = {
        package.requirement: _tags_of_wheels(page, package.hashes)
        for page, package in zip(pages, packages, strict=True)
    }
    return {
        system: [
            requirement.name
            for requirement, tags in tags_of.items()
            if is_needed(requirement, system) and not tags & installable(system)
        ]
        for system in SYSTEMS
    }


def _tags_of_wheels(page: str, hashes: frozenset[str]) -> frozenset[Tag]:
    """The tags of all wheels on a page of an index that have one of these hashes."""
    files = [unquote(link["address"].rsplit("/", 1)[-1]) for link in LINK.finditer(page) if link["hash"] in hashes]
    tags: set[Tag] = set()
    for file in files:
        if file.endswith(".whl"):
            _name, _version, _build, tags_of_file = parse_wheel_filename(file)
            tags |= tags_of_file
    return frozenset(tags)


def index_page(package: str) -> str:
    """The page of a package at the index that pip uses. Raises OSError where it can't be reached."""
    with urlopen(f"{_index_address()}/{package}/", timeout=30) as answer:
        page: str = answer.read().decode()
    return page


def _index_address() -> str:
    """The address of the index that pip uses: from the environment, else from its settings, else the public one."""
    address = os.environ.get("PIP_INDEX_URL")
    if not address:
        command = [sys.executable, "-m", "pip", "config", "get", "global.index-url"]
        address = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False).stdout.strip()
    return (address or PUBLIC).rstrip("/")


def report(lacking_on: Mapping[str, Iterable[str]], count: int) -> int:
    """Prints, for each system, which of `count` packages have no wheel there; 1 if any, else 0."""
    is_complete = True
    for system, names in lacking_on.items():
        without = ", ".join(names)
        is_complete = is_complete and not without
        print(f"{system}: " + (f"no wheel of {without}" if without else f"a wheel of each of the {count} packages"))
    return 0 if is_complete else 1


def check(lock: Path, index: Index = index_page) -> int:
    """Checks every package of a lock and prints the result; 1 if one lacks a wheel. An index may be out of reach."""
    text = lock.read_text()
    try:
        return report(lacking(text, index), len([*locked(text)]))
    except (OSError, ValueError):  # without its words, in which its address may be
        print("The index of packages can't be reached from here, so nobody was asked for wheels.")
        return 0
