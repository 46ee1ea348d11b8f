"""A game from a document that a program sent: a table to open, or a whole game with its log."""

from collections.abc import Mapping

from companion.boards.model import Board
from companion.play.refusals import Refused
from companion.record.checks import FORMAT, VERSION, Members, read_shape, rule_broken
from companion.record.read import Record
from companion.rules.refusals import RuleBroken
from companion.rules.table import replay


def record_from(document: Members, boards: Mapping[str, Board]) -> Record:
    """The record in a document; what says that it is one may be left out, and so may its log."""
    document = Members([*document.items()])
    for name, usual in (("format", FORMAT), ("version", VERSION), ("log", [])):
        document.setdefault(name, usual)
    setup, log, found = read_shape(document, boards)
    if found or setup is None:
        raise Refused.complaint(found[0], "record")
    try:
        replay(boards[setup.map], setup, log)
    except RuleBroken as broken:
        raise Refused.complaint(rule_broken(broken), "record") from None
    return Record(boards[setup.map], setup, log)
