"""The items of a tally in words: what each comes from. The same sentences on every way out."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from companion.boards.model import Board
from companion.i18n import Text, and_joined, listed, marked, ngettext, pgettext
from companion.i18n import gettext as _
from companion.prose import counts
from companion.prose.names import isolated, pair_name, place_name, route_name, thing_name, ticket_name
from companion.rules.bonuses import BONUSES
from companion.rules.mechanics import mechanics_of
from companion.rules.score import Item
from companion.rules.tally import Line, Tally


def trains(board: Board, count: int, exact: bool = True) -> str:
    """A number of trains, or what else a board has; where it is not exact, the least that it can be."""
    counted = counts.pieces(board.piece, count)
    return counted if exact else _("at least {trains}").format(trains=counted)


def bonus_name(board: Board, bonus: str) -> str:
    """The name of a bonus: the one its box uses, else its plain name."""
    called = board.bonus_names.get(bonus)
    return pgettext("bonus", called) if called else _(BONUSES[bonus].name)


def worth(board: Board, bonus: str, value: Any) -> str:
    """What a bonus is worth, in figures: one prize, prizes by rank, or points by number or by what they are for."""
    if isinstance(value, Mapping):
        members = {_member(board, bonus, n): points for n, points in value.items()}
        # Translators: a number of things, and the points for so many
        text = _("{number}: {points}")
        return listed([text.format(number=n, points=worth(board, bonus, points)) for n, points in members.items()])
    return " / ".join(map(_figure, value)) if isinstance(value, list) else _figure(value)


def _member(board: Board, bonus: str, name: str) -> str:
    """What a part of a bonus is called: by words of its own, as a number of something, as a thing that is counted,
    or as a country."""
    if name.isdigit() and BONUSES[bonus].number:
        return marked(BONUSES[bonus].number, int(name)).format(n=name)
    if name in BONUSES[bonus].members:
        return _(BONUSES[bonus].members[name])
    thing = BONUSES[bonus].thing.format(n=name)
    called = thing_name(board, thing)
    return place_name(board, name) if called == thing and name in board.city else called


def _figure(points: int) -> str:
    return str(points).replace("-", "−")


def name(board: Board, item: Item) -> str:
    """The name of a part of a line: a route or a ticket by its cities, anything else by its sentence."""
    if item.kind == "route":
        return route_name(board, board.route[item.routes[0]])
    return ticket_name(board, item.tickets[0]) if item.kind == "ticket" else reason(board, item)


def reason(board: Board, item: Item) -> str:
    """Why an item is what it is, as half a sentence."""
    if words := REASONS.get(item.kind):
        return words(board, item)
    (bonus, _slash, part), numbers = item.kind.partition("/"), dict(item.numbers)
    if not part:
        text = next(
            (words for name, words in BONUSES[bonus].instead.items() if numbers.get(name)), BONUSES[bonus].reason
        )
        return filled(board, item, text if item.n or not _lists(text) else BONUSES[bonus].note)
    return filled(board, item, BONUSES[bonus].parts.get(part, BONUSES[bonus].part))


def _lists(text: Text) -> bool:
    """Whether a text ends with names, of which there are none where the number is none."""
    return (text if isinstance(text, str) else text[0]).endswith((": {routes}", ": {cities}", ": {tickets}"))


def note(board: Board, item: Item) -> str:
    """A few words under the figure of a bonus; none where a player has nothing of it."""
    return filled(board, item, BONUSES[item.kind].note) if item.n else ""


def filled(board: Board, item: Item, text: Text) -> str:
    """A text of a bonus in the language in use, with everything that it names put in."""
    template = marked(text, item.n)
    way = item.walks[0].cities if item.walks else ()
    return template.format(
        n=item.n,
        trains=trains(board, item.n, item.exact),
        way=cities(board, way) if way else _("no route"),
        routes=and_joined([pair_name(board, route) for route in item.routes]),
        cities=and_joined([place_name(board, city) for city in item.cities]),
        tickets=and_joined([ticket_name(board, ticket) for ticket in item.tickets]),
        things=and_joined([thing_name(board, thing) for thing in item.things]),
        ways=and_joined([cities(board, walk.cities) for walk in item.walks]),
        points=counts.points(item.points),
        **dict(item.numbers),
    )


def cities(board: Board, way: Sequence[str]) -> str:
    """A way by the names of its cities."""
    return " – ".join(place_name(board, city) for city in way)


def stations(result: Tally, line: Line, item: Item) -> list[str]:
    """A sentence for each station that was built: the route it borrows and the tickets it saves."""
    board = result.table.board
    return [reason(board, part) for part in result.parts(line, item)] or [_("none built")]


def shared(result: Tally, line: Line, item: Item) -> str:
    """With whom a player shares the place in the contest for a bonus."""
    others = [other for other in result.lines if other is not line and item.place in _places(other, item.kind)]
    return _("shared with {names}").format(names=and_joined([o.score.name for o in others])) if others else ""


def _places(line: Line, kind: str) -> set[int]:
    return {item.place for item in (*line.items, line.longest) if item.kind == kind and item.place is not None}


def outcome(result: Tally, line: Line, item: Item) -> str:
    """How a player came out of a bonus: who won it, or the points where nobody competes for it."""
    if not BONUSES[item.kind].pay.contest:
        return counts.points(item.points)
    with_whom = shared(result, line, item)
    if item.place == 1:
        return _("won, {shared}").format(shared=with_whom) if with_whom else pgettext("bonus", "won")
    if item.place is not None:
        text = _("place {place}, {shared}") if with_whom else _("place {place}")
        return text.format(place=item.place, shared=with_whom)
    winners = [isolated(line.score.name) for line in result.lines if 1 in _places(line, item.kind)]
    return _("won by {names}").format(names=and_joined(winners)) if winners else _("nobody wins it")


def bonus(result: Tally, line: Line, item: Item) -> str:
    """Why a player gets a bonus, and with whom it is shared."""
    with_whom = shared(result, line, item)
    # Translators: why a player is paid for a bonus, and with whom it is shared
    text = _("{reason}; {shared}") if with_whom else "{reason}"
    return text.format(reason=reason(result.table.board, item), shared=with_whom)


def _routes(board: Board, item: Item) -> str:
    left = dict(item.numbers)["left"]
    # Translators: such as: 12 routes, 3 trains left
    text = _("{routes}, {trains}")
    text = text.format(routes=counts.routes(item.n), trains=counts.pieces_left(board.piece, left))
    return listed([text, *_of_points(board, item)])


def _route(board: Board, item: Item) -> str:
    text = counts.pieces(board.route[item.routes[0]].pieces, item.n)
    if item.by:
        text = _("{trains}, claimed by {name}").format(trains=text, name=isolated(item.by))
    return listed([text, *_of_points(board, item)])


def _of_points(board: Board, item: Item) -> Iterator[str]:
    """What of the points of routes a rule of the board brought."""
    told = (each for mechanic in mechanics_of(board) for each in mechanic.of_points(board, item.routes))
    return (marked(text, n).format(n=n) for text, n in told if n)


def _won(_board: Board, item: Item) -> str:
    return counts.tickets_completed(item.n) if item.n else _("no tickets completed")


def _lost(_board: Board, item: Item) -> str:
    if not item.n:
        return _("no tickets failed")
    return ngettext("{n} ticket not connected", "{n} tickets not connected", item.n).format(n=item.n)


def _ticket(board: Board, item: Item) -> str:
    """How a ticket was travelled."""
    if not item.walks:
        return _("not connected")
    way = item.walks[0]
    # Translators: how a ticket was travelled: its cities, its trains, and what stations lent
    text = _("{way}, {trains}; {routes} borrowed") if way.borrowed else _("{way}, {trains}")
    borrowed = and_joined([pair_name(board, route) for route in way.borrowed])
    return text.format(way=cities(board, way.cities), trains=counts.pieces(board.piece, way.trains), routes=borrowed)


def _stations(_board: Board, item: Item) -> str:
    kept = dict(item.numbers)["kept"]
    if not kept:
        return _("all of them built")
    stations = ngettext("{n} station not built", "{n} stations not built", kept).format(n=kept)
    # Translators: such as: 2 stations not built, 8 points
    return _("{stations}, {points}").format(stations=stations, points=counts.points(item.points))


def _station(board: Board, item: Item) -> str:
    """The use of one station."""
    city = board.city[item.cities[0]].name
    if not item.routes:
        return _("{city}, not needed").format(city=city)
    route, saved = pair_name(board, item.routes[0]), [ticket_name(board, ticket) for ticket in item.tickets]
    return _("{city} borrows {route}, which saves {tickets}").format(
        city=city, route=route, tickets=and_joined(saved)
    )


REASONS: Final[Mapping[str, Callable[[Board, Item], str]]] = {
    "routes": _routes,
    "route": _route,
    "won": _won,
    "lost": _lost,
    "ticket": _ticket,
    "stations": _stations,
    "station": _station,
}
