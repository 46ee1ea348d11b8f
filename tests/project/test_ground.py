"""The ground the project stands on: locks, set-up, and what must not be in any file."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
LOCKS = ["requirements.lock", "requirements-run.lock"]
PINNED = re.compile(r"^([a-z0-9-]+)==(\S+)(?: ; [^\\]+)? \\$", re.M)


def pinned(lock: str) -> set[tuple[str, str]]:
    return set(PINNED.findall((ROOT / lock).read_text()))


@pytest.mark.parametrize("lock", LOCKS)
def test_every_package_is_locked_by_hash_and_from_no_host_in_particular(lock):
    text = (ROOT / lock).read_text()
    entries = re.split(r"\n(?=[a-z])", text.strip())
    assert len(entries) == len(PINNED.findall(text)) > 20
    assert all("--hash=sha256:" in entry for entry in entries)
    assert "://" not in text
    assert not re.search(r"^\s*--(?!hash)", text, re.M)


def test_what_players_get_is_what_was_tested():
    assert pinned("requirements-run.lock") < pinned("requirements.lock")


def test_what_is_asked_for_is_locked():
    names = {re.match(r"[\w-]+", wanted)[0].lower() for wanted in PROJECT["project"]["dependencies"]}
    assert names <= {name for name, _ in pinned("requirements-run.lock")}


# SQLAlchemy imports the first by its name in a URL; uvicorn reads requests with the second and waits with the third.
BY_OTHERS = {"psycopg", "httptools", "uvloop"}


def test_only_what_is_used_is_asked_for():
    wanted = {re.match(r"[\w-]+", line)[0] for line in PROJECT["project"]["dependencies"]}
    code = "\n".join(file.read_text() for file in (ROOT / "companion").rglob("*.py"))
    used = {name for name in wanted if re.search(rf"^\s*(?:from|import) {name}\b", code, re.M)}
    assert wanted - used == BY_OTHERS, "nothing else may lie about"


@pytest.mark.parametrize("script", ["tools/setup.sh", ".ci/run"])
def test_scripts_can_be_run(script):
    path = ROOT / script
    assert path.stat().st_mode & 0o111
    shell = path.read_text().splitlines()[0].split("/")[-1].split()[-1]
    subprocess.run([shell, "-n", str(path)], check=True, timeout=10)


def test_set_up_tries_python_before_it_trusts_it(tmp_path):
    (tmp_path / "tools").mkdir()
    for file in ("pyproject.toml", *LOCKS, "tools/setup.sh"):
        (tmp_path / file).write_text((ROOT / file).read_text())
    names = ("python3", "python", "python3.11", "python3.12", "python3.13", "python3.14")
    for name in names:
        shim = tmp_path / "bin" / name
        shim.parent.mkdir(exist_ok=True)
        shim.write_text("#!/bin/sh\nexit 127\n")
        shim.chmod(0o755)
    for name in ("cat", "cksum", "dirname"):
        (tmp_path / "bin" / name).symlink_to(str(shutil.which(name)))
    done = subprocess.run(
        ["/bin/sh", str(tmp_path / "tools/setup.sh"), "run"],
        env={"PATH": str(tmp_path / "bin")},
        capture_output=True,
        text=True,
        timeout=20,
    )
    assert done.returncode == 1
    assert "sudo apt install python3 python3-venv" in done.stderr
    assert not (tmp_path / ".venv").exists()


def test_every_promised_target_is_there():
    makefile = (ROOT / "Makefile").read_text()
    for target in ("run", "test", "lint", "bench", "soak", "mutants", "audit", "words", "pictures"):
        assert re.search(rf"^{target}:", makefile, re.M)
