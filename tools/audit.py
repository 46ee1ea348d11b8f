"""`make audit`: known faults of what we ship, where it can be installed, and the list of it in build/sbom.cdx.json.

The list is an SBOM as CycloneDX has it.
"""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
import tomllib
import uuid
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement

from companion import __version__
from tools import wheels

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements-run.lock"
LIST = ROOT / "build" / "sbom.cdx.json"
PINNED = re.compile(r"^([a-z0-9-]+)==(\S+)", re.M)
# What lies in the project itself: the files, what they are called, their licence.
CARRIED = (
    ("static/vendor/htmx-*.js", "htmx.org", "0BSD", "pkg:npm/htmx.org@"),
    ("static/fonts/league-gothic-*.woff2", "League Gothic", "OFL-1.1", None),
    ("static/fonts/barlow-semi-condensed-*.woff2", "Barlow Semi Condensed", "OFL-1.1", None),
    ("static/print/old-standard-*.woff2", "Old Standard", "OFL-1.1", None),
)


def main() -> int:
    """The list first: it needs nobody else."""
    LIST.parent.mkdir(exist_ok=True)
    listed = parts()
    LIST.write_text(json.dumps(listed, indent=1) + "\n")
    print(f"{len(listed['components'])} parts are listed in {LIST.relative_to(ROOT)}.")
    return known_faults() | wheels.ask(LOCK)


def known_faults() -> int:
    """What pip-audit knows of the locked packages. 1 where it knows a fault."""
    command = [sys.executable, "-m", "pip_audit", "-r", str(LOCK), "--require-hashes", "--disable-pip", "-f", "json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    try:
        looked = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        return _unreachable(done.stderr.strip().rpartition("\n")[2])
    return told(looked)


def told(looked: list[dict[str, Any]]) -> int:
    """Says what was found, and what could not be looked up."""
    known = [part for part in looked if "skip_reason" not in part]
    if not known:
        return _unreachable("it knew none of the packages")
    for part in known:
        for fault in part["vulns"]:
            mended = ", ".join(fault["fix_versions"]) or "no version yet"
            print(f"{part['name']} {part['version']}: {fault['id']}, mended in {mended}")
    faulty = sum(bool(part["vulns"]) for part in known)
    print(f"{len(known)} of {len(looked)} packages were looked up; {faulty} have known faults.")
    return 1 if faulty else 0


def _unreachable(why: str) -> int:
    print(f"The service that knows of faults can't be reached from here, so nothing was looked up ({why}).")
    return 0


def parts() -> dict[str, Any]:
    """Everything that a player's copy holds, as CycloneDX has it. The same parts give the same list."""
    pinned = dict(PINNED.findall(LOCK.read_text()))
    needs = _needs(pinned)
    components = [_package(name, version, name in needs) for name, version in pinned.items()]
    for files, *about in CARRIED:
        components += [_carried(file, *about) for file in sorted(ROOT.glob(files))]
    own = {"type": "application", "bom-ref": "trackside", "name": "trackside", "version": __version__}
    told = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": own | {"licenses": [{"license": {"id": "MIT"}}]}},
        "components": components,
        "dependencies": [_leaning("trackside", _asked_for(pinned), pinned)]
        + [_leaning(f"pkg:pypi/{name}@{pinned[name]}", needs[name], pinned) for name in sorted(needs)],
    }
    digest = hashlib.sha256(json.dumps(told, sort_keys=True).encode()).digest()
    return {"serialNumber": f"urn:uuid:{uuid.UUID(bytes=digest[:16], version=4)}", **told}


def _asked_for(pinned: dict[str, str]) -> list[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return sorted(name for name in map(_name, project["dependencies"]) if name in pinned)


def _needs(pinned: dict[str, str]) -> dict[str, set[str]]:
    """What runs, and what each of it leans on in turn; the rest of the lock only puts it into place."""
    found: dict[str, set[str]] = {}
    waiting = _asked_for(pinned)
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        wanted = [Requirement(line) for line in metadata.requires(name) or []]
        extras = {"binary"} if name == "psycopg" else {""}
        used = {
            _name(one.name)
            for one in wanted
            if one.marker is None or any(one.marker.evaluate({"extra": extra}) for extra in extras)
        }
        found[name] = used & pinned.keys()
        waiting += found[name]
    return found


def _package(name: str, version: str, runs: bool) -> dict[str, Any]:
    address = f"pkg:pypi/{name}@{version}"
    told = {"type": "library", "bom-ref": address, "name": name, "version": version, "purl": address}
    try:
        licence = metadata.metadata(name).get("License-Expression")
    except metadata.PackageNotFoundError:  # for another system than this one
        licence = None
    more = {"licenses": [{"expression": licence}]} if licence else {}
    return {**told, "scope": "required" if runs else "excluded", **more}


def _leaning(part: str, on: Iterable[str], pinned: dict[str, str]) -> dict[str, Any]:
    return {"ref": part, "dependsOn": [f"pkg:pypi/{name}@{pinned[name]}" for name in sorted(on)]}


def _carried(file: Path, name: str, licence: str, address: str | None) -> dict[str, Any]:
    told: dict[str, Any] = {
        "type": "library" if file.suffix == ".js" else "data",
        "bom-ref": file.relative_to(ROOT).as_posix(),
        "name": name,
        "scope": "required",
        "hashes": [{"alg": "SHA-256", "content": hashlib.sha256(file.read_bytes()).hexdigest()}],
        "licenses": [{"license": {"id": licence}}],
    }
    found = re.search(r"-([0-9.]+[0-9])\.", file.name)
    if found and address:
        told |= {"version": found[1], "purl": address + found[1]}
    return told


def _name(wanted: str) -> str:
    """As the lock writes it."""
    found = re.match(r"[\w.-]+", wanted)
    return re.sub(r"[-_.]+", "-", found[0]).lower() if found else ""


if __name__ == "__main__":
    sys.exit(main())
