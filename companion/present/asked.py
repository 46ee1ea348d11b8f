"""What is asked of the phones at a table, in a line each, with what this phone can say to it."""

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from companion.i18n import N_
from companion.i18n import gettext as _
from companion.play.view import Asked, SeatChanged, View
from companion.prose.names import isolated


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


def asked_lines(game: View) -> list[Line]:
    """Everything that is asked and that this phone should see."""
    lines = [(asked, LINES[asked.kind](game, asked)) for asked in game.asked]
    return [replace(line, wait=_wait(asked)) for asked, line in lines if line]


def _wait(asked: Asked) -> int:
    """How long who asks still has to wait for an answer; a yes to showing tickets may take as long as it takes."""
    if not asked.mine or asked.due or asked.kind == "show":
        return 0
    return max(1, asked.until - int(time.time()) + 1)


def asked_to_show(game: View, color: str) -> bool:
    """Whether the other phones are being asked to show this one the covered tickets of a seat."""
    return any(asked.kind == "show" and asked.color == color and asked.mine for asked in game.asked)


def notices(game: View) -> Iterator[str]:
    """What everybody should know about how this game was played."""
    if game.was_finished:
        yield _("This game was finished and opened again: everybody could see the tickets.")


def seat_change_in_words(game: View, change: SeatChanged) -> str | None:
    """What was done about a seat, as the log tells it for good; answers that changed nothing are left out."""
    if change.color and change.color not in game.setup.colors:
        return None
    says = _(OWN) if change.act == "freed" and change.own else _(WORDS[change.act]) if change.act in WORDS else ""
    if change.act == "taken" and change.covered:
        says = _(COVERED)
    who = _phone(game, change.by)
    name = isolated(game.setup.name(change.color)) if change.color else ""
    return says.format(who=who, name=name) if says else None


def _free(game: View, asked: Asked) -> Line | None:
    name = isolated(game.setup.name(asked.color))
    if asked.answers:
        says = _("{who} asks for {name}'s seat. If nobody answers here within half a minute, it is free.")
        return Line(
            "free", asked.color, says.format(who=_who(game, asked), name=name), _("Give it up"), _("Keep my seat")
        )
    if not asked.mine:
        return Line("free", asked.color, _("{who} asks for {name}'s seat.").format(who=_who(game, asked), name=name))
    if asked.due:
        return Line(
            "free", asked.color, _("Nobody said no: {name}'s seat is yours to take.").format(name=name), take=True
        )
    says = _("The phone that holds {name}'s seat is asked. It has half a minute to keep it.")
    return Line("free", asked.color, says.format(name=name))


def _show(game: View, asked: Asked) -> Line | None:
    if not asked.answers:
        return None
    says = _("{who} took over {name}'s seat. May it see the tickets that were entered before?")
    words = says.format(who=_who(game, asked), name=isolated(game.setup.name(asked.color)))
    return Line("show", asked.color, words, _("Show them"), _("Keep them covered"))


def _finish(game: View, asked: Asked) -> Line | None:
    if asked.answers:
        says = _("{who} wants to finish before the last turns are over. Then everybody sees all tickets.")
        return Line("finish", "", says.format(who=_who(game, asked)), _("Finish now"), _("Keep playing"))
    if not asked.mine:
        return None
    if asked.due:
        return Line("finish", "", _("Nobody said no: the game can be finished."), end=True)
    return Line("finish", "", _("The other phones are asked whether to finish. They have half a minute to say no."))


def _who(game: View, asked: Asked) -> str:
    """The phone that asks, by the name of its seat."""
    return _phone(game, asked.by)


def _phone(game: View, by: str) -> str:
    if by not in game.setup.colors:
        return _("A phone without a seat")
    return _("{name}'s phone").format(name=isolated(game.setup.name(by)))


WORDS: Final[Mapping[str, str]] = {
    "free-asked": N_("{who} asked for {name}'s seat"),
    "free-declined": N_("{who} kept {name}'s seat"),
    "freed": N_("{who} freed {name}'s seat"),
    "taken": N_("{who} took {name}'s seat"),
    "shown": N_("{who} showed {name}'s earlier tickets to who took the seat over"),
    "finish-asked": N_("{who} asked to finish before the last turns were over"),
    "finish-declined": N_("{who} wanted to keep playing"),
}
OWN: Final = N_("{who} let {name}'s seat go")
COVERED: Final = N_("{who} took over {name}'s seat; earlier tickets stay covered")
LINES: Final[Mapping[str, Callable[[View, Asked], Line | None]]] = {"free": _free, "show": _show, "finish": _finish}
