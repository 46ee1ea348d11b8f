"""A game from a document that a program sent: a table to open, or a whole game with its log."""

from collections.abc import Mapping

from companion.boards.model import Board
from companion.play.refusals import Kind, Refused
from companion.record.checks import FORMAT, VERSION, Members, place_in_words, read_shape
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
        first = found[0]
        says = f"{place_in_words(first.where)}: {first.says}" if first.where else first.says
        raise Refused(Kind.WRONG, first.code, says)
    try:
        replay(boards[setup.map], setup, log)
    except RuleBroken as broken:
        place = place_in_words(("log", broken.place - 1))
        raise Refused(Kind.WRONG, broken.code, f"{place}: {broken.sentence}") from None
    return Record(boards[setup.map], setup, log)
