"""The requests among the phones at a table, a line each, with the answers this phone can give."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from companion.i18n import N_, ngettext
from companion.i18n import gettext as _
from companion.play.view import OpenRequest, SeatChanged, View
from companion.prose.names import isolated
from companion.prose.refusals import sentence


@dataclass(frozen=True, slots=True)
class Line:
    """A question of another phone with its two answers, or how far one of this phone's own has come."""

    about: str
    color: str
    words: str
    yes: str = ""
    no: str = ""
    take: bool = False  # the seat can be taken now
    end: bool = False  # the game can be finished now
    wait: int = 0  # seconds until something comes of it, where this phone asks


def request_lines(game: View) -> list[Line]:
    """The open requests that this phone should see, and those of its own that were just refused."""
    lines = [(request, LINES[request.kind](game, request)) for request in game.requests]
    asked = [replace(line, wait=_wait(request)) for request, line in lines if line]
    return asked + [
        Line(kind, color, sentence(DECLINED[kind], {"name": isolated(game.setup.name(color)) if color else ""}))
        for kind, color in game.declined
        if kind in DECLINED
    ]


def _wait(request: OpenRequest) -> int:
    """How long who asks still has to wait for an answer; a yes to showing tickets may take as long as it takes."""
    if not request.mine or request.due or request.kind == "show":
        return 0
    return max(1, request.until - int(time.time()) + 1)


def show_requested(game: View, color: str) -> bool:
    """Whether the other phones are being asked to show this one the covered tickets of a seat."""
    return any(request.kind == "show" and request.color == color and request.mine for request in game.requests)


def notices(game: View) -> Iterator[str]:
    """What everybody should know about how this game was played."""
    if not game.was_finished:
        return
    if game.reopened_by:
        says = _("{name} reopened this game after it was finished, so everyone has seen the tickets.")
        yield says.format(name=isolated(game.setup.name(game.reopened_by)))
    else:
        yield _("This game was reopened after it was finished, so everyone has seen the tickets.")


@dataclass(frozen=True, slots=True)
class SeatTold:
    """What the log tells about a seat in one line: a change, or how often a phone took the seat and left it again."""

    change: SeatChanged
    times: int = 0


def seat_changes_told(game: View) -> list[SeatTold]:
    """The changes of seats as the log tells them, in their order; none of answers that changed nothing."""
    told = (change for change in game.facts.seat_changes if _is_told(game, change))
    return [line for __, changes in groupby(told, lambda change: change.place) for line in _folded(changes)]


def _is_told(game: View, change: SeatChanged) -> bool:
    return change.act in WORDS and (not change.color or change.color in game.setup.colors)


def _folded(changes: Iterable[SeatChanged]) -> list[SeatTold]:
    """The changes between two entries. A seat that was taken and left again is one line, however often it was."""
    lines: dict[tuple[str, ...], SeatTold] = {}
    taken: dict[str, tuple[str, ...]] = {}  # seats of which nothing was told since they were taken
    for number, change in enumerate(changes):
        before = taken.pop(change.color, None)
        if before and change.act == "freed" and change.own:
            who = lines.pop(before).change.by
            about = change.color, who
            earlier = lines.pop(about, None)
            lines[about] = SeatTold(replace(change, by=who), (earlier.times if earlier else 0) + 1)
            continue
        here = change.color, change.by, str(number)
        lines[here] = SeatTold(change)
        if change.act == "taken":
            taken[change.color] = here
    return [*lines.values()]


def seat_change_in_words(game: View, told: SeatTold) -> str:
    """A line about a seat in words."""
    change = told.change
    if told.times:
        text = ngettext(
            "{who} took {name}'s seat and left it again",
            "{who} took {name}'s seat and left it again, {n} times",
            told.times,
        )
    elif change.act == "freed" and change.own:
        text = _(OWN)
    else:
        text = _(COVERED) if change.act == "taken" and change.covered else _(WORDS[change.act])
    name = isolated(game.setup.name(change.color)) if change.color else ""
    return text.format(who=_phone(game, change.by), name=name, n=told.times)


def _free(game: View, request: OpenRequest) -> Line | None:
    name = isolated(game.setup.name(request.color))
    if request.answers:
        text = _("{who} wants {name}'s seat. If nobody answers here within half a minute, it's free.")
        return Line(
            "free", request.color, text.format(who=_who(game, request), name=name), _("Give it up"), _("Keep my seat")
        )
    if not request.mine:
        return Line("free", request.color, _("{who} wants {name}'s seat.").format(who=_who(game, request), name=name))
    if request.due:
        return Line(
            "free", request.color, _("Nobody said no: you can take {name}'s seat.").format(name=name), take=True
        )
    text = _("We've asked {name}'s phone. It has half a minute to keep the seat.")
    return Line("free", request.color, text.format(name=name))


def _show(game: View, request: OpenRequest) -> Line | None:
    if not request.answers:
        return None
    text = _("{who} took over {name}'s seat. Show it the tickets entered before?")
    words = text.format(who=_who(game, request), name=isolated(game.setup.name(request.color)))
    return Line("show", request.color, words, _("Show them"), _("Keep them hidden"))


def _finish(game: View, request: OpenRequest) -> Line | None:
    if request.answers:
        text = _("{who} wants to finish before the last turns are over. Then everyone sees all the tickets.")
        return Line("finish", "", text.format(who=_who(game, request)), _("Finish now"), _("Keep playing"))
    if not request.mine:
        return None
    if request.due:
        return Line("finish", "", _("Nobody said no: you can finish the game."), end=True)
    return Line("finish", "", _("We've asked the other phones. They have half a minute to say no."))


def _who(game: View, request: OpenRequest) -> str:
    """The phone that asks, by the name of its seat."""
    return _phone(game, request.by)


def _phone(game: View, by: str) -> str:
    if by not in game.setup.colors:
        return _("A phone without a seat")
    return _("{name}'s phone").format(name=isolated(game.setup.name(by)))


WORDS: Final[Mapping[str, str]] = {
    "free-asked": N_("{who} asked for {name}'s seat"),
    "free-declined": N_("{who} kept {name}'s seat"),
    "freed": N_("{who} freed {name}'s seat"),
    "taken": N_("{who} took {name}'s seat"),
    "shown": N_("{who} showed {name}'s earlier tickets to the new phone"),
    "finish-asked": N_("{who} asked to finish before the last turns were over"),
    "finish-declined": N_("{who} wanted to keep playing"),
    "left": N_("{who} left the table for good"),
    "stopped": N_("{name} stopped playing"),
    "back": N_("{name} came back"),
}
OWN: Final = N_("{who} left {name}'s seat")
COVERED: Final = N_("{who} took over {name}'s seat; earlier tickets stay hidden")
DECLINED: Final = {"free": "seat-kept", "finish": "finish-declined"}  # the refusals that say so
LINES: Final[Mapping[str, Callable[[View, OpenRequest], Line | None]]] = {
    "free": _free,
    "show": _show,
    "finish": _finish,
}
