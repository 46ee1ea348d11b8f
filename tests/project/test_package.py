"""Folders to unpack and click: what is in them, that they start where nothing else is, and print there."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import zipfile
from importlib import metadata
from pathlib import Path

import pytest

from tests.support.serving import free_port
from tools.package import __main__ as package
from tools.package import contents, folder, windows

MOST = 90_000_000  # bytes of the packed folder
SOON = 5.0  # seconds until the QR code is there, started a second time
# What the smallest Linux has, beside which the folder stands on its own.
SYSTEM = "/lib/x86_64-linux-gnu"
LIBRARIES = ("libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "librt.so.1", "libz.so.1")
LOADER = "/lib64/ld-linux-x86-64.so.2"
# Runs in a network of its own that leads nowhere, starts the program in the empty root, and asks it.
ASKS = """
import subprocess, sys, time, urllib.request
root, port = sys.argv[1:]
home = f"http://127.0.0.1:{port}"
begun = time.monotonic()
command = ["/usr/sbin/chroot", root, "/trackside/trackside", "--port", port]
process = subprocess.Popen(command, env={"PATH": "/", "HOME": "/tmp"}, stdout=subprocess.PIPE, text=True)
while True:
    try:
        urllib.request.urlopen(home, timeout=30)
        break
    except OSError:
        assert process.poll() is None, process.stdout.read()
        time.sleep(0.02)
