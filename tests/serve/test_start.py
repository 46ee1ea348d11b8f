"""Where the games cannot be kept the program does not start: one sentence with the place and what to do."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli import main
from companion.store import StoreUnavailable, open_store
from tests.support import postgres
from tests.support.databases import postgres_url
from tests.support.ordinary import companion
from tests.support.serving import free_port

__all__ = ["postgres_url"]


def refused(database: Path | None, *command: str, **env: str) -> str:
    """A command that opens the games, and the sentence that it says instead."""
    place = ["--database", f"sqlite:///{database}"] if database else []
    done = companion(*(command or ("tables",)), *place, **env)
    assert done.returncode == 2, done
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 1
    return done.stderr


@pytest.fixture
def file(tmp_path: Path, empty_sqlite: Path) -> Path:
    """A database without games."""
    (tmp_path / "here").mkdir()
    return Path(shutil.copy(empty_sqlite, tmp_path / "here" / "games.sqlite3"))


@pytest.fixture(scope="session")
def empty_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("empty") / "games.sqlite3"
    open_store(f"sqlite:///{made}").close()
    return made


@pytest.fixture
def closed(file: Path) -> Iterator[Path]:
    """A database in a folder where nothing can be made."""
    file.parent.chmod(0o500)
    yield file
    file.parent.chmod(0o700)


def change(file: Path, statement: str) -> None:
    with sqlite3.connect(file) as games:
        games.execute(statement)


def test_a_data_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("no folder")
    says = refused(None, DATABASE_URL="", XDG_DATA_HOME=str(tmp_path / "file"), HOME=str(tmp_path))
    assert str(tmp_path / "file") in says
    assert "can't be created" in says
    assert "--database" in says


def test_a_data_folder_that_must_not_be_made(tmp_path):
    tmp_path.chmod(0o500)
    says = refused(None, DATABASE_URL="", XDG_DATA_HOME=str(tmp_path), HOME=str(tmp_path))
    assert f"the folder {tmp_path / 'trackside'} can't be created: permission denied" in says


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("no folder")
    says = refused(tmp_path / "file" / "games.sqlite3")
    assert f"the folder {tmp_path / 'file'} can't be created" in says


def test_a_folder_in_the_place_of_the_file(tmp_path):
    assert f"{tmp_path} and its folder must both be writable" in refused(tmp_path)


def test_a_file_that_cannot_be_made(closed):
    new = closed.with_name("new.sqlite3")
    assert f"{new} can't be created: permission denied" in refused(new)


def test_a_folder_in_which_nothing_can_be_written(closed):
    assert f"{closed} and its folder must both be writable" in refused(closed)


@pytest.mark.parametrize("rights", [0o400, 0o000])
def test_a_file_that_cannot_be_written(file, rights):
    file.chmod(rights)
    assert f"{file} and its folder must both be writable" in refused(file)


def test_a_log_that_cannot_be_written(file):
    kept = sqlite3.connect(file)
    kept.execute("PRAGMA journal_mode=WAL")
    kept.execute("UPDATE alembic_version SET version_num = version_num")
    kept.commit()
    log = file.with_name(f"{file.name}-wal")
    log.chmod(0o400)
    assert f"{file} and its folder must both be writable" in refused(file)
    kept.close()


@pytest.mark.parametrize("at", [0, 4096 + 8])
def test_a_damaged_file(file, at):
    """In its head, and further in."""
    raw = bytearray(file.read_bytes())
    raw[at : at + 2000] = b"\xff" * 2000
    file.write_bytes(raw)
    says = refused(file)
    assert f"{file} is damaged" in says
    assert "companion restore" in says
    assert file.read_bytes() == raw


def test_text_in_the_place_of_a_database(file):
    file.write_text("a letter to whom it may concern" * 100)
    assert f"{file} is damaged or isn't a database" in refused(file)


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE moz_places (url TEXT)",
        "CREATE TABLE alembic_version (version_num TEXT)",
        "CREATE TABLE game (title TEXT)",
    ],
)
def test_another_programs_file_is_left_as_it_is(tmp_path, statement):
    other = tmp_path / "other.sqlite3"
    change(other, statement)
    before = other.read_bytes()
    assert f"{other} belongs to another program; choose another place" in refused(other)
    assert other.read_bytes() == before
    assert [found.name for found in tmp_path.iterdir()] == [other.name]


def test_a_newer_one(file):
    change(file, "UPDATE alembic_version SET version_num = '9999'")
    says = refused(file)
    assert f"{file} was saved by a newer version of this program" in says
    assert "update the program" in says


def test_one_that_somebody_holds(file):
    kept = sqlite3.connect(file, isolation_level=None)
    kept.execute("BEGIN EXCLUSIVE")
    assert f"another program is using {file}" in refused(file)
    kept.close()


def test_a_log_without_its_file_is_not_thrown_away(file):
    """SQLite would, and what was played last is in it."""
    log = file.with_name(f"{file.name}-wal")
    log.write_bytes(b"what was played last")
    file.rename(file.with_name("elsewhere"))
    says = refused(file)
    assert f"{log} is there, but its games.sqlite3 is missing" in says
    assert log.read_bytes() == b"what was played last"
    assert not file.exists()


def test_a_certificates_folder_that_cannot_be_made(tmp_path, file):
    (tmp_path / "trackside").write_text("no folder")
    place = ("--host", "127.0.0.1", "--port", free_port(), "--database", f"sqlite:///{file}")
    done = companion("serve", "--https", *place, XDG_DATA_HOME=str(tmp_path))
    assert done.returncode == 2
    assert f"The certificates can't be saved in {tmp_path / 'trackside' / 'https'}" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_server_says_the_same(tmp_path):
    """It begins like every other command that opens the games."""
    (tmp_path / "file").write_text("no folder")
    serve = ("serve", "--host", "127.0.0.1", "--port", str(free_port()))
    assert "can't be created" in refused(tmp_path / "file" / "games.sqlite3", *serve)
    assert "is damaged or isn't a database" in refused(tmp_path / "file", *serve)
    change(tmp_path / "other", "CREATE TABLE moz_places (url TEXT)")
    assert "belongs to another program" in refused(tmp_path / "other", *serve)


@pytest.mark.skipif(postgres.WITHOUT, reason="without PostgreSQL")
def test_one_of_postgresql_that_others_use_as_well(postgres_url):
    """Tables of others may be there, but none that ours would take for their own."""
    import psycopg

    with psycopg.connect(postgres_url, autocommit=True) as server:
        server.execute("CREATE SCHEMA shared CREATE TABLE theirs (url TEXT)")
        server.execute("CREATE SCHEMA foreign_one CREATE TABLE game (title TEXT)")
        open_store(f"{postgres_url}&options=-csearch_path%3Dshared").close()
        with pytest.raises(StoreUnavailable, match="/postgres belongs to another program"):
            open_store(f"{postgres_url}&options=-csearch_path%3Dforeign_one")
        server.execute("DROP SCHEMA shared, foreign_one CASCADE")


def test_one_of_postgresql_that_is_away(capsys):
    assert main(["tables", "--database", "postgresql://ada:s3cret@127.0.0.1:9/games?connect_timeout=1"]) == 2
    says = capsys.readouterr().err
    assert "postgresql://127.0.0.1/games can't be used: " in says
    assert "s3cret" not in says
    assert "refused" in says
