"""For which systems a lock's packages have wheels, as `make audit` asks an index."""

from __future__ import annotations

import pytest

from tools import wheels

LOCK = """\
both==1.0 \\
    --hash=sha256:aa \\
    --hash=sha256:bb
    # via somebody
fast==2.0 ; sys_platform != 'win32' \\
    --hash=sha256:cc
old==3.0 \\
    --hash=sha256:dd
"""
PAGES = {
    "both": '<a href="x/both-1.0-py3-none-any.whl#sha256=aa">b</a> <a href="x/both-1.0.tar.gz#sha256=bb">b</a>',
    "fast": '<a href="../fast-2.0-cp313-cp313-manylinux_2_17_x86_64.manylinux2014_x86_64.whl#sha256=cc">b</a>',
    "old": """<a href="old-3.0.tar.gz#sha256=dd">o</a>
        <a href="old-4.0-py3-none-any.whl#sha256=ee">another version</a>""",
}


@pytest.fixture
def lock(tmp_path):
    file = tmp_path / "some.lock"
    file.write_text(LOCK)
    return file


def test_a_package_without_a_wheel_for_a_system_is_named(lock, capsys):
    """A marker says where it is not wanted, the hash which file is meant."""
    assert wheels.check(lock, PAGES.__getitem__) == 1
    assert capsys.readouterr().out.splitlines() == [
        "Windows: no wheel of old",
        "macOS on Intel: no wheel of fast, old",
        "macOS on Apple's: no wheel of fast, old",
        "Linux on x86: no wheel of old",
        "Linux on arm64: no wheel of fast, old",
    ]


def test_all_is_well_where_each_has_one(tmp_path, capsys):
    (tmp_path / "some.lock").write_text(LOCK.partition("fast")[0])
    assert wheels.check(tmp_path / "some.lock", PAGES.__getitem__) == 0
    assert "Windows: a wheel of each of the 1 packages" in capsys.readouterr().out


def test_an_index_out_of_reach_is_said_without_its_address(lock, capsys):
    def away(_package: str) -> str:
        raise OSError("<urlopen error: index.example.org>")

    assert wheels.check(lock, away) == 0
    assert capsys.readouterr().out == (
        "The index of packages can't be reached from here, so nobody was asked for wheels.\n"
    )


def test_the_lock_of_players_is_read_whole():
    from tools.audit import LOCK, PINNED

    names = {name for name, _ in PINNED.findall(LOCK.read_text())}
    assert {package.name for package, hashes in wheels.locked(LOCK.read_text()) if hashes} == names
