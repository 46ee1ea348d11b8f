"""A built wheel stands on its own: in an empty environment, started from `/`, it finds all it needs."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import time
import urllib.request
import zipfile
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from companion import __version__, data
from companion.i18n import ENGLISH
from companion.languages import LANGUAGES
from tests.support.serving import free_port, get, served

CHECKOUT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def export(tmp_path_factory):
    """The project as git keeps it: nothing that was made here."""
    folder = tmp_path_factory.mktemp("export")
    for part in ("companion", "templates", "static", "maps", "languages"):
        made = shutil.ignore_patterns("__pycache__", "*.mo")
        shutil.copytree(CHECKOUT / part, folder / part, ignore=made)
    for file in ("pyproject.toml", "hatch_build.py", ".gitignore", "README.md", "LICENSE", "CHANGELOG.md"):
        shutil.copy(CHECKOUT / file, folder)
    return folder


@pytest.fixture(scope="module")
def built(export):
    """Wheel and sdist, built without a network."""
    command = [sys.executable, "-m", "hatchling", "build", "-d", "dist"]
    subprocess.run(command, cwd=export, check=True, capture_output=True, timeout=120)
    return export / "dist"


@pytest.fixture(scope="module")
def wheel(built):
    return next(built.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """The wheel in an environment without this checkout; what it depends on is lent by the tests' own."""
    place = tmp_path_factory.mktemp("house") / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(place)], check=True, timeout=60)
    pip = [sys.executable, "-m", "pip", "--python", str(place / "bin/python"), "install", "--quiet"]
    options = ["--no-index", "--no-deps", "--disable-pip-version-check", str(wheel)]
    subprocess.run([*pip, *options], check=True, capture_output=True, timeout=120)
    # A path file lends packages and starts no path file of theirs, so this checkout does not come along.
    lent = next(place.glob("lib/python*/site-packages")) / "lent.pth"
    lent.write_text(sysconfig.get_path("purelib") + "\n")
    return place / "bin"


def test_it_works_from_the_root_of_the_disk(installed):
    with served(str(installed / "companion"), cwd=Path("/")) as (_, port):
        assert get(port)[0] == 200
        status, text, _ = get(port, "/boards")
        assert status == 200
        assert "36 cities" in text
        assert "47 cities" in text
        for name in re.findall(r'(?:href|src)="(/assets/[^"]+)"', text):
            assert get(port, name)[0] == 200


def test_one_word_serves_and_opens_the_browser(installed, tmp_path):
    """`uvx trackside` runs this script; a browser of ours writes down where it was sent."""
    sent = tmp_path / "sent"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {sent}.part && mv {sent}.part {sent}\n')
    browser.chmod(0o755)
    port = free_port()
    command = [str(installed / "trackside"), "--host", "127.0.0.1", "--port", str(port)]
    env = os.environ | {"BROWSER": f"{browser} %s", "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, cwd="/", stdout=subprocess.PIPE, text=True, env=env) as process:
        try:
            until = time.monotonic() + 20
            while not sent.exists():
                assert time.monotonic() < until
                time.sleep(0.05)
            address = sent.read_text().strip()
            assert urlsplit(address).netloc == f"127.0.0.1:{port}"
            with urllib.request.urlopen(address, timeout=30) as answer:
                assert answer.status == 200
        finally:
            process.terminate()
    says = subprocess.run([str(installed / "trackside"), "--version"], capture_output=True, text=True, timeout=60)
    assert says.stdout == f"trackside, version {__version__}\n"


def test_an_index_would_take_both(built):
    """Their texts and their facts are as an index wants them."""
    command = [sys.executable, "-m", "twine", "check", "--strict", *sorted(map(str, built.iterdir()))]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout.count("PASSED")) == (0, 2), done.stdout


@pytest.mark.soak
@pytest.mark.parametrize("form", ["*.whl", "*.tar.gz"])
def test_either_is_installed_with_all_it_needs_from_an_index(built, form, tmp_path):
    """By pip, with nothing lent; an sdist is built on the way."""
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "venv")], check=True, timeout=120)
    bin = tmp_path / "venv/bin"
    made = str(next(built.glob(form)))
    subprocess.run([str(bin / "pip"), "install", "--quiet", made], check=True, capture_output=True, timeout=600)
    with served(str(bin / "trackside"), cwd=Path("/")) as (_, port):
        assert get(port, "/boards")[0] == 200
        assert get(port, "/boards/usa/sheet.pdf")[1].startswith("%PDF-")
    done = subprocess.run([str(bin / "pip"), "list"], capture_output=True, text=True, check=True, timeout=60)
    assert "numpy" not in done.stdout, "only whoever lays boards out needs it"


def test_it_is_the_wheel_that_ran(installed):
    names = "companion.__file__, data.templates(), data.static(), data.maps(), data.languages()"
    command = [str(installed / "python"), "-c", f"import companion, companion.data as data; print({names})"]
    done = subprocess.run(command, cwd="/", check=True, capture_output=True, text=True, timeout=60)
    places = done.stdout.split()
    assert len(places) == 5
    assert all(place.startswith(str(installed.parent)) for place in places)
    assert all("/_data/" in place for place in places[1:])


def test_its_commands_find_the_boards(installed):
    for command in (["boards"], ["check-boards"], ["board-schema"]):
        done = subprocess.run(
            [str(installed / "companion"), *command], cwd="/", capture_output=True, text=True, timeout=60
        )
        assert (done.returncode, done.stderr) == (0, "")


def test_everything_and_nothing_else_is_in_it(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    for folder in (data.templates(), data.static(), data.maps(), data.languages()):
        for file in folder.rglob("*"):
            if file.is_file():
                assert f"companion/_data/{folder.name}/{file.relative_to(folder)}" in names
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"companion"}
    types = ("static/fonts/league-gothic.txt", "static/print/old-standard.txt")
    for licence in ("LICENSE", "static/vendor/htmx-4.0.1.txt", *types):
        assert any(name.endswith(f".dist-info/licenses/{licence}") for name in names)


def test_wheel_and_sdist_have_the_compiled_catalogues(built, wheel):
    codes = [tag.replace("-", "_") for tag in LANGUAGES if tag != ENGLISH]
    names = zipfile.ZipFile(wheel).namelist()
    with tarfile.open(next(built.glob("*.tar.gz"))) as sdist:
        sources = {name.partition("/")[2] for name in sdist.getnames()}
    for code in codes:
        assert names.count(f"companion/_data/languages/{code}/LC_MESSAGES/trackside.mo") == 1
        assert f"languages/{code}/LC_MESSAGES/trackside.mo" in sources
    assert "hatch_build.py" in sources, "or no wheel could be built from it"


def test_in_a_checkout_the_data_lies_beside_the_package():
    assert data.templates() == CHECKOUT / "templates"
    assert data.static() == CHECKOUT / "static"
    assert data.maps() == CHECKOUT / "maps"
    assert data.languages() == CHECKOUT / "languages"
