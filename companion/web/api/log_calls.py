"""The calls about the log: reporting an entry, and reading the record and the tally."""

from __future__ import annotations

from companion.export.tally_json import Tally, tally_model
from companion.play import Kind, Refused, View
from companion.play.keys import Device
from companion.record.read import record_json
from companion.record.record_checks import Members
from companion.web.api import schemas
from companion.web.api.calls import Calls, Services, Who

calls = Calls()


@calls.add(
    method="POST",
    path="/tables/<table>/entries",
    who=Who.PLAYER,
    request=schemas.Reported,
    checked=False,
    answers={200: schemas.Taken, 202: schemas.Waits},
    errors=(409,),
)
def report(services: Services, device: Device, table: str, body: Members) -> schemas.Taken:
    """Report an entry of the game record with an id of your own; it is answered once the entry is safely stored. The
    same report again gets the same answer. `anyway` lets the maker finish before all seats have confirmed. `reopen`
    lets you change a finished game: its finish is taken back, and added again after the entry. `whole` makes a strike
    take back everything that was stored in the same request as the entry it names. If you finish before the last
    turns are over, the other devices are asked first: the answer is 202 while they have half a minute to say no;
    then send the same again. `since` is the version you knew when you made the entry, for reports sent later, such as
    after a lost connection: if play has moved past that player's turn meanwhile, the entry counts as an earlier turn
    and the answer has `late`.
    """
    anyway, reopen, whole = _flag(body, "anyway"), _flag(body, "reopen"), _flag(body, "whole")
    taken = services.tables.log.report(table, device, body, anyway, reopen, whole, _since(body))
    return schemas.Taken(entry=taken.entry, version=taken.version, late=taken.late)


@calls.add(
    method="GET",
    path="/tables/<table>/record",
    who=Who.DEVICE,
    answers={200: schemas.GameRecord, 304: None},
    versioned=True,
)
def see_record(_services: Services, game: View) -> schemas.GameRecord:
    """The game record; entries that this device may not see are replaced by hidden ones."""
    return schemas.GameRecord.model_validate(record_json(game.record))


@calls.add(
    method="GET", path="/tables/<table>/tally", who=Who.DEVICE, answers={200: Tally, 304: None}, versioned=True
)
def see_tally(_services: Services, game: View) -> Tally:
    """The tally of what this device may see."""
    return tally_model(game.result)


def _flag(entry: Members, name: str) -> bool:
    """Removes a flag from what was sent, since it is not part of the entry, and returns its value."""
    given = entry.pop(name, False)
    if not isinstance(given, bool):
        raise Refused(Kind.WRONG, "wrong-type", reason="flag", member=name)
    return given


def _since(entry: Members) -> int | None:
    """Removes from what was sent the version that the reporter knew, and returns it; None if none was sent."""
    given = entry.pop("since", None)
    if given is not None and (not isinstance(given, int) or isinstance(given, bool) or given < 0):
        raise Refused(Kind.WRONG, "wrong-type", reason="since")
    return given
