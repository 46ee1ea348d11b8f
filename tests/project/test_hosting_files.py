"""What lies in hosting/, and what docs/hosting.md says, fit the program."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.cli import companion

ROOT = Path(__file__).resolve().parents[2]
HOSTING, GUIDE = ROOT / "hosting", (ROOT / "docs/hosting.md").read_text()
OPTIONS = {option: one for one in companion.commands["serve"].params for option in one.opts}
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


def test_the_container_copies_what_there_is():
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", (HOSTING / "Containerfile").read_text(), re.M)
    for name in " ".join(copied).split():
        assert (ROOT / name).exists(), name
