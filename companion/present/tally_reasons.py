"""What a figure of the tally comes from: line by line in words, and the board with what it is about."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from companion.i18n import gettext as _
from companion.i18n import ngettext
from companion.picture import Scene, Walk
from companion.picture.game import longest_of, scene_of
from companion.play.game import Game
from companion.present.people import Mark, marks
from companion.present.reveal import only, walk
from companion.present.tally import figure, rows
from companion.prose import reasons
from companion.prose.names import isolated, route_name, ticket_name
from companion.prose.verdict import verdict
from companion.rules.tally import Line


@dataclass(frozen=True, slots=True)
class Part:
    """A line of a reason; a ticket's can be asked for, to see its journey."""

    words: str
    figure: str = ""
    about: str = ""
    ticket: str = ""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a figure is what it is."""

    title: str
    mark: Mark | None
    summary: str
    parts: tuple[Part, ...]
    scene: Scene
    ticket: str = ""


def reason(game: Game, color: str, line: str, ticket: str = "") -> Reason | None:
    """The reason of a player's figure; None where there is no such figure."""
    labels = {row.line: row.label for row in rows(game)}
    if color not in game.setup.colors or line not in labels:
        return None
    own = game.result.line(color)
    summary, parts = PARTS.get(line, _bonus_of(line))(game, own)
    held = [*own.score.completed, *own.score.failed]
    ticket = next((known.id for known in held if known.id == ticket), "")
    shown = _journey(game, own, ticket) if ticket else _scene(game, own, line)
    return Reason(labels[line], marks(game)[color], summary, tuple(parts), shown, ticket)


def _scene(game: Game, own: Line, line: str) -> Scene:
    whole, color = scene_of(game.table), own.score.color
    if line == "place":
        return whole
    if line == "stations":
        return only(whole, {color}, frozenset(own.score.loans.uses.values()))
    mine = only(whole, {color})
    return replace(mine, longest=longest_of(game.result, color)) if line == "longest-path" else mine


def _journey(game: Game, own: Line, name: str) -> Scene:
    way = own.score.journeys.get(name)
    ticket = game.board.tickets_of(game.setup.variant)[name]
    shown = walk(way) if way else Walk(game.board.places_of(ticket), ())
    return replace(only(scene_of(game.table), {own.score.color}, shown.borrowed), journey=shown)


Told = tuple[str, Iterable[Part]]


def _routes(game: Game, own: Line) -> Told:
    table, board = game.table, game.board
    routes = sorted((board.route[name] for name in own.score.routes), key=lambda route: -route.length)
    count = ngettext("{n} route", "{n} routes", len(routes)).format(n=len(routes))
    left = ngettext("{n} train left", "{n} trains left", own.score.trains_left).format(n=own.score.trains_left)
    parts = (
        Part(
            route_name(board, route),
            str(sum(table.points[route.id].values())),
            reasons.trains(table.pieces[route.id]),
        )
        for route in routes
    )
    return f"{count}, {left}", parts


def _won(game: Game, own: Line) -> Told:
    done = sorted(own.score.completed, key=own.score.points_of, reverse=True)
    parts = (
        Part(
            ticket_name(game.board, t),
            str(own.score.points_of(t)),
            reasons.journey(game.board, own.score, t.id),
            t.id,
        )
        for t in done
    )
    return ngettext("{n} ticket completed", "{n} tickets completed", len(done)).format(n=len(done)), parts


def _lost(game: Game, own: Line) -> Told:
    failed = own.score.failed
    score = own.score
    parts = (Part(ticket_name(game.board, t), figure(score.points_of(t)), _("not connected"), t.id) for t in failed)
    return ngettext("{n} ticket not connected", "{n} tickets not connected", len(failed)).format(n=len(failed)), parts


def _stations(game: Game, own: Line) -> Told:
    told = reasons.stations(game.board, own.score)
    parts = [Part(words) for words in told.split("; ")]
    worth = game.board.stations.unused_points if game.board.stations else 0
    kept = own.score.station_points // worth if worth else 0
    says = ngettext("{n} not built, {points} points", "{n} not built, {points} points", kept)
    return says.format(n=kept, points=own.score.station_points), parts


def _bonus_of(name: str) -> Callable[[Game, Line], Told]:
    def told(game: Game, own: Line) -> Told:
        award = next((award for award in game.result.awards if award.bonus == name), None)
        winners = award.winners if award else game.result.longest
        if own.score.color in winners:
            shared = reasons.shared(game.result, winners, own.score)
            summary = (_("won, {shared}") if shared else _("won")).format(shared=shared)
        else:
            names = [isolated(game.setup.name(color)) for color in winners]
            summary = _("won by {names}").format(names=", ".join(names)) if names else _("won by nobody")
        if name == "longest-path":
            return summary, [Part(reasons.longest_path(game.board, own.score))]
        return summary, _won(game, own)[1]

    return told


def _total(game: Game, own: Line) -> Told:
    color = own.score.color
    found = [(row, told) for row in rows(game) for told in row.figures if told.color == color]
    parts = (Part(row.label, told.text) for row, told in found if row.line not in ("total", "place"))
    says = ngettext("{n} point", "{n} points", own.total)
    return says.format(n=own.total), parts


def _place(game: Game, _own: Line) -> Told:
    return verdict(game.result) + ".", []


PARTS: Final[Mapping[str, Callable[[Game, Line], Told]]] = {
    "routes": _routes,
    "won": _won,
    "lost": _lost,
    "stations": _stations,
    "total": _total,
    "place": _place,
}
