"""Opening a table, its state, its set-up, and its end."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Response

from companion.play.keys import new_token, program_with
from companion.play.tables import Tables, record_from
from companion.record.read import LARGEST
from companion.web import addresses
from companion.web.api import schemas
from companion.web.api.body import members
from companion.web.api.calls import PRIVATE, Call, asking, number_asked, seen, told, told_at
from companion.web.api.state import state


def calls(tables: Tables) -> Iterator[Call]:
    """The calls for a table as a whole."""

    def open_table() -> Response:
        token = new_token()
        new = tables.open(record_from(members(LARGEST), tables.boards), program_with(token))
        join_url = addresses.invitation(tables.door.invite(new.table, program_with(token)))
        return told({"table": new.table, "code": new.code, "token": token, "join_url": join_url}, 201)

    def see_table(table: str) -> Response:
        game = seen(tables, table)
        since = number_asked("since")
        return told_at(game, lambda: state(game, since))

    def change_table(table: str) -> Response:
        return told({"version": tables.settings.change(table, asking(), members()).version})

    def again(table: str) -> Response:
        return told({"table": tables.series.again(table, asking())}, 201)

    def delete_table(table: str) -> Response:
        tables.delete(table, asking())
        return Response(status=204, headers=PRIVATE)

    about = "Open a table, or import a game with its log. The token is the maker's."
    gives = {201: schemas.Opened}
    wrong: tuple[int, ...] = (400, 413, 422, 429)
    yield Call("open_table", "POST", "/tables", about, open_table, schemas.NewTable, gives, wrong, open=True)
    about = "The table as this device may see it."
    asks = {"since": "A version: what changed since then is told too."}
    yield Call(
        "see_table", "GET", "/tables/<table>", about, see_table, None, {200: schemas.State, 304: None}, (422,), asks
    )
    about = "Change the set-up, at any time, unless an entry would become impossible."
    wrong = (400, 403, 409, 413, 422)
    version = {200: schemas.Version}
    yield Call("change_table", "PATCH", "/tables/<table>", about, change_table, schemas.NewSetup, version, wrong)
    about = "Play again: the table that follows this one, with everybody in their seats; the same for all who ask."
    path = "/tables/<table>/again"
    yield Call("again", "POST", path, about, again, None, {201: schemas.Following}, (403, 409, 429))
    about = "Delete everything of a table; only its maker may."
    yield Call("delete_table", "DELETE", "/tables/<table>", about, delete_table, None, {204: None}, (403,))
