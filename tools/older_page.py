"""Stores the table's page of this commit, with all its files, for tests of a page that is older than its server.

Run `python -m tools.older_page` at the commit to store: it writes `tests/browser/pages/<commit>.zip`.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from companion.app import create_app
from companion.boards import files
from companion.play.keys import digest
from companion.play.tables import Tables
from companion.record.read import Record
from companion.rules.game_setup import Setup
from companion.rules.log import ENTRY
from companion.store import open_store

PAGES = Path(__file__).parents[1] / "tests" / "browser" / "pages"
SEATS = [{"color": color, "name": name} for color, name in (("blue", "Ada"), ("red", "Bo"), ("green", "Cy"))]
# The first claims of the test's table; the page shows it after the third.
BEGUN = (("blue", "calgary--helena"), ("red", "dallas--houston--1"), ("green", "denver--omaha"))
FILE = re.compile(r'"(/assets/[^"]+)"')


def main() -> None:
    """Opens a table, and writes its page and every file that the page refers to into the zip."""
    commit = subprocess.check_output(["git", "rev-parse", "--short=7", "HEAD"], text=True).strip()
    with tempfile.TemporaryDirectory() as folder:
        tables = Tables(open_store(f"sqlite:///{Path(folder) / 'games.sqlite3'}"), files.boards())
        setup = Setup.model_validate({"map": "usa", "players": SEATS})
        log = [ENTRY.validate_python({"type": "claim", "player": color, "route": route}) for color, route in BEGUN]
        table = tables.open(Record(files.boards()["usa"], setup, tuple(log)), digest("maker")).table
        tables.seats.take(table, digest("maker"), "blue")
        client = create_app(files.boards(), tables).test_client()
        client.set_cookie("trackside", "maker")
        client.set_cookie("trackside-start", "hidden")
        page = client.get(f"/t/{table}").text
        with ZipFile(PAGES / f"{commit}.zip", "w", ZIP_DEFLATED) as kept:
            kept.writestr("table.html", page.replace(table, "{table}"))
            for path in dict.fromkeys(FILE.findall(page)):
                kept.writestr(path.lstrip("/"), client.get(path).data)
        tables.store.engine.dispose()


if __name__ == "__main__":
    main()
