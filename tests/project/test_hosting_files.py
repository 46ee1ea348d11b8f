"""What lies in hosting/, and what docs/hosting.md says, fit the program."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
import yaml

from companion.boards import files
from companion.cli import companion
from companion.play.tables import Tables
from companion.store import open_store
from tests.support.phones import Phone

ROOT = Path(__file__).resolve().parents[2]
HOSTING, GUIDE = ROOT / "hosting", (ROOT / "docs/hosting.md").read_text()
OPTIONS = {option: one for one in companion.commands["serve"].params for option in one.opts}
DAY = 24 * 60 * 60
VARIABLES = {one.envvar for one in companion.commands["serve"].params if one.envvar}


def told(text: str) -> set[str]:
    """Every variable of ours that a file sets or names."""
    return set(re.findall(r"\b(?:COMPANION_[A-Z_]+|DATABASE_URL)\b", text))


@pytest.mark.parametrize("file", [path.name for path in sorted(HOSTING.iterdir()) if not path.name.startswith(".")])
def test_a_file_sets_only_what_the_program_reads_and_the_guide_leads_to_it(file):
    """No file there sets what the program does not read, and the guide leads to each."""
    assert told((HOSTING / file).read_text()) <= VARIABLES | {"COMPANION_BOARDS"}
    assert f"../hosting/{file}" in GUIDE


def test_the_guide_knows_every_setting_of_a_host():
    assert told(GUIDE) <= VARIABLES | {"COMPANION_BOARDS"}
    assert {"COMPANION_PROXY", "COMPANION_METRICS", "COMPANION_LINES", "COMPANION_KEEP_DAYS"} <= told(GUIDE)
    named = set(re.findall(r"`(--[a-z-]+)", GUIDE))
    others = {"--no-deps", "--delete", "--link", "--sweep", "--require-hashes"}
    assert named - others <= {*OPTIONS, "--boards"}


@pytest.mark.parametrize("command", sorted(set(re.findall(r"companion ([a-z-]+)", GUIDE)) - {"serve"}))
def test_the_guide_names_commands_there_are(command):
    assert command in companion.commands


@pytest.fixture
def units(tmp_path):
    """The units, and a program where they look for it; all else as it stands."""
    if sys.platform != "linux":
        pytest.skip("nothing here reads units")
    program = tmp_path / "companion"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m companion "$@"\n')
    program.chmod(0o755)
    for unit in HOSTING.glob("trackside*"):
        (tmp_path / unit.name).write_text(unit.read_text().replace("/opt/trackside/bin/companion", str(program)))
    return sorted(tmp_path.glob("trackside*"))


def test_the_units_are_right(units):
    checker = shutil.which("systemd-analyze")
    assert checker, "systemd-analyze is missing. Debian, Ubuntu: sudo apt install systemd"
    done = subprocess.run([checker, "verify", *units], capture_output=True, text=True, timeout=60)
    said = [line for line in done.stderr.splitlines() if "trackside" in line]
    assert (done.returncode, said) == (0, [])
    oldest = re.search(r"systemd (\d+)\s+or\s+later", GUIDE)
    version = subprocess.run([checker, "--version"], capture_output=True, text=True, check=True, timeout=30).stdout
    assert oldest
    assert int(version.split()[1]) >= int(oldest[1])


def test_a_unit_with_a_slip_is_not(units):
    (service,) = (unit for unit in units if unit.name == "trackside.service")
    service.write_text(service.read_text().replace("NoNewPrivileges=", "NoNewPrivilege="))
    done = subprocess.run(["systemd-analyze", "verify", service], capture_output=True, text=True, timeout=60)
    assert "NoNewPrivilege" in done.stderr


@pytest.fixture
def backup_unit(tmp_path):
    """What the unit runs, as systemd would, in folders of the test."""
    store = open_store(f"sqlite:///{tmp_path / 'games.sqlite3'}")
    Phone.opens(Tables(store, files.boards()))
    store.close()
    copies = tmp_path / "copies"
    copies.mkdir()
    places = {
        "/opt/trackside/bin/companion": f"{sys.executable} -m companion",
        "/var/lib/trackside-copies": str(copies),
        "sqlite:////var/lib/trackside/games.sqlite3": f"sqlite:///{tmp_path / 'games.sqlite3'}",
        "%%": "%",
    }

    def run(**env):
        for line in (HOSTING / "trackside-backup.service").read_text().splitlines():
            name, __, command = line.partition("=")
            if name == "ExecStart":
                for place, here in places.items():
                    command = command.replace(place, here)
                subprocess.run(shlex.split(command), check=True, timeout=60, env=os.environ | env)
        return sorted(copies.iterdir())

    return run


def test_two_copies_on_one_day_are_two_copies(backup_unit, tmp_path):
    first = backup_unit()
    time.sleep(1.1)  # its name says the second
    both = backup_unit()
    assert len(first) == 1
    assert len(both) == 2
    for copy in both:
        with sqlite3.connect(copy) as games:
            assert games.execute("SELECT count(*) FROM game").fetchone() == (1,)


def test_copies_of_the_last_fortnight_stay(backup_unit, tmp_path):
    """And what an interrupted one left goes with the others."""
    for name, days in (("old.sqlite3", 16), ("half.sqlite3.part", 16), ("young.sqlite3", 13)):
        made = tmp_path / "copies" / name
        made.touch()
        at = time.time() - days * DAY
        os.utime(made, (at, at))
    left = [copy.name for copy in backup_unit()]
    assert len(left) == 2
    assert left[-1] == "young.sqlite3"


def test_the_container_copies_what_there_is():
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", (HOSTING / "Containerfile").read_text(), re.M)
    assert copied
    for name in " ".join(copied).split():
        assert (ROOT / name).exists(), name


def test_compose_asks_as_the_container_does():
    """In podman's usual form an image has no HEALTHCHECK."""
    told = (HOSTING / "Containerfile").read_text()
    options, command = re.search(r"^HEALTHCHECK (.*)\\\n +CMD (\[.+\])$", told, re.M).groups()
    service = yaml.safe_load((HOSTING / "compose.yaml").read_text())["services"]["app"]
    named = {name.replace("-", "_"): value for name, value in re.findall(r"--([a-z-]+)=(\d+s)", options)}
    assert service["healthcheck"] == {"test": ["CMD", *json.loads(command)], **named}
    assert "podman build --format docker" in told
