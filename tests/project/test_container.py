"""The container's file: linted, and every step of it run in an empty root, where the app then answers."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.container import Root, complaints, steps
from tests.support.serving import free_port, get

ROOT = Path(__file__).resolve().parents[2]
FILE = (ROOT / "hosting/Containerfile").read_text()


def test_the_file_is_as_a_linter_wants_it():
    assert complaints(FILE) == []
    assert [word for word, _ in steps(FILE)].count("FROM") == 2


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ("python:3.13-slim-bookworm AS built", "python AS built", "no registry and version"),
        ("USER trackside\n", "", "runs as root"),
        (" && rm -rf /var/lib/apt/lists/*", "", "apt-get without rm"),
        ("--no-install-recommends", "", "apt-get without --no-install-recommends"),
        ("pip install --no-cache-dir --no-deps", "pip install --no-deps", "pip keeps its cache"),
        ('["/opt/trackside/bin/companion"]', "/opt/trackside/bin/companion", "through a shell"),
        ("COPY companion companion", "COPY . .", "COPY of everything"),
        ("FROM docker.io", "FROM --platform=linux/amd64 docker.io", "one processor only"),
        ("EXPOSE", "EXPSE", "no instruction"),
    ],
)
def test_a_slip_in_it_is_found(before, after, says):
    text = FILE.replace("\\\n    && rm -rf", " && rm -rf").replace("\n    && rm", " && rm")
    assert before in text
    assert any(says in each for each in complaints(text.replace(before, after)))


@pytest.mark.soak
def test_every_step_of_it_in_an_empty_root(tmp_path):
    """With Debian's own Python in the place of the image's. It runs as a user who owns nothing but the games."""
    if sys.platform != "linux" or os.geteuid() != 0 or not shutil.which("debootstrap"):
        pytest.skip("needs Linux, root and debootstrap")
    folder = tmp_path / "root"
    packages = "python3,python3-venv,ca-certificates"
    made = ["debootstrap", "--variant=minbase", f"--include={packages}", "bookworm", str(folder)]
    subprocess.run(made, check=True, capture_output=True, timeout=900)
    for file in ("/etc/resolv.conf", "/etc/hosts", "/etc/ssl/certs/ca-certificates.crt"):
        shutil.copy(file, folder / file[1:])
    (folder / "usr/local/bin/python").symlink_to("/usr/bin/python3")
    root = Root(folder, ROOT)
    root.build(FILE)
    assert root.user == "trackside"
    port = free_port()
    command = root.command([*root.start[:-1], str(port)])
    with subprocess.Popen(command, env=root.env, stdout=subprocess.PIPE, text=True) as process:
        try:
            until = time.monotonic() + 60
            while True:
                with contextlib.suppress(OSError):
                    assert get(port, "/readyz")[0] == 200
                    break
                assert time.monotonic() < until
                time.sleep(0.1)
            assert get(port, "/boards/usa/sheet.pdf")[1].startswith("%PDF-")
            assert (folder / "games/games.sqlite3").exists()
            health = next(rest for word, rest in steps(FILE) if word == "HEALTHCHECK")
            assert "/readyz" in health
        finally:
            process.terminate()
            process.wait(20)
