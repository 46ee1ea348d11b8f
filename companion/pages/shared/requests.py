"""The requests that phones at a table make of one another: a line for each, with the answers this phone can give."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from companion.i18n import N_, ngettext
from companion.i18n import gettext as _
from companion.play.view import OpenRequest, SeatChanged, View
from companion.prose.display_names import isolated
from companion.prose.table_refusals import sentence


@dataclass(frozen=True, slots=True)
class RequestLine:
    """A request of another phone with its two answers, or what has become of one that this phone made."""

    about: str
    color: str
    words: str
    yes: str = ""  # the words of the two buttons
    no: str = ""
    take: bool = False  # the seat can be taken now
    end: bool = False  # the game can be finished now
    wait: int = 0  # seconds until it is decided, where this phone asks


def request_lines(game: View) -> list[RequestLine]:
    """The open requests that this phone should see, and those of its own that were just refused."""
    lines = []
    for request in game.requests:
        line = LINE_OF[request.kind](game, request)
        if line:
            lines.append(replace(line, wait=_seconds_to_wait(request)))
    for kind, color in game.declined:
        if kind in DECLINED:
            name = isolated(game.setup.name(color)) if color else ""
            lines.append(RequestLine(kind, color, sentence(DECLINED[kind], {"name": name})))
    return lines


def _seconds_to_wait(request: OpenRequest) -> int:
    """Seconds until a request of this phone is decided, else 0. A request to see tickets has no time limit."""
    if not request.mine or request.due or request.kind == "show":
        return 0
    return max(1, request.until - int(time.time()) + 1)


def show_requested(game: View, color: str) -> bool:
    """Whether the other phones are being asked to show this one the covered tickets of a seat."""
    return any(request.kind == "show" and request.color == color and request.mine for request in game.requests)


def notices(game: View) -> Iterator[str]:
    """A sentence for everybody if this game was reopened after its end."""
    if not game.was_finished:
        return
    if game.reopened_by:
        text = _("{name} reopened this game after it was finished, so everyone has seen the tickets.")
        yield text.format(name=isolated(game.setup.name(game.reopened_by)))
    else:
        yield _("This game was reopened after it was finished, so everyone has seen the tickets.")


@dataclass(frozen=True, slots=True)
class SeatChangeLine:
    """A line of the log about a seat: one change, or how often (`times`) a phone took the seat and left it again."""

    change: SeatChanged
    times: int = 0


def seat_change_lines(game: View) -> list[SeatChangeLine]:
    """The changes of seats as lines of the log, oldest first. Answers that changed nothing have no line."""
    changes_in_log = (change for change in game.facts.seat_changes if _has_line(game, change))
    return [line for __, changes in groupby(changes_in_log, lambda change: change.place) for line in _merged(changes)]


def _has_line(game: View, change: SeatChanged) -> bool:
    """Whether a change of a seat is shown in the log at all."""
    return change.act in SEAT_CHANGES and (not change.color or change.color in game.setup.colors)


def _merged(changes: Iterable[SeatChanged]) -> list[SeatChangeLine]:
    """The changes between two entries. Taking a seat and leaving it again is one line, however often it happened."""
    lines: dict[tuple[str, ...], SeatChangeLine] = {}
    taken: dict[str, tuple[str, ...]] = {}  # seat: the key of the line that says it was taken just before
    for number, change in enumerate(changes):
        key_of_taken = taken.pop(change.color, None)
        if key_of_taken and change.act == "freed" and change.own:
            who = lines.pop(key_of_taken).change.by
            merged_key = change.color, who
            earlier = lines.pop(merged_key, None)
            times = earlier.times + 1 if earlier else 1
            lines[merged_key] = SeatChangeLine(replace(change, by=who), times)
            continue
        key = change.color, change.by, str(number)
        lines[key] = SeatChangeLine(change)
        if change.act == "taken":
            taken[change.color] = key
    return [*lines.values()]


def seat_change_in_words(game: View, line: SeatChangeLine) -> str:
    """A line about a seat, in words."""
    change = line.change
    if line.times:
        text = ngettext(
            "{who} took {name}'s seat, then left it",
            "{who} took {name}'s seat, then left it, {n} times",
            line.times,
        )
    elif change.act == "freed" and change.own:
        text = _(LEFT_OWN_SEAT)
    else:
        text = _(TAKEN_OVER) if change.act == "taken" and change.covered else _(SEAT_CHANGES[change.act])
    name = isolated(game.setup.name(change.color)) if change.color else ""
    return text.format(who=_phone_name(game, change.by), name=name, n=line.times)


def _seat_line(game: View, request: OpenRequest) -> RequestLine | None:
    """The line about a request for a seat."""
    name = isolated(game.setup.name(request.color))
    if request.answers:
        text = _("{who} wants {name}'s seat. If nobody answers here within half a minute, the seat is free.")
        return RequestLine(
            "free",
            request.color,
            text.format(who=_asking_phone(game, request), name=name),
            _("Give up my seat"),
            _("Keep my seat"),
        )
    if not request.mine:
        return RequestLine(
            "free", request.color, _("{who} wants {name}'s seat.").format(who=_asking_phone(game, request), name=name)
        )
    if request.due:
        return RequestLine(
            "free", request.color, _("Nobody said no: you can take {name}'s seat.").format(name=name), take=True
        )
    text = _("We've asked {name}'s phone. It has half a minute to keep the seat.")
    return RequestLine("free", request.color, text.format(name=name))


def _tickets_line(game: View, request: OpenRequest) -> RequestLine | None:
    """The line about a request to see a seat's earlier tickets."""
    if not request.answers:
        return None
    text = _("{who} took over {name}'s seat. Show that phone the tickets entered earlier?")
    words = text.format(who=_asking_phone(game, request), name=isolated(game.setup.name(request.color)))
    return RequestLine("show", request.color, words, _("Show them"), _("Keep them hidden"))


