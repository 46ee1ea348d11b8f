"""The database of an earlier release gets what this one needs; a newer one, or an unreleased one, is refused."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from companion.cli import main
from companion.store import StoreUnavailable, migrations, open_store, schema
from companion.store.engine import open_engine, transaction
from companion.store.games import Store
from tests.store.test_games import a_game, append


def test_a_database_opened_again_has_what_was_written(url):
    store = open_store(url)
    store.open_game(a_game(entries=3))
    store.engine.dispose()
    again = open_store(url)
    assert len(again.snapshot("one").entries) == 3
    again.engine.dispose()


def test_the_migrations_make_what_the_program_expects(store):
    """A column added to one and forgotten in the other shows here."""
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.METADATA) == []
    assert ScriptDirectory.from_config(migrations.migrations()).get_current_head() == schema.NEWEST


def test_several_databases_are_made_at_once(tmp_path):
    """By threads of one process, in each of which alembic has another."""
    with ThreadPoolExecutor(8) as pool:
        stores = list(pool.map(open_store, (f"sqlite:///{tmp_path / str(n)}.sqlite3" for n in range(24))))
    for store in stores:
        store.open_game(a_game(entries=1))
        store.engine.dispose()


def test_a_newer_database_is_refused_and_left_alone(tmp_path):
    url = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    store = open_store(url)
    store.open_game(a_game(entries=1))
    with store.engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    store.engine.dispose()
    with pytest.raises(StoreUnavailable, match="newer version of this program"):
        open_store(url)
    assert len(Store(open_engine(url)).snapshot("one").entries) == 1


def test_an_unreleased_database_is_refused_and_left_alone(url):
    store = open_store(url)
    store.open_game(a_game(entries=1))
    with store.engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '0009'"))
    store.close()
    before = contents(url)
    with pytest.raises(StoreUnavailable, match=r"is from before version 1\.0\.0; to bring its games over, save them"):
        open_store(url)
    assert contents(url) == before
    with open_engine(url).begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = :newest"), {"newest": schema.NEWEST})


def contents(url):
    """A file to the byte; of PostgreSQL's tables the rows."""
    if url.startswith("sqlite"):
        return Path(url.removeprefix("sqlite:///")).read_bytes()
    with open_engine(url).connect() as connection:
        tables = (*schema.METADATA.sorted_tables, sa.table("alembic_version", sa.column("version_num")))
        return [connection.execute(sa.select(table)).all() for table in tables]


def test_no_command_takes_an_unreleased_database(tmp_path, capsys):
    file, copy = tmp_path / "games.sqlite3", tmp_path / "copy.sqlite3"
    store = open_store(f"sqlite:///{file}")
    with store.engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '0001'"))
    store.close()
    old, new = ["--database", f"sqlite:///{file}"], ["--database", f"sqlite:///{tmp_path / 'new.sqlite3'}"]
    for command in (["serve", *old], ["tables", *old], ["backup", str(copy), *old], ["restore", str(file), *new]):
        assert main(command) == 2
        told = capsys.readouterr()
        assert (told.out, told.err.count("\n")) == ("", 1)
        assert told.err.startswith(f"{file} is from before version 1.0.0; to bring its games over, save ")
    assert [path.name for path in tmp_path.iterdir()] == [file.name]


def test_an_older_database_is_brought_up_to_date_with_nothing_lost(tmp_path, monkeypatch):
    """By a migration yet to come, laid beside those there are."""
    url = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    store = open_store(url)
    store.open_game(a_game(entries=5))
    append(store, "one", "x")
    before = store.snapshot("one")
    store.engine.dispose()
    with sa.create_engine(url).connect() as connection:
        newest = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar_one()
    newer = tmp_path / "versions"
    newer.mkdir()
    (newer / "next.py").write_text(
        f"import sqlalchemy as sa\nfrom alembic import op\nrevision = 'next'\ndown_revision = {newest!r}\n"
        "def upgrade():\n    op.add_column('game', sa.Column('mood', sa.Text, server_default='fine'))\n"
    )
    real = migrations.Config.set_main_option

    def with_newer(self, name, value):
        real(self, name, value)
        real(self, "version_locations", f"{Path(migrations.__file__).parent}/versions:{newer}")

    monkeypatch.setattr(migrations.Config, "set_main_option", with_newer)
    monkeypatch.setattr(schema, "NEWEST", "next")
    upgraded = open_store(url)
    assert upgraded.snapshot("one") == before
    with upgraded.engine.connect() as connection:
        assert connection.execute(sa.text("SELECT mood FROM game")).scalars().all() == ["fine"]


def test_the_database_of_1_0_0_is_brought_up_to_date_with_nothing_lost(tmp_path):
    url = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    store = open_store(url)
    store.open_game(a_game(entries=5))
    before = store.snapshot("one")
    with store.engine.begin() as connection:
        for table in ("circle_seat", "circle_game", "person", "circle_link", "circle_member", "circle", "along"):
            connection.execute(sa.text(f"DROP TABLE {table}"))
        for table, column in (("finished", "summary"), ("waiting", "seat")):
            connection.execute(sa.text(f"ALTER TABLE {table} DROP COLUMN {column}"))
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '1'"))
    store.close()
    upgraded = open_store(url)
    assert upgraded.snapshot("one") == before
    with upgraded.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.METADATA) == []
    upgraded.close()


def test_sqlite_keeps_what_it_acknowledged(tmp_path):
    engine = open_engine(f"sqlite:///{tmp_path / 'a folder' / 'games.sqlite3'}")
    with transaction(engine) as connection:
        for name, set_to in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)):
            assert connection.exec_driver_sql(f"PRAGMA {name}").scalar() == set_to
