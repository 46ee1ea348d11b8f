"""Refusals of a table, in words: a sentence for each reason, made where it is answered."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.i18n import N_, listed, ngettext
from companion.i18n import gettext as _
from companion.prose import records, rule_broken, validation
from companion.prose.names import entry_name
from companion.prose.sentences import in_full

Data = Mapping[str, Any]


def sentence(reason: str, data: Data) -> str:
    """Why it was refused and what to do, in the language in use now."""
    words = SENTENCES[reason]
    return words(data) if callable(words) else _(words).format(**data)


def _why(data: Data) -> str:
    """The rule that would be broken; of a ticket only that it is about one."""
    broken = data["broken"]
    return _("it is about a ticket") if broken is None else rule_broken.clause(broken)


def _makes_impossible(data: Data) -> str:
    words = {"entry": _entry(data), "why": _why(data)}
    return in_full(_("that would make {entry} impossible: {why}").format(**words))


def _becomes_impossible(data: Data) -> str:
    words = {"entry": _entry(data), "why": _why(data)}
    return in_full(_("{entry} would become impossible: {why}").format(**words))


def _player_in_log(data: Data) -> str:
    text = _("{entry} would become impossible: it belongs to a player who would be gone")
    return in_full(text.format(entry=_entry(data)))


def _entry(data: Data) -> str:
    return entry_name(data["board"], data["setup"], data["place"], data["entry"])


def _log_full(data: Data) -> str:
    text = ngettext(
        "The log is full; a game has at most {n} entry.",
        "The log is full; a game has at most {n} entries.",
        data["most"],
    )
    return text.format(n=data["most"])


SENTENCES: Final[Mapping[str, str | Callable[[Data], str]]] = {
    # What was sent, and the rules.
    "complaint": lambda data: in_full(validation.clause(data["complaint"])),
    "record": lambda data: records.sentence(data["complaint"]),
    "rule-broken": lambda data: in_full(rule_broken.clause(data["broken"])),
    "makes-impossible": _makes_impossible,
    "becomes-impossible": _becomes_impossible,
    "player-in-log": _player_in_log,
    "player-of-ticket": N_("An entry about a ticket would become impossible: its player would be gone."),
    "flag": N_("“{member}” must be true or false."),
    "code-or-secret": N_("“code” or “secret” must be there, one of the two."),
    "options": lambda data: _("Options are {names}, each true or false.").format(names=listed(data["names"])),
    "pin-digits": N_("“pin” must be four to twelve digits."),
    "entry-number": N_("An entry is named by its number."),
    # Entries.
    "log-full": _log_full,
    "hidden-entry": N_("A hidden entry cannot be reported."),
    "id-used": N_("This id was used for another entry."),
    "taken-back": N_("This was taken back in the meantime."),
    "no-such-slip": N_("The log has changed in the meantime; look at the offers once more."),
    "not-confirmed": lambda data: _("These have not confirmed their tickets yet: {names}.").format(
        names=listed(data["names"])
    ),
    "not-finished": N_("The game isn't finished yet."),
    "after-finish": N_("The game is finished. Reopen it first to change something."),
    "tickets-entered": N_("The variant can only be changed before others have entered tickets."),
    "unknown-thing": N_("Something that was counted isn't counted in this variant. Take that entry back first."),
    "unknown-ticket": N_("A ticket that was entered does not exist in this variant."),
    # Who may do what.
    "only-watching": N_("This device only watches; join as a player to do that."),
    "again-only-watching": N_("This device only watches; who played can start the next game."),
    "not-your-seat": N_("Only the phone that holds a seat enters its tickets."),
    "confirms-another": N_("Only the phone that holds {name}'s seat can confirm its tickets."),
    "reads-another": N_("These tickets are only for the phone that holds {name}'s seat."),
    "seat-asked": N_(
        "The phone that holds {name}'s seat is asked first. If nobody says no within half a minute, the seat is free."
    ),
    "seat-kept": N_("The phone that holds {name}'s seat keeps it. Talk to each other, and ask again in a minute."),
    "seat-covered": N_(
        "The tickets that were entered before are covered; what you entered here you can take back and add again."
    ),
    "finish-asked": N_(
        "The last turns are not over, so the other phones are asked first. If nobody says no within half a minute, "
        "you can finish."
    ),
    "finish-declined": N_("Somebody wants to keep playing. Talk to each other, and ask again in a minute."),
    "nothing-asked": N_("Nobody asks this phone any more."),
    "seat-held": N_("Another phone holds {name}'s seat; let it go there first."),
    "tickets-closed": N_("These tickets are closed; open them first."),
    "wrong-pin": N_("That is not the PIN of this seat; after five wrong ones its tickets stay closed until the end."),
    "shut-out": N_("Only who opened the table can shut others out."),
    "delete": N_("Only who opened the table can delete it."),
    # Tables, and coming to one.
    "no-table": N_("There is no such table, or this device is not at it."),
    "no-board": N_("The board “{board}” of this table is not on this server's shelf."),
    "unreadable": N_("This table does not fit its board any more; was the board's file changed?"),
    "no-invitation": N_("This invitation leads to no table; ask for a new one."),
    "no-code": N_("No table has this code; look at it once more."),
    "too-many-waiting": N_("Too many are waiting at this table's door; try again in five minutes."),
    "nobody-waits": N_("Nobody waits here any more."),
    "never-waited": N_("Nobody waits under this name."),
    "too-late": N_("Nobody answered within five minutes; ask again."),
    "not-admitted": N_("The table said no."),
}
