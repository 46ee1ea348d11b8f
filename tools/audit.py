"""`make audit`: lists everything we ship in build/sbom.cdx.json (an SBOM in the CycloneDX format), reports known
vulnerabilities of our dependencies, and checks that each has wheels for every system.
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
# Other people's work in our own folders: the files, its name, its licence, and the start of its package URL.
BUNDLED = (
    ("static/vendor/htmx-*.js", "htmx.org", "0BSD", "pkg:npm/htmx.org@"),
    ("static/fonts/league-gothic-*.woff2", "League Gothic", "OFL-1.1", None),
    ("static/fonts/barlow-semi-condensed-*.woff2", "Barlow Semi Condensed", "OFL-1.1", None),
    ("static/print/old-standard-*.woff2", "Old Standard", "OFL-1.1", None),
)


def main() -> int:
    """Writes the list, then runs both checks; 1 if either found something, else 0."""
    LIST.parent.mkdir(exist_ok=True)
    listed = bill_of_materials()
    LIST.write_text(json.dumps(listed, indent=1) + "\n")
    print(f"{len(listed['components'])} parts are listed in {LIST.relative_to(ROOT)}.")
    vulnerable, without_wheel = report_vulnerabilities(), wheels.check(LOCK)
    return vulnerable | without_wheel


def report_vulnerabilities() -> int:
    """Asks pip-audit about the locked packages and prints its answer; 1 if a package has a known vulnerability."""
    command = [sys.executable, "-m", "pip_audit", "-r", str(LOCK), "--require-hashes", "--disable-pip", "-f", "json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    try:
        packages = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        return _unreachable(done.stderr.strip().rpartition("\n")[2])
    return report(packages)


def report(packages: list[dict[str, Any]]) -> int:
    """Prints what pip-audit says of these packages; 1 if one has a known vulnerability."""
    known = [package for package in packages if "skip_reason" not in package]
    if not known:
        return _unreachable("it knew none of the packages")
    for package in known:
        for fault in package["vulns"]:
            mended = ", ".join(fault["fix_versions"]) or "no version yet"
            print(f"{package['name']} {package['version']}: {fault['id']}, mended in {mended}")
    faulty = sum(bool(package["vulns"]) for package in known)
    print(f"{len(known)} of {len(packages)} packages were looked up; {faulty} have known faults.")
    return 1 if faulty else 0


def _unreachable(why: str) -> int:
    """Prints that nothing could be looked up; 0, since that is no fault of ours."""
    print(f"The service that knows of faults can't be reached from here, so nothing was looked up ({why}).")
    return 0


def bill_of_materials() -> dict[str, Any]:
    """Everything that a player's copy contains, in the CycloneDX format. The same parts give the same document."""
    pinned = dict(PINNED.findall(LOCK.read_text()))
    needs = _needs_of_each(pinned)
    components = [_package(name, version, name in needs) for name, version in pinned.items()]
    for files, *about in BUNDLED:
        components += [_bundled(file, *about) for file in sorted(ROOT.glob(files))]
    own = {"type": "application", "bom-ref": "trackside", "name": "trackside", "version": __version__}
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": own | {"licenses": [{"license": {"id": "MIT"}}]}},
        "components": components,
        "dependencies": [_dependencies("trackside", _direct_dependencies(pinned), pinned)]
        + [_dependencies(f"pkg:pypi/{name}@{pinned[name]}", needs[name], pinned) for name in sorted(needs)],
    }
    digest = hashlib.sha256(json.dumps(document, sort_keys=True).encode()).digest()
    return {"serialNumber": f"urn:uuid:{uuid.UUID(bytes=digest[:16], version=4)}", **document}


def _direct_dependencies(pinned: dict[str, str]) -> list[str]:
    """The locked packages that pyproject.toml asks for itself."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return sorted(name for name in map(_name, project["dependencies"]) if name in pinned)


def _needs_of_each(pinned: dict[str, str]) -> dict[str, set[str]]:
    """Each package that is used at run time, with the packages that it needs itself.

    A locked package that is not among them is only needed for installing.
    """
    needs: dict[str, set[str]] = {}
    waiting = _direct_dependencies(pinned)
    while waiting:
        name = waiting.pop()
        if name in needs:
            continue
        requirements = [Requirement(line) for line in metadata.requires(name) or []]
        extra = "binary" if name == "psycopg" else ""  # the extra that we install
        used = {
            _name(requirement.name)
            for requirement in requirements
            if requirement.marker is None or requirement.marker.evaluate({"extra": extra})
        }
        needs[name] = used & pinned.keys()
        waiting += needs[name]
    return needs


def _package(name: str, version: str, is_used: bool) -> dict[str, Any]:
    """A locked package as a component; one that is not used at run time is marked as excluded."""
    address = f"pkg:pypi/{name}@{version}"
    component = {"type": "library", "bom-ref": address, "name": name, "version": version, "purl": address}
    try:
        licence = metadata.metadata(name).get("License-Expression")
    except metadata.PackageNotFoundError:  # for another system than this one
        licence = None
    more = {"licenses": [{"expression": licence}]} if licence else {}
    return {**component, "scope": "required" if is_used else "excluded", **more}


def _dependencies(component: str, needed: Iterable[str], pinned: dict[str, str]) -> dict[str, Any]:
    """The entry that says which packages a component needs."""
    return {"ref": component, "dependsOn": [f"pkg:pypi/{name}@{pinned[name]}" for name in sorted(needed)]}


def _bundled(file: Path, name: str, licence: str, address: str | None) -> dict[str, Any]:
    """A file of somebody else's in our folders, as a component; its version is read from the file's name."""
    component: dict[str, Any] = {
        "type": "library" if file.suffix == ".js" else "data",
        "bom-ref": file.relative_to(ROOT).as_posix(),
        "name": name,
        "scope": "required",
        "hashes": [{"alg": "SHA-256", "content": hashlib.sha256(file.read_bytes()).hexdigest()}],
        "licenses": [{"license": {"id": licence}}],
    }
    found = re.search(r"-([0-9.]+[0-9])\.", file.name)
    if found and address:
        component |= {"version": found[1], "purl": address + found[1]}
    return component


def _name(requirement: str) -> str:
    """The name of a required package, as the lock writes it."""
    found = re.match(r"[\w.-]+", requirement)
    return re.sub(r"[-_.]+", "-", found[0]).lower() if found else ""


if __name__ == "__main__":
    sys.exit(main())
