"""Brings an older database up to date: one step for each file in `versions`. Imported only where that is needed."""

import threading
from pathlib import Path
from typing import Final

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError

from companion.i18n import gettext as _
from companion.store.checks import place
from companion.store.engine import transaction
from companion.store.unavailable import StoreUnavailable

UPGRADING: Final = 7_203_551  # the number of a lock in PostgreSQL that only this program uses
_ALONE: Final = threading.Lock()  # alembic can upgrade one database at a time


def migrations() -> Config:
    """Alembic's configuration, which says where the steps are."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.set_main_option("path_separator", "os")
    return config


def upgrade(engine: sa.Engine, shown_place: str = "") -> None:
    """Brings the database's schema up to date; nothing in it is lost. Raises StoreUnavailable for a newer schema.

    The sentence that refuses a database says that it is at `shown_place`; if that is empty, where it really is.
    """
    config = migrations()
    with transaction(engine, writing=True) as connection:
        config.attributes["connection"] = connection
        if connection.dialect.name == "postgresql":  # two servers may start at once; SQLite has one writer anyway
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(UPGRADING)))
        try:
            with _ALONE:
                command.upgrade(config, "head")
        except CommandError:
            newest = ScriptDirectory.from_config(config).get_current_head()
            text = _(
                "{place} was saved by a newer version of this program (this one knows {newest}); update the program"
            )
            raise StoreUnavailable(text.format(place=shown_place or place(engine), newest=newest)) from None
