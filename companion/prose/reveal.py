"""What each step of the reveal says: a headline and a few words."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from companion.i18n import and_joined, ngettext
from companion.i18n import gettext as _
from companion.play.game import Game
from companion.prose import reasons
from companion.prose.names import isolated, pair_name, ticket_name
from companion.prose.verdict import verdict
from companion.rules.reveal import Step

Words = tuple[str, list[str]]


def _start(game: Game, step: Step) -> Words:
    best = max(step.points.values())
    ahead = [color for color, points in step.points.items() if points == best]
    says = ngettext("{names} is ahead on routes.", "{names} are level ahead on routes.", len(ahead))
    words = [says.format(names=_names(game, ahead))]
    first = next((step for step in game.reveal if step.kind == "ticket"), None)
    if first:
        words.append(_("{name} turns over first.").format(name=isolated(game.setup.name(first.players[0]))))
    return _("All tickets are on the table"), words


def _ticket(game: Game, step: Step) -> Words:
    if not step.ticket:  # never: a step of this kind has one
        return "", []
    title = _("{name} turns over").format(name=isolated(game.setup.name(step.players[0])))
    if not step.journey:
        return title, [_("Not connected.")]
    own = game.result.line(step.players[0]).score
    words = [reasons.journey(game.board, own, step.ticket.id) + "."]
    if step.detour:
        says = ngettext(
            "A detour: {n} train more than the shortest way.",
            "A detour: {n} trains more than the shortest way.",
            step.detour,
        )
        words.append(says.format(n=step.detour))
    return title, words


def _station_words(game: Game, step: Step) -> Words:
    board, name = game.board, isolated(game.setup.name(step.players[0]))
    title = _("{name}'s station in {city}").format(name=name, city=board.city[step.city].name)
    if not step.borrowed:
        return title, [_("It was not needed.")]
    lender = isolated(game.setup.name(game.table.owners[step.borrowed]))
    route = pair_name(board, step.borrowed)
    if not step.saved:
        return title, [_("It borrows {route} from {name}.").format(route=route, name=lender)]
    says = _("It borrows {route} from {name}, and that saved {tickets}.")
    held = board.tickets_of(game.setup.variant)
    tickets = and_joined([ticket_name(board, held[name]) for name in step.saved])
    return title, [says.format(route=route, name=lender, tickets=tickets)]


def _kept(game: Game, _step: Step) -> Words:
    worth = game.board.stations.unused_points if game.board.stations else 0
    says = ngettext(
        "Each one that was not built is worth {n} point.", "Each one that was not built is worth {n} points.", worth
    )
    return _("Stations still in the box"), [says.format(n=worth)]


def _path(game: Game, step: Step) -> Words:
    result = game.result
    own = result.line(step.players[0]).score
    words = [f"{isolated(own.name)}: {reasons.longest_path(game.board, own)}."]
    others = sorted((line.score for line in result.lines if line.score is not own), key=lambda s: -s.path.length)
    words.append(", ".join(f"{isolated(other.name)} {other.path.length}" for other in others) + ".")
    if not step.gains:
        words.append(_("It pays nothing here, but it decides."))
    return game.board.bonus_name(step.bonus), words


def _bonus(game: Game, step: Step) -> Words:
    title, names = game.board.bonus_name(step.bonus), _names(game, step.players)
    if step.bonus != "globetrotter":
        return title, [names + "."]
    count = len(game.result.line(step.players[0]).score.completed)
    says = ngettext("{names}: {n} ticket completed.", "{names}: {n} tickets completed.", count)
    return title, [says.format(names=names, n=count)]


def _ranks(_game: Game, _step: Step) -> Words:
    return _("Everything is counted"), [_("One place is still open.")]


def _winner(game: Game, step: Step) -> Words:
    says = ngettext("{names} wins!", "{names} share the win!", len(step.players))
    return says.format(names=_names(game, step.players)), [verdict(game.result) + "."]


def _names(game: Game, colors: Iterable[str]) -> str:
    return and_joined([isolated(game.setup.name(color)) for color in colors])


WORDS: Final[Mapping[str, Callable[[Game, Step], Words]]] = {
    "start": _start,
    "ticket": _ticket,
    "station": _station_words,
    "kept": _kept,
    "path": _path,
    "bonus": _bonus,
    "ranks": _ranks,
    "winner": _winner,
}
