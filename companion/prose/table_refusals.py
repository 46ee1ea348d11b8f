"""Why a table refuses a request, in sentences. What the rules of the game refuse is worded in `rule_refusals`."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.i18n import N_, listed, ngettext
from companion.i18n import gettext as _
from companion.prose import complaints, records, rule_refusals
from companion.prose.display_names import entry_name
from companion.prose.sentences import in_full

Data = Mapping[str, Any]


def sentence(reason: str, data: Data) -> str:
    """Why it was refused and what to do, in the language in use now."""
    words = SENTENCES[reason]
    return words(data) if callable(words) else _(words).format(**data)


def _makes_impossible(data: Data) -> str:
    """That an entry or a change would make another entry impossible."""
    return _impossible(data, _("that would make {entry} impossible: {why}"))


def _becomes_impossible(data: Data) -> str:
    """That an entry would become impossible by a change of the set-up."""
    return _impossible(data, _("{entry} would become impossible: {why}"))


def _impossible(data: Data, text: str) -> str:
    """Which entry would become impossible, and why, in this text.

    If the entry is secret, only its number is given, and who can take it back.
    """
    broken = data["broken"]
    if broken is None:
        text = _("That would clash with entry {n}, which is secret. Whoever made it needs to take it back first.")
        return text.format(n=data["place"])
    return in_full(text.format(entry=_entry(data), why=rule_refusals.clause(broken)))


def _player_in_log(data: Data) -> str:
    """That a player can't be removed, since an entry is theirs."""
    text = _("{entry} would become impossible: its player would no longer be in the game")
    return in_full(text.format(entry=_entry(data)))


def _entry(data: Data) -> str:
    """The name of the entry that a refusal is about."""
    return entry_name(data["board"], data["setup"], data["place"], data["entry"])


def _log_full(data: Data) -> str:
    """A sentence with the most entries that a log may have."""
    text = ngettext(
        "The log is full; a game has at most {n} entry.",
        "The log is full; a game has at most {n} entries.",
        data["most"],
    )
    return text.format(n=data["most"])


