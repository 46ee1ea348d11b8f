"""The calls for opening a table, its state and set-up, playing again, and deleting it."""

from __future__ import annotations

from companion.play import View
from companion.play.keys import Device, new_token, program_with
from companion.play.tables import record_from
from companion.record.read import LARGEST
from companion.record.record_checks import Members
from companion.web import addresses
from companion.web.api import schemas
from companion.web.api.calls import Calls, Services, Who
from companion.web.api.state import state

calls = Calls()
SINCE = {
    "description": "A version: the answer then also says what has changed since.",
    "schema": {"type": "integer", "minimum": 0, "maximum": 999_999_999},
}


@calls.add(
    method="POST",
    path="/tables",
    who=Who.ANYBODY,
    request=schemas.NewTable,
    checked=False,
    largest=LARGEST,
    answers={201: schemas.Opened},
    errors=(429,),
)
def open_table(services: Services, body: Members) -> schemas.Opened:
    """Open a table, or import a game with its log. The token in the answer makes you the maker."""
    tables, token = services.tables, new_token()
    new = tables.open(record_from(body, tables.boards), program_with(token))
    join_url = addresses.invitation_url(tables.door.invite(new.table, program_with(token)))
    return schemas.Opened(table=new.table, code=new.code, token=token, join_url=join_url)


@calls.add(
    method="GET",
    path="/tables/<table>",
    who=Who.DEVICE,
    query={"since": SINCE},
    answers={200: schemas.State, 304: None},
    errors=(422,),
    versioned=True,
)
def see_table(_services: Services, game: View, since: int | None) -> schemas.State:
    """The table as this device may see it."""
    return state(game, since)


@calls.add(
    method="PATCH",
    path="/tables/<table>",
    who=Who.PLAYER,
    request=schemas.NewSetup,
    checked=False,
    answers={200: schemas.Version},
    errors=(409,),
)
def change_table(services: Services, device: Device, table: str, body: Members) -> schemas.Version:
    """Change the set-up, at any time, unless an entry would become impossible."""
    return schemas.Version(version=services.tables.settings.change(table, device, body).version)


@calls.add(
    method="POST",
    path="/tables/<table>/again",
    who=Who.PLAYER,
    answers={201: schemas.Following},
    errors=(409, 429),
)
def again(services: Services, device: Device, table: str) -> schemas.Following:
    """Play again: a new table with everybody in their seats. All who ask get the same one."""
    return schemas.Following(table=services.tables.series.again(table, device))


@calls.add(method="DELETE", path="/tables/<table>", who=Who.MAKER, answers={204: None})
def delete_table(services: Services, device: Device, table: str) -> None:
    """Delete everything of a table; only its maker may."""
    services.tables.delete(table, device)