def _move_line(game: View, request: OpenRequest) -> RequestLine:
    """The line on a seat's own phone about the phone that scanned its code."""
    text = _("A phone wants to take over {name}'s seat, with all its tickets. Does your new phone show {signs}?")
    words = text.format(name=isolated(game.setup.name(request.color)), signs=isolated(request.signs))
    return RequestLine("move", request.color, words, _("Yes, that's me"), _("No, keep the seat here"))


def _finish_line(game: View, request: OpenRequest) -> RequestLine | None:
    """The line about a request to finish the game early."""
    if request.answers:
        text = _("{who} wants to finish before the final round is over. Everyone would then see all the tickets.")
        return RequestLine(
            "finish", "", text.format(who=_asking_phone(game, request)), _("Finish now"), _("Keep playing")
        )
    if not request.mine:
        return None
    if request.due:
        return RequestLine("finish", "", _("Nobody said no: you can finish the game."), end=True)
    return RequestLine("finish", "", _("We've asked the other phones. They have half a minute to say no."))


def _asking_phone(game: View, request: OpenRequest) -> str:
    """The phone that makes a request, named by its seat."""
    return _phone_name(game, request.by)


def _phone_name(game: View, by: str) -> str:
    """A phone by the name of its seat, if it holds one."""
    if by not in game.setup.colors:
        return _("A phone without a seat")
    return _("{name}'s phone").format(name=isolated(game.setup.name(by)))


SEAT_CHANGES: Final[Mapping[str, str]] = {
    "free-asked": N_("{who} asked for {name}'s seat"),
    "free-declined": N_("{who} kept {name}'s seat"),
    "freed": N_("{who} freed {name}'s seat"),
    "taken": N_("{who} took {name}'s seat"),
    "moved": N_("{name} moved to another phone"),
    "shown": N_("{who} showed {name}'s earlier tickets to the new phone"),
    "finish-asked": N_("{who} asked to finish before the final round was over"),
    "finish-declined": N_("{who} wanted to keep playing"),
    "left": N_("{who} left the table for good"),
    "stopped": N_("{name} stopped playing"),
    "back": N_("{name} came back"),
}
LEFT_OWN_SEAT: Final = N_("{who} left {name}'s seat")
TAKEN_OVER: Final = N_("{who} took over {name}'s seat; earlier tickets stay hidden")
DECLINED: Final = {"free": "seat-kept", "finish": "finish-declined"}  # the refusals that say so
LINE_OF: Final[Mapping[str, Callable[[View, OpenRequest], RequestLine | None]]] = {
    "free": _seat_line,
    "show": _tickets_line,
    "move": _move_line,
    "finish": _finish_line,
}
