"""Words for each step of the reveal: a headline and a few sentences."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from companion.i18n import and_joined, listed, ngettext
from companion.i18n import gettext as _
from companion.prose import reasons
from companion.prose.display_names import isolated, pair_name, ticket_name
from companion.prose.sentences import in_full
from companion.prose.verdict import verdict
from companion.rules.reveal_steps import Step
from companion.rules.tally import Tally


class StepWords(NamedTuple):
    """The words for a step."""

    headline: str
    sentences: list[str]


def step_words(result: Tally, steps: Sequence[Step], step: Step) -> StepWords:
    """The words for one of the steps of a reveal."""
    if step.kind == "start":
        first_ticket = next((other for other in steps if other.kind == "ticket"), None)
        return _start(result, step, first_ticket)
    return WORDS_OF_STEP[step.kind](result, step)


def _start(result: Tally, step: Step, first_ticket: Step | None) -> StepWords:
    """Who leads by routes, and who reveals the first ticket."""
    best = max(step.points.values())
    ahead = [color for color, points in step.points.items() if points == best]
    text = ngettext("{names} has the most route points.", "{names} are tied for most route points.", len(ahead))
    sentences = [text.format(names=_names(result, ahead))]
    if first_ticket:
        sentences.append(_("{name} reveals first.").format(name=_names(result, first_ticket.players)))
    return StepWords(_("The tickets are being revealed"), sentences)


def _ticket(result: Tally, step: Step) -> StepWords:
    """By which path a ticket was completed, and whether that was a detour; or that it was not completed."""
    title = _("{name}'s ticket").format(name=_names(result, step.players))
    ticket = step.items[0]
    if not ticket.walks:
        return StepWords(title, [_("Not completed.")])
    sentences = [in_full(reasons.reason(result.table.board, ticket))]
    if step.detour:
        text = ngettext(
            "A detour: {n} train more than needed.",
            "A detour: {n} trains more than needed.",
            step.detour,
        )
        sentences.append(text.format(n=step.detour))
    return StepWords(title, sentences)


def _station(result: Tally, step: Step) -> StepWords:
    """What a station was used for."""
    board, station = result.table.board, step.items[0]
    city = board.city[station.cities[0]].name
    title = _("{name}'s station in {city}").format(name=_names(result, step.players), city=city)
    if not station.routes:
        return StepWords(title, [_("The station wasn't needed.")])
    route = station.routes[0]
    lender = _names(result, [result.table.owners[route]])
    if not station.tickets:
        sentence = _("The station borrows {route} from {name}.").format(route=pair_name(board, route), name=lender)
        return StepWords(title, [sentence])
    text = _("The station borrows {route} from {name}, which saves {tickets}.")
    tickets = and_joined([ticket_name(board, ticket) for ticket in station.tickets])
    return StepWords(title, [text.format(route=pair_name(board, route), name=lender, tickets=tickets)])


def _unbuilt_stations(result: Tally, _step: Step) -> StepWords:
    """What unbuilt stations are worth."""
    stations = result.table.board.stations
    worth = stations.unused_points if stations else 0
    text = ngettext(
        "Each station you didn't build is worth {n} point.",
        "Each station you didn't build is worth {n} points.",
        worth,
    )
    return StepWords(_("Unbuilt stations"), [text.format(n=worth)])


def _bonus(result: Tally, step: Step) -> StepWords:
    """Who gets a bonus and for what; players with the same reason share a sentence."""
    board, kind = result.table.board, step.items[0].kind
    players_by_reason: dict[str, list[str]] = {}
    for color, item in zip(step.players, step.items, strict=True):
        players_by_reason.setdefault(reasons.reason(board, item), []).append(color)
    # Translators: who is paid for a bonus, and why
    text = _("{names}: {reason}.")
    sentences = [
        text.format(names=_names(result, colors), reason=reason) for reason, colors in players_by_reason.items()
    ]
    if step.of_one:
        sentences.append(_others(result, step.of_one, kind))
    if not step.gains:
        sentences.append(_("This scores nothing here, but it breaks ties."))
    return StepWords(reasons.bonus_name(board, kind), sentences)


def _others(result: Tally, color: str, kind: str) -> str:
    """What everyone but this player has towards a bonus, as a list of names and numbers, most first."""
    row = next(row for row in result.rows if row[0].kind == kind)
    others = [(item, line) for item, line in zip(row, result.lines, strict=True) if line.score.color != color]
    others.sort(key=lambda other: -other[0].n)
    # Translators: a player and their number, such as: Bo 17
    each = [_("{name} {n}").format(name=isolated(line.score.name), n=item.n) for item, line in others]
    return in_full(listed(each))


def _ranks(_result: Tally, _step: Step) -> StepWords:
    """That only the winner is still to be shown."""
    return StepWords(_("Everything is counted"), [_("Only the winner is left to reveal.")])


def _winner(result: Tally, step: Step) -> StepWords:
    """Who won, and why."""
    text = ngettext("{names} wins!", "{names} share the win!", len(step.players))
    return StepWords(text.format(names=_names(result, step.players)), [in_full(verdict(result))])


def _names(result: Tally, colors: Iterable[str]) -> str:
    """The names of these players, as a list in words."""
    return and_joined([isolated(result.table.setup.name(color)) for color in colors])


WORDS_OF_STEP: Final[Mapping[str, Callable[[Tally, Step], StepWords]]] = {
    "ticket": _ticket,
    "station": _station,
    "kept": _unbuilt_stations,
    "network": _bonus,
    "bonus": _bonus,
    "ranks": _ranks,
    "winner": _winner,
}
