"""What lies in hosting/, and what docs/hosting.md says, fit the program."""

from __future__ import annotations

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

from companion.boards import files
from companion.cli import companion
from companion.play import Tables
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
def test_it_works(file):
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


def test_the_units_are_right():
    if not shutil.which("systemd-analyze"):
        return  # another kind of system; nothing there reads them
    units = sorted(str(unit) for unit in HOSTING.glob("trackside*"))
    done = subprocess.run(["systemd-analyze", "verify", *units], capture_output=True, text=True, timeout=60)
    said = [line for line in done.stderr.splitlines() if "trackside" in line and "is not executable" not in line]
    assert said == []


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
    for name in " ".join(copied).split():
        assert (ROOT / name).exists(), name