SENTENCES: Final[Mapping[str, str | Callable[[Data], str]]] = {
    # What was sent, and the rules.
    "complaint": lambda data: in_full(complaints.clause(data["complaint"])),
    "record": lambda data: records.sentence(data["complaint"]),
    "rule-broken": lambda data: in_full(rule_refusals.clause(data["broken"])),
    "makes-impossible": _makes_impossible,
    "becomes-impossible": _becomes_impossible,
    "player-in-log": _player_in_log,
    "player-of-ticket": N_(
        "An entry about a ticket would become impossible: its player would no longer be in the game."
    ),
    "flag": N_("“{member}” must be true or false."),
    "since": N_("“since” must be the number of a version."),
    "code-or-secret": N_("Send either “code” or “secret”."),
    "language": lambda data: _("There's no language called {language}. Choose one of {known}.").format(
        language=data["language"], known=listed(data["known"])
    ),
    "options": lambda data: _("Options are {names}, each true or false.").format(names=listed(data["names"])),
    "pin-digits": N_("“pin” must be four to twelve digits."),
    "entry-number": N_("Give the number of an entry."),
    # Entries.
    "log-full": _log_full,
    "hidden-entry": N_("Hidden entries can't be sent."),
    "id-used": N_("This id has already been used for another entry."),
    "taken-back": N_("Someone has already taken this back."),
    "no-such-slip": N_("The log has changed. Check the choices again."),
    "not-confirmed": lambda data: _("Still to confirm their tickets: {names}.").format(names=listed(data["names"])),
    "not-finished": N_("The game isn't finished yet."),
    "after-finish": N_("The game is finished. Reopen it first to change something."),
    "tickets-entered": N_("The variant can only be changed before others have entered tickets."),
    "unknown-thing": N_("This variant doesn't use something you counted. Take that entry back first."),
    "unknown-ticket": N_(
        "This variant doesn't have one of the tickets entered. Keep the old variant, or take that ticket back first."
    ),
    # Who may do what.
    "only-watching": N_("This device is only watching. Join as a player to do that."),
    "again-only-watching": N_("This device is only watching. Ask someone who played to start the next game."),
    "not-your-seat": N_("Only the phone with this seat can enter its tickets. Take the seat first."),
    "confirms-another": N_("Only the phone with {name}'s seat can confirm these tickets."),
    "moves-another": N_("Only the phone with {name}'s seat can move the seat to another phone."),
    "reads-another": N_("Only the phone with {name}'s seat can see these tickets."),
    "seat-asked": N_("We've asked {name}'s phone. If nobody says no within half a minute, the seat is free."),
    "seat-kept": N_("{name}'s phone kept the seat. Talk it over, and ask again in a minute."),
    "seat-covered": N_("Tickets entered earlier are hidden. You can only take back the ones you added here."),
    "finish-asked": N_(
        "The final round isn't over, so we've asked the other phones. If nobody says no within half a minute, "
        "you can finish."
    ),
    "finish-declined": N_("Someone wants to keep playing. Talk it over, and ask again in a minute."),
    "nothing-asked": N_("That question is closed. There's nothing to answer."),
    "seat-held": N_("Another phone has {name}'s seat. Free it there first."),
    "seats-full": N_("Seats have changed hands too often in this game. From now on they stay as they are."),
    "tickets-closed": N_("These tickets are locked. Open them first."),
    "wrong-pin": N_("Wrong PIN. Try again; after five wrong ones, the tickets stay locked until the end."),
    "was-removed": N_("This device was removed from these games. Ask someone who's playing for a new link."),
    "shut-out": N_("Only the person who opened this table can remove others."),
    "delete": N_("Only the person who opened this table can delete it."),
    "share": N_("Only the person who opened this table can show its result to others."),
    "remind": N_("Only the person who opened this table can remind others."),
    # Tables, and coming to one.
    "no-circle": N_("There's no such circle, or this phone isn't in it. Open it with its link."),
    "no-game-here": N_("There's no such game in this circle."),
    "no-person": N_("There's no such person in this circle."),
    "only-reading": N_("This phone can only view this circle. Ask someone in the circle for the link to join in."),
    "not-the-keeper": N_("Only a keeper of the circle can do that."),
    "keep-game": N_("Only the person who opened this table can add its game to a circle."),
    "sat-together": N_("{one} and {other} played in the same game, so they're two people."),
    "wrong-day": N_("Enter a date, such as 2026-11-20."),
    "circle-text": lambda data: ngettext(
        "Enter up to {n} character.", "Enter up to {n} characters.", data["most"]
    ).format(n=data["most"]),
    "no-table": N_("There's no such table, or this device hasn't joined it. Join with the table's code."),
    "no-board": N_("This table uses the board “{board}”, which this server doesn't have."),
    "unreadable": N_("This table no longer fits its board. Was the board's file changed?"),
    "no-invitation": N_("This invitation no longer works. Ask for a new one."),
    "no-seat-code": N_("This QR code no longer works. Show a new one on your old phone."),
    "seat-stayed": N_("The seat stayed on your old phone. To try again, show a new QR code there."),
    "no-link-along": N_("This link no longer works. Make a new one on your other phone."),
    "nothing-to-take": N_("This phone isn't in any game or circle yet, so there's nothing to take to another phone."),
    "no-code": N_("No table has this code. Check it and try again."),
    "keep-trial": N_("A trial game can't be kept: it's deleted after an hour."),
    "too-many-trials": N_("Lots of people are trying Trackside right now. Try again later, or start a new game."),
    "too-many-waiting": N_("Too many people are waiting to join this table. Try again in five minutes."),
    "nobody-waits": N_("Nobody is waiting any more."),
    "never-waited": N_("Nobody with this name is waiting."),
    "too-late": N_("Nobody answered within five minutes. Ask again."),
    "not-admitted": N_("Someone at the table said no."),
}