print(time.monotonic() - begun)
sheet = urllib.request.urlopen(f"{home}/boards/usa/sheet.pdf", timeout=120).read()
open(f"{root}/sheet.pdf", "wb").write(sheet)
process.terminate()
print(process.wait(20))
print(process.stdout.readline())
"""


def test_every_package_for_windows_is_locked_with_its_hashes():
    lines = [*windows.requirements()]
    names = {line.partition("==")[0] for line in lines}
    assert {"flask", "uvicorn", "tzdata", "pydantic-core"} <= names
    assert not {"uvloop", "brotlicffi"} & names
    assert all("--hash=sha256:" in line and ";" not in line for line in lines)


@pytest.fixture
def python(tmp_path):
    """As python.org packs it: its program, the library, and the file that says where it looks."""
    file = tmp_path / "python-3.13.9-embed-amd64.zip"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("python.exe", b"MZ")
        archive.writestr("python313.zip", b"PK")
        archive.writestr("python313._pth", "python313.zip\n.\n#import site\n")
    return file


def checksum(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def test_windows_folder_starts_that_python_with_these_packages_alone(python, tmp_path, monkeypatch):
    monkeypatch.setattr(windows, "_add_packages", lambda target: target.mkdir())
    made = windows.build(tmp_path, python, checksum(python))
    assert (made / "python/python313._pth").read_text().split() == ["python313.zip", ".", "..\\packages"]
    start = (made / windows.START).read_bytes().decode()
    assert r'"%~dp0python\python.exe"' in start
    assert "tonight" in start
    assert start.count("\r\n") == start.count("\n")
    assert not [*made.rglob("*.msi"), *(file for file in made.rglob("*.exe") if file.parent.name != "python")]


def test_a_python_that_is_not_the_one_is_refused(python, tmp_path):
    with pytest.raises(windows.WrongPython, match="doesn't have this checksum"):
        windows.build(tmp_path, python, "0" * 64)


def test_a_folder_becomes_one_file_with_its_checksum(tmp_path):
    made = tmp_path / "trackside"
    made.mkdir()
    contents.add_words(made, "1.2.3", "“trackside”")
    for name in ("t.tar.xz", "t.zip"):
        file = contents.packed(made, name)
        assert file.with_name(f"{name}.sha256").read_text() == f"{checksum(file)}  {name}\n"
    assert zipfile.ZipFile(tmp_path / "t.zip").namelist() == ["trackside/READ ME.txt"]


def test_every_package_brings_its_licence(tmp_path):
    contents.add_licences(tmp_path, [metadata.distribution(name) for name in ("flask", "weasyprint", "uvicorn")])
    there = {file.parent.name.partition("-")[0].lower() for file in tmp_path.rglob("*") if file.is_file()}
    assert there == {"flask", "weasyprint", "uvicorn", "trackside"}
    assert (tmp_path / "licences/Trackside/LICENSE").read_text().startswith("MIT")


def test_the_oldest_c_library_is_read_from_what_is_in_the_folder(tmp_path):
    (tmp_path / "one.so").write_bytes(b"\x7fELF..GLIBC_2.17..GLIBC_2.4..")
    (tmp_path / "two.so").write_bytes(b"\x7fELF..GLIBC_2.34..")
    (tmp_path / "text").write_bytes(b"GLIBC_2.99")
    assert folder.oldest_glibc(tmp_path) == "2.34"
    (tmp_path / "one.so").unlink()
    (tmp_path / "two.so").unlink()
    assert folder.oldest_glibc(tmp_path) is None


def test_what_only_developers_need_is_left_out():
    left_out = folder._only_for_developers()
    assert {"numpy", "mypy", "hypothesis", "pytest"} <= set(left_out)
    assert not {"flask", "companion", "weasyprint", "cffi", "_cffi_backend"} & set(left_out)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """What `make package` makes here."""
    if sys.platform != "linux":
        pytest.skip("the empty root is one of Linux")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(package, "PLACE", tmp_path_factory.mktemp("package"))
        assert package.main([]) == 0
        yield package.PLACE


@pytest.mark.soak
def test_the_packed_folder_is_small_and_says_what_it_needs(made):
    (file,) = made.glob("*.tar.xz")
    assert file.stat().st_size <= MOST
    assert re.search(r"glibc 2\.\d+ or later", (made / "trackside/READ ME.txt").read_text())
    assert (made / "trackside/licences/libpango-1.0-0/copyright").exists()


@pytest.mark.soak
def test_it_starts_soon_plays_without_a_network_and_prints_in_an_empty_root(made, tmp_path):
    root = tmp_path / "root"
    for name in ("tmp", "dev", SYSTEM[1:], LOADER[1:].rpartition("/")[0]):
        (root / name).mkdir(parents=True)
    for library in LIBRARIES:
        shutil.copy(f"{SYSTEM}/{library}", root / SYSTEM[1:])
    shutil.copy(LOADER, root / LOADER[1:])
    shutil.copytree(made / "trackside", root / "trackside", symlinks=True)
    inside = f'ip link set lo up && exec "{sys.executable}" -c "$1" "$2" "$3"'
    command = ["unshare", "--map-root-user", "--net", "sh", "-c", inside, "sh", ASKS, str(root), str(free_port())]
    for _ in range(2):  # the second is the warm one
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, env={**os.environ, "PATH": PATH})
        assert done.returncode == 0, done.stderr
        seconds, status, said = done.stdout.split("\n", 2)
    assert (status, said.strip().startswith("Trackside is at http://")) == ("0", True)
    assert float(seconds) <= SOON
    import pypdfium2

    page = pypdfium2.PdfDocument(root / "sheet.pdf")[0].get_textpage().get_text_range()
    assert "USA" in page


PATH = "/usr/sbin:/usr/bin:/sbin:/bin"


@pytest.mark.soak
def test_all_of_the_windows_folder_but_its_start(python, tmp_path, monkeypatch):
    """Every package is there, in the form for that system, and the wheel of ours with all it carries."""
    monkeypatch.setattr(package, "PLACE", tmp_path / "made")
    assert package.main(["windows", str(python), checksum(python)]) == 0
    there = tmp_path / "made/Trackside/packages"
    names = {folder.called(each.metadata["Name"]) for each in metadata.distributions(path=[str(there)])}
    assert names == {line.partition("==")[0] for line in windows.requirements()} | {"trackside"}
    assert (there / "companion/_data/templates/base.html").exists()
    extensions = [file.name for file in there.rglob("*.pyd")]
    assert extensions
    assert not [name for name in extensions if "win_amd64" not in name and "cp" in name]
    assert not [*there.rglob("*.so")]
    (zipped,) = (tmp_path / "made").glob("*.zip")
    assert zipped.stat().st_size <= MOST
